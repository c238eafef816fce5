"""Speed as ratios in one run: compiled and interpreted rules, hand-written C, OpenSpiel's C++."""

import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from paddock.engine import simulate
from paddock.games.nestorgames_gp import GAME

from . import peers, plain_c

ROUNDS = 5  # each measure is taken in turn, so that a slow moment hits all of them
RACES = 20_000
BUSY = {
    "board": "arcade",
    "items": "tray",
    "item_sets": 2,
    "extra_set_oil": True,
    "safety_car": True,
    "fastest_turn": True,
    "wet_race": True,
    "teams": True,
    "race_end": "all",
}


def main(arguments: list[str]) -> int:
    """Take every measure in turns and print the medians."""
    figures = {**speeds(), **long_run()}
    if "--json" in arguments:
        print(json.dumps(figures, indent=2))
        return 0
    for name, value in figures.items():
        print(f"{name:44} {value:>14,.2f}" if isinstance(value, float) else f"{name:44} {value:>14,}")
    return 0


def speeds() -> dict[str, float]:
    """Million moves a second of each, and how they compare; the C version must play the very same races."""
    table: Any = GAME.new_table(4, {"board": "coast"})
    GAME.native()
    _check_same_races(table)
    ways: dict[str, Callable[[], float]] = {
        "compiled, one core": lambda: _rate(simulate(GAME, table, RACES, seed=7, threads=1)),
        "interpreted": lambda: _rate(simulate(GAME, table, 100, seed=7, backend="python")),
        "hand-written C": lambda: _c_rate(table),
        "OpenSpiel pig, C++ rollouts": peers.pig_rate,
    }
    taken = {name: [measure() for _ in range(1)] for name, measure in ways.items()}
    for _ in range(ROUNDS - 1):
        for name, measure in ways.items():
            taken[name].append(measure())
    median = {name: statistics.median(values) for name, values in taken.items()}
    found = {f"{name}, million moves/s": value for name, value in median.items()}
    compiled = median["compiled, one core"]
    found["compiled against OpenSpiel pig"] = compiled / median["OpenSpiel pig, C++ rollouts"]
    found["hand-written C against compiled"] = median["hand-written C"] / compiled
    found["compiled against interpreted"] = compiled / median["interpreted"]
    return found


def _rate(result: Any) -> float:
    return result.moves / result.seconds / 1e6


def _c_rate(table: Any) -> float:
    start = time.perf_counter()
    plies, _ = plain_c.races(table, 7, RACES)
    return int(plies.sum()) / (time.perf_counter() - start) / 1e6


def _check_same_races(table: Any) -> None:
    plies, place = plain_c.races(table, 7, 2000)
    ours = simulate(GAME, table, 2000, seed=7)
    if ours.plies.tolist() != plies.tolist() or ours.place.tolist() != place.tolist():
        sys.exit("the C version and the compiled rules play different races")


def long_run() -> dict[str, float]:
    """Four cars with every option on: do all races end within the bound?"""
    table = GAME.new_table(4, BUSY)
    result = simulate(GAME, table, RACES, seed=1)
    return {
        "races with all options on": len(result.plies),
        "of these unfinished": result.unfinished,
        "longest, plies": int(result.plies.max()),
        "bound, plies": GAME.longest(table),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
