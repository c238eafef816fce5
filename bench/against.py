"""Whether a level drives better than it did: its bots of this tree race those of another tree.

    python -m bench.against FOLDER GAME [--level pro] [--races 200] [--seats 2] [--walks 400] [--seed 1]

FOLDER is the tree to compare with, e.g. a worktree of main, whose states must have the same fields; tables may differ.
One bot of this tree races others that are all of that tree, from every seat with the same dice. The other tree's bots
choose in a process with its own rules. `--walks` searches with so many walks instead of a level, without slips.
"""

import argparse
import base64
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from paddock.bots import Search, Seen, make_bot
from paddock.engine import CHANCE, OVER, WORDS, Game, Position, Runner, seed_random, weighted, wilson
from paddock.games import load_game

ANSWER = "--answer"


class Chooser:
    """Chooses with this process's rules."""

    def __init__(self, game: Game, seats: int, level: str, walks: int):
        self.game, self.level, self.walks = game, level, walks
        self.table = game.new_table(seats, {})

    def choose(self, known: Any, seat: int, ply: int, seed: int) -> int:
        """The move of a seat that knows this state."""
        seen = Seen(self.game, self.table, known, seat, ply)
        if not self.walks:
            return make_bot(self.level, seed).decide(seen)
        search = Search(seen, seed, depth=min(40, self.game.horizon or 40))
        search.walk(self.walks)
        return search.lines()[0].move


class Elsewhere:
    """Chooses with the rules of another tree, in a process of its own."""

    def __init__(self, folder: str, game: str, seats: int, level: str, walks: int):
        self._process = subprocess.Popen(
            [sys.executable, __file__, ANSWER, game, str(seats), level, str(walks)],
            env={**os.environ, "PYTHONPATH": str(Path(folder).absolute() / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def choose(self, known: Any, seat: int, ply: int, seed: int) -> int:
        """The move of a seat that knows this state."""
        assert self._process.stdin
        assert self._process.stdout
        state = base64.b64encode(known.to_array().tobytes()).decode()
        print(seat, ply, seed, state, file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def answer(game: Game, seats: int, level: str, walks: int) -> None:
    """Answer questions until there are no more."""
    chooser = Chooser(game, seats, level, walks)
    for line in sys.stdin:
        seat, ply, seed, state = line.split()
        known = game.state.from_array(np.frombuffer(base64.b64decode(state), game.state.dtype), 0)
        print(chooser.choose(known, int(seat), int(ply), int(seed)), flush=True)


def raced(game: Game, choosers: list[Any], seed: int, number: int) -> list[float]:
    """One race; each seat's share of the win."""
    runner, random, ply = Runner(game, game.new_table(len(choosers), {}), "native"), [0] * WORDS, 0
    seed_random(random, seed, number)
    runner.setup()
    while (seat := runner.actor()) != OVER:
        if seat == CHANCE:
            outcomes, weights = runner.chance()
            move = outcomes[weighted(random, weights, len(weights))]
        else:
            known = Position(game, runner.table, runner.state).seen_by(seat).state
            move = choosers[seat].choose(known, seat, ply, seed + number)
        runner.apply(move)
        ply += 1
    places = runner.standings()[0]
    return [1 / places.count(1) if place == 1 else 0.0 for place in places]


def part(given: argparse.Namespace, numbers: list[int]) -> float:
    """Races won by the bot of this tree, of some races from every seat."""
    game = load_game(given.game)
    here = Chooser(game, given.seats, given.level, given.walks)
    there = Elsewhere(given.folder, given.game, given.seats, given.level, given.walks)
    won = 0.0
    for number in numbers:
        for alone in range(given.seats):
            choosers = [here if seat == alone else there for seat in range(given.seats)]
            won += raced(game, choosers, given.seed, number)[alone]
    there.close()
    return won


def main() -> None:
    """Race and print the share of wins."""
    if sys.argv[1:2] == [ANSWER]:
        name, seats, level, walks = sys.argv[2:]
        answer(load_game(name), int(seats), level, int(walks))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("game")
    parser.add_argument("--level", default="pro")
    parser.add_argument("--walks", type=int, default=0)
    parser.add_argument("--races", type=int, default=200)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    every, jobs = given.races // given.seats, os.cpu_count() or 1
    with ProcessPoolExecutor(jobs) as pool:
        won = sum(pool.map(partial(part, given), [list(range(job, every, jobs)) for job in range(jobs)]))
    races = every * given.seats
    low, high = wilson(won, races)
    driver = f"{given.walks} walks" if given.walks else given.level
    shown = f"{won:g} of {races} won, {won / races:.0%} ({low:.0%} to {high:.0%})"
    print(f"{given.game}, {given.seats} seats, {driver}: {shown}")


if __name__ == "__main__":
    main()
