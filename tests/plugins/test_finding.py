"""Games of other packages are found by their entry points; a broken package is told in a sentence and stops nobody."""

from pathlib import Path

import pytest

from paddock.games import UnknownGameError, game_ids, load_game

from .conftest import run_with

SOUND = """
from dataclasses import replace
from pathlib import Path
from paddock.games import load_game

GAME = replace(load_game("_template"), id="{name}", folder=Path({folder!r}))
"""


def package(packages: Path, name: str, code: str, entry: str = "") -> None:
    """An installed package with a game, as an installer leaves it."""
    folder = packages / name
    folder.mkdir()
    (folder / "__init__.py").write_text(code)
    (folder / "RULES.md").write_text("- `XX-01` **Start.** All start.\n")
    about = packages / f"club_{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: club-{name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[paddock.games]\n{entry or f'{name} = {name}:GAME'}\n")


def sound(packages: Path, name: str, entry: str = "") -> None:
    """A package whose game is good."""
    package(packages, name, SOUND.format(name=name, folder=str(packages / name)), entry)


def test_a_game_of_an_installed_package_is_listed_with_the_others(tmp_path: Path):
    sound(tmp_path, "sprint")
    done = run_with(tmp_path, "paddock", "games")
    assert (done.returncode, done.stderr) == (0, "")
    listed = [line.partition(":")[0] for line in done.stdout.splitlines() if ", by " in line]
    assert listed == sorted([*game_ids(), "sprint"])


def test_an_entry_point_may_name_the_module_alone(tmp_path: Path):
    sound(tmp_path, "sprint", entry="sprint = sprint")
    assert "\nsprint: Ridge Run" in run_with(tmp_path, "paddock", "games").stdout


def test_a_name_with_a_leading_underscore_is_loaded_but_not_offered():
    assert load_game("_template").id == "_template"
    assert "_template" not in game_ids()
    with pytest.raises(UnknownGameError, match="there is no game '_nothing'"):
        load_game("_nothing")


BROKEN = {
    "raising": ("1 / 0", "cannot be used (ZeroDivisionError: division by zero)"),
    "leaving": ("raise SystemExit('bye')", "cannot be used (SystemExit: bye)"),
    "empty": ("", "cannot be used (AttributeError: module 'empty' has no attribute 'GAME')"),
    "other": ("GAME = 7", "cannot be used (TypeError: other:GAME is a int, not a Game)"),
    "renamed": (
        "from paddock.games import load_game\nGAME = load_game('_template')",
        "cannot be used (ValueError: GAME.id is '_template', but its entry point is 'renamed')",
    ),
    "blind": (
        SOUND.format(name="blind", folder=".") + "GAME = replace(GAME, scene=lambda t: 1 // 0)",
        "cannot be used (ZeroDivisionError: integer division or modulo by zero)",
    ),
    "ruleless": (
        SOUND.format(name="ruleless", folder=".") + "GAME = replace(GAME, rules=())",
        "cannot be used (GameError: ruleless: one module of the rules has a table PHASES, not 0)",
    ),
}


def test_broken_packages_are_told_in_a_sentence_each_and_the_others_go_on(tmp_path: Path):
    for name, (code, _) in BROKEN.items():
        package(tmp_path, name, code)
    taken = game_ids()[0]
    sound(tmp_path, "second", entry=f"{taken} = second:GAME")
    sound(tmp_path, "shouting", entry="SHOUTING = shouting:GAME")
    sound(tmp_path, "sprint")
    done = run_with(tmp_path, "paddock", "games")
    assert done.returncode == 0
    listed = [line.partition(":")[0] for line in done.stdout.splitlines() if ", by " in line]
    assert listed == sorted([*game_ids(), "sprint"])
    told = [f"paddock: the game {name!r} of the package 'club-{name}' {what}." for name, (_, what) in BROKEN.items()]
    told += [
        f"paddock: the game {taken!r} of the package 'club-second' is left out: 'paddock' has a game of that id.",
        "paddock: the game 'SHOUTING' of the package 'club-shouting' is left out: "
        "an id has small letters, digits and underscores.",
    ]
    assert sorted(done.stderr.splitlines()) == sorted(told)


def test_of_two_packages_with_one_id_the_first_by_name_is_taken(tmp_path: Path):
    sound(tmp_path, "sprint")
    sound(tmp_path, "another", entry="sprint = sprint:GAME")
    done = run_with(tmp_path, "paddock", "games")
    assert "\nsprint: Ridge Run" in done.stdout
    left_out = (
        "paddock: the game 'sprint' of the package 'club-sprint' is left out: 'club-another' has a game of that id."
    )
    assert done.stderr.splitlines() == [left_out]


def test_a_broken_game_that_is_asked_for_ends_the_command_with_one_sentence(tmp_path: Path):
    package(tmp_path, "raising", "1 / 0")
    done = run_with(tmp_path, "paddock", "simulate", "raising")
    sentence = "the game 'raising' of the package 'club-raising' cannot be used (ZeroDivisionError: division by zero)"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"paddock: {sentence}.\n")
