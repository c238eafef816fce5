"""Coming to rest: bumps, corners, what lies there. GP-40 to GP-49, GP-74 to GP-87, GP-96 to GP-102, GP-113."""

from paddock.engine import (
    is_in,
    note,
    rule,
    with_one,
    without,
)

from ..events import (
    BOMB_EXPLODED,
    BUMPED,
    GATE_CLOSED,
    GATE_OPENED,
    GATE_STUCK,
    ITEM_TAKEN,
    SLID,
    TELEPORTED,
    TRAY_TAKEN,
)
from ..state import ARMED_BOMB, BOMB, NOTHING, OIL, TRAY, State, Table
from .crashing import crash, crash_all
from .finish import cross_line, is_last_lap
from .model import cars_on, other_car_on, put_car, slide_end

DROVE, PUSHED, BEAMED = 0, 1, 2  # how a car came to the space where it is to land


@rule
def come_to_rest(t: Table, s: State, driver: int, log: list[int]):
    """GP-42 Push what stands in the way, then land; every car in front is resolved before the car behind it."""
    if is_quiet(t, s, driver):
        return
    wait_to_land(s, driver, DROVE)
    while s.waiting > 0:
        car = s.waiting_car[s.waiting - 1]
        if not bump(t, s, car, log):
            s.waiting -= 1
            land(t, s, car, s.waiting_manner[s.waiting], log)


@rule
def is_quiet(t: Table, s: State, car: int):
    """GP-44 Whether nothing happens where a driving car comes to rest: nobody and nothing is there."""
    step = s.step[car]
    if s.thing[t.cell[step]] != NOTHING or t.closed_to_items[step]:
        return False
    return other_car_on(t, s, t.cell[step], car) < 0


@rule
def wait_to_land(s: State, car: int, manner: int):
    """A car has come to a space; it lands after the cars in front of it."""
    s.waiting_car[s.waiting] = car
    s.waiting_manner[s.waiting] = manner
    s.waiting += 1


@rule
def bump(t: Table, s: State, car: int, log: list[int]):
    """GP-40 GP-41 GP-46 Push a car off a non-corner space, to the space after the pushing car's."""
    step = s.step[car]
    if t.corner[step]:
        return False
    other = other_car_on(t, s, t.cell[step], car)
    if other < 0:
        return False
    over_line = step == t.lap_length
    put_car(s, other, t.next_step[step])
    note(log, BUMPED, car, other, 0 if over_line and is_last_lap(t, s, other) else s.step[other])
    if over_line:
        cross_line(t, s, other, log)
    if s.place[other] == 0:
        wait_to_land(s, other, PUSHED)
    return True


@rule
def land(t: Table, s: State, car: int, manner: int, log: list[int]):
    """GP-102 What the space does to a car that has come to rest on it."""
    step = s.step[car]
    if t.corner[step]:
        land_on_corner(t, s, car, manner, False, log)
        return
    if manner == BEAMED:
        return  # GP-81: arriving on the other T space is a bump and nothing else
    thing = s.thing[t.cell[step]]
    if thing == ARMED_BOMB:
        explode(t, s, car, log)
        crash(t, s, car, False, log)
    elif thing == OIL:
        slide(t, s, car, manner, log)
    elif manner == PUSHED and t.hazards_only:
        return
    elif thing != NOTHING:
        take(t, s, car, log)
    elif t.teleport[step] != 0:
        teleport(t, s, car, log)
    elif t.switch[step]:
        switch_gate(t, s, car, log)


@rule
def land_on_corner(t: Table, s: State, car: int, manner: int, slid: int, log: list[int]):
    """GP-43 GP-44 GP-45 GP-52 On a corner every car crashes at most once, whatever the causes."""
    cell = t.cell[s.step[car]]
    thing = s.thing[cell]
    slid = slid or thing == OIL  # GP-100: oil on a corner is a slide of length 0
    crashing = without(cars_on(t, s, cell), car)
    severe = crashing != 0
    if slid or manner == PUSHED or (crashing and not t.occupants_only):
        crashing = with_one(crashing, car)
    crash_all(t, s, crashing, severe, log)
    if thing == ARMED_BOMB:
        explode(t, s, car, log)
        if not is_in(crashing, car):
            crash(t, s, car, False, log)
    elif thing != NOTHING and thing != OIL and not (manner == PUSHED and t.hazards_only):
        take(t, s, car, log)


@rule
def slide(t: Table, s: State, car: int, manner: int, log: list[int]):
    """GP-99 Straight to the first corner, past everybody, counting the line; then crash there with all on it."""
    start = s.step[car]
    corner, crossed = slide_end(t, start)
    note(log, SLID, car, start, 0 if crossed and is_last_lap(t, s, car) else corner)
    if crossed:
        cross_line(t, s, car, log)
    if s.place[car] == 0:
        put_car(s, car, corner)
        land_on_corner(t, s, car, manner, True, log)


@rule
def explode(t: Table, s: State, car: int, log: list[int]):
    """GP-93 GP-96 The bomb is gone from the track and free again."""
    s.thing[t.cell[s.step[car]]] = NOTHING
    s.freed[BOMB] += 1
    note(log, BOMB_EXPLODED, car, s.step[car], 0)


@rule
def take(t: Table, s: State, car: int, log: list[int]):
    """GP-87 GP-113 The car takes the item that lies there, or the one in the tray; it has no choice."""
    cell = t.cell[s.step[car]]
    kind = s.thing[cell]
    s.thing[cell] = NOTHING
    if kind != TRAY:
        s.held[car][kind] += 1
        note(log, ITEM_TAKEN, car, kind, s.step[car])
        return
    s.held[car][s.tray_item] += 1
    note(log, TRAY_TAKEN, car, s.tray_item, s.step[car])
    s.tray_at = 0
    s.tray_item = NOTHING
    s.took_tray = car + 1


@rule
def teleport(t: Table, s: State, car: int, log: list[int]):
    """GP-81 GP-82 GP-83 To the other T space, once, without crossing the line; a car that stands there is pushed."""
    start = s.step[car]
    put_car(s, car, t.teleport[start])
    note(log, TELEPORTED, car, start, s.step[car])
    wait_to_land(s, car, BEAMED)


@rule
def switch_gate(t: Table, s: State, car: int, log: list[int]):
    """GP-77 GP-80 Open becomes closed and closed open; the gate cannot close on a car."""
    if not s.gate_open:
        s.gate_open = 1
        note(log, GATE_OPENED, car, 0, 0)
        return
    standing = other_car_on(t, s, t.cell[t.gate_location], -1)
    if standing >= 0:
        note(log, GATE_STUCK, car, standing, 0)
        return
    s.gate_open = 0
    note(log, GATE_CLOSED, car, 0, 0)
