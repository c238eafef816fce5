"""What measuring costs: plain races against races with all measures of the lab, in turns in one run, and a million.

python -m bench.lab [RACES of the report, 0: none] [GAME ...]
"""

import json
import statistics
import sys
import time

from paddock.engine import HERE, Drivers, Game, measure, policy_number, simulate
from paddock.games import all_games
from paddock.games.nestorgames_gp import GAME
from paddock.lab import Balance, BalancePlan, Conditions

ROUNDS = 7  # plain and measured in turns, so that a slow moment hits both
SECONDS = 0.4  # of processor time that plain races of a turn take
SEATS = 4


def main(arguments: list[str]) -> int:
    """Print rates and ratios of every game and the time of a million races with a report."""
    named = [game for game in all_games() if game.id in arguments]
    counts = [int(argument) for argument in arguments if argument.isdigit()]
    figures: dict[str, float] = {}
    for game in named or all_games():
        figures |= {f"{game.id}, {name}": value for name, value in rates(game).items()}
    races = counts[0] if counts else 1_000_000
    figures |= million(races) if races else {}
    if "--json" in arguments:
        print(json.dumps(figures, indent=2))
        return 0
    for name, value in figures.items():
        print(f"{name:44} {value:>14,.2f}")
    return 0


def rates(game: Game) -> dict[str, float]:
    """Thousand races a second of processor time, and the median of the ratios of neighbouring turns."""
    assert game.native().measured  # compiled before any clock starts
    races = int(plain_rate(game, 500) * 1000 * SECONDS)
    plain, measured = zip(*((plain_rate(game, races), measured_rate(game, races)) for _ in range(ROUNDS)), strict=True)
    return {
        "plain, thousand races/s": statistics.median(plain),
        "measured, thousand races/s": statistics.median(measured),
        "measured against plain": statistics.median([m / p for p, m in zip(plain, measured, strict=True)]),
    }


def plain_rate(game: Game, races: int) -> float:
    """Races of quick drivers and nothing else."""
    begun = time.process_time()
    simulate(game, game.new_table(SEATS, {}), races, bots=("quick",), on=HERE)
    return races / (time.process_time() - begun) / 1000


def measured_rate(game: Game, races: int) -> float:
    """The same drivers with all measures."""
    drivers = Drivers([[policy_number("quick")] * SEATS], 1, 1)
    begun = time.process_time()
    for _ in measure(game, game.new_table(SEATS, {}), 0, races, drivers, on=HERE):
        pass
    return races / (time.process_time() - begun) / 1000


def million(races: int) -> dict[str, float]:
    """A whole report on so many races, on all cores."""
    begun, spent = time.perf_counter(), time.process_time()
    run = Balance(BalancePlan((Conditions(GAME, SEATS),), races))
    for _ in run.steps():
        pass
    run.report()
    return {
        f"report on {races:,} races, seconds": time.perf_counter() - begun,
        "of processor time": time.process_time() - spent,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
