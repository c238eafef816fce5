"""Several races: ND-114 and ND-115."""

from paddock.engine import (
    Plan,
    Season,
    SeriesRules,
    by_points_wins_last_place,
    points_by_place,
    race_number,
    races_option,
)

VENUE = "track"


def next_race(season: Season) -> Plan | None:
    """ND-115 Every race from a fresh setup, as many as agreed."""
    return race_number(season, VENUE) if len(season.results) < int(season.options["races"]) else None


SERIES = SeriesRules(
    sentence="An agreed number of races; as many points as players, less those ranked before.",
    clause="ND-115",
    options=(races_option("ND-115"),),
    venue=VENUE,
    next_race=next_race,
    result=points_by_place,  # ND-114
    order=by_points_wins_last_place,  # ND-115
    aim=lambda season: f"{season.options['races']} races, most points",
)
