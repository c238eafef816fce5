"""Nitrous: ND-50 to ND-57, and Nitro Madness, ND-132."""

from paddock.engine import note, rule

from ..events import MADNESS, NITROUS
from ..state import OFFER_STEP, State, Table
from .damage import damage
from .model import is_in_garage


@rule
def can_use_nitro(t: Table, s: State, spaces: int):
    """ND-51 ND-55 A token is left for this turn, none is in use, and the next `spaces` spaces are on straights."""
    if s.nitro[s.turn] == 0 or s.bonus > 0 or s.nitro_used >= t.nitro_per_turn or is_in_garage(s.space[s.turn]):
        return False
    return t.straights_ahead[s.space[s.turn]] >= spaces


@rule
def spend_token(s: State):
    """ND-57 A token is gone for good."""
    s.nitro[s.turn] -= 1
    s.nitro_used += 1


@rule
def use_nitro(s: State, log: list[int]):
    """ND-50 Two bonus moves; the speed stays as it is."""
    spend_token(s)
    s.bonus = 2
    note(log, NITROUS, s.turn, 2, 0)
    s.phase = OFFER_STEP


@rule
def use_nitro_madness(t: Table, s: State, log: list[int]):
    """ND-132 Three bonus moves for a point of damage."""
    spend_token(s)
    s.bonus = 3
    note(log, MADNESS, s.turn, 3, 0)
    damage(t, s, s.turn, log)
    s.phase = OFFER_STEP


@rule
def use_point(s: State):
    """ND-21 ND-52 ND-53 A forward space takes a bonus move while there is one, otherwise a point."""
    if s.bonus > 0:
        s.bonus -= 1
        s.bonus_made += 1
    else:
        s.spent += 1
