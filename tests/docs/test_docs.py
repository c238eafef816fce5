"""What the documents show is run: the README and its race, its commands, the record, the steps of adding a game."""

import contextlib
import io
import os
import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from paddock.cli import cli
from paddock.engine import CONTRACT, Game, read_record
from paddock.games import all_games

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, re.DOTALL)


def test_the_race_in_the_readme_prints_what_the_readme_says():
    code = next(text for language, text in BLOCKS if language == "python")
    shown = BLOCKS[[text for _, text in BLOCKS].index(code) + 1][1]
    assert len(code.strip().splitlines()) <= 11
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue() == shown


def commands() -> list[str]:
    block = next(text for _, text in BLOCKS if text.startswith("./paddock games"))
    return [line.partition("#")[0].strip() for line in block.strip().splitlines()]


@pytest.mark.parametrize("command", commands())
def test_the_commands_of_the_readme_work(command: str, tmp_path: Path):
    record = next(path for game in all_games() for path in sorted(game.folder.glob("tests/records/*.race")))
    race = shutil.copy(record, tmp_path / "race.txt")
    launcher, *words = [str(race) if word == "FILE" else word for word in shlex.split(command)]
    assert os.access(ROOT / launcher, os.X_OK), "tests/cli/test_set_up.py runs it"
    extra = {"terminal": ["--save", str(tmp_path / "new.txt")], "bench": ["--help"]}.get(words[0], [])
    result = CliRunner().invoke(cli, [*words, *extra], input="quit\n")
    assert result.exit_code == 0, result.output


def test_the_make_targets_named_in_the_documents_exist():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md", "docs/architecture.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert set(re.findall(r"`make ([a-z]+)`", text)) <= targets, name
    assert {"play", "test", "check", "bench", "clauses", "golden"} <= targets


def test_files_named_in_the_documents_exist():
    for name in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for path in re.findall(r"`((?:docs|src|bench)/[\w./]+)`", text):
            if "your_game" not in path:
                assert (ROOT / path).exists(), f"{name} names {path}"


def test_decisions_have_a_number_a_date_and_a_status():
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    for number, page in enumerate(pages, 1):
        title, _, dated = page.read_text(encoding="utf-8").splitlines()[:3]
        assert page.name.startswith(f"{number:04}-")
        assert title.startswith(f"# {number}. ")
        assert re.fullmatch(r"\d{4}-\d\d-\d\d · Status: (holds|replaced by \d{4})", dated), page.name


def test_the_forge_runs_what_everybody_runs():
    assert "- run: bash .ci/run" in (ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")


def test_the_record_in_its_documentation_can_be_read():
    text = (ROOT / "docs" / "race-record.md").read_text(encoding="utf-8")
    record = read_record(re.findall(r"```\n(.*?)```", text, re.DOTALL)[0])
    assert record.names == ["Ana", "Ben"]
    assert len(record.script) == 5


def test_the_steps_of_adding_a_game_name_the_whole_contract():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").replace("\n", " ")
    named = re.sub(r"\s+", " ", text)
    assert ", ".join(CONTRACT) in named


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_a_game_credits_its_designer(game: Game):
    credits = game.folder / "CREDITS.md"
    assert credits.is_file(), (
        f"{credits} is missing: who designed and published {game.name}, and what is reconstructed?"
    )
    text = credits.read_text(encoding="utf-8")
    assert game.name in text
    assert game.designer in text
