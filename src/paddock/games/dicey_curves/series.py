"""Several races, a house rule: DC-95 and DC-96."""

from paddock.engine import (
    Plan,
    Season,
    SeriesRules,
    by_points_wins_last_place,
    points_by_place,
    race_number,
    races_option,
)

VENUE = "race_length"


def next_race(season: Season) -> Plan | None:
    """DC-95 As many races as agreed, each with a new setup."""
    return race_number(season, VENUE) if len(season.results) < int(season.options["races"]) else None


SERIES = SeriesRules(
    sentence="House rule: any number of races; as many points as players, less those ranked before.",
    clause="DC-95",
    options=(races_option("DC-95"),),
    venue=VENUE,
    next_race=next_race,
    result=points_by_place,  # DC-95
    order=by_points_wins_last_place,  # DC-96
    aim=lambda season: f"{season.options['races']} races, most points",
)
