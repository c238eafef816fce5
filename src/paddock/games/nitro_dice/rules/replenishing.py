"""Replenishing the hand: ND-100 to ND-105."""

from paddock.engine import demand_draws, rule

from ..state import DRAWING, FOR_DOWN, NEXT_DOWN, NEXT_REPLENISH, START_ROUND, State, Table
from .cards import demand_card
from .model import is_in_garage, put_in_order

FIRST_DRAWS, OTHERS_DRAW, LAST_DRAWS, GARAGE_EXTRA = 3, 4, 5, 1


@rule
def start_replenishing(t: Table, s: State):
    """ND-09 ND-100 ND-104 In forward order after all turns; first everybody discards down."""
    put_in_order(t, s, False)
    s.at = 0
    s.phase = NEXT_DOWN


@rule
def surplus(s: State, seat: int):
    """ND-103 Cards beyond what the condition allows."""
    return max(0, s.cards[seat] - s.condition[seat])


@rule
def next_down(s: State):
    """ND-86 ND-103 A player with more cards than the condition allows discards them one by one, by choice."""
    while s.at < s.running:
        seat = s.order[s.at]
        if surplus(s, seat) > 0:
            demand_card(s, seat, FOR_DOWN)
            return
        s.at += 1
    s.at = -1
    s.phase = NEXT_REPLENISH


@rule
def entitlement(s: State, at: int):
    """ND-101 First 3 cards, last 5, all others 4, in the garage one more."""
    extra = GARAGE_EXTRA if is_in_garage(s.space[s.order[at]]) else 0
    if at == 0:
        return FIRST_DRAWS + extra
    if at == s.running - 1:
        return LAST_DRAWS + extra
    return OTHERS_DRAW + extra


@rule
def next_replenish(s: State):
    """ND-102 ND-104 Everybody draws what the position gives, up to the condition; then a new round begins."""
    s.at += 1
    while s.at < s.running:
        seat = s.order[s.at]
        room = s.condition[seat] - s.cards[seat]
        if room > 0:
            demand_draws(s, seat, min(room, entitlement(s, s.at)), NEXT_REPLENISH, DRAWING)
            return
        s.at += 1
    s.phase = START_ROUND
