"""The championship: GP-130 to GP-137."""

from collections.abc import Sequence
from typing import Any

from paddock.engine import (
    MOST_RACES,
    Option,
    OptionError,
    Order,
    Plan,
    Result,
    Season,
    SeriesRules,
    Team,
    race_number,
    ranked,
)

from .rules.scoring import race_points
from .teams import PAIRINGS, pairs

HALVES = 2  # parts of a point: the fastest turn is worth one of them
VENUE = "board"

OPTIONS = (
    Option(
        "championship_target",
        "Points that end the championship; 0 is three for each car.",
        0,
        least=0,
        most=999,
        clause="GP-131",
    ),
)


def target(season: Season) -> int:
    """GP-131 Three points for each car, if nothing else was agreed."""
    return int(season.options["championship_target"]) or 3 * season.seats


def check(season: Season) -> None:
    """GP-131 A target that is reached in time: in each race the cars have (n + 1) / 2 points on average."""
    races = -(-2 * target(season) // (season.seats + 1))
    if races >= MOST_RACES:
        raise OptionError(
            f"championship_target: {target(season)} points could take {races} races of {season.seats} cars; "
            f"a championship has fewer than {MOST_RACES} (GP-131)"
        )


def result(season: Season, plan: Plan, table: Any, state: Any, places: Sequence[int]) -> Result:
    """GP-127 GP-130 Points by place, and half a point for the fastest turn; GP-132 none in a tie-breaker race."""
    points, wins = [0] * season.seats, [0] * season.seats
    for driver, place in zip(plan.drivers, places, strict=True):
        points[driver] = HALVES * race_points(table, place)
        wins[driver] = int(place == 1)
    if table.fastest_turn and state.fastest:
        points[plan.drivers[state.fastest_seat]] += 1
    return Result(plan.drivers, tuple(places), tuple(points), tuple(wins), counts=plan.counts)


def teams(season: Season) -> list[Team]:
    """GP-134 GP-137 Everybody, or the pairs that were agreed."""
    if season.race_options["teams"]:
        return [Team(pair) for pair in pairs(season.seats, str(season.race_options.get("team_pairs", PAIRINGS[0])))]
    return [Team((seat,)) for seat in season.drivers]


def next_race(season: Season) -> Plan | None:
    """GP-131 GP-132 GP-133 Races until a total reaches the target; after a tie at the top, a race of the tied only."""
    if season.results and not season.results[-1].counts:
        return None
    if not is_target_reached(season):
        return race_number(season, VENUE)
    tied = by_points_and_wins(season)[0]
    return None if len(tied) == 1 else tie_breaker(season, tied)


def is_target_reached(season: Season) -> bool:
    """GP-131 GP-137 Whether a total is at least the target."""
    return bool(season.results) and max(team_totals(season)) >= HALVES * target(season)


def team_totals(season: Season) -> list[int]:
    """GP-137 What each team or player has, in half points."""
    totals = season.totals()
    return [sum(totals[row] for row in team.rows) for team in teams(season)]


def tie_breaker(season: Season, tied: tuple[int, ...]) -> Plan:
    """GP-132 GP-137 All cars of the tied, in their order of seating, so that the same pairs are made again."""
    plan = race_number(season, VENUE)
    drivers = sorted(row for team in tied for row in teams(season)[team].rows)
    return Plan(f"{plan.title}, tie-breaker", plan.options, tuple(drivers), counts=False)


def by_points_and_wins(season: Season) -> Order:
    """GP-131 GP-132 Most points, then most race wins; a team has the wins of its cars."""
    if not season.results:
        return (tuple(range(len(teams(season)))),)
    wins, totals = season.wins(), team_totals(season)
    won = [sum(wins[row] for row in team.rows) for team in teams(season)]
    return ranked(range(len(won)), lambda team: (totals[team], won[team]))


def order(season: Season) -> Order:
    """GP-131 GP-132 GP-137 Most points, then most wins; a tie at the top by its tie-breaker race."""
    groups = by_points_and_wins(season)
    if not season.results or season.results[-1].counts:
        return groups
    last = season.results[-1]
    place = dict(zip(last.drivers, last.places, strict=True))
    return (*ranked(groups[0], lambda team: tie_breaker_key(season, team, place)), *groups[1:])


def tie_breaker_key(season: Season, team: int, place: dict[int, int]) -> tuple[int, int]:
    """GP-132 GP-135 The best placed car; of teams the higher sum of scores, then the best placed car."""
    places = [place[row] for row in teams(season)[team].rows]
    return (-sum(places), -min(places))


def aim(season: Season) -> str:
    """GP-131 What ends the championship."""
    return f"first to {target(season)} points"


SERIES = SeriesRules(
    sentence="Points by place until somebody reaches the target; a tie at the top is raced out.",
    clause="GP-131",
    options=OPTIONS,
    venue=VENUE,
    next_race=next_race,
    result=result,
    order=order,
    aim=aim,
    length=lambda season: 0,
    teams=teams,
    check=check,
    parts=HALVES,
)
