"""Benchmark the rules, as ratios within one run: compiled, interpreted, hand-written C, OpenSpiel's C++."""

import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from paddock.engine import HERE, Game, simulate
from paddock.games import all_games
from paddock.games.nestorgames_gp import GAME

from . import peers, plain_c

ROUNDS = 5  # the measurements alternate, so that a slow moment affects all of them
RACES = 20_000
OTHER_RACES = 1000  # of the larger games
OTHERS = [game for game in all_games() if game.id != GAME.id]
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
    """Run all measurements alternately and print the medians."""
    for game in all_games():
        game.native()  # compiled before any clock starts
    figures = {**speeds(), **long_run()}
    if "--json" in arguments:
        print(json.dumps(figures, indent=2))
        return 0
    for name, value in figures.items():
        print(f"{name:44} {value:>14,.2f}" if isinstance(value, float) else f"{name:44} {value:>14,}")
    return 0


def speeds() -> dict[str, float]:
    """Million moves per second of each, and their ratios; the C version must play exactly the same races."""
    table: Any = GAME.new_table(4, {"board": "coast"})
    _check_same_races(table)
    median = _medians(_ways(table))
    found = {f"{name}, million moves/s": value for name, value in median.items()}
    compiled, street = median["compiled"], median["nitro_dice, compiled"]
    found["compiled against hand-written C"] = compiled / median["hand-written C"]
    for game in OTHERS:
        found[f"{game.id} against hand-written C"] = median[f"{game.id}, compiled"] / median["hand-written C"]
    found["compiled against OpenSpiel pig"] = compiled / median["OpenSpiel pig"]
    found["compiled against interpreted"] = compiled / median["interpreted"]
    found["nitro_dice against OpenSpiel gin_rummy"] = street / median["OpenSpiel gin_rummy"]
    found["nitro_dice against OpenSpiel backgammon"] = street / median["OpenSpiel backgammon"]
    return found


def _ways(table: Any) -> dict[str, Callable[[], float]]:
    """The measurements: plain races of four cars on one core, and random games of OpenSpiel."""
    return {
        "compiled": lambda: _rate(simulate(GAME, table, RACES, seed=7, on=HERE)),
        "interpreted": lambda: _rate(simulate(GAME, table, 100, seed=7, backend="python")),
        "hand-written C": lambda: _c_rate(table),
        "OpenSpiel pig": lambda: peers.rollout_rate(peers.PIG),
        **{f"{game.id}, compiled": partial(_compiled_rate, game) for game in OTHERS},
        "OpenSpiel gin_rummy": lambda: peers.rollout_rate(peers.GIN_RUMMY),
        "OpenSpiel backgammon": lambda: peers.rollout_rate(peers.BACKGAMMON),
    }


def _medians(ways: dict[str, Callable[[], float]]) -> dict[str, float]:
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, measure in ways.items():
            taken[name].append(measure())
    return {name: statistics.median(values) for name, values in taken.items()}


def _compiled_rate(game: Game) -> float:
    return _rate(simulate(game, game.new_table(4, {}), OTHER_RACES, seed=7, on=HERE))


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
    """Check that all races of four cars with every option on end within the bound."""
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
