"""NPDs: VL-80 to VL-86, and how they drive in solo play, VL-115 to VL-117."""

from paddock.engine import (
    is_in,
    note,
    rule,
    size_of,
)

from ..events import NPD_ROLLED
from ..state import (
    CARS,
    CROSSOVER,
    DIRECTIONS,
    DRAFT,
    END,
    MINIMUM,
    OUTSIDE,
    PRIMARY,
    SIDE_DRAFT,
    SOLO,
    STEP,
    State,
    Table,
)
from .model import (
    open_from,
    running_key,
)


@rule
def face_actions(t: Table, s: State, log: list[int]):
    """VL-80 VL-81 What the die gives an NPD; returns its Move and its maneuvers, and sets the minimum."""
    number = s.die[s.car]
    maneuvers = t.npd_maneuvers[s.car][number]
    s.minimum = MINIMUM[1 + size_of(maneuvers)]
    note(log, NPD_ROLLED, s.car, 8 * s.car + number, 0)
    return t.npd_move[s.car][number], maneuvers


@rule
def can_stop(s: State, steps: int, maneuvers: int):
    """VL-40 VL-81 VL-82 Whether END is legal: always for a primary, for an NPD with its minimum done or nothing left.

    Solo NPDs stop only when nothing at all can be performed (VL-115).
    """
    if s.kind[s.car] == PRIMARY:
        return True
    if s.kind[s.car] == SOLO:
        return steps == 0 and maneuvers == 0
    if s.used + s.complete >= s.minimum:
        return True
    if s.begun and not s.complete:
        return False
    return maneuvers == 0 and (steps == 0 or s.complete == 1)


@rule
def steps_left(s: State):
    """VL-36 VL-44 VL-65 How many steps the driver may still make in what is going on."""
    if s.in_bonus:
        return s.bonus_left
    return s.lane_left if s.complete else s.move_left


# Solo NPDs


@rule
def solo_choice(t: Table, s: State):
    """VL-117 A step under way; the first of Draft, Crossover, Side Draft; a step; else the end of the turn."""
    steps = open_from(s, STEP, DIRECTIONS)
    if steps and s.begun:
        return best_step(t, s)
    if is_in(s.open, DRAFT):
        return DRAFT
    if open_from(s, CROSSOVER, CARS):
        return CROSSOVER + first_ahead(t, s)
    if open_from(s, SIDE_DRAFT, CARS):
        return SIDE_DRAFT + first_in_order(s, open_from(s, SIDE_DRAFT, CARS))
    return best_step(t, s) if steps else END


@rule
def first_ahead(t: Table, s: State):
    """VL-117 Whom to exchange with: straight, inside, outside, among the targets allowed."""
    for direction in range(DIRECTIONS):
        cell = t.step[direction][s.cell[s.car]]
        if cell >= 0 and s.on[cell] >= 0 and is_in(s.open, CROSSOVER + s.on[cell]):
            return s.on[cell]
    return -1


@rule
def first_in_order(s: State, cars: int):
    """VL-117 The first in running order among some cars."""
    best = -1
    for car in range(CARS):
        if is_in(cars, car) and (best < 0 or running_key(s, car) > running_key(s, best)):
            best = car
    return best


@rule
def best_step(t: Table, s: State):
    """VL-117 The empty space with the greatest run-out, straight first, then inside; none empty: push."""
    left = steps_left(s)
    best = STEP
    furthest = -1
    for direction in range(OUTSIDE + 1):
        cell = t.step[direction][s.cell[s.car]]
        if is_in(s.open, STEP + direction) and s.on[cell] < 0:
            reach = 1 + t.gain[direction][s.cell[s.car]] + run_out(t, s, cell, left - 1)
            if reach > furthest:
                furthest = reach
                best = STEP + direction
    return best


@rule
def run_out(t: Table, s: State, cell: int, steps: int):
    """VL-117 What `steps` advances from a space would gain if no other car moved."""
    gained = 0
    while steps > 0:
        ahead = t.advance_to[cell]
        if s.on[ahead] >= 0 and s.on[ahead] != s.car:
            break
        gained += t.advance_gain[cell]
        cell = ahead
        steps -= 1
    return gained
