"""Adding a game by CONTRIBUTING takes one command: the folder that it writes is a game and passes as it is."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from paddock.games import game_ids

from ..plugins.conftest import EXAMPLE, install

ROOT = Path(__file__).parents[2]
NEW = "hill_climb"
LEFT_OUT = shutil.ignore_patterns("__pycache__", "static", "web", "golden", "records")
ITS_TABLE = "(2 and seats) or not conformance"  # of the game's tests: each clause, and the kit on one table
OF_ALL_GAMES = f"{NEW} and not conformance"  # clauses, playthroughs, saved race, credits, rulebook


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """The project with a new game in it: step 1."""
    tests = ("conformance", "docs", "plugins", "browser", "server")  # the last two help those before
    for name in ("src", "docs", "deploy", "bench", *(f"tests/{part}" for part in tests)):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=LEFT_OUT)
    for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md", "Makefile"):
        shutil.copy(ROOT / name, tmp_path / name)
    told = run(tmp_path, "paddock", "new-game", NEW)
    assert "Hill Climb is in " in told
    assert "its clauses are HC-01, HC-02, ..." in told
    return tmp_path


def run(scratch: Path, *words: str) -> str:
    """Run a module in the scratch project, with its own source first."""
    env = {**os.environ, "PYTHONPATH": str(scratch / "src")}
    done = subprocess.run([sys.executable, "-m", *words], cwd=scratch, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


@pytest.mark.long
def test_a_new_folder_is_a_game_that_passes_its_tests_and_the_kit(scratch: Path):
    own = run(scratch, "pytest", "-q", "-p", "no:cacheprovider", f"src/paddock/games/{NEW}", "-k", ITS_TABLE)
    assert "passed" in own
    shared = run(
        scratch, "pytest", "-q", "-p", "no:cacheprovider", "tests/conformance", "tests/docs", "-k", OF_ALL_GAMES
    )
    assert "passed" in shared


def test_nothing_of_the_template_is_left_in_a_new_game(scratch: Path):
    files = [file for file in (scratch / "src/paddock/games" / NEW).rglob("*.*") if file.suffix != ".pyc"]
    assert {"RULES.md", f"test_{NEW}.py", "plain.race", "2_seats.txt"} <= {file.name for file in files}
    words = re.compile(r"ridge.?run|\bRR\b|_template|copy", re.IGNORECASE)
    assert [str(file) for file in files if words.search(f"{file.name} {file.read_text(encoding='utf-8')}")] == []


def test_a_game_already_recorded_keeps_its_race(scratch: Path):
    with pytest.raises(AssertionError, match="saved races stay as they are"):
        run(scratch, "paddock.testing", "record", NEW)
    assert "second.race" in run(scratch, "paddock.testing", "record", NEW, "second")


@pytest.mark.long
def test_the_tests_of_a_new_game_test_that_game(scratch: Path):
    rules = scratch / "src/paddock/games" / NEW / "rules.py"
    right = rules.read_text(encoding="utf-8")
    # Another length: Python compares size and second of a file, and both could be those of the file it has compiled.
    broken = right.replace("climb(t, s, 1, log)", "climb(t, s, 1 + 1, log)")
    assert len(broken) > len(right)
    rules.write_text(broken, encoding="utf-8")
    with pytest.raises(AssertionError, match="failed"):
        run(scratch, "pytest", "-q", "-p", "no:cacheprovider", f"src/paddock/games/{NEW}", "-k", "not conformance")


@pytest.mark.long
def test_a_game_may_be_a_package_of_its_own(tmp_path: Path):
    """It is written, tested in its folder, built as a wheel, installed without a network, and listed."""
    project, packages = tmp_path / "club", tmp_path / "packages"
    assert "sprint_cup" in run(tmp_path, "paddock", "new-game", "sprint_cup", "--package", str(project))
    own = run(project, "pytest", "-q", "-p", "no:cacheprovider", "-k", ITS_TABLE)
    assert "passed" in own
    install(project, packages)
    assert not (packages / "sprint_cup" / "tests").exists()
    assert (packages / "sprint_cup" / "RULES.md").is_file()
    env = {**os.environ, "PYTHONPATH": str(packages)}
    listed = subprocess.run([sys.executable, "-m", "paddock", "games"], env=env, capture_output=True, text=True)
    assert "\nsprint_cup: Sprint Cup, by paddock" in listed.stdout


def test_the_example_is_the_package_that_the_command_writes(tmp_path: Path):
    project = tmp_path / "racetrack"
    run(tmp_path, "paddock", "new-game", "racetrack", "--package", str(project))
    for name in ("pyproject.toml", ".gitignore", "README.md"):
        assert (project / name).read_text() == (EXAMPLE / name).read_text(), name


def test_a_released_paddock_has_the_template_with_its_tests(tmp_path: Path):
    """Games are written from it; the tests of the other games stay at home."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, env={**os.environ, "PADDOCK_SKIP_CLIENT": "1"}, check=True, capture_output=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        tests = [name for name in wheel.namelist() if "/tests/" in name]
    assert "paddock/games/_template/tests/test_ridge_run.py" in tests
    assert [name for name in tests if not name.startswith("paddock/games/_template/")] == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["Hill Climb"], "'Hill Climb' is no game's id: small letters and digits, words joined by _, e.g. hill_climb"),
        (["class"], "'class' is no game's id"),
        ([game_ids()[0]], f"there is a game {game_ids()[0]!r} already; choose another name"),
        (["json", "--package", "club"], "Python has a module 'json' already; choose another name"),
        (["sprint", "--package", "."], ". is there already and not empty: name a new folder"),
        (["sprint", "--prefix", "rr"], "--prefix takes 2 to 4 capital letters that no other game has (taken: "),
        (["sprint", "--prefix", "RR"], "--prefix takes 2 to 4 capital letters that no other game has (taken: "),
    ],
)
def test_a_game_that_cannot_be_written_is_told_in_a_sentence(words: list[str], sentence: str, tmp_path: Path):
    (tmp_path / "here").touch()
    command = [sys.executable, "-m", "paddock", "new-game", *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"paddock: {sentence}")
    assert [path.name for path in tmp_path.iterdir()] == ["here"]
