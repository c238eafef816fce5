"""What the rules are about: masks of dice, values, fits, and whether a car can still finish (section 2)."""

from paddock.engine import (
    is_in,
    moved_up,
    rule,
    without,
)

from ..state import (
    ALL_DICE,
    DICE,
    MOST_REDLINES,
    PERSON,
    PLACE_TIME,
    PLAIN,
    REALTIME,
    ROLL_TIME,
    ROUNDS,
    SAVE_TIME,
    SIMULATED,
    SPOILER,
    START,
    SUPERCHARGER,
    THINK,
    TURBOCHARGER,
    WIDE_TIRES,
    State,
    Table,
)

NO_FIT = 2
SUPER = 8  # a supercharger in a count of chargers, in which a turbocharger is 1


@rule
def count(mask: int):
    """How many dice a mask of six has."""
    pairs = mask - (mask >> 1 & 21)
    quads = (pairs & 51) + (pairs >> 2 & 51)
    return (quads + (quads >> 4)) & 15


@rule
def redline_cost(kind: int, value: int, wanted: int):
    """PN-31 PN-42 What a die of some value costs on a track card: 0 or 1 redlines, NO_FIT for two or more under."""
    over = value - wanted
    if over == 0:
        return 0
    if over < -1:
        return NO_FIT
    if over == -1:
        return 0 if kind == WIDE_TIRES else 1
    return 0 if over == 1 and kind == SPOILER else 1


@rule
def alike(kind: int):
    """Common and plain dice count as one kind in every choice."""
    return kind - 1 if kind == PLAIN else kind


@rule
def is_charger(kind: int):
    """Whether a die of this kind is converted."""
    return kind in (TURBOCHARGER, SUPERCHARGER)


@rule
def current_value(s: State, car: int):
    """The value of the current space."""
    return s.track[s.next[car] - 1]


@rule
def free_dice(s: State, car: int):
    """Mask of the dice that may be rolled: neither placed nor saved."""
    return ALL_DICE - s.placed[car] - s.saved[car]


@rule
def is_skill(t: Table, s: State, car: int):
    """PN-104 Whether a racer's durations are those of a skill."""
    return t.clock == SIMULATED or (t.clock == REALTIME and s.pilot[car] != PERSON)


@rule
def is_person(t: Table, s: State, car: int):
    """PN-102 Whether a racer acts when its player does."""
    return t.clock == REALTIME and s.pilot[car] == PERSON


@rule
def is_secret(t: Table):
    """PN-97 Whether rivals learn what a racer does only when the round is over."""
    return t.clock == ROUNDS


@rule
def can_fill(t: Table, s: State, spaces: int, left: int, redlines: int):
    """Whether the chargers left (counted by `chargers`) go on the spaces left (a mask); all other dice always do."""
    if left == 0 or t.leapfrog or t.optional_boost:
        return True
    low = 0
    fours = 0
    high = 0
    for i in range(DICE):
        if is_in(spaces, i):
            low += 1 if s.track[i] <= 3 else 0
            fours += 1 if s.track[i] == 4 else 0
            high += 1 if s.track[i] >= 4 else 0
    spare = MOST_REDLINES - redlines
    return left % SUPER <= low + min(fours, spare) and left // SUPER <= high + min(low, spare)


@rule
def chargers(s: State, car: int, mask: int):
    """Turbochargers of a mask of dice, and SUPER for each supercharger."""
    n = 0
    for slot in range(DICE):
        if is_in(mask, slot):
            n += charger_weight(s.kind[car][slot])
    return n


@rule
def charger_weight(kind: int):
    """What a die adds to the count of chargers."""
    if kind == TURBOCHARGER:
        return 1
    return SUPER if kind == SUPERCHARGER else 0


@rule
def spaces_from(space: int):
    """Mask of the spaces from this one on."""
    return ALL_DICE & moved_up(ALL_DICE, space - 1)


@rule
def is_finishable(t: Table, s: State, car: int):
    """PN-43 Whether some way leads to the finish within two redlines."""
    left = chargers(s, car, ALL_DICE - s.placed[car])
    return can_fill(t, s, spaces_from(s.next[car]), left, s.redlines[car])


@rule
def stays_finishable(t: Table, s: State, car: int, die: int, cost: int):
    """Whether the car could still finish after placing a die at a cost."""
    left = chargers(s, car, without(ALL_DICE - s.placed[car], die))
    return can_fill(t, s, spaces_from(s.next[car] + 1), left, s.redlines[car] + cost)


@rule
def is_duration(s: State):
    """PN-85 Whether chance must say how long something takes a skill."""
    if s.phase == THINK or s.phase == ROLL_TIME or s.phase == PLACE_TIME:
        return True
    return s.phase == START or s.phase == SAVE_TIME
