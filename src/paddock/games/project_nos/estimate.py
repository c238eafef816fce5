"""Quick judgement: how many rolls a car still needs, and what that says about its chances. Never used by the rules."""

from paddock.engine import (
    halved,
    is_in,
    rule,
)

from .rules.finishing import game_place, is_racing
from .rules.model import count
from .state import (
    ALL_DICE,
    DICE,
    FINISHED,
    GAME_OVER,
    MOST_REDLINES,
    NITROUS,
    ROUNDS,
    RUNNING,
    THEN,
    V8,
    State,
    Table,
)

ONE = 4096  # certainty
ROLL = 1000  # a roll, in thousandths
HOPELESS = 60000  # for a space on which nothing fits
BEHIND = 1500  # this many thousandths of a roll behind halve the chance to win
FULL = 1 << 16


@rule
def rolls_to_go(t: Table, s: State, car: int, dice: int, space: int, spare: int, hand: int, given: int):
    """About how many rolls (in thousandths) the dice of a mask need from a space on, with `spare` redlines left.

    `hand` dice are rolled for the first space; the space `given` costs nothing. Every space is taken with the mean
    between average and best die: good dice are kept, but each is used once.
    """
    none = 0
    one = 0
    two = 0
    for at in range(DICE, space - 1, -1):
        if at == given:
            continue
        free, over = die_chances(t, s, car, dice, s.track[at - 1])
        rolled = hand if at == space else usual_hand(t, s, car, dice, at)
        fits = chance_of_one(rolled, free)
        redlines = chance_of_one(rolled, free + over) - fits
        two = with_redline(two, one, fits, redlines)
        one = with_redline(one, none, fits, redlines)
        none = with_redline(none, HOPELESS, fits, 0)
    if spare == 0:
        return none
    return one if spare == 1 else two


@rule
def die_chances(t: Table, s: State, car: int, dice: int, value: int):
    """The chance of a typical die of a mask to fit freely, and to fit with a redline."""
    free = 0
    over = 0
    best = 0
    n = 0
    for slot in range(DICE):
        if is_in(dice, slot):
            kind = s.kind[car][slot]
            faces = 2 * t.free_faces[kind][value]
            if kind == NITROUS:  # a saved die is as good as a second free face
                faces = 3
            free += faces
            over += t.redline_faces[kind][value]
            best = max(best, faces)
            n += 1
    if n == 0:
        return 0, 0
    return ONE * (free + n * best) // (24 * n), ONE * over // (6 * n)


@rule
def usual_hand(t: Table, s: State, car: int, dice: int, space: int):
    """Two dice, three with a V8, as many as are left."""
    left = DICE if t.leapfrog else DICE + 1 - space
    for slot in range(DICE):
        if is_in(dice, slot) and s.kind[car][slot] == V8:
            return min(3, left)
    return min(2, left)


@rule
def chance_of_one(dice: int, each: int):
    """The chance that at least one of some dice hits."""
    miss = ONE
    for _ in range(dice):
        miss = miss * (ONE - each) // ONE
    return ONE - miss


@rule
def with_redline(rest: int, rest_with_less: int, fits: int, redlines: int):
    """Rolls from a space on: wait for a free fit, or also take a redline, whichever is quicker."""
    patient = rest + (ONE * ROLL // fits if fits else HOPELESS)
    if fits + redlines == 0:
        return patient
    return min(patient, (ONE * ROLL + fits * rest + redlines * rest_with_less) // (fits + redlines))


@rule
def estimate(t: Table, s: State, value: list[int]):
    """Chance to win: halved for each roll and a half behind, more for wins so far."""
    total = 0
    for seat in range(t.seats):
        value[seat] = chance_weight(t, s, seat)
        total += value[seat]
    first = 0
    given = 0
    for seat in range(t.seats):
        if value[seat] > value[first]:
            first = seat
    for seat in range(t.seats):
        value[seat] = value[seat] * 1000 // total if total else 1000 // t.seats
        given += value[seat]
    value[first] += 1000 - given


@rule
def chance_weight(t: Table, s: State, seat: int):
    """How a seat stands: by its wins and, in a race, by the rolls to go against the best."""
    if s.phase == GAME_OVER:
        return FULL if game_place(t, s, seat) == 1 else 0
    if s.gone[seat]:
        return 0
    wins = 1 + s.wins[seat]
    if not is_racing(s):
        return FULL * wins
    best = HOPELESS
    for other in range(t.seats):
        best = min(best, rolls_left(t, s, other))
    behind = rolls_left(t, s, seat) - best
    halvings = behind // BEHIND
    weight = halved(FULL, halvings) if halvings < 16 else 0
    return (weight - weight * (behind % BEHIND) // (2 * BEHIND) + FULL // 64) * wins


@rule
def rolls_left(t: Table, s: State, car: int):
    """Rolls to go of a racer by what is public, in thousandths."""
    public = THEN + car if t.clock == ROUNDS else car
    if s.status[public] == FINISHED:
        return 0
    if s.status[public] != RUNNING:
        return HOPELESS
    dice = ALL_DICE - s.placed[public]
    hand = min(2, count(dice))
    return rolls_to_go(t, s, car, dice, s.next[public], MOST_REDLINES - s.redlines[public], hand, 0) + ROLL
