"""The garage: ND-90 to ND-99."""

from paddock.engine import note, rule

from ..events import PITTED
from ..state import BEST_CONDITION, OFFER_STEP, State, Table

ENTRY_CONDITION = 8  # at most
ENTRY_SPEED = 5  # at most


@rule
def can_enter_garage(t: Table, s: State):
    """ND-56 ND-90 Damaged, not faster than 5 (now or when the turn began), and no bonus moves to make."""
    speed = s.first_speed if t.check_turn_start else s.speed[s.turn]
    return s.bonus == 0 and s.condition[s.turn] <= ENTRY_CONDITION and speed <= ENTRY_SPEED


@rule
def pit(s: State, log: list[int]):
    """ND-94 ND-95 ND-99 A point spent in place repairs one point of damage; the speed stays as it is."""
    s.spent += 1
    if s.condition[s.turn] < BEST_CONDITION:
        s.condition[s.turn] += 1
    note(log, PITTED, s.turn, s.condition[s.turn], 0)
    s.phase = OFFER_STEP
