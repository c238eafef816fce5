"""Verify a bundle against its races: count the season again and compare its sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

from paddock.engine import Game, Match, Plan, Season, is_file, shown_value

from .bundle import Agreement, sheet_csv
from .season import found_season, next_race, result_of
from .sheet import Sheet

LONGEST = 160  # characters of a line that are quoted


class NotOfSeriesError(ValueError):
    """A race that is not the next one of the series."""


@dataclass(frozen=True)
class RecountedRace:
    """A race whose moves and dice have been verified."""

    name: str  # e.g. race-01.race
    match: Match


@dataclass(frozen=True)
class Recount:
    """A season counted again."""

    sheet: Sheet
    notes: tuple[str, ...]  # what is unusual but allowed


def recount(game: Game, agreed: Agreement, races: Sequence[RecountedRace]) -> Recount:
    """The sheet of these races, each of which must be the next one of the series; ValueError if one is not."""
    season = found_season(game, len(agreed.drivers), agreed.race_options, agreed.options, agreed.venues)
    titles: list[str] = []
    notes: list[str] = []
    for race in races:
        plan = _plan_of(game, season, race)
        notes += _names(agreed, plan, race)
        season = season.after(result_of(game, season, plan, race.match.table, race.match.state))
        titles.append(plan.title)
    return Recount(Sheet.of(game, season, agreed.drivers, titles), tuple(notes))


def _plan_of(game: Game, season: Season, race: RecountedRace) -> Plan:
    """The next race of the series, if the given race is that one."""
    plan, match = next_race(game, season), race.match
    if plan is None:
        raise NotOfSeriesError(f"{race.name}: the series was over before this race")
    if match.game.id != game.id:
        raise NotOfSeriesError(f"{race.name} is a race of {match.game.name}, the series of {game.name}")
    if len(match.names) != len(plan.drivers):
        raise NotOfSeriesError(f"{race.name} has {len(match.names)} seats, the series says {len(plan.drivers)}")
    _check_options(game, plan, race)
    if tuple(ply.move for ply in match.plies[: len(plan.opening)]) != plan.opening:
        raise NotOfSeriesError(f"{race.name} does not begin with what is kept from the first race")
    if not match.is_over:
        raise NotOfSeriesError(f"{race.name} is not over")
    return plan


def _check_options(game: Game, plan: Plan, race: RecountedRace) -> None:
    for name, agreed in game.complete_options(len(plan.drivers), plan.options).items():
        raced = race.match.options[name]
        if raced != agreed:
            values = ("a file" if is_file(value) else shown_value(value)[:40] for value in (raced, agreed))
            raise NotOfSeriesError("{}: {} is {}, the series says {}".format(race.name, name, *values))


def _names(agreed: Agreement, plan: Plan, race: RecountedRace) -> list[str]:
    """A new driver may have taken over a seat, but two drivers of the series may not have exchanged seats."""
    if len(plan.drivers) < len(agreed.drivers):
        return []  # a tie-breaker, where seats without a name are called differently
    notes: list[str] = []
    raced = [name.casefold() for name in race.match.names]
    for number, (name, called) in enumerate(zip(agreed.drivers, race.match.names, strict=True), 1):
        if name.casefold() == called.casefold():
            continue
        if name.casefold() in raced:
            raise NotOfSeriesError(f"{race.name}: driver {number} was {called[:40]!r}; {name[:40]!r} had another seat")
        notes.append(f"{race.name}: driver {number} was {called[:40]!r}, in the sheet it is {name[:40]!r}")
    return notes


def wrong_line(text: str, sheet: Sheet) -> str:
    """What is wrong with a sheet.csv, "" if it is what the races give."""
    said, right = text.splitlines(), sheet_csv(sheet).splitlines()
    for number in range(1, max(len(said), len(right)) + 1):
        if number > len(right):
            return f"line {number}: there is a line too many, {said[number - 1][:LONGEST]!r}"
        if number > len(said):
            return f"line {number} is missing: the races give {right[number - 1][:LONGEST]!r}"
        if said[number - 1] != right[number - 1]:
            return f"line {number}: the races give {right[number - 1][:LONGEST]!r}, not {said[number - 1][:LONGEST]!r}"
    return ""
