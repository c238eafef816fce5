"""What the guide to hosting shows is read by the program."""

import re
from pathlib import Path

from paddock.cli.admin import admin
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


def test_the_commands_of_the_guide_exist():
    named = re.findall(r"^paddock admin ([\w-]+)(.*)$", GUIDE, re.MULTILINE)
    assert {name for name, _ in named} >= {"list", "backup", "check", "restore"}
    for name, rest in named:
        command = admin.commands[name]
        options = {option for one in command.params for option in one.opts}
        assert set(re.findall(r"--[\w-]+", rest.partition("#")[0])) <= options, name
