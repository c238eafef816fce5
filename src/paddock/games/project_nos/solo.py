"""Solo: the result of a race against the clock, its rating, and the best one on each strip (PN-60..65)."""

from dataclasses import dataclass
from typing import Any

from .box import components, strips
from .state import FINISHED, ROUNDS, State, Table

NO_RATING = "none"
RANDOM_DEALS = "deal"
OWN_TRACKS = "own"


@dataclass(frozen=True)
class Result:
    """The result of a solo race."""

    strip: str  # where, e.g. "ladder" or RANDOM_DEALS
    count: int  # milliseconds, without a clock rolls; 0 for none
    rating: str  # e.g. "pro", or NO_RATING
    timed: bool


def rating_of_time(milliseconds: int) -> str:
    """PN-62 By the rulebook's bands: under 15 s, up to 25 s, up to 35 s, more."""
    return _rating(components("game")["solo_rating"], "ms", milliseconds)


def rating_of_rolls(rolls: int) -> str:
    """PN-64 Without a clock."""
    return _rating(components("game")["solo_rating_rolls"], "rolls", rolls)


def _rating(rows: list[dict[str, Any]], unit: str, number: int) -> str:
    for row in rows:
        if number < row.get(f"below_{unit}", 0) or number <= row.get(f"up_to_{unit}", -1):
            return row["id"]
    return rows[-1]["id"]


def strip_name(t: Table) -> str:
    """PN-65 Under which name a result is kept."""
    if t.strip >= 0:
        return str(strips()[t.strip]["id"])
    return OWN_TRACKS if t.fixed[0] else RANDOM_DEALS


def result(t: Table, s: State, seat: int = 0) -> Result:
    """PN-61 PN-63 The time from GO to the finish; who has not finished has none."""
    timed = t.clock != ROUNDS
    if s.status[seat] != FINISHED:
        return Result(strip_name(t), 0, NO_RATING, timed)
    if timed:
        return Result(strip_name(t), s.ended[seat], rating_of_time(s.ended[seat]), timed)
    return Result(strip_name(t), s.rolls[seat], rating_of_rolls(s.rolls[seat]), timed)
