"""Starting grid choose: VL-12 to VL-15, and where lapped cars restart, VL-102."""

from paddock.engine import note, rule

from ..events import ON_GRID, ON_LAPPED_START
from ..state import (
    CHOOSE_LANE,
    FRONT_ROW,
    INSIDE_GROOVE,
    LAPPED_START,
    LAST_ROW,
    LOOP,
    NEXT_EXIT,
    NEXT_IN_FILE,
    NOBODY,
    OUTSIDE_GROOVE,
    PLACE_CAR,
    PRIMARY,
    TEAMMATE,
    TO_INSIDE,
    State,
)


@rule
def grid_space(s: State, lane: int):
    """VL-12 The front-most open grid space of a Groove lane, -1 if it is full."""
    row = FRONT_ROW
    while row >= LAST_ROW:
        if s.on[LOOP * lane + row] < 0:
            return row
        row -= 2
    return -1


@rule
def rear_space(s: State):
    """VL-102 The rear-most open grid space, as a cell: row 6 upwards, G1 before G2."""
    for row in range(LAST_ROW, FRONT_ROW + 1, 2):
        for lane in range(INSIDE_GROOVE, OUTSIDE_GROOVE + 1):
            if s.on[LOOP * lane + row] < 0:
                return LOOP * lane + row
    return -1


@rule
def start_space(s: State, car: int, lane: int):
    """VL-12 VL-102 Where a car would start in a lane, as a cell; -1 if it cannot."""
    if s.lapped[car]:
        return LOOP * lane + LAPPED_START if s.on[LOOP * lane + LAPPED_START] < 0 else -1
    row = grid_space(s, lane)
    return LOOP * lane + row if row >= 0 else -1


@rule
def lane_options(s: State, car: int, out: list[int], n: int):
    """VL-12 VL-97 VL-101 VL-102 The lanes a car may start in; returns how many choices there are with the n before."""
    for lane in range(INSIDE_GROOVE, OUTSIDE_GROOVE + 1):
        if start_space(s, car, lane) >= 0:
            out[n] = TO_INSIDE + lane - INSIDE_GROOVE
            n += 1
    return n


@rule
def demand_place(s: State, car: int, then: int):
    """A car is to be placed on the starting grid."""
    s.placing = car
    s.placed_then = then
    s.phase = PLACE_CAR


@rule
def place_car(s: State, log: list[int]):
    """VL-13 Its controller chooses the lane if there is a choice; rogues and solo NPDs go furthest forward."""
    car = s.placing
    inside = start_space(s, car, INSIDE_GROOVE)
    outside = start_space(s, car, OUTSIDE_GROOVE)
    if inside < 0 and outside < 0:
        start_on(s, car, rear_space(s), log)
    elif outside < 0 or (inside >= 0 and is_automatic(s, car) and inside + LOOP >= outside):
        start_on(s, car, inside, log)
    elif inside < 0 or is_automatic(s, car):
        start_on(s, car, outside, log)
    else:
        s.phase = CHOOSE_LANE
        s.to_act = s.owner[car]


@rule
def grid_options(s: State, out: list[int]):
    """VL-12 VL-97 VL-101 VL-102 The lanes for the car that is being placed."""
    return lane_options(s, s.placing, out, 0)


@rule
def grid_clause(s: State):
    """The number of the clause by which a car is placed: before the race, staying out, or leaving the pits."""
    if s.lapped[s.placing]:
        return 102
    if s.placed_then == NEXT_IN_FILE:
        return 97
    return 101 if s.placed_then == NEXT_EXIT else 12


@rule
def is_automatic(s: State, car: int):
    """VL-13 Rogue and solo NPDs have nobody who chooses."""
    return s.kind[car] != PRIMARY and s.kind[car] != TEAMMATE


@rule
def choose_lane(s: State, lane: int, log: list[int]):
    """VL-12 The lane chosen; a lapped car that finds both Lapped Start spaces taken starts from the rear (R-28)."""
    cell = start_space(s, s.placing, lane)
    start_on(s, s.placing, cell if cell >= 0 else rear_space(s), log)


@rule
def start_on(s: State, car: int, cell: int, log: list[int]):
    """VL-12 VL-14 VL-97 VL-101 VL-102 The car stands there on the lead lap.

    The first one with a player gives the token.
    """
    note(log, ON_LAPPED_START if s.lapped[car] else ON_GRID, car, cell, grid_clause(s))
    s.cell[car] = cell
    s.on[cell] = car
    s.distance[car] = cell % LOOP
    s.lapped[car] = 0
    if s.first_found == 0 and s.owner[car] != NOBODY:
        s.first_found = 1
        s.first_player = s.owner[car]
    s.phase = s.placed_then
