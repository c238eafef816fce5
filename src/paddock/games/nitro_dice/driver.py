"""A driver that finishes races: the quick choice of the easiest bots and of playouts, never used by the rules."""

from paddock.engine import (
    digit,
    is_in,
    rule,
    uniform,
)

from .estimate import (
    A_TYPE,
    CARD_HELD,
    pace,
    promise,
    type_counts,
)
from .rules.cards import has_type
from .rules.entering import is_hazard
from .rules.model import car_on, is_in_garage, section_of
from .rules.winning import race_place
from .state import (
    BRAKE,
    CARD,
    CHOOSE_CARD,
    CHOOSE_DRAFT,
    CHOOSE_SPEED,
    CHOOSE_STEP,
    CHOOSE_WHERE,
    DRIFT,
    END,
    FOR_MATCH,
    FORWARD,
    GAP,
    GARAGE,
    GO,
    LANE,
    LANES,
    LEFT,
    MATCH,
    NITRO,
    PASS,
    PAY_HANDLING,
    PIT,
    RED,
    RESIST,
    STRAIGHT,
    TAKE_DAMAGE,
    THREE,
    WHERE,
    YELLOW,
    State,
    Table,
)


@rule
def suggest(t: Table, s: State, out: list[int], n: int, random: list[int]):
    """A quick sensible choice."""
    if s.phase == CHOOSE_STEP:
        return step_choice(t, s)
    if s.phase == CHOOSE_CARD:
        return card_choice(t, s, out, n)
    if s.phase == PAY_HANDLING:
        return handling_choice(s, out, n)
    if s.phase == CHOOSE_SPEED:
        return speed_choice(t, s, out, n)
    if s.phase == CHOOSE_DRAFT:
        return draft_choice(t, s)
    if s.phase == CHOOSE_WHERE:
        return where_choice(t, s, out, n, random)
    return place_choice(t, s, out, n)


@rule
def speed_choice(t: Table, s: State, out: list[int], n: int):
    """The speed whose spaces promise most; a change of two has to be worth its card."""
    car = s.turn
    if is_in_garage(s.space[car]):
        return max(out[0], min(out[n - 1], 4))
    best = out[0]
    most = -1000000
    for i in range(n):
        change = out[i] - s.speed[car]
        worth = promise(t, s, car, s.space[car], out[i]) + pace(out[i])
        if change == 2 or change == -2:
            worth -= 2 * CARD_HELD
        if worth >= most:
            most = worth
            best = out[i]
    return best


@rule
def is_open(s: State, step: int):
    """Whether a step is among those offered."""
    return is_in(s.steps, step - FORWARD)


@rule
def step_choice(t: Table, s: State):
    """Forward where the road is free, round what is in the way, and nitrous where it helps."""
    car = s.turn
    if is_in_garage(s.space[car]):
        return garage_choice(s)
    if s.condition[car] <= 5 and s.speed[car] - s.spent >= 2:
        if is_open(s, LANE + GARAGE):
            return LANE + GARAGE
        if is_open(s, DRIFT + GARAGE):
            return DRIFT + GARAGE
    if is_open(s, FORWARD):
        return FORWARD if is_clear(t, s, t.forward[s.space[car]]) else way_round(t, s)
    if is_open(s, NITRO) and is_boost_good(t, s):
        return NITRO
    return END


@rule
def is_boost_good(t: Table, s: State):
    """Two clear spaces ahead, paid for by the hand."""
    first = t.forward[s.space[s.turn]]
    return is_clear(t, s, first) and is_clear(t, s, t.forward[first]) and has_type(s, s.turn, STRAIGHT)


@rule
def is_clear(t: Table, s: State, space: int):
    """Neither a car nor a hazard on a space."""
    return car_on(t, s, space) < 0 and not is_hazard(t, s, space)


