"""What a seat may know: its own hand and face-down card; of other hands only the size. Chapter 13 of the ledger."""

from paddock.engine import (
    is_several,
    rule,
    uniform,
)

from ..state import (
    CARDS,
    CARS,
    CHOOSE_DISCARD,
    CHOOSE_PIT_DIE,
    CHOOSE_QUALIFY,
    DEAL_CARD,
    DECK,
    DRAW_CARD,
    FACE_DOWN,
    HIDDEN,
    PRIMARY,
    State,
    Table,
)
from .decks import types_held


@rule
def hide(t: Table, s: State, seat: int):
    """Other hands and face-down cards are pooled with the deck, sizes stay; dice being set are covered."""
    for card in range(CARDS):
        if s.place[card] < t.seats and s.place[card] != seat:
            s.place[card] = DECK
    for car in range(CARS):
        is_own = s.kind[car] == PRIMARY and s.owner[car] == seat
        if s.qualify[car] >= 0 and not is_own:
            s.place[s.qualify[car]] = DECK
            s.qualify[car] = HIDDEN
        if s.phase == CHOOSE_PIT_DIE and s.pit_die[car] > 0 and not is_own:
            s.pit_die[car] = HIDDEN


@rule
def imagine(t: Table, s: State, seat: int, random: list[int]):
    """Deal the pool to the hidden hands and face-down cards, and turn hidden dice to any number."""
    for other in range(t.seats):
        if other != seat:
            for _ in range(s.cards[other]):
                s.place[any_of_pool(t, s, -1, random)] = other
    for car in range(CARS):
        if s.qualify[car] == HIDDEN:
            s.qualify[car] = any_of_pool(t, s, -1, random)
            s.place[s.qualify[car]] = FACE_DOWN
        if s.pit_die[car] == HIDDEN:
            s.pit_die[car] = 1 + uniform(random, 6)
    if s.phase == CHOOSE_DISCARD and s.to_act != seat:
        give_a_choice(t, s, random)


@rule
def any_of_pool(t: Table, s: State, but: int, random: list[int]):
    """A card of the pool, each as likely, of any type but one."""
    left = 0
    for card in range(CARDS):
        if s.place[card] == DECK and t.type_of[card] != but:
            left += 1
    ticket = uniform(random, left)
    for card in range(CARDS):
        if s.place[card] == DECK and t.type_of[card] != but:
            if ticket == 0:
                return card
            ticket -= 1
    return -1


@rule
def give_a_choice(t: Table, s: State, random: list[int]):
    """A player who is asked what to discard holds two types: a hand of one type gets another card."""
    held = types_held(t, s, s.to_act)
    if is_several(held):
        return
    for card in range(CARDS):
        if s.place[card] == s.to_act:
            other = any_of_pool(t, s, t.type_of[card], random)
            s.place[card] = DECK
            s.place[other] = s.to_act
            return


@rule
def sees(s: State, seat: int):
    """Cards drawn to a hand are known to the drawer, NPD cards to nobody, secret choices to the chooser."""
    if s.phase == DRAW_CARD:
        return 1 if s.drawer == seat else 0
    if s.phase == DEAL_CARD:
        return 0
    if s.phase == CHOOSE_QUALIFY or s.phase == CHOOSE_PIT_DIE:
        return 1 if s.to_act == seat else 0
    return 1
