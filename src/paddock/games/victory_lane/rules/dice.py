"""Dice and the one reroll of Fresh Tires. VL-66, VL-67; chapter 12 of the ledger."""

from paddock.engine import (
    CHANCE,
    is_odd,
    note,
    rule,
)

from ..events import DIE_ROLLED, REROLLED
from ..state import (
    CHOOSE_REROLL,
    DIE,
    FOR_DIALED,
    FOR_FUMES,
    FOR_HORSEPOWER,
    FOR_PAINT,
    FOR_PEDAL,
    HORSEPOWER_FACE,
    KEEP,
    PAINT_NEEDS,
    PEDAL_MOVES,
    PRIMARY,
    RESOLVE_ROLL,
    ROLL_DIE,
    ROLLED,
    SPUTTER_FACES,
    State,
)


@rule
def roll(s: State, car: int, purpose: int):
    """A die is rolled for a car."""
    s.roller = car
    s.rolling = purpose
    s.phase = ROLL_DIE
    s.to_act = CHANCE


@rule
def die_outcomes(out: list[int], weight: list[int]):
    """Six faces."""
    for number in range(6):
        out[number] = DIE + number + 1
        weight[number] = 1
    return 6


@rule
def take_die(s: State, number: int, log: list[int]):
    """VL-25 VL-26 VL-48 VL-59 VL-60 VL-63 VL-71 VL-79 VL-80 VL-91 VL-100 What was rolled lies on the car."""
    s.die[s.roller] = number
    note(log, DIE_ROLLED, s.roller, number, s.rolling)
    s.phase = ROLLED


@rule
def has_reroll(s: State, car: int):
    """VL-66 Fresh tires of a primary are one reroll."""
    return s.kind[car] == PRIMARY and s.worn[car] == 0


@rule
def is_improvable(purpose: int, number: int):
    """VL-67 Whether a single roll is not of its best class yet."""
    if purpose == FOR_FUMES:
        return number <= SPUTTER_FACES
    if purpose == FOR_PEDAL:
        return PEDAL_MOVES[number] < PEDAL_MOVES[6]
    if purpose == FOR_DIALED:
        return is_odd(number)
    if purpose == FOR_PAINT:
        return number < PAINT_NEEDS
    return purpose == FOR_HORSEPOWER and number != HORSEPOWER_FACE


@rule
def settle_single_roll(s: State):
    """VL-67 After a single own roll the player may reroll at once."""
    if has_reroll(s, s.roller) and is_improvable(s.rolling, s.die[s.roller]):
        ask_reroll(s, s.roller)
        return
    s.phase = RESOLVE_ROLL


@rule
def ask_reroll(s: State, car: int):
    """The primary's player decides."""
    s.roller = car
    s.phase = CHOOSE_REROLL
    s.to_act = s.owner[car]


@rule
def reroll_options(out: list[int]):
    """Keep or reroll."""
    out[0] = KEEP
    out[1] = KEEP + 1
    return 2


@rule
def use_reroll(s: State, log: list[int]):
    """VL-66 The tires become worn and the die is rolled again for the same purpose.

    VL-25 VL-48 VL-59 VL-60 VL-63 VL-71 VL-79 VL-91
    """
    s.worn[s.roller] = 1
    note(log, REROLLED, s.roller, s.die[s.roller], 0)
    s.phase = ROLL_DIE
    s.to_act = CHANCE
