"""Move Cars, what to do next: DC-40, and the chips of Move Cars, DC-50 to DC-53."""

from paddock.engine import (
    is_in,
    note,
    rule,
    with_one,
)

from ..events import BORROWED, CONTINUED, JUKED
from ..state import (
    BORROW,
    CHOOSE_ACT,
    CONTINUE,
    DRIVE,
    END,
    END_TURN,
    JUKE,
    NO_RUN,
    OFF,
    OFFER_ACT,
    OFFER_DICE,
    PAIR_FIRST,
    PAIRS,
    State,
    Table,
)
from .combos import find_needs, possible_size, reachable_size
from .model import (
    card_of,
    named_car,
    number_on_card,
    pay_chip,
    place_of,
)

# What may be done


@rule
def is_controlled(s: State, car: int):
    """DC-53 A's own cars and those borrowed this turn."""
    return s.spot[car] != OFF and (s.owner[car] == s.turn or s.borrowed[car] == 1)


@rule
def offer_act(t: Table, s: State):
    """DC-40 R-37 Ask what to do next; the phase ends if nothing could be done whatever Danger cards A holds."""
    find_needs(t, s)
    find_jukes(t, s)
    if least_need(t, s) > possible_size(t, s) and s.jukes == 0 and not can_pay_for_act(t, s):
        s.phase = END_TURN
        return
    s.phase = CHOOSE_ACT
    s.to_act = s.turn


@rule
def least_need(t: Table, s: State):
    """DC-41 The smallest size with which some controlled car can be driven."""
    least = NO_RUN
    for car in range(t.cars):
        least = min(least, s.need[car])
    return least


@rule
def can_pay_for_act(t: Table, s: State):
    """DC-50 DC-53 Whether a chip could be paid to continue or borrow a car."""
    if s.chips[s.turn] == 0:
        return False
    for car in range(t.cars):
        if can_continue(s, car) or can_borrow(s, car):
            return True
    return False


@rule
def can_continue(s: State, car: int):
    """DC-50 A stopped controlled car."""
    return s.stopped[car] == 1 and is_controlled(s, car)


@rule
def can_borrow(s: State, car: int):
    """DC-53 A car of another player, not borrowed yet."""
    return s.spot[car] != OFF and s.owner[car] != s.turn and s.borrowed[car] == 0


@rule
def act_options(t: Table, s: State, out: list[int]):
    """DC-40 End, drive, continue, borrow or juke."""
    out[0] = END
    n = 1
    size = reachable_size(t, s)
    for car in range(t.cars):
        if s.need[car] <= size:
            out[n] = DRIVE + car
            n += 1
    if s.chips[s.turn] == 0:
        return n
    for car in range(t.cars):
        if can_continue(s, car):
            out[n] = CONTINUE + car
            n += 1
        elif can_borrow(s, car):
            out[n] = BORROW + car
            n += 1
    for pair in range(PAIRS):
        if is_in(s.jukes, pair):
            out[n] = JUKE + pair
            n += 1
    return n


@rule
def act(t: Table, s: State, move: int, log: list[int]):
    """DC-40 One act; unless the phase is ended, the next one is asked for."""
    if move == END:
        s.phase = END_TURN
    elif move < CONTINUE:
        s.mover = move - DRIVE
        s.declared = 0
        s.phase = OFFER_DICE
    elif move < BORROW:
        continue_car(s, move - CONTINUE, log)
    elif move < JUKE:
        borrow(s, move - BORROW, log)
    else:
        juke(s, move - JUKE, log)


# Continue and borrow


@rule
def continue_car(s: State, car: int, log: list[int]):
    """DC-50 A stopped car may be played again."""
    pay_chip(s)
    s.stopped[car] = 0
    note(log, CONTINUED, s.turn, named_car(s, car), 0)
    s.phase = OFFER_ACT


@rule
def borrow(s: State, car: int, log: list[int]):
    """DC-53 Another player's car is controlled until the end of this turn."""
    pay_chip(s)
    s.borrowed[car] = 1
    note(log, BORROWED, s.turn, named_car(s, car), 0)
    s.phase = OFFER_ACT


# Juke


@rule
def find_jukes(t: Table, s: State):
    """DC-51 Every pair of cars next to each other, one of them controlled and not stopped."""
    s.jukes = 0
    if s.chips[s.turn] == 0:
        return
    for one in range(t.cars - 1):
        if s.spot[one] != OFF:
            for two in range(one + 1, t.cars):
                if (can_start_juke(s, one) or can_start_juke(s, two)) and are_next(t, s, s.spot[one], s.spot[two]):
                    s.jukes = with_one(s.jukes, PAIR_FIRST[one] + two - one - 1)


@rule
def can_start_juke(s: State, car: int):
    """DC-51 A controlled car that is not stopped."""
    return s.stopped[car] == 0 and is_controlled(s, car)


@rule
def are_next(t: Table, s: State, one: int, two: int):
    """DC-51 DC-52 Beside each other, or one step apart without a gate; seams have none."""
    if two == OFF:
        return False
    if card_of(one) == card_of(two):
        place = place_of(s, one)
        return is_in(t.beside[place] if t.juke_beside else t.near[place], number_on_card(two))
    if t.juke_beside:
        return False
    if card_of(one) == card_of(two) + 1:
        return is_seam(t, s, two, one)
    return card_of(two) == card_of(one) + 1 and is_seam(t, s, one, two)


@rule
def is_seam(t: Table, s: State, behind: int, ahead: int):
    """Whether the one spot is an exit and the other an entry of the next card."""
    if not is_in(t.exit_mask[s.kind[card_of(behind)]], number_on_card(behind)):
        return False
    kind = s.kind[card_of(ahead)]
    spot = number_on_card(ahead)
    return t.entry[kind][0] == spot or t.entry[kind][1] == spot or t.entry[kind][2] == spot


@rule
def juke(s: State, pair: int, log: list[int]):
    """DC-51 DC-52 Two cars swap spots; that is no movement."""
    one = 0
    while one < 6 and pair >= PAIR_FIRST[one + 1]:
        one += 1
    two = one + 1 + pair - PAIR_FIRST[one]
    pay_chip(s)
    note(log, JUKED, s.turn, named_car(s, one), named_car(s, two))
    spot = s.spot[one]
    s.spot[one] = s.spot[two]
    s.spot[two] = spot
    s.phase = OFFER_ACT
