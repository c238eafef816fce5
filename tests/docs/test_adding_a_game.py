"""Adding a game by CONTRIBUTING takes one folder: the template, copied under another name, passes as it is."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEW = "hill_climb"
LEFT_OUT = shutil.ignore_patterns("__pycache__", "static", "web", "golden", "records")
ITS_TABLE = "(2 and seats) or not conformance"  # of the game's tests: each clause, and the kit on one table
OF_ALL_GAMES = f"{NEW} and not conformance"  # clauses, playthroughs, saved race, credits, rulebook


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """The project with a new game in it: step 1, and clauses with a new prefix (step 2)."""
    for name in ("src", "tests/conformance", "tests/docs", "docs", "deploy"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=LEFT_OUT)
    for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md", "Makefile"):
        shutil.copy(ROOT / name, tmp_path / name)
    games = tmp_path / "src/paddock/games"
    shutil.copytree(games / "_template", games / NEW)
    for file in (games / NEW).rglob("*.*"):
        file.write_text(file.read_text(encoding="utf-8").replace("RR-", "HL-"), encoding="utf-8")
    return tmp_path


def run(scratch: Path, *words: str) -> str:
    """Run a module in the scratch project, with its own source first."""
    env = {**os.environ, "PYTHONPATH": str(scratch / "src")}
    done = subprocess.run([sys.executable, "-m", *words], cwd=scratch, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


def test_a_copied_folder_is_a_game_that_passes_its_tests_and_the_kit(scratch: Path):
    assert "plain.race" in run(scratch, "paddock.testing", "record", NEW)
    assert "as kept" in run(scratch, "paddock.testing", "golden", "--write", NEW)
    own = run(scratch, "pytest", "-q", "-p", "no:cacheprovider", f"src/paddock/games/{NEW}", "-k", ITS_TABLE)
    assert "passed" in own
    shared = run(
        scratch, "pytest", "-q", "-p", "no:cacheprovider", "tests/conformance", "tests/docs", "-k", OF_ALL_GAMES
    )
    assert "passed" in shared


def test_a_game_already_recorded_keeps_its_race(scratch: Path):
    run(scratch, "paddock.testing", "record", NEW)
    with pytest.raises(AssertionError, match="saved races stay as they are"):
        run(scratch, "paddock.testing", "record", NEW)
    assert "second.race" in run(scratch, "paddock.testing", "record", NEW, "second")


def test_the_copied_tests_test_the_copied_game(scratch: Path):
    rules = scratch / "src/paddock/games" / NEW / "rules.py"
    broken = rules.read_text(encoding="utf-8").replace("climb(t, s, 1, log)", "climb(t, s, 2, log)")
    rules.write_text(broken, encoding="utf-8")
    with pytest.raises(AssertionError, match="failed"):
        run(scratch, "pytest", "-q", "-p", "no:cacheprovider", f"src/paddock/games/{NEW}", "-k", "not conformance")
