"""Where cars are and who is ahead: the ledger's chapter Model. Clause numbers are those of RULES.md."""

from paddock.engine import (
    minus,
    rule,
    with_one,
)

from ..state import (
    BY_GATE,
    BY_SHORTCUT,
    NOTHING,
    State,
    Table,
)


@rule
def progress(t: Table, s: State, car: int):
    """Steps driven since the start; a car on the grid has minus its slot."""
    return s.crossings[car] * t.lap_length - t.to_go[s.step[car]]


@rule
def is_ahead(t: Table, s: State, car: int, other: int):
    """More progress; on equal progress the car that came to its space earlier."""
    difference = progress(t, s, car) - progress(t, s, other)
    if difference != 0:
        return difference > 0
    return s.stamp[car] < s.stamp[other]


@rule
def leading_car(t: Table, s: State):
    """The first car that is still racing, -1 if none is."""
    leader = -1
    for car in range(t.seats):
        if s.place[car] == 0 and (leader < 0 or is_ahead(t, s, car, leader)):
            leader = car
    return leader


@rule
def other_car_on(t: Table, s: State, cell: int, but: int):
    """A car on a space, other than one; -1 if there is none."""
    for car in range(t.seats):
        if t.cell[s.step[car]] == cell and car != but:
            return car
    return -1


@rule
def cars_on(t: Table, s: State, cell: int):
    """All cars on a space, as a bit for each seat."""
    cars = 0
    for car in range(t.seats):
        if t.cell[s.step[car]] == cell:
            cars = with_one(cars, car)
    return cars


@rule
def put_car(s: State, car: int, step: int):
    """A drive, push, slide or teleport ends: the car stands here from now on."""
    s.step[car] = step
    s.clock += 1
    s.stamp[car] = s.clock


@rule
def is_free(t: Table, s: State, step: int):
    """GP-84 GP-90 Whether a piece may be placed: no car, no item, no tray, not T, switch or gate location."""
    cell = t.cell[step]
    if s.thing[cell] != NOTHING or t.closed_to_items[step]:
        return False
    if t.corner[step] and not t.items_on_corners:
        return False
    return other_car_on(t, s, cell, -1) < 0


@rule
def follow_road(t: Table, step: int, points: int, route: int, last_lap: int):
    """GP-30 GP-32 Where a drive ends: the step (0 beyond the flag), crossings of the line, extra edges used."""
    if route == 0 and step <= t.lap_length:
        end = step + points
        if end <= t.lap_length:
            return end, 0, 0
        if last_lap:
            return 0, 1, 0
        return end - t.lap_length, 1, 0
    crossed = 0
    used = 0
    for _ in range(points):
        edge = extra_edge(t, step, minus(route, used))
        used |= edge
        if step == t.lap_length:
            crossed = 1
            if last_lap:
                return 0, 1, used
        step = end_of_edge(t, step, edge)
    return step, crossed, used


@rule
def extra_edge(t: Table, step: int, route: int):
    """GP-70 GP-78 The shortcut or gate road that leaves a step, if the route takes it; otherwise 0."""
    if route & BY_SHORTCUT and step == t.shortcut_from:
        return BY_SHORTCUT
    if route & BY_GATE and step == t.gate_from:
        return BY_GATE
    return 0


@rule
def end_of_edge(t: Table, step: int, edge: int):
    """One space forward by the shortcut, by the gate or by the normal road."""
    if edge == BY_SHORTCUT:
        return t.shortcut_to
    if edge == BY_GATE:
        return t.gate_location
    return t.next_step[step]


@rule
def slide_end(t: Table, step: int):
    """GP-99 The first corner straight ahead, and how often the line is crossed on the way to it."""
    crossed = 0
    while not t.corner[step]:
        if step == t.lap_length:
            crossed = 1
        step = t.next_step[step]
    return step, crossed
