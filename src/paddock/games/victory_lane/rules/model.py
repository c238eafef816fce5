"""The ledger's chapter Model: running order, tokens, tiles, and how cars are moved without taking a step.

Clause numbers are those of RULES.md.
"""

from paddock.engine import (
    moved_down,
    note,
    rule,
    set_below,
)

from ..events import LAPPED, MERGED, MOVED_BACK, PUT_ON_LOOP, REGAINED, ROTATED, ROTATED_BACK, SWAPPED
from ..state import CARS, LANES, LAPPED_TOKEN, LEAD, LOOP, OFF, OVER_TOKEN, PRIMARY, State, Table

# Where cars are


@rule
def space_at(lane: int, distance: int):
    """The space of a lane at a distance."""
    return LOOP * lane + distance % LOOP


@rule
def lane_of(cell: int):
    """The lane a space is in."""
    return cell >> 5


@rule
def token_of(s: State, car: int):
    """VL-107 VL-108 VL-109 No token, Move Over or Lapped."""
    if s.distance[car] >= s.window:
        return LEAD
    return LAPPED_TOKEN if s.lapped[car] else OVER_TOKEN


@rule
def display_position(s: State, car: int):
    """VL-106 Where a car is seen: 0..15 on the back tile, 16..31 on the front tile."""
    return (s.distance[car] - s.window) % LOOP


@rule
def running_key(s: State, car: int):
    """VL-30 Higher is ahead: distance, level cars by lane with the inside ahead."""
    lane = LANES if s.cell[car] == OFF else lane_of(s.cell[car])
    return 8 * s.distance[car] + 7 - lane


@rule
def list_running_order(s: State):
    """The cars on the track in `order`, first to last."""
    n = 0
    for car in range(CARS):
        if s.cell[car] != OFF:
            mine = running_key(s, car)
            i = n
            while i > 0 and running_key(s, s.order[i - 1]) < mine:
                s.order[i] = s.order[i - 1]
                i -= 1
            s.order[i] = car
            n += 1
    s.order_cars = n


@rule
def last_primary(s: State):
    """VL-32 The primary that is last, whatever NPDs are behind it."""
    last = -1
    for car in range(CARS):
        if s.kind[car] == PRIMARY and (last < 0 or running_key(s, car) < running_key(s, last)):
            last = car
    return last


@rule
def is_npd(s: State, car: int):
    """VL-80 Whether a car is no player's primary."""
    return s.kind[car] != PRIMARY


@rule
def is_beside(t: Table, a: int, b: int):
    """Whether two spaces are side by side."""
    return t.beside[a][0] == b or t.beside[a][1] == b or t.beside[a][2] == b


# Tiles and tokens


@rule
def normalise(s: State, log: list[int]):
    """VL-106 VL-107 VL-108 VL-109 VL-110 VL-111 After every displacement: tiles follow the leader.

    Cars are lapped or regain their lap.
    """
    leader = leading_distance(s)
    if leader >= s.window + LOOP or leader < s.window:
        rotate_tiles(s, leader, log)
    for car in range(CARS):
        gap = leader - s.distance[car]
        if gap >= LOOP:
            fall_behind(s, car, gap, log)
        elif s.lapped[car]:
            s.lapped[car] = 0
            note(log, REGAINED, car, 0, 0)


@rule
def leading_distance(s: State):
    """The distance of the first car."""
    leader = s.distance[0]
    for car in range(1, CARS):
        if s.distance[car] > leader:
            leader = s.distance[car]
    return leader


@rule
def rotate_tiles(s: State, leader: int, log: list[int]):
    """VL-106 VL-111 The back tile goes to the front, or back again when nobody is left on the lead lap."""
    while leader >= s.window + LOOP:
        s.window += 16
        note(log, ROTATED, s.window, 0, 0)
    while leader < s.window:
        s.window -= 16
        note(log, ROTATED_BACK, s.window, 0, 0)


@rule
def fall_behind(s: State, car: int, gap: int, log: list[int]):
    """VL-109 More than a loop behind the leader is a lap down; more than one lap down is not tracked (R-04)."""
    if s.cell[car] == OFF:
        return
    if gap > 2 * LOOP:
        s.distance[car] += LOOP
        gap -= LOOP
    if gap > LOOP and s.lapped[car] == 0:
        s.lapped[car] = 1
        note(log, LAPPED, car, 0, 0)


# Moving a car


