"""Title odds: the rest of the season simulated many times by quick bots in compiled code."""

import time
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from paddock.engine import (
    HERE,
    MOST_RACES,
    SPECTATOR,
    Batch,
    Game,
    Plan,
    Position,
    Record,
    Season,
    Workers,
    random_words,
    wilson,
)

from .season import next_race, result_of, series_rules

CHUNK = 50  # seasons simulated between two checks of the clock
Key = tuple[tuple[int, ...], str, tuple[int, ...], bool]


@dataclass(frozen=True)
class Odds:
    """The proportion of simulated seasons that each contender won; a shared title counts in equal parts."""

    seasons: int  # simulated
    shares: tuple[float, ...]  # by contender
    intervals: tuple[tuple[float, float], ...]  # 95 % (Wilson)


def title_odds(
    game: Game,
    season: Season,
    seasons: int = 400,
    *,
    seed: int = 1,
    seconds: float = 0.0,
    on: Workers = HERE,
    known: Record | None = None,
) -> Odds:
    """The odds from here on, or from a position of the next race that is known to spectators.

    With a time limit fewer seasons may be simulated, but at least CHUNK (or all, if fewer are asked for).
    """
    started = time.perf_counter()
    titles: dict[int, float] = defaultdict(float)
    done = 0
    parts = [(seed + first, min(CHUNK, seasons - first)) for first in range(0, seasons, CHUNK)]
    for (_, some), ends in zip(parts, on.compiled(partial(_ends, game, season, known), parts), strict=True):
        for end in ends:
            for team, share in champions(game, end).items():
                titles[team] += share
        done += some
        if seconds and time.perf_counter() - started > seconds:
            break
    shares = [titles[team] / done for team in range(len(series_rules(game).teams(season)))]
    return Odds(done, tuple(shares), tuple(wilson(share * done, done) for share in shares))


def champions(game: Game, season: Season) -> dict[int, float]:
    """The winners of a season that is over; a shared title in equal parts."""
    first = series_rules(game).order(season)[0]
    return {team: 1 / len(first) for team in first}


def _ends(game: Game, season: Season, known: Record | None, seed: int, number: int) -> list[Season]:
    """Run a season to its end many times; where the next race is the same, it is run as one batch."""
    seasons = [season] * number
    for race in range(MOST_RACES + 1):  # the last pass only checks that all are over
        groups: dict[Key, list[int]] = defaultdict(list)
        plans: dict[Key, Plan] = {}
        for which, season in enumerate(seasons):
            plan = next_race(game, season)
            if plan:
                plans[_key(plan)] = plan
                groups[_key(plan)].append(which)
        if not groups:
            return seasons
        for key, members in groups.items():
            start = known if race == 0 else None
            _race(game, seasons, members, plans[key], seed * MOST_RACES + race, start)
    raise ValueError(f"no champion after {MOST_RACES} races")


def _key(plan: Plan) -> Key:
    return (plan.drivers, repr(sorted(plan.options.items())), plan.opening, plan.counts)


def _race(
    game: Game,
    seasons: list[Season],
    members: list[int],
    plan: Plan,
    seed: int,
    known: Record | None,
) -> None:
    """Run one race in each of these seasons, from its start or from a known position."""
    table = game.new_table(len(plan.drivers), plan.options)
    batch = Batch(game, table, len(members), seed=seed + members[0] * 7919, threads=1)
    if known is not None:
        batch.states = np.concatenate([_world(game, table, known, seed, race) for race in range(len(members))])
    elif plan.opening:
        batch.states = np.repeat(_opened(game, table, plan).to_array(), len(members))
    batch.advance(game.longest(table), ("quick",))
    for race, which in enumerate(members):
        state = batch.state(race)
        seasons[which] = seasons[which].after(result_of(game, seasons[which], plan, table, state))


def _world(game: Game, table: Record, known: Record, seed: int, number: int) -> Any:
    """A position that a spectator holds possible."""
    return Position(game, table, known).world(SPECTATOR, random_words(seed, number)).state.to_array()


def _opened(game: Game, table: Record, plan: Plan) -> Record:
    """The position after the moves that the series settles."""
    return Position.start(game, table).play_unheard(plan.opening).state
