"""Compile the rules of all games beforehand, in parallel: tests that need them would wait for each other."""

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from paddock.engine import Game
from paddock.games import all_games
from paddock.games._template import GAME as RIDGE_RUN


def tested_games() -> dict[str, Game]:
    """All games by their ids, and the template that new games are copied from."""
    return {game.id: game for game in (*all_games(), RIDGE_RUN)}


def compile_game(name: str) -> str:
    """Compile the rules of one game, if they are not in the cache."""
    tested_games()[name].native()
    return name


def main(arguments: Sequence[str]) -> int:
    """Compile all games, those with the most rules first."""
    games = tested_games()
    names = sorted(games, key=lambda name: _size(games[name]), reverse=True)
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for name in pool.map(compile_game, names):
            print(f"{name} is compiled", flush=True)
    return 0


def _size(game: Game) -> int:
    return sum(path.stat().st_size for path in (game.folder / "rules").rglob("*.py"))
