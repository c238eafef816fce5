"""Driving under the safety car: GP-122 to GP-125."""

from paddock.engine import note, rule

from ..events import SAFETY_CAR_IN
from ..state import OIL, State, Table
from .finish import is_last_lap
from .model import follow_road, leading_car, other_car_on, progress, slide_end


@rule
def begin_under_safety_car(t: Table, s: State):
    """GP-122 GP-123 Whether this turn is under the safety car, and whether the car leads and rolls one die only."""
    s.deployed = 0
    s.under_safety_car = 1 if s.safety[s.turn] > 0 else 0
    s.one_die_only = 1 if s.under_safety_car and leading_car(t, s) == s.turn else 0


@rule
def count_safety_turn(s: State, log: list[int]):
    """GP-122 The counter drops at the end of the turn, unless the safety car was deployed again during it."""
    if s.under_safety_car and not s.deployed and s.safety[s.turn] > 0:
        s.safety[s.turn] -= 1
        if s.safety[s.turn] == 0:
            note(log, SAFETY_CAR_IN, s.turn, 0, 0)


@rule
def is_forbidden(t: Table, s: State, car: int, points: int, route: int):
    """GP-124 Whether a move would bump, crash into a car or overtake an upright one, teleport and slide included."""
    last_lap = is_last_lap(t, s, car)
    step, crossed, _ = follow_road(t, s.step[car], points, route, last_lap)
    if step != 0:
        if other_car_on(t, s, t.cell[step], car) >= 0:
            return True
        if t.teleport[step] != 0:
            step = t.teleport[step]
        elif s.thing[t.cell[step]] == OIL and not t.corner[step]:
            step, over_line = slide_end(t, step)
            crossed += over_line
            if over_line and last_lap:
                step = 0
    if step != 0 and other_car_on(t, s, t.cell[step], car) >= 0:
        return True
    return would_overtake(t, s, car, step, crossed)


@rule
def would_overtake(t: Table, s: State, car: int, step: int, crossed: int):
    """GP-124 GP-125 Whether an upright car that is ahead would be behind; at the flag (step 0) everybody is."""
    before = progress(t, s, car)
    after = (s.crossings[car] + crossed) * t.lap_length - t.to_go[step]
    for other in range(t.seats):
        if other == car or s.place[other] != 0 or s.belly_up[other]:
            continue
        theirs = progress(t, s, other)
        if theirs > before and (step == 0 or after > theirs):
            return True
    return False
