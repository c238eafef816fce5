"""Action cards in decks and hands: drawing, discarding, hand size. VL-06, VL-07, VL-129."""

from paddock.engine import (
    CHANCE,
    is_several,
    list_set,
    lowest_of,
    note,
    rule,
    with_one,
)

from ..events import DISCARDED_CARD, DREW, RESHUFFLED
from ..state import (
    CARD_TYPE,
    CARDS,
    CHOOSE_DISCARD,
    DECK,
    DISCARDED,
    DISCARDING,
    DRAW_CARD,
    DRAWING,
    DRAWN,
    END_TURN,
    NEXT_BOX,
    NEXT_GARAGE,
    RETURN_TO_TRACK,
    State,
    Table,
)


@rule
def draw_next(s: State, log: list[int]):
    """VL-06 VL-08 VL-58 VL-77 VL-99 The next of the cards that are due."""
    if s.to_draw == 0:
        s.phase = s.then if s.qualifying else DISCARDING
        return
    ask_for_card(s, DRAW_CARD, log)


@rule
def ask_for_card(s: State, phase: int, log: list[int]):
    """VL-129 A card is drawn from the deck for what a phase says, after a shuffle if there is none left."""
    if s.deck_cards == 0:
        shuffle_discards(s, 129, log)
    s.phase = phase
    s.to_act = CHANCE


@rule
def shuffle_discards(s: State, clause: int, log: list[int]):
    """The discard pile goes back into the deck; the log names the clause that wants it."""
    for card in range(CARDS):
        if s.place[card] == DISCARDED:
            s.place[card] = DECK
            s.deck_cards += 1
    note(log, RESHUFFLED, s.deck_cards, 0, clause)


@rule
def card_outcomes(s: State, out: list[int], weight: list[int]):
    """Every card of the deck is as likely."""
    n = 0
    for card in range(CARDS):
        if s.place[card] == DECK:
            out[n] = DRAWN + card
            weight[n] = 1
            n += 1
    return n


@rule
def take_from_deck(s: State, card: int, to: int):
    """A card leaves the deck."""
    s.place[card] = to
    s.deck_cards -= 1


@rule
def draw_to_hand(s: State, card: int, log: list[int]):
    """VL-06 VL-08 VL-58 VL-77 VL-99 A card comes into a hand, seen by its owner only."""
    note(log, DREW, s.drawer, card, draw_clause(s))
    take_from_deck(s, card, s.drawer)
    s.cards[s.drawer] += 1
    s.to_draw -= 1
    s.phase = DRAWING


@rule
def draw_clause(s: State):
    """The number of the clause by which cards are drawn, told by what follows the draw."""
    if s.then == RETURN_TO_TRACK:
        return 77
    if s.then == NEXT_BOX:
        return 99
    if s.then == END_TURN:
        return 58
    return 8 if s.then == NEXT_GARAGE else 6


# Hands


@rule
def lowest_of_type(t: Table, s: State, seat: int, kind: int):
    """The card of a type that is played or discarded: the lowest; -1 if the hand has none."""
    for card in range(CARDS):
        if s.place[card] == seat and t.type_of[card] == kind:
            return card
    return -1


@rule
def types_held(t: Table, s: State, seat: int):
    """The types in a hand, as a set."""
    held = 0
    for card in range(CARDS):
        if s.place[card] == seat:
            held = with_one(held, t.type_of[card])
    return held


@rule
def type_options(t: Table, s: State, seat: int, out: list[int]):
    """Each type in a hand once."""
    return list_set(types_held(t, s, seat), CARD_TYPE, out, 0)


@rule
def discard_down(t: Table, s: State, log: list[int]):
    """VL-07 More cards than the hand size: discard one after the other; a hand of one type leaves no choice."""
    if s.cards[s.drawer] <= t.hand_size:
        s.phase = s.then
        return
    held = types_held(t, s, s.drawer)
    if is_several(held):
        s.phase = CHOOSE_DISCARD
        s.to_act = s.drawer
        return
    discard_type(t, s, lowest_of(held), log)


@rule
def discard_options(t: Table, s: State, out: list[int]):
    """VL-07 Each type in the hand of the player who has drawn."""
    return type_options(t, s, s.drawer, out)


@rule
def discard_type(t: Table, s: State, kind: int, log: list[int]):
    """VL-07 A card of that type goes face up to the discard pile."""
    card = lowest_of_type(t, s, s.drawer, kind)
    note(log, DISCARDED_CARD, s.drawer, card, 0)
    leave_hand(s, s.drawer, card, DISCARDED)
    s.phase = DISCARDING


@rule
def leave_hand(s: State, seat: int, card: int, to: int):
    """A card leaves a hand."""
    s.place[card] = to
    s.cards[seat] -= 1
