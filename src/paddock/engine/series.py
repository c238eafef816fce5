"""A series: races that count together. What a game says about its own series; `paddock.series` runs them.

Points are whole numbers of parts of a point (`SeriesRules.parts`), so that half points add up exactly. A sheet has a
row for each driver, or for each car where cars without a driver score, too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .race.options import Option, Options, Value

NOBODY = -1  # drives a car that scores for itself
MOST_RACES = 200  # of a series, its tie-breaker included


@dataclass(frozen=True)
class Plan:
    """The next race of a series."""

    title: str  # where it is, e.g. coast
    options: Options  # of the race
    drivers: tuple[int, ...]  # of the series, by seat of the race
    opening: tuple[int, ...] = ()  # first moves that are settled by the series
    counts: bool = True  # False: a tie-breaker, which gives no points


@dataclass(frozen=True)
class Heat:
    """One of several races that a game runs as a single race of a series."""

    title: str  # e.g. race 2
    winner: int  # driver of the series, NOBODY for none


@dataclass(frozen=True)
class Result:
    """What one race gave."""

    drivers: tuple[int, ...]  # of the series, by seat of the race
    places: tuple[int, ...]  # by seat of the race
    points: tuple[int, ...]  # by row of the sheet, in parts of a point
    wins: tuple[int, ...]  # by row: 1 if that row won the race
    cars: tuple[int, ...] = ()  # by driver: the car, where drivers choose one
    mates: tuple[int, ...] = ()  # by car: the driver it is a teammate of, NOBODY for none; where there are such cars
    counts: bool = True
    heats: tuple[Heat, ...] = ()  # the races inside it, where a game has several


@dataclass(frozen=True)
class Season:
    """A series so far: what was agreed before it, and its results."""

    seats: int
    race_options: Options  # complete, as for a single race
    options: Options  # complete, of the series
    venues: tuple[Value, ...] = ()  # the agreed order of boards, tracks or race cards; empty: as the options say
    results: tuple[Result, ...] = ()

    @property
    def drivers(self) -> tuple[int, ...]:
        """All drivers of the series."""
        return tuple(range(self.seats))

    @property
    def scored(self) -> tuple[Result, ...]:
        """The races that count."""
        return tuple(result for result in self.results if result.counts)

    def after(self, result: Result) -> "Season":
        """The season with this result appended."""
        return replace(self, results=(*self.results, result))

    def totals(self) -> list[int]:
        """Points by row, in parts of a point."""
        return _sums([result.points for result in self.scored])

    def wins(self) -> list[int]:
        """Races won by row."""
        return _sums([result.wins for result in self.scored])

    def venue(self, race: int) -> Value | None:
        """Where race number `race` (0 is the first) takes place: the agreed order, over and over again."""
        return self.venues[race % len(self.venues)] if self.venues else None


@dataclass(frozen=True)
class SheetRow:
    """A line of the score sheet."""

    driver: int  # NOBODY for a car without one
    name: str = ""  # of the car; empty: the driver's
    colour: str = ""  # of the car, e.g. #d32f2f; empty: that of the driver's seat


@dataclass(frozen=True)
class Team:
    """Who can become champion: a row, or several that are added up."""

    rows: tuple[int, ...]


Order = tuple[tuple[int, ...], ...]  # teams from first to last; those that share a place together


def drivers_as_rows(season: Season) -> list[SheetRow]:
    """A row for each driver."""
    return [SheetRow(driver) for driver in season.drivers]


def each_row_alone(season: Season) -> list[Team]:
    """Each row is a team by itself."""
    return [Team((row,)) for row in season.drivers]


def agreed_length(season: Season) -> int:
    """The number of races that the option `races` sets."""
    return int(season.options["races"])


def fine(season: Season) -> None:
    """Accept every combination."""


@dataclass(frozen=True)
class SeriesRules:
    """How races of a game count together."""

    sentence: str  # for people who choose
    clause: str
    options: tuple[Option, ...]
    venue: str  # the game's option that may change from race to race; empty: none
    next_race: Callable[[Season], Plan | None]  # None: the series is over
    result: Callable[[Season, Plan, Any, Any, Sequence[int]], Result]  # of a table, a final state and the places
    order: Callable[[Season], Order]
    aim: Callable[[Season], str]  # what ends the series, e.g. "first to 12 points"
    length: Callable[[Season], int] = agreed_length  # races; 0: as many as it takes
    rows: Callable[[Season], list[SheetRow]] = drivers_as_rows
    teams: Callable[[Season], list[Team]] = each_row_alone
    check: Callable[[Season], None] = fine  # OptionError for what cannot be agreed on
    default_venues: Callable[[Season], tuple[Value, ...]] = field(default=lambda season: ())  # of a season without any
    calendar: str = "Every race as the rules below say"  # what `default_venues` does, for people who choose
    parts: int = 1  # of a point


# What several games share


def races_option(clause: str, default: int = 3, least: int = 1, most: int = 20, alone: int | None = None) -> Option:
    """The option that sets the number of races."""
    return Option(
        "races", "How many races the series has.", default, least=least, most=most, clause=clause, alone=alone
    )


def race_number(season: Season, venue: str) -> Plan:
    """The next race with all drivers, at its venue."""
    place = season.venue(len(season.results))
    options = {**season.race_options, **({} if place is None else {venue: place})}
    return Plan(venue_title(options.get(venue, "")), options, season.drivers)


def venue_title(value: Value) -> str:
    """The name of a venue; for a player's own file the name inside it, if it has one."""
    text = str(value)
    if "\n" not in text:
        return text.replace("_", " ")
    named = [line for line in text.splitlines() if line.strip().startswith("name")]
    return named[0].partition("=")[2].strip().strip("\"'")[:40] if named else "a file of your own"


def points_by_place(season: Season, plan: Plan, table: Any, state: Any, places: Sequence[int]) -> Result:
    """The number of cars, minus one for each car placed ahead."""
    n = len(places)
    points, wins = [0] * season.seats, [0] * season.seats
    for driver, place in zip(plan.drivers, places, strict=True):
        points[driver] = n + 1 - place
        wins[driver] = int(place == 1)
    return Result(plan.drivers, tuple(places), tuple(points), tuple(wins), counts=plan.counts)


def by_points_wins_last_place(season: Season) -> Order:
    """Most points; then more race wins; then the better place in the last race; then shared."""
    if not season.results:
        return (season.drivers,)
    totals, wins, last = season.totals(), season.wins(), season.results[-1].places
    return ranked(season.drivers, lambda driver: (totals[driver], wins[driver], -last[driver]))


def ranked(teams: Sequence[int], key: Callable[[int], Any]) -> Order:
    """Highest key first; equal ones share a place."""
    keys = sorted({key(team) for team in teams}, reverse=True)
    return tuple(tuple(team for team in teams if key(team) == one) for one in keys)


def _sums(rows: list[tuple[int, ...]]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]
