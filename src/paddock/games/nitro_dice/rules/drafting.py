"""Drafting: ND-60 to ND-68."""

from paddock.engine import note, rule

from ..events import PULLED_ALONG
from ..state import CHOOSE_DRAFT, FOR_RESIST, GO, PULL, PULLED, RESIST, State, Table
from .cards import demand_card
from .entering import come_onto
from .model import car_behind, is_in_garage


@rule
def first_space(t: Table, s: State):
    """ND-60 ND-65 ND-67 On its first forward space the mover pulls the car behind it, but not out of G."""
    s.follower = -1
    if s.moved == 0:
        s.moved = 1
        if not is_in_garage(s.space[s.turn]):
            s.follower = car_in_tow(t, s, s.turn)


@rule
def car_in_tow(t: Table, s: State, car: int):
    """ND-60 The car directly behind in the same lane, if it is not faster; -1 otherwise."""
    behind = car_behind(t, s, s.space[car])
    return behind if behind >= 0 and s.speed[car] >= s.speed[behind] else -1


@rule
def offer_draft(s: State):
    """ND-63 R-37 The owner of the car to be pulled is asked, with or without a card to resist."""
    s.phase = CHOOSE_DRAFT
    s.to_act = s.follower


@rule
def draft_options(s: State, out: list[int]):
    """ND-63 Go along, or resist with a card in hand."""
    out[0] = GO
    out[1] = RESIST
    return 2 if s.cards[s.follower] > 0 else 1


@rule
def choose_draft(s: State, move: int):
    """ND-63 Resisting costs a card of any type and ends the chain."""
    if move == RESIST:
        demand_card(s, s.follower, FOR_RESIST)
    else:
        s.phase = PULL


@rule
def pull(t: Table, s: State, log: list[int]):
    """ND-61 ND-62 ND-64 Onto the space just left; with the option the pulled car pulls in turn."""
    car = s.follower
    s.follower = car_in_tow(t, s, car) if t.draft_chain else -1
    note(log, PULLED_ALONG, car, t.forward[s.space[car]], 0)
    come_onto(t, s, car, t.forward[s.space[car]], PULLED)
