"""Quick judgement: how each car stands. Used by bots and for the win-chance bar, never by the rules.

Worth is counted in hundredths of a space.
"""

from paddock.engine import (
    at_place,
    digit,
    halved,
    rule,
)

from .rules.cards import has_type
from .rules.entering import is_hazard
from .rules.model import (
    car_on,
    index_of,
    is_in_garage,
    is_question_of_a_turn,
    lane_of,
    section_of,
)
from .rules.winning import race_place
from .state import (
    CHOOSE_CARD,
    DRIFT,
    FIRST_FACE,
    FOR_BRAKE,
    FOR_DRIFT,
    FOR_LANE,
    FOR_SPEED,
    FOR_THREE,
    LANE,
    OFF,
    PAY_HANDLING,
    RACE_OVER,
    STRAIGHT,
    YELLOW,
    State,
    Table,
)

SPACE = 100
SECTION = 3 * SPACE
GARAGE_EXIT = 150  # a card and a point to come out again
PROMISED = 75  # hundredths that a space still to be driven counts
PACE = 30  # a point of speed beyond this turn
ROLLING = 200  # not to stand still
CONDITION = 300  # a point of condition above the first four
POOR_CONDITION = 400  # a point of the first four
TOKEN = 60
CARD_HELD = 80
COVERED = 100  # a coming section that the hand can pay
LOOK = 5  # sections ahead that count for this
WRECK = 4000  # the point of damage that puts a car out of the race
PAID = 60  # what a border costs that the hand covers
UNPAID = 60  # and one that it does not, beside the damage
FAR = 100 * SPACE  # a larger lead counts no more
A_TYPE = 8  # bits for the cards of a type, where those of all types are packed into one number
COLLISION = 100  # what a rear-end collision costs, beside the damage


# How a car stands


@rule
def estimate(t: Table, s: State, value: list[int]):
    """Chance to win, in thousandths: a car some spaces behind weighs a quarter, and fewer spaces do so near the end."""
    best = standing(t, s, 0)
    nearest = t.finish
    for car in range(t.seats):
        best = max(best, standing(t, s, car))
        nearest = min(nearest, t.finish - s.prog[car])
    quarter = 600 + 20 * max(0, nearest)
    total = 0
    for car in range(t.seats):
        value[car] = chance_weight(best - standing(t, s, car), quarter)
        total += value[car]
    share_out(t, value, total)


@rule
def share_out(t: Table, value: list[int], total: int):
    """Weights become thousandths that add up to 1000."""
    given = 0
    first = 0
    for car in range(t.seats):
        if value[car] > value[first]:
            first = car
    for car in range(t.seats):
        value[car] = value[car] * 1000 // total
        given += value[car]
    value[first] += 1000 - given


@rule
def chance_weight(behind: int, quarter: int):
    """The weight of a car: about a quarter if `quarter` behind; a linear part keeps it falling up to 100 spaces."""
    share = 1024 * quarter // (quarter + behind)
    return 7 * share * share + 100 * max(0, FAR - behind)


@rule
def standing(t: Table, s: State, car: int):
    """Progress, and what speed, condition, tokens and hand promise; the winner stands out of reach."""
    if s.wrecked[car]:
        return -900000 + s.wrecked[car]
    if s.phase == RACE_OVER:
        return -1000000 * race_place(t, s, car)
    if s.space[car] == OFF:
        return 0
    speed = coming_speed(s, car)
    space = coming_space(t, s, car)
    worth = progress(t, space) + SECTION * s.prog[car] + (SECTION if has_crossed(s, car, space) else 0)
    worth += TOKEN * s.nitro[car] + CARD_HELD * (s.cards[car] - cards_due(s, car)) + pace(speed)
    worth += CONDITION * s.condition[car] + (POOR_CONDITION - CONDITION) * min(4, s.condition[car])
    worth -= debt(t, s, car)
    return worth + outlook(t, s, car, space, points_left(s, car, speed))


@rule
def pace(speed: int):
    """What a speed is worth beyond this turn."""
    return ROLLING + PACE * speed if speed > 0 else 0


@rule
def damage_cost(t: Table, s: State, car: int):
    """What a point of damage costs this car: the last point only if it is wrecked by it."""
    if s.condition[car] > 4:
        return CONDITION
    if s.condition[car] > 1:
        return POOR_CONDITION
    return WRECK if t.eliminate else 0


