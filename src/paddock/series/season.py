"""A season of any game: create it, find its next race, count a result."""

from dataclasses import replace
from typing import Any

from paddock.engine import (
    Game,
    OptionError,
    Options,
    Plan,
    Position,
    Result,
    Season,
    SeriesRules,
    Value,
    complete_values,
)

MOST_VENUES = 40


class NoSeriesError(ValueError):
    """A game without a series."""


def series_rules(game: Game) -> SeriesRules:
    """How races of this game count together."""
    if game.series is None:
        raise NoSeriesError(f"{game.name} has no series")
    return game.series


def found_season(
    game: Game, seats: int, race_options: Options, options: Options, venues: tuple[Value, ...] = ()
) -> Season:
    """A season before its first race; OptionError for what cannot be agreed on."""
    rules = series_rules(game)
    agreed = complete_values(rules.options, options, seats)
    season = Season(seats, game.complete_options(seats, race_options), agreed)
    season = replace(season, venues=_checked_venues(game, rules, venues) or rules.default_venues(season))
    rules.check(season)
    for venue in dict.fromkeys(season.venues):
        game.new_table(seats, {**season.race_options, rules.venue: venue})
    return season


def _checked_venues(game: Game, rules: SeriesRules, venues: tuple[Value, ...]) -> tuple[Value, ...]:
    """The agreed order of venues, checked; it may be empty."""
    if not venues:
        return ()
    if len(venues) > MOST_VENUES:
        raise OptionError(f"a calendar has at most {MOST_VENUES} races, not {len(venues)}")
    option = next((option for option in game.options if option.name == rules.venue), None)
    if option is None:
        raise OptionError(f"a series of {game.name} has no calendar")
    for venue in venues:
        option.check(venue)
    return venues


def next_race(game: Game, season: Season) -> Plan | None:
    """The next race; None if the series is over."""
    return series_rules(game).next_race(season)


def is_over(game: Game, season: Season) -> bool:
    """Whether the champion is known."""
    return next_race(game, season) is None


def result_of(game: Game, season: Season, plan: Plan, table: Any, state: Any) -> Result:
    """What a finished race gave."""
    places, _ = Position(game, table, state).standings()
    return series_rules(game).result(season, plan, table, state, places)
