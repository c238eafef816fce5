"""Race: rolling (PN-20..27). Hands are offered by kind: one mask of dice for each."""

from paddock.engine import (
    at_place,
    digit,
    is_in,
    rule,
    set_of,
    with_one,
)

from ..state import (
    ALL_DICE,
    DICE,
    MOST_REDLINES,
    V8,
    State,
    Table,
)
from .model import alike, count, current_value, free_dice, is_charger, redline_cost, stays_finishable

A_SET = 8  # bits for a set of dice, where several are packed into one number


@rule
def hand_set(t: Table, s: State, car: int):
    """PN-22..26 The hands that may be rolled: a set of sets of dice."""
    return hands_with(s, car, kept_hand(t, s, car))


@rule
def hands_with(s: State, car: int, must: int):
    """PN-22..25 The hands that may be rolled with some dice in them: a set of sets of dice."""
    free = free_dice(s, car)
    held = count(s.saved[car])
    left = count(ALL_DICE - s.placed[car])
    two = min(2, left) - held
    three = min(3, left) - held
    follow = followers(s, car, free)
    hands = 0
    if two > 0:
        hands = hands_of(two, free, must, follow, free)
    v8 = v8_dice(s, car, free)
    if v8 and three > two and three > 0:
        hands |= hands_of(three, free, must, follow, v8)
    return hands


@rule
def v8_dice(s: State, car: int, free: int):
    """PN-23 Mask of the V8 dice that may be rolled."""
    mask = 0
    for slot in range(DICE):
        if is_in(free, slot) and s.kind[car][slot] == V8:
            mask = with_one(mask, slot)
    return mask


@rule
def followers(s: State, car: int, free: int):
    """Dice of a kind are taken in a fixed order, those of the last hand first: for each slot the die before it."""
    follow = 0
    latest = 0  # by kind: the die taken last, as a set
    for turn in range(2):
        for slot in range(DICE):
            if is_in(free, slot) and is_in(s.last_hand[car], slot) == (turn == 0):
                kind = alike(s.kind[car][slot])
                before = digit(latest, kind, A_SET)
                follow |= at_place(before, slot, A_SET)
                latest += at_place(set_of(slot) - before, kind, A_SET)
    return follow


@rule
def hands_of(size: int, free: int, must: int, follow: int, some_of: int):
    """All hands of `size` dice that contain the dice of `must` and at least one of `some_of`."""
    hands = 0
    for first in range(DICE):
        if not is_in(free, first):
            continue
        if size == 1:
            hands |= as_hand(set_of(first), digit(follow, first, A_SET), free, must, some_of)
            continue
        for second in range(first + 1, DICE):
            pair = set_of(first) | set_of(second)
            needs = digit(follow, first, A_SET) | digit(follow, second, A_SET)
            if size == 2:
                hands |= as_hand(pair, needs, free, must, some_of)
            else:
                hands |= triples(pair, second, needs, free, must, follow, some_of)
    return hands


@rule
def triples(pair: int, second: int, needs: int, free: int, must: int, follow: int, some_of: int):
    """The hands of three that begin with a pair."""
    hands = 0
    for third in range(second + 1, DICE):
        hands |= as_hand(with_one(pair, third), needs | digit(follow, third, A_SET), free, must, some_of)
    return hands


@rule
def as_hand(mask: int, needs: int, free: int, must: int, some_of: int):
    """The bit of a hand, 0 if it is none."""
    outside = ALL_DICE - mask
    if mask & (ALL_DICE - free) or must & outside or needs & outside or mask & some_of == 0:
        return 0
    return set_of(mask)


@rule
def kept_hand(t: Table, s: State, car: int):
    """PN-26 Dice that must be rolled again: with sticky hands those of the last one, unless it is dead."""
    if t.sticky == 0 or is_dead_hand(t, s, car):
        return 0
    return s.last_hand[car] & free_dice(s, car)


@rule
def is_dead_hand(t: Table, s: State, car: int):
    """PN-26 Whether no die of the hand could go on the current space and leave the car finishable."""
    for slot in range(DICE):
        if is_in(s.last_hand[car], slot) and could_go(t, s, car, slot):
            return False
    return True


@rule
def could_go(t: Table, s: State, car: int, slot: int):
    """Whether some face of a die fits the current space within the two redlines and leaves the car finishable."""
    kind = s.kind[car][slot]
    wanted = current_value(s, car)
    for face in range(1, 7):
        cost = redline_cost(kind, t.value[kind][face], wanted)
        if t.optional_boost and is_charger(kind):
            cost = min(cost, redline_cost(kind, face, wanted))
        if s.redlines[car] + cost <= MOST_REDLINES and cost < 2 and stays_finishable(t, s, car, slot, cost):
            return True
    return False


@rule
def grabs(s: State, car: int, hand: int):
    """PN-104 Dice that must be grabbed for a roll; the first hand is in the hand already."""
    if s.rolls[car] == 0:
        return 0
    return count(hand & (ALL_DICE - s.last_hand[car]))


@rule
def pick_up(s: State, car: int, hand: int):
    """PN-25 PN-27 The fresh dice lose their values and the hand is rolled: which faces it shows is chance."""
    for slot in range(DICE):
        if is_in(s.fresh[car], slot):
            s.face[car][slot] = 0
    s.fresh[car] = 0
    s.last_hand[car] = hand | s.saved[car]
    s.used[car] = 0
    s.rolls[car] += 1


@rule
def show_face(s: State, car: int, slot: int, face: int):
    """PN-27 A die shows a face."""
    s.face[car][slot] = face
    s.fresh[car] = with_one(s.fresh[car], slot)


@rule
def face_outcomes(out: list[int], weight: list[int]):
    """PN-27 A fair die."""
    for face in range(6):
        out[face] = face
        weight[face] = 1
    return 6