@rule
def progress(t: Table, space: int):
    """How far into its section a space is: both spaces of an inside lane lead as far as three elsewhere."""
    section = section_of(space)
    if is_in_garage(space):
        return SPACE * index_of(space) - GARAGE_EXIT
    if t.type[section] != STRAIGHT and lane_of(space) == t.inside[section]:
        return halved(3 * SPACE * index_of(space), 1)
    return SPACE * index_of(space)


# What a car has chosen but not paid yet counts as done.


@rule
def is_paying(s: State, car: int, purpose: int):
    """Whether a car's owner is choosing the card for something."""
    return s.phase == CHOOSE_CARD and s.payer == car and s.purpose == purpose


@rule
def coming_speed(s: State, car: int):
    """The speed after what is being paid."""
    if is_paying(s, car, FOR_SPEED):
        return s.wanted
    return s.speed[car] - 1 if is_paying(s, car, FOR_BRAKE) else s.speed[car]


@rule
def coming_space(t: Table, s: State, car: int):
    """The space after what is being paid."""
    space = s.space[car]
    if is_paying(s, car, FOR_LANE):
        return t.beside[space][s.step - LANE]
    return t.drift[space][s.step - DRIFT] if is_paying(s, car, FOR_DRIFT) else space


@rule
def has_crossed(s: State, car: int, space: int):
    """Whether that space is on the next section."""
    return section_of(space) != section_of(s.space[car])


@rule
def cards_due(s: State, car: int):
    """Cards that a choice already made will cost."""
    if s.phase != CHOOSE_CARD or s.payer != car:
        return 0
    return s.to_pay if s.purpose == FOR_THREE else 1


@rule
def debt(t: Table, s: State, car: int):
    """A border not paid yet, and a hazard about to be run over."""
    if s.phase == PAY_HANDLING and s.comer == car:
        covers = has_type(s, car, t.type[section_of(s.space[car])])
        return PAID if covers else UNPAID + damage_cost(t, s, car)
    if is_paying(s, car, FOR_LANE) or is_paying(s, car, FOR_DRIFT):
        return damage_cost(t, s, car) if is_hazard(t, s, coming_space(t, s, car)) else 0
    return 0


@rule
def points_left(s: State, car: int, speed: int):
    """Spaces a car has still to move: in its own turn what is left, otherwise what its die shows."""
    if car != s.turn or not is_question_of_a_turn(s) or is_paying(s, car, FOR_SPEED):
        return speed
    if s.over:
        return 0
    drifting = 1 if is_paying(s, car, FOR_DRIFT) else 0
    return max(0, speed - s.spent) + s.bonus - drifting


@rule
def outlook(t: Table, s: State, car: int, space: int, points: int):
    """What the hand is worth on the coming sections, and the spaces still to be driven."""
    left = type_counts(s, car)
    if is_in_garage(space):
        return covered(t, section_of(space), left) + halved(PROMISED * points, 1)
    return covered(t, section_of(space), left) + promise(t, s, car, space, points)


@rule
def covered(t: Table, section: int, left: int):
    """Coming sections that the hand can pay."""
    worth = 0
    for _ in range(LOOK):
        section = section + 1 if section + 1 < t.sections else 0
        if digit(left, t.type[section], A_TYPE):
            left -= at_place(1, t.type[section], A_TYPE)
            worth += COVERED
    return worth


@rule
def promise(t: Table, s: State, car: int, space: int, points: int):
    """What `points` spaces straight ahead are worth, less the cost of borders, hazards and cars in the way."""
    left = type_counts(s, car)
    hurt = halved(damage_cost(t, s, car), 1)  # it may still be avoided
    worth = 0
    for _ in range(points):
        ahead = t.forward[space]
        if car == s.turn and is_question_of_a_turn(s) and car_on(t, s, ahead) >= 0:
            return worth - COLLISION - hurt
        worth += PROMISED
        if section_of(ahead) != section_of(space):
            kind = t.type[section_of(ahead)]
            worth -= PAID if digit(left, kind, A_TYPE) else UNPAID + min(hurt, 2 * CARD_HELD)
            left -= at_place(1, kind, A_TYPE) if digit(left, kind, A_TYPE) else 0
        worth -= hurt if is_hazard(t, s, ahead) else 0
        space = ahead
    return worth


@rule
def type_counts(s: State, car: int):
    """Cards of each type in a hand, packed into one number."""
    counts = 0
    for kind in range(STRAIGHT, YELLOW + 1):
        for face in range(FIRST_FACE[kind], FIRST_FACE[kind + 1]):
            counts += at_place(s.hand[car][face], kind, A_TYPE)
    return counts
