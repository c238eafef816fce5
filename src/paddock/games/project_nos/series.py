"""The series is inside the game: a match goes to the first with two wins (PN-51), so one game is a whole series."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from paddock.engine import Order, Plan, Result, Season, SeriesRules, points_by_place, race_number, ranked

from .rules.finishing import game_score

TRACK = "track"
DEALT = "deal"


def next_race(season: Season) -> Plan | None:
    """PN-51 One game; its races with their own track cards, and the drafting order, are the game's."""
    if season.results:
        return None
    plan = race_number(season, TRACK)
    return replace(plan, title="dealt tracks") if plan.options[TRACK] == DEALT else plan


def result(season: Season, plan: Plan, table: Any, state: Any, places: Sequence[int]) -> Result:
    """PN-50 PN-68 The races won, or the points of the cards picked. PN-63 Alone: whether there was a time at all."""
    found = points_by_place(season, plan, table, state, places)
    if season.seats == 1:
        finished = int(game_score(table, state, 0) > 0)
        return replace(found, points=(finished,), wins=(finished,))
    return replace(found, points=tuple(game_score(table, state, seat) for seat in season.drivers))


def order(season: Season) -> Order:
    """PN-51 PN-57 As the game is won: by wins or points, and its own ties."""
    if not season.results:
        return (season.drivers,)
    return ranked(season.drivers, lambda driver: -season.results[0].places[driver])


def aim(season: Season) -> str:
    """PN-51 PN-68 What ends the game."""
    if season.race_options["series"] == "points":
        return "three races, most points"
    wins = season.race_options["wins_to_win"]
    return "one race" if wins == 1 else f"first to {('two', 'three')[int(wins) - 2]} wins"


SERIES = SeriesRules(
    sentence="The game itself is a series: the first with two wins has won it.",
    clause="PN-51",
    options=(),
    venue="",  # all races of a game are on one track, or each on a dealt one (PN-66)
    next_race=next_race,
    result=result,
    order=order,
    aim=aim,
    length=lambda season: 1,
)
