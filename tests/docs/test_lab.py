"""What the page about the lab shows is run, with fewer races."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from paddock.cli import cli
from paddock.games import all_games

ROOT = Path(__file__).parents[2]
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", (ROOT / "docs" / "lab.md").read_text(encoding="utf-8"), re.DOTALL)
STORE = ROOT / "tests" / "server" / "stores" / "version_2.sqlite"
PATHS = {"STORE": str(STORE), "../before": str(ROOT)}
FEW = {
    "races": ["--races", "60"],
    "balance": ["--races", "60", "--level-races", "4"],
    "compare": ["--races", "60"],
    "clauses": ["--races", "60"],
    "estimate": ["--races", "4", "--threads", "1"],
    "track": ["--races", "2", "--alone", "--threads", "1"],
}


def commands() -> list[str]:
    lines = [line for language, text in BLOCKS if not language for line in text.splitlines()]
    return [
        line for line in lines if line.startswith("paddock lab ") and "--on ray" not in line
    ]  # tests/engine/test_cluster


@pytest.mark.parametrize("command", commands())
def test_the_commands_of_the_lab_work(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for game in all_games():
        if game.workshop and game.workshop.course:
            (tmp_path / f"my-{game.workshop.option}.toml").write_text(
                game.workshop.examples()[0].text, encoding="utf-8"
            )
    _, *words = [PATHS.get(word, word) for word in shlex.split(command)]
    result = CliRunner().invoke(cli, [*words, *FEW[words[1]]])
    assert result.exit_code == 0, result.output


def test_the_lab_from_python(capsys: pytest.CaptureFixture[str]):
    code = next(text for language, text in BLOCKS if language == "python")
    found: dict[str, object] = {}
    exec(compile(code, "docs/lab.md", "exec"), found)
    assert "2 seats, 2,000 races of quick drivers" in capsys.readouterr().out
    assert str(found["html"]).startswith("<!doctype html>")


def test_the_notebook_runs_from_top_to_bottom():
    notebook = json.loads((ROOT / "examples" / "lab.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"] == [[]] * len(cells)
    found: dict[str, Any] = {}
    for number, text in enumerate(cells):
        exec(compile(text.replace("RACES = 2000", "RACES = 200"), f"cell {number} of lab.ipynb", "exec"), found)
    assert found["seats"].height == 2
    assert found["fired"].height > 10
    assert found["RACES"] == 200


def test_the_reports_are_whole_and_say_how_they_were_made():
    listed = (ROOT / "docs" / "lab" / "README.md").read_text(encoding="utf-8")
    stored = sorted((ROOT / "docs" / "lab").glob("*.json"))
    assert stored
    for file in stored:
        report = json.loads(file.read_text(encoding="utf-8"))
        page = file.with_suffix(".html").read_text(encoding="utf-8")
        assert report["command"].startswith(
            f"paddock lab {file.stem.rpartition('-')[2]} {file.stem.rpartition('-')[0]} "
        )
        assert report["command"] in page
        assert report["summary"]
        assert file.with_suffix(".html").name in listed
