"""Danger cards in hand: discarding, drawing, reshuffling and the exchange, DC-20, DC-22, DC-23."""

from paddock.engine import CHANCE, note, rule

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
def throw(s: State, card: int):
    """DC-22 A card comes face up on the discard pile."""
    s.discard[card] += 1
    s.discard_cards += 1


@rule
def take_from_hand(s: State, seat: int, card: int):
    """A card leaves a hand."""
    s.hand[seat][card] -= 1
    s.cards[seat] -= 1


@rule
def demand_draws(s: State, seat: int, cards: int, then: int):
    """Somebody draws so many Danger cards, one chance event each."""
    s.drawer = seat
    s.to_draw = cards
    s.then = then
    s.phase = DRAWING


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
    n = 0
    for card in range(DANGERS):
        if s.draw[card]:
            out[n] = card
            weight[n] = s.draw[card]
            n += 1
    return n


@rule
def draw_danger(t: Table, s: State, card: int, log: list[int]):
    """DC-07 DC-20 DC-22 DC-48 A card comes into a hand; the moment the deck is empty it is made anew."""
    note(log, DREW, s.drawer, card, s.then)
    s.draw[card] -= 1
    s.draw_cards -= 1
    s.hand[s.drawer][card] += 1
    s.cards[s.drawer] += 1
    s.to_draw -= 1
    if s.draw_cards == 0:
        reshuffle(s, log)
    if s.then == DEAL:
        deal_next(t, s)
    s.phase = DRAWING


@rule
def reshuffle(s: State, log: list[int]):
    """DC-23 The whole discard pile is shuffled and becomes the draw deck."""
    for card in range(DANGERS):
        s.draw[card] = s.discard[card]
        s.discard[card] = 0
    s.draw_cards = s.discard_cards
    s.discard_cards = 0
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
    demand_draws(s, s.turn, HAND, OPEN_WINDOW)


@rule
def lowest_card(s: State, seat: int):
    """The first card of a hand in the order of the box; the last kind if the hand is not known."""
    card = 0
    while card < DANGERS - 1 and s.hand[seat][card] == 0:
        card += 1
    return card


@rule
def discard_hand(s: State, seat: int):
    """DC-94 A whole hand goes to the discard pile."""
    for card in range(DANGERS):
        s.discard[card] += s.hand[seat][card]
        s.hand[seat][card] = 0
    s.discard_cards += s.cards[seat]
    s.cards[seat] = 0
