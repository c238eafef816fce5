"""From what positions are worth to chances: rules that the estimates of games share.

A game weighs some traits of each seat. Its weights change with the way to go: they are given at some distances, the
knots, and interpolated between, once for a position. They lie in the table, so that other weights need no compiling.
Worth is counted in parts of a halving: a seat that is HALVING behind another one is half as likely to win.
"""

from collections.abc import Sequence
from typing import Any

from .marking import rule

KNOT_COUNT = 7  # in every game
HALVING = 1024
STEADY = 20  # halvings from which on a chance is too small to be told
UNIT = 64  # a weight of so much is a part of a halving for each unit of its trait
BETWEEN = 64  # parts of the way from one knot to the next
SHARP = 256  # a sharpness of so much leaves worth as it is
NEAR_BEHIND, FAR_BEHIND = HALVING, 5 * HALVING // 2  # how far behind another sharpness begins
PART_OF_ROUND = (0, *(65536 // seats + 1 for seats in range(1, 17)))  # a turn, by seats: dividing would be slow


def fill_weights(t: Any, knots: Sequence[int], weights: Sequence[int], sharpness: Sequence[int], group: int) -> None:
    """Give a table what `mix_weights` and `share_out_worth` read: the fields knots, weights and sharpness."""
    t.knots[:] = knots
    traits = len(weights) // len(knots)
    for knot in range(len(knots)):
        t.weights[knot][:] = weights[traits * knot : traits * (knot + 1)]
        row = 3 * (len(knots) * group + knot)
        t.sharpness[knot][:] = sharpness[row : row + 3]


@rule
def mix_weights(t: Any, left: int, out: list[int]):
    """Write the weights for this way to go to `out`, behind the seats, then the sharpness: two knots, mixed."""
    knot = 0
    while knot < KNOT_COUNT - 2 and left >= t.knots[knot + 1]:
        knot += 1
    part = BETWEEN * (left - t.knots[knot]) // (t.knots[knot + 1] - t.knots[knot])
    part = max(0, min(BETWEEN, part))
    at = t.seats
    for i in range(len(t.weights[0])):
        out[at + i] = (BETWEEN - part) * t.weights[knot][i] + part * t.weights[knot + 1][i]
    at += len(t.weights[0])
    for i in range(3):
        out[at + i] = ((BETWEEN - part) * t.sharpness[knot][i] + part * t.sharpness[knot + 1][i]) // BETWEEN


@rule
def turns_before(seat: int, turn: int, seats: int):
    """How long until a seat's turn, in 64ths of a round; `turn` is -1 before the first one."""
    wait = seat - turn if seat >= turn else seat - turn + seats
    if wait == seats:
        wait = 0
    return wait * PART_OF_ROUND[seats] >> 10


@rule
def share_out_worth(t: Any, value: list[int]):
    """What each seat is worth by mixed weights becomes its chance in thousandths."""
    for seat in range(t.seats):
        value[seat] = value[seat] // (UNIT * BETWEEN)
    at: int = t.seats + len(t.weights[0])
    sharpen(value, t.seats, value[at], value[at + 1], value[at + 2])
    share_out(value, t.seats)


@rule
def chance_weight(behind: int):
    """1048576 for the best seat, halved for each HALVING behind; a parabola between is true to 0.4 %."""
    halvings = behind // HALVING
    if halvings >= STEADY:
        return 0
    part = behind % HALVING
    return ((1 << 30) - 704512 * part + 176 * part * part) >> (10 + halvings)


@rule
def sharpen(value: list[int], seats: int, near: int, middle: int, far: int):
    """Stretch how far each seat is behind the best by SHARP parts: up to NEAR_BEHIND, to FAR_BEHIND, and beyond.

    Dice spread like a bell, not like the tails of an exponential: a seat far behind has less hope than that.
    """
    best = value[0]
    for seat in range(seats):
        best = max(best, value[seat])
    for seat in range(seats):
        behind = best - value[seat]
        stretched = near * min(behind, NEAR_BEHIND)
        stretched += middle * max(0, min(behind, FAR_BEHIND) - NEAR_BEHIND)
        stretched += far * max(0, behind - FAR_BEHIND)
        value[seat] = -(stretched // SHARP)


@rule
def share_out(value: list[int], seats: int):
    """The worth of each seat becomes its chance in thousandths; they add up to 1000."""
    first = 0
    for seat in range(seats):
        if value[seat] > value[first]:
            first = seat
    best = value[first]
    total = 0
    for seat in range(seats):
        value[seat] = chance_weight(best - value[seat])
        total += value[seat]
    given = 0
    for seat in range(seats):
        value[seat] = (2000 * value[seat] + total) // (2 * total)
        given += value[seat]
    value[first] += 1000 - given


@rule
def settle_chances(value: list[int], seats: int, winner: int):
    """All chances are the winner's."""
    for seat in range(seats):
        value[seat] = 1000 if seat == winner else 0
