"""What measuring costs: plain races against races with all measures of the lab, in turns in one run, and a million."""

import json
import statistics
import sys
import time

from paddock.engine import HERE, Drivers, measure, policy_number, simulate
from paddock.games.nestorgames_gp import GAME
from paddock.lab import Balance, BalancePlan, Conditions

ROUNDS = 7  # plain and measured in turns, so that a slow moment hits both
RACES = 40_000
SEATS = 4


def main(arguments: list[str]) -> int:
    """Print rates, their ratio and the time of a million races with a report."""
    entry = GAME.native().measured  # compiled before any clock starts
    assert entry
    figures = {**rates(), **million(int(arguments[0]) if arguments and arguments[0].isdigit() else 1_000_000)}
    if "--json" in arguments:
        print(json.dumps(figures, indent=2))
        return 0
    for name, value in figures.items():
        print(f"{name:44} {value:>14,.2f}")
    return 0


def rates() -> dict[str, float]:
    """Thousand races a second of processor time, and the median of the ratios of neighbouring turns."""
    plain, measured = zip(*((plain_rate(), measured_rate()) for _ in range(ROUNDS)), strict=True)
    return {
        "plain, thousand races/s": statistics.median(plain),
        "measured, thousand races/s": statistics.median(measured),
        "measured against plain": statistics.median([m / p for p, m in zip(plain, measured, strict=True)]),
    }


def plain_rate() -> float:
    """Races of quick drivers and nothing else."""
    begun = time.process_time()
    simulate(GAME, GAME.new_table(SEATS, {}), RACES, bots=("quick",), on=HERE)
    return RACES / (time.process_time() - begun) / 1000


def measured_rate() -> float:
    """The same drivers with all measures."""
    drivers = Drivers([[policy_number("quick")] * SEATS], 1, 1)
    begun = time.process_time()
    for _ in measure(GAME, GAME.new_table(SEATS, {}), 0, RACES, drivers, on=HERE):
        pass
    return RACES / (time.process_time() - begun) / 1000


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
