"""Saved races: `python -m paddock.testing record GAME [NAME]` plays one and stores it, to test later versions with."""

from pathlib import Path

from paddock.engine import Game
from paddock.games import load_game

from .cases import cases
from .sample import sample_race


class RecordingError(ValueError):
    """A saved race that cannot be made, with a sentence that says why."""


def record_race(game: Game, name: str = "plain") -> Path:
    """Play a race on the plainest table with fair dice and save it beside the game's tests."""
    file = game.folder / "tests" / "records" / f"{name}.race"
    if file.exists():
        raise RecordingError(f"{file} is there: saved races stay as they are, give the new one another name")
    file.parent.mkdir(parents=True, exist_ok=True)
    sample_race(game, cases(game)[0]).over.save(file)
    return file


def main(arguments: list[str]) -> int:
    """Record one race of a game."""
    if not 1 <= len(arguments) <= 2:
        print("say which game: python -m paddock.testing record GAME [NAME]")
        return 2
    try:
        print(f"saved {record_race(load_game(arguments[0]), *arguments[1:])}")
    except (RecordingError, LookupError) as error:
        print(error)
        return 1
    return 0
