"""The games, one folder each. A game is found by its folder; there is no list."""

from functools import cache
from importlib import import_module
from pathlib import Path

from paddock.engine import Game


class UnknownGameError(LookupError):
    """There is no game of that name."""


@cache
def game_ids() -> tuple[str, ...]:
    """The folders that are games; a name with a leading underscore is a pattern to copy, not a game."""
    folders = [folder for folder in Path(__file__).parent.iterdir() if (folder / "__init__.py").is_file()]
    return tuple(sorted(folder.name for folder in folders if not folder.name.startswith("_")))


def load_game(game_id: str) -> Game:
    """The game in a folder."""
    if game_id not in game_ids():
        raise UnknownGameError(f"there is no game {game_id!r}; there are {', '.join(game_ids())}")
    return import_module(f"{__name__}.{game_id}").GAME


def all_games() -> list[Game]:
    """Every game, by the name of its folder."""
    return [load_game(game_id) for game_id in game_ids()]