@rule
def way_round(t: Table, s: State):
    """Drift or change lanes onto a clear space; past a pair through the gap; behind a car, brake; else go on."""
    space = s.space[s.turn]
    for lane in range(LANES - 1):
        if is_open(s, DRIFT + lane) and is_clear(t, s, t.drift[space][lane]):
            return DRIFT + lane
    for lane in range(LANES - 1):
        beside = t.beside[space][lane]
        if is_open(s, LANE + lane) and is_clear(t, s, beside) and is_clear(t, s, t.forward[beside]):
            return LANE + lane
    if is_open(s, GAP + LEFT):
        return GAP + LEFT
    if is_open(s, BRAKE) and car_on(t, s, t.forward[space]) >= 0:
        return BRAKE
    return FORWARD


@rule
def garage_choice(s: State):
    """Repair until nearly as new, then leave."""
    if s.condition[s.turn] < 8 and is_open(s, PIT):
        return PIT
    for lane in range(LANES - 1):
        if is_open(s, DRIFT + lane):
            return DRIFT + lane
        if is_open(s, LANE + lane):
            return LANE + lane
    if is_open(s, FORWARD):
        return FORWARD
    return PIT if is_open(s, PIT) else END


@rule
def handling_choice(s: State, out: list[int], n: int):
    """A matching card if there is one; three cards when the car is worn and the hand is full."""
    if out[0] == MATCH:
        return MATCH
    if n == 2 and s.condition[s.comer] <= 4 and s.cards[s.comer] >= 5:
        return THREE
    return TAKE_DAMAGE


@rule
def draft_choice(t: Table, s: State):
    """A free ride, unless it costs damage."""
    car = s.follower
    if s.cards[car] == 0:
        return GO
    target = t.forward[s.space[car]]
    crosses = section_of(target) != section_of(s.space[car])
    if is_hazard(t, s, target) or (crosses and not has_type(s, car, t.type[section_of(target)])):
        return RESIST
    return GO


@rule
def card_choice(t: Table, s: State, out: list[int], n: int):
    """The card that will be missed least: of the type most plentiful for the sections ahead."""
    if s.purpose == FOR_MATCH:
        return out[0]
    spare = spare_type(t, s, s.payer)
    for i in range(n):
        if t.face_type[out[i] - CARD] == spare:
            return out[i]
    return out[n - 1]


@rule
def spare_type(t: Table, s: State, car: int):
    """The type of which a hand has most beyond what the next five sections need."""
    left = type_counts(s, car)
    straight = digit(left, STRAIGHT, A_TYPE)
    red = digit(left, RED, A_TYPE)
    yellow = digit(left, YELLOW, A_TYPE)
    section = section_of(s.space[car])
    for _ in range(5):
        section = section + 1 if section + 1 < t.sections else 0
        straight -= 1 if t.type[section] == STRAIGHT else 0
        red -= 1 if t.type[section] == RED else 0
        yellow -= 1 if t.type[section] == YELLOW else 0
    if straight >= red and straight >= yellow:
        return STRAIGHT
    return RED if red >= yellow else YELLOW


@rule
def place_choice(t: Table, s: State, out: list[int], n: int):
    """A leader whose hand is full lays a hazard; everybody else keeps the cards."""
    car = s.turn
    if s.cards[car] + 2 > s.condition[car] and race_place(t, s, car) == 1:
        for i in range(1, n):
            face = out[i] - CARD
            if t.hazards[2 * face] and t.face_type[face] == spare_type(t, s, car):
                return out[i]
    return PASS


@rule
def where_choice(t: Table, s: State, out: list[int], n: int, random: list[int]):
    """Close behind this player's car, whichever way round."""
    here = section_of(s.space[s.turn])
    best = out[uniform(random, n)]
    nearest = t.sections
    for i in range(n):
        back = here - ((out[i] - WHERE) // 2)
        if back < 0:
            back += t.sections
        if back < nearest:
            nearest = back
            best = out[i]
    return best
