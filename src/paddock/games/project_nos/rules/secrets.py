"""What a seat may know (PN-97, PN-107): no dice in the air, and in rounds nothing of what rivals did this round."""

from paddock.engine import (
    is_in,
    lowest_of,
    rule,
    size_of,
    uniform,
    without_lowest,
)

from ..state import (
    ACT,
    DICE,
    FACE,
    PLACE,
    PLACE_FACE,
    PLACING,
    RELEASE,
    ROUNDS,
    RUNNING,
    SAVE,
    THEN,
    State,
    Table,
)
from .finishing import is_racing
from .placing import ACTIONS, action_set, land, placing_cost, release_die, save_die
from .rolling import hand_set, pick_up, show_face


@rule
def copy_racer(s: State, one: int, other: int):
    """PN-97 Copy a racer's position to another entry, without the placement that is under way."""
    s.fresh[one] = s.fresh[other]
    s.saved[one] = s.saved[other]
    s.placed[one] = s.placed[other]
    for slot in range(DICE):
        s.face[one][slot] = s.face[other][slot]
        s.space[one][slot] = s.space[other][slot]
    s.next[one] = s.next[other]
    s.redlines[one] = s.redlines[other]
    s.used[one] = s.used[other]
    s.last_hand[one] = s.last_hand[other]
    s.rolls[one] = s.rolls[other]
    s.status[one] = s.status[other]
    s.due[one] = s.due[other]
    s.settle[one] = s.settle[other]
    s.last_placed[one] = s.last_placed[other]
    s.ended[one] = s.ended[other]


@rule
def keep_round(t: Table, s: State):
    """PN-97 A copy of every racer, made whenever a round begins."""
    for car in range(t.seats):
        copy_racer(s, THEN + car, car)


@rule
def put_back(s: State, car: int):
    """PN-97 A racer as it stood when the round began."""
    copy_racer(s, car, THEN + car)
    s.step[car] = 0
    s.hand_die[car] = -1
    s.hand_cost[car] = 0


@rule
def hide(t: Table, s: State, seat: int):
    """PN-97 PN-107 Blank what a seat may not know while a race is on."""
    if not is_racing(s):
        return
    if t.clock == ROUNDS:
        for car in range(t.seats):
            if car != seat:
                put_back(s, car)
        if s.phase == FACE and s.who != seat:
            s.todo = 0
        if s.phase == ACT:  # who rolled last tells whether the one before has rolled at all
            s.who = s.turn
    for car in range(t.seats):
        if s.settle[car] > s.now or is_rolling(s, car):
            blank_faces(s, car)


@rule
def is_rolling(s: State, car: int):
    """Whether a racer's faces are just being drawn."""
    return s.phase == FACE and s.who == car


@rule
def blank_faces(s: State, car: int):
    """PN-107 Dice in the air show nothing."""
    for slot in range(DICE):
        if is_in(s.fresh[car], slot):
            s.face[car][slot] = 0


@rule
def imagine(t: Table, s: State, seat: int, random: list[int]):
    """PN-97 PN-107 Rivals who have acted this round act at random, dice in the air get faces."""
    if not is_racing(s):
        return
    if t.clock == ROUNDS:
        asked = s.who if s.phase == FACE else s.turn
        for car in range(t.seats):
            if car != seat and s.status[THEN + car] == RUNNING and has_acted(s, car, asked):
                act_at_random(t, s, car, random)
    for car in range(t.seats):
        if s.settle[car] > s.now or is_rolling(s, car):
            throw_again(s, car, random)


@rule
def has_acted(s: State, car: int, asked: int):
    """PN-97 Racers are asked in seat order: those before the one asked now have acted, as has one whose dice roll."""
    return car < asked or (car == asked and s.phase == FACE)


@rule
def throw_again(s: State, car: int, random: list[int]):
    """Fair faces for the dice of a roll."""
    for slot in range(DICE):
        if is_in(s.fresh[car], slot):
            s.face[car][slot] = 1 + uniform(random, 6)


@rule
def act_at_random(t: Table, s: State, car: int, random: list[int]):
    """PN-97 Random legal actions up to the next roll, or out of the race."""
    while s.status[car] == RUNNING and s.due[car] <= s.now:
        hands = hand_set(t, s, car)
        actions = action_set(t, s, car)
        ticket = uniform(random, size_of(hands) + size_of(actions))
        if ticket < size_of(hands):
            commit(t, s, car, nth_of(hands, ticket))
        else:
            do_action(t, s, car, ACTIONS + nth_of(actions, ticket - size_of(hands)))


@rule
def nth_of(numbers: int, n: int):
    """The member of a set of numbers that has `n` lower ones."""
    for _ in range(n):
        numbers = without_lowest(numbers)
    return lowest_of(numbers)


@rule
def commit(t: Table, s: State, car: int, hand: int):
    """PN-95 A roll is committed: its dice are in the air."""
    pick_up(s, car, hand)
    s.due[car] = s.now + 1
    s.settle[car] = s.now + 1
    if s.phase == FACE and s.who == car:
        s.todo = hand
        return
    while hand:
        show_face(s, car, lowest_of(hand), 1)
        hand = without_lowest(hand)


@rule
def do_action(t: Table, s: State, car: int, move: int):
    """An action that is no roll, in no time."""
    if SAVE <= move < RELEASE:
        save_die(s, car, move - SAVE)
    elif RELEASE <= move < PLACE_FACE:
        release_die(s, car, move - RELEASE)
    else:
        s.hand_cost[car] = placing_cost(t, s, car, move)
        s.hand_die[car] = move - PLACE_FACE if move >= PLACE_FACE else move - PLACE
        s.step[car] = PLACING
        land(t, s, car)
        s.hand_cost[car] = 0


@rule
def hidden_turn(t: Table, s: State):
    """PN-97 What a racer does in a round, from its first choice to the last face of its roll: -1 for none, else the
    race, the round and the seat as one number."""
    if t.clock != ROUNDS or (s.phase != ACT and s.phase != FACE):
        return -1
    return 64 * (64 * s.race + s.now) + (s.turn if s.phase == ACT else s.who)


@rule
def sees(t: Table, s: State, seat: int):
    """PN-97 PN-107 Nobody sees faces in the air; in rounds only the racer sees what it does."""
    if s.phase == FACE:
        return 0
    if t.clock == ROUNDS and s.phase == ACT:
        return 1 if seat == s.turn else 0
    return 1
