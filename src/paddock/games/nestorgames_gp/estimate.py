"""Quick judgement: how each car stands, and a sensible choice. Used by bots and playouts, never by the rules."""

from paddock.engine import (
    halved,
    rule,
    uniform,
)

from .rules.items import target_distance
from .rules.model import leading_car, progress
from .state import (
    CARS,
    CHOOSE_ROUTE,
    DICE,
    FILL_TRAY,
    FIX,
    FLIP,
    PLACE_PIECE,
    QUALIFY,
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

BEHIND = 8  # this many steps behind halve the chance to win
TURN = 6  # steps that a turn is worth


@rule
def estimate(t: Table, s: State, value: list[int]):
    """Chance to win: halved for each 8 steps behind, a lost turn and lost dice counted as steps."""
    best = -1000000
    for car in range(t.seats):
        best = max(best, standing(t, s, car))
    total = 0
    for car in range(t.seats):
        value[car] = chance_weight(best - standing(t, s, car))
        total += value[car]
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
def standing(t: Table, s: State, car: int):
    """Progress in steps, less what a crash still costs; the winner stands out of reach."""
    if s.place[car] > 0:
        return 1000 * (CARS + 1 - s.place[car])
    if s.step[car] == 0:
        return 0
    steps = progress(t, s, car) - TURN * s.belly_up[car]
    if s.dice[car] < 3:
        steps -= (TURN - 2) * (3 - s.dice[car])
    return steps


@rule
def chance_weight(behind: int):
    """65536 for the best car, halved for each 8 steps behind, with linear interpolation between."""
    halvings = behind // BEHIND
    if halvings >= 16:
        return 0
    weight = halved(65536, halvings)
    return weight - weight * (behind % BEHIND) // (2 * BEHIND)


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
