"""Compile the rules of all games beforehand, side by side: tests that need them would wait for each other."""

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from paddock.games import all_games, load_game


def compile_game(name: str) -> str:
    """Compile the rules of one game, if they are not in the cache."""
    load_game(name).native()
    return name


def main(arguments: Sequence[str]) -> int:
    """Compile all games, those with the most rules first."""
    names = sorted((game.folder.name for game in all_games()), key=_size, reverse=True)
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for name in pool.map(compile_game, names):
            print(f"{name} is compiled", flush=True)
    return 0


def _size(name: str) -> int:
    return sum(path.stat().st_size for path in (load_game(name).folder / "rules").rglob("*.py"))
