"""Decks and hands of cards that are known by their kind: how many of each are where, never their order.

A game that draws, discards and reshuffles by these rules has in its state
    draw, discard       by kind: cards in the draw pile and on the discard pile
    draw_cards, discard_cards   how many these are
    hand, cards         by seat and kind: cards in a hand; by seat: how many
and, where cards are drawn one chance event each, `drawer`, `to_draw` and `then`: who draws, how many more, and the
phase that follows. What a seat may not know, other hands, is pooled with the draw pile and dealt again.
"""

from typing import Any

from .marking import rule
from .rng import uniform

# Drawing


@rule
def demand_draws(s: Any, seat: int, cards: int, then: int, drawing: int):
    """A seat draws `cards` cards, one chance event each, in the phase `drawing`; then the phase `then` follows."""
    s.drawer = seat
    s.to_draw = cards
    s.then = then
    s.phase = drawing


@rule
def deck_outcomes(s: Any, first: int, out: list[int], weight: list[int]):
    """Each kind in the draw pile, as `first` plus its number, weighted by its cards there."""
    n = 0
    for kind in range(len(s.draw)):
        if s.draw[kind]:
            out[n] = first + kind
            weight[n] = s.draw[kind]
            n += 1
    return n


@rule
def draw_to_hand(s: Any, kind: int):
    """Move a card from the draw pile into the drawer's hand."""
    s.draw[kind] -= 1
    s.draw_cards -= 1
    s.hand[s.drawer][kind] += 1
    s.cards[s.drawer] += 1
    s.to_draw -= 1


@rule
def reshuffle(s: Any):
    """Move the whole discard pile to the draw pile, which is empty."""
    for kind in range(len(s.draw)):
        s.draw[kind] = s.discard[kind]
        s.discard[kind] = 0
    s.draw_cards = s.discard_cards
    s.discard_cards = 0


# Discarding


@rule
def take_from_hand(s: Any, seat: int, kind: int):
    """Remove a card from a hand."""
    s.hand[seat][kind] -= 1
    s.cards[seat] -= 1


@rule
def throw(s: Any, kind: int):
    """Put a card on the discard pile."""
    s.discard[kind] += 1
    s.discard_cards += 1


@rule
def throw_hand(s: Any, seat: int):
    """A whole hand goes to the discard pile."""
    for kind in range(len(s.draw)):
        s.discard[kind] += s.hand[seat][kind]
        s.hand[seat][kind] = 0
    s.discard_cards += s.cards[seat]
    s.cards[seat] = 0


# What a seat may not know


@rule
def pool_hand(s: Any, seat: int):
    """A hand goes back into the draw pile, its size is kept."""
    for kind in range(len(s.draw)):
        s.draw[kind] += s.hand[seat][kind]
        s.hand[seat][kind] = 0


@rule
def pool_other_hands(t: Any, s: Any, seat: int):
    """The hands of all but one seat go back into the draw pile; how many cards each has is kept."""
    for other in range(t.seats):
        if other != seat:
            pool_hand(s, other)


@rule
def fill_hand(s: Any, seat: int, held: int, random: list[int]):
    """Deal random cards of the draw pile to a hand that holds `held` cards, until it has its size again."""
    left = cards_of(s, 0, len(s.draw))
    for _ in range(s.cards[seat] - held):
        s.hand[seat][take_card(s, 0, uniform(random, left))] += 1
        left -= 1


@rule
def draw_any(s: Any, first: int, end: int, random: list[int]):
    """Take a random card from the draw pile, of a kind from `first` to the one before `end`; returns its kind."""
    return take_card(s, first, uniform(random, cards_of(s, first, end)))


@rule
def cards_of(s: Any, first: int, end: int):
    """How many cards of these kinds the draw pile has."""
    left = 0
    for kind in range(first, end):
        left += s.draw[kind]
    return left


@rule
def take_card(s: Any, first: int, number: int):
    """Take the card of that number, counted from the first kind on, from the draw pile; returns its kind."""
    kind = first
    while number >= s.draw[kind]:
        number -= s.draw[kind]
        kind += 1
    s.draw[kind] -= 1
    return kind
