"""A driver that finishes races: the quick choice of the easiest bots and of playouts, never used by the rules."""

from paddock.engine import (
    digit,
    is_in,
    rule,
    uniform,
)

from .estimate import (
    A_TYPE,
    road_ahead,
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

TUNED = (  # habits: what the driver weighs, in hundredths of a space where not said otherwise, and a step of trying
    ("free", 10),  # a space that may be driven
    ("pace", 8),  # a point of speed, beyond this turn
    ("rolling", 30),  # not to stand still
    ("covered_border", 12),  # what a border costs that the hand covers
    ("bare_border", 30),  # and one that it does not; for a car in poor condition, and for one with a single point
    ("bare_border_poor", 30),
    ("bare_border_last", 20),
    ("hazard", 25),  # the same for a hazard
    ("hazard_poor", 30),
    ("hazard_last", 20),
    ("blocked", 35),  # and for a car in the way
    ("blocked_poor", 35),
    ("blocked_last", 20),
    ("speed_card", 25),  # what the card for a change of two costs
    ("poor", 1),  # points of condition that are poor
    ("pit_in", 1),  # points of condition with which a car goes into the garage
    ("pit_points", 1),  # points of movement that it must have left for that
    ("pit_out", 1),  # points of condition with which it leaves
    ("three_condition", 3),  # points of condition up to which it pays three cards instead of damage
    ("three_cards", 1),  # if it has as many cards as that
    ("look", 1),  # sections ahead for which cards are kept
    ("place_spare", 1),  # cards that a leader keeps free for drawing, rather than to lay a hazard
)
FREE, PACE, ROLLING, COVERED_BORDER, BARE_BORDER = range(5)
HAZARD, BLOCKED, SPEED_CARD, POOR = 7, 10, 13, 14
PIT_IN, PIT_POINTS, PIT_OUT, THREE_CONDITION, THREE_CARDS, LOOK, PLACE_SPARE = range(15, 22)
WRECK = 2000  # what damage costs more that puts a car out of the race


@rule
def suggest(t: Table, s: State, out: list[int], n: int, random: list[int]):
    """A quick sensible choice."""
    if s.phase == CHOOSE_STEP:
        return step_choice(t, s)
    if s.phase == CHOOSE_CARD:
        return card_choice(t, s, out, n)
    if s.phase == PAY_HANDLING:
        return handling_choice(t, s, out, n)
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
        worth = speed_worth(t, s, car, out[i])
        if change == 2 or change == -2:
            worth -= t.habits[car][SPEED_CARD]
        if worth >= most:
            most = worth
            best = out[i]
    return best


@rule
def speed_worth(t: Table, s: State, car: int, speed: int):
    """What the spaces of a speed promise, less what they cost."""
    free, covered_borders, bare_borders, hazards, is_blocked = road_ahead(t, s, car, s.space[car], speed)
    shape = shape_of(t, s, car)
    worth = free * t.habits[car][FREE] - covered_borders * t.habits[car][COVERED_BORDER]
    worth -= bare_borders * t.habits[car][BARE_BORDER + shape] + hazards * t.habits[car][HAZARD + shape]
    if is_blocked:
        worth -= t.habits[car][BLOCKED + shape]
    if t.eliminate and s.condition[car] == 1 and bare_borders + hazards > 0:
        worth -= WRECK
    return worth + t.habits[car][ROLLING] + speed * t.habits[car][PACE] if speed > 0 else worth


@rule
def shape_of(t: Table, s: State, car: int):
    """0 for a car in good condition, 1 in poor, 2 with a single point, which damage cannot take unless it wrecks."""
    if s.condition[car] == 1:
        return 2
    return 1 if s.condition[car] <= t.habits[car][POOR] else 0


@rule
def is_open(s: State, step: int):
    """Whether a step is among those offered."""
    return is_in(s.steps, step - FORWARD)


@rule
def step_choice(t: Table, s: State):
    """Forward where the road is free, round what is in the way, and nitrous where it helps."""
    car = s.turn
    if is_in_garage(s.space[car]):
        return garage_choice(t, s)
    if s.condition[car] <= t.habits[car][PIT_IN] and s.speed[car] - s.spent >= t.habits[car][PIT_POINTS]:
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
def garage_choice(t: Table, s: State):
    """Repair until nearly as new, then leave."""
    if s.condition[s.turn] < t.habits[s.turn][PIT_OUT] and is_open(s, PIT):
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
def handling_choice(t: Table, s: State, out: list[int], n: int):
    """A matching card if there is one; three cards when the car is worn and the hand is full."""
    if out[0] == MATCH:
        return MATCH
    car = s.comer
    if n == 2 and s.condition[car] <= t.habits[car][THREE_CONDITION] and s.cards[car] >= t.habits[car][THREE_CARDS]:
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
    """The type of which a hand has most beyond what the coming sections need."""
    left = type_counts(s, car)
    straight = digit(left, STRAIGHT, A_TYPE)
    red = digit(left, RED, A_TYPE)
    yellow = digit(left, YELLOW, A_TYPE)
    section = section_of(s.space[car])
    for _ in range(t.habits[car][LOOK]):
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
    if s.cards[car] + t.habits[car][PLACE_SPARE] > s.condition[car] and race_place(t, s, car) == 1:
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
