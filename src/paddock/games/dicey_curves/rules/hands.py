"""Danger cards in hand: discarding, drawing, reshuffling and the exchange, DC-20, DC-22, DC-23."""

from paddock.engine import (
    CHANCE,
    deck_outcomes,
    demand_draws,
    draw_to_hand,
    note,
    reshuffle,
    rule,
    take_from_hand,
    throw,
)

from ..events import DREW, EXCHANGED, KEPT, RESHUFFLED
from ..state import (
    CHOOSE_EXCHANGE,
    DANGERS,
    DEAL,
    DRAW_DANGER,
    DRAWING,
    EXCHANGE,
    FIRST_ROLL,
    HAND,
    KEEP,
    OPEN_WINDOW,
    State,
    Table,
)
from .setup import deal_next

# Piles


@rule
def draw_on(s: State):
    """DC-07 DC-20 DC-22 DC-48 The next card is drawn, or what comes after."""
    if s.to_draw == 0:
        s.phase = s.then
        return
    s.phase = DRAW_DANGER
    s.to_act = CHANCE


@rule
def danger_outcomes(s: State, out: list[int], weight: list[int]):
    """Any card of the draw deck, as likely as there are copies in it."""
    return deck_outcomes(s, 0, out, weight)


@rule
def draw_danger(t: Table, s: State, card: int, log: list[int]):
    """DC-07 DC-20 DC-22 DC-48 A card comes into a hand; an empty deck is reshuffled at once."""
    note(log, DREW, s.drawer, card, s.then)
    draw_to_hand(s, card)
    if s.draw_cards == 0:
        make_new_deck(s, log)
    if s.then == DEAL:
        deal_next(t, s)
    s.phase = DRAWING


@rule
def make_new_deck(s: State, log: list[int]):
    """DC-23 The whole discard pile is shuffled and becomes the draw deck."""
    reshuffle(s)
    note(log, RESHUFFLED, s.draw_cards, 0, 0)


# The exchange


@rule
def offer_exchange(t: Table, s: State):
    """DC-08 DC-20 With the expansion A may exchange both cards."""
    if t.danger == 0:
        s.phase = FIRST_ROLL
        return
    s.phase = CHOOSE_EXCHANGE
    s.to_act = s.turn


@rule
def exchange_options(out: list[int]):
    """DC-20 Both or none."""
    out[0] = KEEP
    out[1] = EXCHANGE
    return 2


@rule
def exchange(s: State, move: int, log: list[int]):
    """DC-20 Both cards go face up on the discard pile, then two are drawn."""
    if move == KEEP:
        note(log, KEPT, s.turn, 0, 0)
        s.phase = OPEN_WINDOW
        return
    first = lowest_card(s, s.turn)
    take_from_hand(s, s.turn, first)
    throw(s, first)
    second = lowest_card(s, s.turn)
    take_from_hand(s, s.turn, second)
    throw(s, second)
    note(log, EXCHANGED, s.turn, first, second)
    demand_draws(s, s.turn, HAND, OPEN_WINDOW, DRAWING)


@rule
def lowest_card(s: State, seat: int):
    """The first card of a hand in the order of the box; the last kind if the hand is not known."""
    card = 0
    while card < DANGERS - 1 and s.hand[seat][card] == 0:
        card += 1
    return card
