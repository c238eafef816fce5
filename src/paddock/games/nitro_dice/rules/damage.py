"""Damage: ND-81 to ND-86."""

from paddock.engine import (
    note,
    rule,
    throw_hand,
)

from ..events import DAMAGED, UNHARMED, WRECKED
from ..state import HALTING, OFF, State, Table
from .model import stand


@rule
def expended(t: Table, s: State):
    """ND-53 What counts for the brake floor and the halt: points, with an option also bonus moves."""
    return s.spent + s.bonus_made if t.count_bonus else s.spent


@rule
def damage(t: Table, s: State, car: int, log: list[int]):
    """ND-82 ND-83 ND-84 ND-85 One point: condition and, if need be, speed fall at once, and the mover may be halted."""
    if s.wrecked[car]:
        return
    if s.condition[car] == 1:
        damage_worst(t, s, car, log)
        return
    s.condition[car] -= 1
    if s.speed[car] <= s.condition[car]:
        note(log, DAMAGED, car, s.condition[car], s.speed[car])
        return
    s.speed[car] = s.condition[car]
    note(log, DAMAGED, car, s.condition[car], s.speed[car])
    if car == s.turn and s.over == 0 and expended(t, s) >= s.speed[car]:
        s.over = HALTING


@rule
def damage_worst(t: Table, s: State, car: int, log: list[int]):
    """ND-85 Condition 1 is the floor; with the option the car is out of the race."""
    if t.eliminate == 0:
        note(log, UNHARMED, car, 0, 0)
        return
    note(log, WRECKED, car, 0, 0)
    stand(t, s, car, OFF)
    s.wrecks += 1
    s.wrecked[car] = s.wrecks
    throw_hand(s, car)
    if car == s.turn:
        s.over = 1
