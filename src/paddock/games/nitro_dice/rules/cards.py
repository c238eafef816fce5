"""Hands and piles: paying cards, drawing them, and what other seats know of them."""

from paddock.engine import CHANCE, deck_outcomes, draw_to_hand, note, reshuffle, rule, take_from_hand, throw

from ..events import DREW, NO_CARDS, RESHUFFLED, SPENT
from ..state import (
    CARD,
    CARRY_OUT,
    CHOOSE_CARD,
    DRAW_CARD,
    DRAWING,
    FACES,
    FIRST_FACE,
    FOR_DOWN,
    FOR_MATCH,
    FOR_RESIST,
    FOR_SPEED,
    FOR_THREE,
    MEET_SPACE,
    NEXT_DOWN,
    OFFER_STEP,
    SET_SPEED,
    State,
    Table,
)
from .model import section_of

# Paying


@rule
def demand_card(s: State, seat: int, purpose: int):
    """R-37 A seat has to pay a card: it is asked which, even with only one face in hand."""
    s.payer = seat
    s.purpose = purpose
    s.phase = CHOOSE_CARD
    s.to_act = seat


@rule
def first_payable(t: Table, s: State):
    """ND-31 The first face that may be paid: for a match only the section's type."""
    return FIRST_FACE[t.type[section_of(s.space[s.payer])]] if s.purpose == FOR_MATCH else 0


@rule
def end_payable(t: Table, s: State):
    """The face after the last one that may be paid."""
    return FIRST_FACE[t.type[section_of(s.space[s.payer])] + 1] if s.purpose == FOR_MATCH else FACES


@rule
def has_type(s: State, seat: int, kind: int):
    """ND-32 Whether a hand has a card of a type, whatever its hazards."""
    for face in range(FIRST_FACE[kind], FIRST_FACE[kind + 1]):
        if s.hand[seat][face]:
            return True
    return False


@rule
def card_options(t: Table, s: State, out: list[int]):
    """ND-12 ND-31 ND-40 ND-44 ND-63 ND-69 ND-79 ND-103 Each face in hand that may be paid."""
    n = 0
    for face in range(first_payable(t, s), end_payable(t, s)):
        if s.hand[s.payer][face]:
            out[n] = CARD + face
            n += 1
    return n


@rule
def pay_card(s: State, face: int, log: list[int]):
    """ND-12 ND-31 ND-40 ND-44 ND-63 ND-69 ND-79 ND-103 A card is paid.

    ND-15 ND-25 It lies in front of its player; outside a movement turn it is discarded at once.
    """
    note(log, SPENT, s.payer, face, s.purpose)
    take_from_hand(s, s.payer, face)
    if s.purpose == FOR_SPEED or s.purpose == FOR_DOWN:
        throw(s, face)
    else:
        s.played[face] += 1
        s.played_cards += 1
    s.phase = phase_after_payment(s)


@rule
def phase_after_payment(s: State):
    """What a paid card sets going."""
    if s.purpose == FOR_MATCH:
        return MEET_SPACE
    if s.purpose == FOR_THREE:
        s.to_pay -= 1
        return CHOOSE_CARD if s.to_pay > 0 else MEET_SPACE
    if s.purpose == FOR_SPEED:
        return SET_SPEED
    if s.purpose == FOR_DOWN:
        return NEXT_DOWN
    if s.purpose == FOR_RESIST:
        return OFFER_STEP
    return CARRY_OUT


@rule
def clear_played_row(s: State):
    """ND-25 When a turn is over the cards played go to the discard pile."""
    if s.played_cards == 0:
        return
    for face in range(FACES):
        s.discard[face] += s.played[face]
        s.played[face] = 0
    s.discard_cards += s.played_cards
    s.played_cards = 0


# Drawing


@rule
def draw_next(s: State, log: list[int]):
    """ND-06 ND-102 ND-131 The next card is drawn.

    ND-105 If need be after a shuffle of the discard pile; none if both piles are empty.
    """
    if s.to_draw == 0:
        s.phase = s.then
        return
    if s.draw_cards == 0:
        if s.discard_cards == 0:
            note(log, NO_CARDS, s.drawer, 0, 0)
            s.to_draw = 0
            s.phase = s.then
            return
        make_new_pile(s, log)
    s.phase = DRAW_CARD
    s.to_act = CHANCE


@rule
def make_new_pile(s: State, log: list[int]):
    """ND-105 The discard pile, without the cards still in front of players, becomes the draw pile."""
    reshuffle(s)
    note(log, RESHUFFLED, s.draw_cards, 0, 0)


@rule
def card_outcomes(s: State, out: list[int], weight: list[int]):
    """Any face of the draw pile, as likely as it has cards there."""
    return deck_outcomes(s, CARD, out, weight)


@rule
def draw_card(s: State, face: int, log: list[int]):
    """ND-06 ND-102 ND-131 A card comes from the draw pile into a hand."""
    note(log, DREW, s.drawer, face, s.then)
    draw_to_hand(s, face)
    s.phase = DRAWING
