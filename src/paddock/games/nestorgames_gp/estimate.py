"""Quick judgement: how each car stands, and a sensible choice. Used by bots and playouts, never by the rules."""

from paddock.engine import mix_weights, rule, settle_chances, share_out_worth, turns_before, uniform

from .rules.items import target_distance
from .rules.model import leading_car, progress
from .rules.scoring import race_place
from .state import (
    CARS,
    CHOOSE_ROUTE,
    DICE,
    FILL_TRAY,
    FIX,
    FLIP,
    KINDS,
    PLACE_PIECE,
    QUALIFY,
    RACE_DIE,
    RACE_OVER,
    ROCKET,
    ROLL,
    ROLL_OR_STOP,
    STOP,
    TURBO,
    USE,
    WRENCH,
    State,
    Table,
)

TRAITS = (
    "steps",  # driven since the start
    *("far_behind", "very_far_behind", "far_ahead"),  # steps beyond NEAR or FAR behind or ahead of the best rival
    "nearly_home",  # steps that are missing to LAST_STEPS of the way
    "on_the_grid",
    "qualifying_value",  # before there is a grid
    *("belly_up", "dice", "dice_missing", "on_a_corner", "cylinder_spent", "safety_car"),
    *("turbos", "rockets", "bombs", "wrenches", "oils"),  # held
    "turns_before",  # in 64ths of a round: how long until this car's turn
    *("on_turn", "to_roll", "points", "points_now", "second_die", "third_die", "bust_on_a_corner", "turbo_on"),
)
(GRID, BELLY_UP, HELD, BEFORE, ON_TURN) = (5, 7, 13, 18, 19)
KNOTS = (2, 8, 16, 32, 64, 128, 256)  # steps that the foremost car has to go
NEAR, FAR = 8, 24
LAST_STEPS = 12
GROUPS = 2 * (CARS - 1)
RISING = ()  # traits of which more is never worse
FITTED_TO = ("board", "laps", "safety_car")  # options raced with some number of seats
GROUPED = ("items",)  # and with every number of seats


@rule
def estimate(t: Table, s: State, value: list[int]):
    """Chances to win in thousandths: how far each car has come, what it lacks, and the dice of the turn under way."""
    first = winner(t, s)
    if first >= 0:
        settle_chances(value, t.seats, first)
        return
    best, second = foremost(t, s)
    mix_weights(t, to_go(t, s, best), value)
    for car in range(t.seats):
        value[car] = worth(t, s, car, best, second, value, t.seats)
    share_out_worth(t, value)


@rule
def winner(t: Table, s: State):
    """The car that has won already, -1 for none."""
    for car in range(t.seats):
        if s.place[car] == 1 or (s.phase == RACE_OVER and race_place(t, s, car) == 1):
            return car
    return -1


@rule
def group(t: Table):
    """Tables of as many cars, with or without items, are as hard to foresee."""
    return t.seats - 2 + (CARS - 1 if t.items else 0)


@rule
def foremost(t: Table, s: State):
    """How far the foremost car has come, and the next one."""
    best = -CARS
    second = -CARS
    for car in range(t.seats):
        steps = far(t, s, car)
        second = max(second, min(best, steps))
        best = max(best, steps)
    return best, second


@rule
def to_go(t: Table, s: State, best: int):
    """Steps that the foremost car has to go."""
    return t.laps * t.lap_length - best


@rule
def far(t: Table, s: State, car: int):
    """Steps driven since the start; 0 before there is a grid."""
    return progress(t, s, car) if s.step[car] > 0 else 0


@rule
def way(t: Table, s: State, car: int):
    """The same for the lab, which also asks about cars that have finished."""
    return t.laps * t.lap_length + CARS - s.place[car] if s.place[car] else far(t, s, car)


# What is weighed of a car: `w` has the weights of all traits, from `at` on


