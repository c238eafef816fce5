"""Native speed and compile time of every game, as ratios to hand-written C, of this tree and of another one.

    python -m bench.trees [FOLDER] [GAME ...]

FOLDER is the tree to compare with, e.g. a worktree of main. Each tree runs in a process of its own with an empty cache;
trees, games and the C program are measured in turns, so that a slow moment hits all of them.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from paddock.engine import HERE, Game, simulate
from paddock.games import all_games, load_game

ANSWER = "--answer"
ROUNDS = 5
SECONDS = 0.5  # of processor time for each measurement
SEATS = 4
OPTIONS: dict[str, dict[str, Any]] = {"nestorgames_gp": {"board": "coast"}}  # the board that the C program races on


class Tree:
    """A tree of sources in a process that measures when it is asked."""

    def __init__(self, folder: Path, cache: str):
        self._process = subprocess.Popen(
            [sys.executable, __file__, ANSWER],
            env={**os.environ, "PYTHONPATH": str(folder.absolute() / "src"), "PADDOCK_CACHE": cache},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, what: str, game: str) -> float:
        """`compile`: seconds of processor time; `race`: million moves for each of them."""
        assert self._process.stdin
        assert self._process.stdout
        print(what, game, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def answer() -> None:
    """Answer questions until there are no more."""
    races: dict[str, int] = {}
    for line in sys.stdin:
        what, name = line.split()
        game, begun = load_game(name), time.process_time()
        if what == "compile":
            game.native()
            print(time.process_time() - begun, flush=True)
            continue
        if name not in races:
            races[name] = max(1, int(100 * SECONDS / race(game, 100)[1]))
        moves, seconds = race(game, races[name])
        print(moves / seconds / 1e6, flush=True)


def race(game: Game, races: int) -> tuple[int, float]:
    """Moves of random races, and their seconds of processor time."""
    table = game.new_table(SEATS, OPTIONS.get(game.id, {}))
    begun = time.process_time()
    return simulate(game, table, races, seed=7, on=HERE).moves, time.process_time() - begun


def c_rate() -> float:
    """Million moves a second of processor time of the C program."""
    from . import plain_c

    table = load_game("nestorgames_gp").new_table(SEATS, OPTIONS["nestorgames_gp"])
    begun = time.process_time()
    plies, _ = plain_c.races(table, 7, 40_000)
    return int(plies.sum()) / (time.process_time() - begun) / 1e6


def main(arguments: list[str]) -> int:
    """Measure and print a line for each game and tree."""
    if arguments == [ANSWER]:
        answer()
        return 0
    games = [game.id for game in all_games()]
    chosen = [name for name in games if name in arguments] or games
    folders = [Path(argument) for argument in arguments if argument not in games]
    with tempfile.TemporaryDirectory() as cache:
        places = [Path(__file__).parent.parent, *folders]
        trees = [Tree(folder, f"{cache}/{number}") for number, folder in enumerate(places)]
        for name in chosen:
            compare(trees, name)
        for tree in trees:
            tree.close()
    return 0


def compare(trees: list[Tree], name: str) -> None:
    """One game in every tree."""
    compiled = [tree.ask("compile", name) for tree in trees]
    turns = [(c_rate(), [tree.ask("race", name) for tree in trees]) for _ in range(ROUNDS)]
    for number, seconds in enumerate(compiled):
        rate = statistics.median(rates[number] for _, rates in turns)
        ratio = statistics.median(rates[number] / c for c, rates in turns)
        which = "this tree" if number == 0 else "the other"
        shown = f"{rate:8.2f} million moves/s, {ratio:.4f} of C; compiled in {seconds:5.1f} s"
        print(f"{name:16} {which:10} {shown}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
