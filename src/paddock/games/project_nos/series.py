"""The series is inside the game: a match goes to the first with two wins (PN-51), so one game is a whole series."""

from paddock.engine.series import (
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
    """PN-51 One game; its races with their own track cards, and the drafting order, are the game's."""
    return race_number(season, VENUE) if len(season.results) < int(season.options["races"]) else None


SERIES = SeriesRules(
    sentence="The game itself is a match: the first with two wins has won it.",
    clause="PN-51",
    options=(races_option("PN-51", default=1, most=1),),
    venue=VENUE,
    next_race=next_race,
    result=points_by_place,
    order=by_points_wins_last_place,
    aim=lambda season: "first to two wins",
)