@rule
def worth(t: Table, s: State, car: int, best: int, second: int, w: list[int], at: int):
    """The sum of a car's traits, each times its weight."""
    if s.step[car] == 0:
        return s.value[car] * w[at + GRID + 1]
    steps = far(t, s, car)
    rival = second if steps == best else best
    total = steps * w[at]
    total += max(0, rival - steps - NEAR) * w[at + 1]
    total += max(0, rival - steps - FAR) * w[at + 2]
    total += max(0, steps - rival - NEAR) * w[at + 3]
    total += max(0, LAST_STEPS - to_go(t, s, steps)) * w[at + 4]
    if steps < 0:
        total += w[at + GRID]
    total += car_worth(t, s, car, w, at + BELLY_UP)
    if t.items:
        for kind in range(1, KINDS):
            total += s.held[car][kind] * w[at + HELD + kind - 1]
    if car == s.turn:
        return total + turn_worth(t, s, w, at + ON_TURN)
    return total + turns_before(car, s.turn, t.seats) * w[at + BEFORE]


@rule
def car_worth(t: Table, s: State, car: int, w: list[int], at: int):
    """What a car is like."""
    total = s.belly_up[car] * w[at] + s.dice[car] * w[at + 1] + max(0, 3 - s.dice[car]) * w[at + 2]
    total += t.corner[s.step[car]] * w[at + 3] + s.cylinder_spent[car] * w[at + 4]
    return total + s.safety[car] * w[at + 5]


@rule
def turn_worth(t: Table, s: State, w: list[int], at: int):
    """GP-27 GP-28 What the turn under way has brought and may still bring or cost."""
    if s.phase == CHOOSE_ROUTE:
        return w[at] + s.points * w[at + 3]
    if s.phase == ROLL_OR_STOP:
        return w[at] + s.total * w[at + 3] + s.turbo_on * w[at + 7]
    if s.phase != RACE_DIE:
        return w[at]
    total = w[at] + w[at + 1] + s.total * w[at + 2] + s.turbo_on * w[at + 7]
    if s.dice_rolled == 1:
        total += w[at + 4]
    if s.dice_rolled >= 2:
        total += (s.dice_rolled - 1) * w[at + 5]
    return total + s.dice_rolled * t.corner[s.step[s.turn]] * w[at + 6]


@rule
def suggest(t: Table, s: State, out: list[int], n: int, random: list[int]):
    """A quick sensible choice."""
    if s.phase == ROLL_OR_STOP or s.phase == QUALIFY:
        return ROLL if is_worth_rolling(t, s) else STOP
    if s.phase == CHOOSE_ROUTE:
        return out[n - 1]
    if s.phase == FILL_TRAY or s.phase == PLACE_PIECE:
        return out[uniform(random, n)]
    return turn_choice(t, s, out, n)


@rule
def is_worth_rolling(t: Table, s: State):
    """Two dice at least, a third with 6 or less; on a corner a bust is a crash, so a good first die is enough."""
    if s.phase == ROLL_OR_STOP and t.corner[s.step[s.turn]]:
        return s.dice_rolled == 1 and s.total <= 4
    return s.dice_rolled == 1 or (s.dice_rolled == 2 and s.total <= 6)


@rule
def turn_choice(t: Table, s: State, out: list[int], n: int):
    """Use what helps now, fix a car with fewer than three dice, otherwise roll."""
    best = out[0]
    for i in range(n):
        if out[i] > FLIP and is_item_worth_using(t, s, out[i] - USE):
            return out[i]
        if out[i] == FIX and s.dice[s.turn] < 3:
            best = FIX
    return best


@rule
def is_item_worth_using(t: Table, s: State, kind: int):
    """A wrench for a wreck, a rocket at close range, a turbo on the straight, hazards when a car is behind."""
    car = s.turn
    if kind == WRENCH:
        return s.belly_up[car] == 1 or s.dice[car] <= DICE - 3
    if kind == ROCKET:
        return target_distance(t, s, car) <= 4
    if kind == TURBO:
        return t.corner[s.step[car]] == 0
    return leading_car(t, s) == car
