"""Exact odds of a rolling turn, by dynamic programming over the numbers rolled so far. For learners; no rule uses them.

Exact are: the risk of a bust with the next die, the risk of one before the best stop, and the points of the turn (a
bust counts 0) if the player stops where the expected points are highest. What a crash costs in later turns and where
a car comes to rest are left out.
"""

from fractions import Fraction
from functools import cache

from paddock.engine import (
    is_in,
    number_of,
    with_one,
)

from .state import DICE, QUALIFY, ROLL, ROLL_OR_STOP, STOP, State, Table

FACES = range(1, 7)


def points(rolled: int, turbo: bool) -> int:
    """GP-30 GP-98 What these numbers (a bit each) are worth: their sum, with a turbo the highest twice."""
    shown = [face for face in FACES if is_in(rolled, face - 1)]
    return sum(shown) + (max(shown, default=0) if turbo else 0)


def bust_in_six(rolled: int) -> int:
    """GP-28 How many of the six equally likely faces have been rolled already."""
    return rolled.bit_count()


@cache
def best(rolled: int, dice: int, turbo: bool = False) -> Fraction:
    """GP-27 The expected points with `dice` dice in hand and the best stops."""
    return max(Fraction(points(rolled, turbo)), rolling(rolled, dice, turbo))


@cache
def rolling(rolled: int, dice: int, turbo: bool = False) -> Fraction:
    """GP-27 GP-28 The expected points of rolling one more die now; 0 if none is left."""
    if rolled.bit_count() == dice:
        return Fraction(0)
    new = [face for face in FACES if not is_in(rolled, face - 1)]
    return sum((best(with_one(rolled, face - 1), dice, turbo) for face in new), Fraction(0)) / 6


def should_stop(rolled: int, dice: int, turbo: bool = False) -> bool:
    """Whether another die does not raise the expected points."""
    return rolling(rolled, dice, turbo) <= points(rolled, turbo)


@cache
def risk(rolled: int, dice: int, turbo: bool = False) -> Fraction:
    """GP-28 The chance that rolling now, and on until the best stop, ends with a bust."""
    if rolled.bit_count() == dice:
        return Fraction(0)
    total = Fraction(bust_in_six(rolled), 6)
    for face in FACES:
        after = with_one(rolled, face - 1)
        if after != rolled and not should_stop(after, dice, turbo):
            total += risk(after, dice, turbo) / 6
    return total


def odds(t: Table, s: State) -> dict[int, str]:
    """GP-06 GP-27 What stopping and rolling bring, in words, where the player may choose between them."""
    if s.phase == QUALIFY:
        return _words(s.rolled, DICE, False, "point", "GP-07")
    if s.phase != ROLL_OR_STOP:
        return {}
    clause = "a crash, GP-29" if t.corner[s.step[s.turn]] else "GP-28"
    return _words(s.rolled, s.dice[s.turn], s.turbo_on == 1, "step", clause)


@cache
def _words(rolled: int, dice: int, turbo: bool, unit: str, clause: str) -> dict[int, str]:
    mean = float(rolling(rolled, dice, turbo))
    return {
        STOP: number_of(points(rolled, turbo), unit),
        ROLL: f"bust {bust_in_six(rolled)} in 6 ({clause}), {mean:.1f} {unit}s on average",
    }
