"""Setup: the box, the track and the start of every race (PN-01..09, PN-54..56)."""

from paddock.engine import CHANCE, note, rule

from ..events import DEALT, DRAFTS_FIRST, RESHUFFLED
from ..state import (
    ABSENT,
    CARS,
    COLOURS,
    COMMON,
    DEAL,
    DEALING,
    DICE,
    DRAFTING,
    FIRST,
    GO,
    KINDS,
    NONE,
    PICK,
    PLAIN,
    RACES,
    RUNNING,
    VALUES,
    WHITE,
    State,
    Table,
)
from .placing import clear_lane


@rule
def open_box(t: Table, s: State):
    """PN-02 PN-03 The position before the first deal."""
    for value in range(VALUES):
        s.pile[value] = t.cards[value]
        s.aside[value] = 0
        s.on_track[value] = 0
        for seat in range(CARS):
            s.trophies[seat][value] = 0
    for seat in range(CARS):
        s.wins[seat] = 0
        s.rank[seat] = 0
        s.rank_sum[seat] = 0
        s.best[seat] = NONE
        s.gone[seat] = 0
        s.order[seat] = 0
        s.pilot[seat] = t.pilot[seat]
    for race in range(RACES):
        s.won[race] = 0
    s.capped = 0
    s.race = 0
    s.drafters = 0
    s.who = 0
    begin_race(t, s)


@rule
def begin_race(t: Table, s: State):
    """PN-55 Everything but wins, trophies and the ranking is as at the start."""
    s.race += 1
    s.turn = CHANCE
    s.draft_turn = 0
    s.taken = 0
    for kind in range(KINDS):
        s.card_left[kind] = t.mod_cards[kind]
    for colour in range(COLOURS):
        s.die_left[colour] = t.mod_dice[colour]
    for space in range(DICE):
        s.track[space] = 0
    for seat in range(CARS):
        take_kit(t, s, seat)
    clear_clock(s)
    s.phase = DEALING


@rule
def take_kit(t: Table, s: State, seat: int):
    """PN-06 PN-67 Three common dice; in a stock race also three plain ones."""
    s.cards[seat] = 0
    s.mod_dice[seat] = 0
    for slot in range(DICE):
        s.kind[seat][slot] = COMMON
        s.colour[seat][slot] = WHITE
    clear_racer(s, seat)
    s.status[seat] = ABSENT if seat >= t.seats or s.gone[seat] else RUNNING
    if t.stock and s.status[seat] == RUNNING:
        for _ in range(3):
            add_die(s, seat, PLAIN, lowest_colour(s))


@rule
def lowest_colour(s: State):
    """The first colour of which there are dice."""
    colour = 0
    while s.die_left[colour] == 0:
        colour += 1
    return colour


@rule
def add_die(s: State, seat: int, kind: int, colour: int):
    """PN-12 A modification die goes to the next slot of a car."""
    slot = 3 + s.mod_dice[seat]
    s.kind[seat][slot] = kind
    s.colour[seat][slot] = colour
    s.mod_dice[seat] += 1
    s.die_left[colour] -= 1


@rule
def clear_racer(s: State, seat: int):
    """A racer before GO."""
    clear_lane(s, seat)
    s.used[seat] = 0
    s.rolls[seat] = 0
    s.step[seat] = 0
    s.due[seat] = 0
    s.settle[seat] = 0
    s.hand_die[seat] = -1
    s.hand_cost[seat] = 0
    s.ended[seat] = NONE


@rule
def clear_clock(s: State):
    """The clock before GO."""
    s.now = 0
    s.todo = 0
    s.base = 0
    s.jitter = 0
    s.part = 0
    s.digits = 0
    s.starting = 0
    s.waking = 0
    s.first_finish = NONE


@rule
def deal_next(t: Table, s: State, log: list[int]):
    """PN-04 PN-56 The next card is dealt; the cards set aside are the new pile when the old one is empty."""
    if t.fixed[0]:
        lay_strip(t, s)
        after_deal(t, s)
        return
    cards = 0
    for value in range(VALUES):
        cards += s.pile[value]
    if cards == 0:
        reshuffle(s, log)
    s.phase = DEAL


@rule
def lay_strip(t: Table, s: State):
    """PN-66 The agreed track; the deck is not used."""
    for space in range(DICE):
        s.track[space] = t.fixed[space]


@rule
def reshuffle(s: State, log: list[int]):
    """PN-56 Trophies are never shuffled in."""
    cards = 0
    for value in range(VALUES):
        s.pile[value] = s.aside[value]
        s.aside[value] = 0
        cards += s.pile[value]
    note(log, RESHUFFLED, cards, 0, 0)


@rule
def deal_outcomes(s: State, out: list[int], weight: list[int]):
    """PN-03 Each value as likely as it has cards in the pile."""
    n = 0
    for value in range(VALUES):
        if s.pile[value]:
            out[n] = value
            weight[n] = s.pile[value]
            n += 1
    return n


@rule
def deal_card(t: Table, s: State, value: int, log: list[int]):
    """PN-04 A card goes to the next place of the track."""
    space = 0
    while s.track[space]:
        space += 1
    s.track[space] = value + 1
    s.pile[value] -= 1
    s.on_track[value] += 1
    note(log, DEALT, space + 1, value + 1, 0)
    if space + 1 < DICE:
        s.phase = DEALING
    else:
        after_deal(t, s)


@rule
def after_deal(t: Table, s: State):
    """PN-08 PN-09 The draft follows; before the first one chance says who begins."""
    if s.race == 1 and t.seats > 1:
        s.phase = FIRST
        return
    if t.seats == 1:
        s.drafters = 1
    s.phase = GO if t.stock else DRAFTING


@rule
def first_outcomes(t: Table, out: list[int], weight: list[int]):
    """PN-09 Any seat."""
    for seat in range(t.seats):
        out[seat] = seat
        weight[seat] = 1
    return t.seats


@rule
def draft_first(t: Table, s: State, seat: int, log: list[int]):
    """PN-09 The first player, then clockwise."""
    note(log, DRAFTS_FIRST, seat, 0, 0)
    s.drafters = t.seats
    for i in range(t.seats):
        s.order[i] = seat
        seat = seat + 1 if seat + 1 < t.seats else 0
    s.phase = GO if t.stock else DRAFTING


@rule
def first_question(t: Table, s: State):
    """PN-04 PN-09 PN-11 What is awaited at the very beginning, before any event that would be logged."""
    if t.fixed[0] == 0:
        s.phase = DEAL
        return
    lay_strip(t, s)
    after_deal(t, s)
    if s.phase == DRAFTING:
        s.phase = PICK
        s.turn = 0
