"""What the guide to hosting shows is read by the program."""

import re
from pathlib import Path

from paddock.server import read_settings

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_the_settings_of_the_guide_are_settings(tmp_path: Path):
    shown = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert shown
    for number, text in enumerate(shown):
        file = tmp_path / f"{number}.toml"
        file.write_text(text)
        read_settings({}, str(file), {})
