"""A season of bots, race by race as matches, so that each can be kept as a record."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from paddock.engine import MOST_RACES, Game, Match, Plan, Season, SeededDice

from .season import next_race, result_of

MOST_SEEDS = 2**63
Choose = Callable[[Match, int], int]  # the move of a seat
Drivers = Callable[[int, int], Choose]  # of a driver of the series, in a race of this seed
Raced = Callable[[int, str], None]  # number of the race that is about to start, its title


@dataclass(frozen=True)
class RacedSeries:
    """A season with its races."""

    season: Season
    matches: tuple[Match, ...]
    titles: tuple[str, ...]


def run_series(
    game: Game, season: Season, names: Sequence[str], drivers: Drivers, seed: int = 1, told: Raced | None = None
) -> RacedSeries:
    """Race until there is a champion. The same seed gives the same season."""
    matches: list[Match] = []
    titles: list[str] = []
    while plan := next_race(game, season):
        if len(matches) >= MOST_RACES:
            raise ValueError(f"no champion after {MOST_RACES} races")
        if told:
            told(len(matches) + 1, plan.title)
        match = raced(game, plan, names, drivers, (seed * 1000 + len(matches)) % MOST_SEEDS)
        season = season.after(result_of(game, season, plan, match.table, match.state))
        matches.append(match)
        titles.append(plan.title)
    return RacedSeries(season, tuple(matches), tuple(titles))


def raced(game: Game, plan: Plan, names: Sequence[str], drivers: Drivers, seed: int) -> Match:
    """One race of a series, driven to its end."""
    match = Match(game, [names[driver] for driver in plan.drivers], plan.options, SeededDice(seed))
    choose = [drivers(driver, seed) for driver in plan.drivers]
    for move in plan.opening:
        match.play(move)
    match.settle()
    while not match.is_over:
        match.play(choose[match.actor](match, match.actor))
    return match