@rule
def put(s: State, car: int, cell: int, gained: int):
    """A car leaves its space for another one, which is empty or about to be."""
    if s.cell[car] != OFF and s.on[s.cell[car]] == car:
        s.on[s.cell[car]] = -1
    s.cell[car] = cell
    s.on[cell] = car
    s.distance[car] += gained


@rule
def lift(s: State, car: int):
    """A car is taken off the track."""
    if s.cell[car] != OFF:
        s.on[s.cell[car]] = -1
        s.cell[car] = OFF


@rule
def back(t: Table, s: State, car: int, spaces: int, clause: int, log: list[int]):
    """Back `spaces` spaces in the lane, and further while the space is taken; behind a lane's start, in the Groove.

    The log names the clause that wants it.
    """
    cell = s.cell[car]
    lost = 0
    lift(s, car)
    while spaces > 0 or s.on[cell] >= 0:
        lost += t.back_loss[cell]
        cell = t.back_to[cell]
        spaces -= 1
    put(s, car, cell, -lost)
    note(log, MOVED_BACK, car, cell, clause)
    normalise(s, log)


@rule
def can_advance(t: Table, s: State, car: int):
    """Whether a car would go forward if an event moved it."""
    return s.on[t.advance_to[s.cell[car]]] < 0


@rule
def advance(t: Table, s: State, car: int, clause: int, log: list[int]):
    """One space forward if it is empty; at a lane's end into the Groove (R-23). Nothing is pushed (R-50).

    The log names the clause that wants it.
    """
    if not can_advance(t, s, car):
        return False
    cell = s.cell[car]
    put(s, car, t.advance_to[cell], t.advance_gain[cell])
    note(log, PUT_ON_LOOP if t.advance_gain[cell] == 2 else MERGED, car, s.cell[car], clause)
    normalise(s, log)
    return True


@rule
def advance_up_to(t: Table, s: State, car: int, spaces: int, clause: int, log: list[int]):
    """Up to `spaces` spaces forward, as long as the car can advance."""
    while spaces > 0 and advance(t, s, car, clause, log):
        spaces -= 1


@rule
def swap(s: State, car: int, other: int, gained: int, log: list[int]):
    """VL-53 A car exchanges spaces with one in front of it."""
    here = s.cell[car]
    there = s.cell[other]
    s.on[here] = other
    s.on[there] = car
    s.cell[car] = there
    s.cell[other] = here
    s.distance[car] += gained
    s.distance[other] -= gained
    note(log, SWAPPED, car, other, 0)
    normalise(s, log)


@rule
def side_back(t: Table, s: State, car: int, log: list[int]):
    """VL-55 One space back; a car that stands there goes back first, and so on (R-38)."""
    moved = -1
    while moved != car:
        moved = car
        while s.on[t.back_to[s.cell[moved]]] >= 0:
            moved = s.on[t.back_to[s.cell[moved]]]
        put(s, moved, t.back_to[s.cell[moved]], -t.back_loss[s.cell[moved]])
        note(log, MOVED_BACK, moved, s.cell[moved], 55)
        normalise(s, log)


# Moves that are open


@rule
def open_from(s: State, first: int, count: int):
    """The open moves among `count` moves from `first` on, as the set of their numbers less `first`."""
    return moved_down(s.open, first) & set_below(count)


# Lines


@rule
def line_front(t: Table, s: State, car: int):
    """The front car of the run that a car is in."""
    ahead = t.step[0][s.cell[car]]
    while ahead >= 0 and s.on[ahead] >= 0:
        car = s.on[ahead]
        ahead = t.step[0][s.cell[car]]
    return car


@rule
def list_line(t: Table, s: State, front: int, row: int):
    """The run of cars behind a front car, written to a row of `line`; returns how many."""
    n = 0
    car = front
    while car >= 0:
        s.line[row][n] = car
        n += 1
        cell = t.behind[s.cell[car]]
        car = s.on[cell] if cell >= 0 else -1
    s.line_size[row] = n
    return n


@rule
def advance_line(t: Table, s: State, row: int, spaces: int, clause: int, log: list[int]):
    """`spaces` times: the front car advances, and if it can, the cars behind it. The cars are fixed at the start."""
    while spaces > 0 and advance(t, s, s.line[row][0], clause, log):
        for i in range(1, s.line_size[row]):
            advance(t, s, s.line[row][i], clause, log)
        spaces -= 1
