"""Quick judgement: how each car stands. Used by bots and for the win-chance bar, never by the rules.

Worth is counted in hundredths of a space.
"""

from paddock.engine import (
    at_place,
    digit,
    halved,
    mix_weights,
    rule,
    settle_chances,
    share_out_worth,
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
from .rules.replenishing import entitlement
from .rules.winning import race_place
from .state import (
    CARS,
    CHOOSE_CARD,
    CHOOSE_SPEED,
    DRAW_CARD,
    DRIFT,
    FIRST_FACE,
    FOR_BRAKE,
    FOR_DOWN,
    FOR_DRIFT,
    FOR_LANE,
    FOR_SPEED,
    FOR_THREE,
    LANE,
    NEXT_REPLENISH,
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
CONDITION = 300  # a point of condition above the first four
POOR_CONDITION = 400  # a point of the first four
CARD_HELD = 80
LOOK = 5  # sections ahead that count for this
WRECK = 4000  # the point of damage that puts a car out of the race
PAID = 60  # what a border costs that the hand covers
UNPAID = 60  # and one that it does not, beside the damage
A_TYPE = 8  # bits for the cards of a type, where those of all types are packed into one number
COLLISION = 100  # what a rear-end collision costs, beside the damage


TRAITS = (
    "road",  # how far it has come, with a step chosen but not paid yet, and its health, in hundredths of a space
    "coming",  # points of speed that it will still drive in this round
    *("speed", "cards", "tokens"),  # as they will be when what is being paid is paid
    "safety",  # what borders, hazards and cars in the way of its coming spaces will cost, below zero
    "covered",  # coming sections that the hand can pay, of LOOK
    "cards_to_come",  # that it will draw before the next round begins
)
RISING = TRAITS  # more is never worse
KNOTS = (0, 1, 3, 7, 14, 28, 60)  # sections that the foremost car has to go
GROUPS = 2 * (CARS - 1)
FITTED_TO = ("track", "laps", "wreck", "lap_leader", "nitro_madness")  # options raced with some number of seats
GROUPED = ("disaster_area",)  # and with every number of seats
LAST_SECTIONS = 8  # on which condition comes to count less and less
LOST = 1 << 40  # worth that leaves a car no chance


# Chances


@rule
def estimate(t: Table, s: State, value: list[int]):
    """Chances to win in thousandths: how each car stands, more so the fewer sections there are to go."""
    first = winner(t, s)
    if first >= 0:
        settle_chances(value, t.seats, first)
        return
    best, second = foremost(t, s)
    mix_weights(t, to_go(t, s, best), value)
    for car in range(t.seats):
        value[car] = worth(t, s, car, best, second, value, t.seats) - (LOST if s.wrecked[car] else 0)
    share_out_worth(t, value)


@rule
def winner(t: Table, s: State):
    """The car that has won, -1 before the race is over."""
    if s.phase == RACE_OVER:
        for car in range(t.seats):
            if race_place(t, s, car) == 1:
                return car
    return -1


@rule
def group(t: Table):
    """Races of as many cars, with hazards from the start or without, are as hard to foresee."""
    return t.seats - 2 + (CARS - 1 if t.disaster_hazards else 0)


@rule
def foremost(t: Table, s: State):
    """Borders that the foremost car has crossed, and the next one."""
    best = 0
    second = 0
    for car in range(t.seats):
        second = max(second, min(best, s.prog[car]))
        best = max(best, s.prog[car])
    return best, second


@rule
def to_go(t: Table, s: State, best: int):
    """Sections that the foremost car has to go."""
    return t.finish - best


@rule
def far(t: Table, s: State, car: int):
    """How far a car has come, in hundredths of a space."""
    if s.space[car] == OFF:
        return 0
    space = coming_space(t, s, car)
    return progress(t, space) + SECTION * s.prog[car] + (SECTION if has_crossed(s, car, space) else 0)


@rule
def worth(t: Table, s: State, car: int, best: int, second: int, w: list[int], at: int):
    """The sum of a car's traits, each times its weight: `w` has those from `at` on."""
    if s.space[car] == OFF:
        return 0
    space = coming_space(t, s, car)
    coming = points_to_come(s, car)
    total = (far(t, s, car) + health(s, car, to_go(t, s, best))) * w[at] + coming * w[at + 1]
    total += coming_speed(s, car) * w[at + 2]
    total += (s.cards[car] - cards_due(s, car)) * w[at + 3] + s.nitro[car] * w[at + 4]
    drawn = cards_to_come(s, car) * w[at + 7]
    return total + safety(t, s, car, space, coming) * w[at + 5] + covered(t, s, car, space) * w[at + 6] + drawn


@rule
def cards_to_come(s: State, car: int):
    """Cards that a car will still draw of the draws that have begun."""
    if s.phase != DRAW_CARD:
        return 0
    if s.drawer == car:
        return s.to_draw
    if s.then == NEXT_REPLENISH:
        for at in range(s.at + 1, s.running):
            if s.order[at] == car:
                return min(max(0, s.condition[car] - s.cards[car]), entitlement(s, at))
    return 0


@rule
def health(s: State, car: int, left: int):
    """What condition is worth, worked out by hand, less on the last sections: races say too much for it.

    Quick drivers lose hardly any, so a car that has lost some is one in trouble; with a weight fitted to that a driver
    who trusts the estimate repairs all the time.
    """
    worth = CONDITION * s.condition[car] + (POOR_CONDITION - CONDITION) * min(4, s.condition[car])
    return worth * min(LAST_SECTIONS, max(0, left)) // LAST_SECTIONS


@rule
def safety(t: Table, s: State, car: int, space: int, coming: int):
    """What its coming spaces and what it has not paid yet will cost a car, as a number below zero."""
    if is_in_garage(space):
        return -debt(t, s, car)
    return promise(t, s, car, space, coming) - PROMISED * coming - debt(t, s, car)


@rule
def points_to_come(s: State, car: int):
    """Points of speed that a car will still drive in this round."""
    if s.phase == CHOOSE_SPEED or is_paying(s, s.turn, FOR_SPEED):
        return coming_speed(s, car)
    if not is_question_of_a_turn(s) or is_paying(s, s.payer, FOR_DOWN):
        return 0
    if car == s.turn:
        return points_left(s, car, s.speed[car])
    for i in range(s.at + 1, s.running):
        if s.order[i] == car:
            return s.speed[car]
    return 0


# What a car still has to pay


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
def covered(t: Table, s: State, car: int, space: int):
    """Coming sections that the hand can pay."""
    left = type_counts(s, car)
    section = section_of(space)
    found = 0
    for _ in range(LOOK):
        section = section + 1 if section + 1 < t.sections else 0
        if digit(left, t.type[section], A_TYPE):
            left -= at_place(1, t.type[section], A_TYPE)
            found += 1
    return found


@rule
def promise(t: Table, s: State, car: int, space: int, points: int):
    """What `points` spaces straight ahead are worth, less the cost of borders, hazards and cars in the way."""
    free, covered_borders, bare_borders, hazards, is_blocked = road_ahead(t, s, car, space, points)
    hurt = halved(damage_cost(t, s, car), 1)  # it may still be avoided
    worth = PROMISED * free - PAID * covered_borders - (UNPAID + min(hurt, 2 * CARD_HELD)) * bare_borders
    return worth - hurt * hazards - (COLLISION + hurt if is_blocked else 0)


@rule
def road_ahead(t: Table, s: State, car: int, space: int, points: int):
    """Of `points` spaces straight ahead: those before a car in the way, borders that the hand covers and others,
    hazards, and whether there is such a car."""
    left = type_counts(s, car)
    free = 0
    covered_borders = 0
    bare_borders = 0
    hazards = 0
    for _ in range(points):
        ahead = t.forward[space]
        if car == s.turn and is_question_of_a_turn(s) and car_on(t, s, ahead) >= 0:
            return free, covered_borders, bare_borders, hazards, True
        free += 1
        if section_of(ahead) != section_of(space):
            kind = t.type[section_of(ahead)]
            if digit(left, kind, A_TYPE):
                left -= at_place(1, kind, A_TYPE)
                covered_borders += 1
            else:
                bare_borders += 1
        hazards += 1 if is_hazard(t, s, ahead) else 0
        space = ahead
    return free, covered_borders, bare_borders, hazards, False


@rule
def type_counts(s: State, car: int):
    """Cards of each type in a hand, packed into one number."""
    counts = 0
    for kind in range(STRAIGHT, YELLOW + 1):
        for face in range(FIRST_FACE[kind], FIRST_FACE[kind + 1]):
            counts += at_place(s.hand[car][face], kind, A_TYPE)
    return counts
