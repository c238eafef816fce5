"""Special items: GP-85 to GP-101, GP-110 to GP-115. What they do to a car that lands is in `landing`."""

from paddock.engine import CHANCE, note, rule

from ..events import (
    BOMB_DROPPED,
    FREED,
    ITEM_BEFORE_RACE,
    OIL_BEFORE_RACE,
    OIL_DROPPED,
    PIECE_PLACED,
    ROCKET_FIRED,
    ROCKET_HIT,
    ROCKET_MISSED,
    TRAY_PLACED,
    TURBO_LOST,
    TURBO_USED,
    WRENCH_USED,
)
from ..state import (
    ARMED_BOMB,
    BOMB,
    DICE,
    FILL,
    FILL_TRAY,
    KINDS,
    NO_ITEMS,
    NOTHING,
    OIL,
    PLACE,
    ROCKET,
    ROCKET_DIE,
    TRAY,
    TRAY_GAME,
    TURBO,
    WRENCH,
    State,
    Table,
)
from .crashing import crash_all
from .model import cars_on, is_free, leading_car, other_car_on

ROCKET_RANGE = 6


# Placing


@rule
def placing_spot(t: Table, s: State):
    """GP-90 The first free space from the one right in front of the leading car on."""
    step = t.next_step[s.step[leading_car(t, s)]]
    while not is_free(t, s, step):
        step = t.next_step[step]
    return step


@rule
def lay(t: Table, s: State, step: int, thing: int):
    """Put a piece on a space."""
    s.thing[t.cell[step]] = thing


@rule
def place_options(t: Table, s: State, out: list[int]):
    """GP-111 GP-112 Any empty allowed space, a loop square once."""
    n = 0
    for step in range(1, t.lap_length + 1):
        if t.cell[step] == step and is_free(t, s, step):
            out[n] = PLACE + step
            n += 1
    return n


@rule
def next_piece(s: State):
    """GP-112 All oil first, then turbos, rockets, bombs, wrenches; NOTHING when all are placed."""
    if s.available[OIL] > 0:
        return OIL
    for kind in range(TURBO, WRENCH + 1):
        if s.available[kind] > 0:
            return kind
    return NOTHING


@rule
def place_piece(t: Table, s: State, kind: int, step: int, why: int, log: list[int]):
    """Lay an available piece on the track, a bomb face down."""
    s.available[kind] -= 1
    lay(t, s, step, kind)
    note(log, PIECE_PLACED, kind, step, why)


@rule
def place_before_race(t: Table, s: State, kind: int, step: int, log: list[int]):
    """GP-111 GP-112 Oil spills first, then the special items."""
    place_piece(t, s, kind, step, OIL_BEFORE_RACE if kind == OIL else ITEM_BEFORE_RACE, log)


@rule
def place_by_default(t: Table, s: State, log: list[int]):
    """GP-112 The board's own list first, then each piece left over on the first empty square after its twin."""
    for turn in range(WRENCH + 1):
        kind = OIL if turn == 0 else turn
        for i in range(4):
            if t.default_items[kind][i] != 0 and s.available[kind] > 0:
                place_before_race(t, s, kind, t.default_items[kind][i], log)
    for turn in range(WRENCH + 1):
        kind = OIL if turn == 0 else turn
        for i in range(4):
            if t.default_items[kind][i] != 0 and s.available[kind] > 0:
                place_before_race(t, s, kind, free_square_after(t, s, t.default_items[kind][i]), log)


@rule
def free_square_after(t: Table, s: State, step: int):
    """GP-112 The first empty space after a step that is not a corner."""
    step = t.next_step[step]
    while t.corner[step] or not is_free(t, s, step):
        step = t.next_step[step]
    return step


# The tray and freed pieces


@rule
def end_of_turn_step(t: Table, s: State, log: list[int]):
    """GP-89 GP-114 Freed pieces come back, then the tray is filled; True if a player has to choose the item."""
    if t.items == NO_ITEMS:
        return False
    for kind in range(1, KINDS):
        s.available[kind] += s.freed[kind]
        s.freed[kind] = 0
        while t.items != TRAY_GAME and s.available[kind] > 0:
            place_piece(t, s, kind, placing_spot(t, s), FREED, log)
    if t.items != TRAY_GAME or s.tray_at != 0:
        return False
    return ask_for_tray(t, s, s.turn if s.took_tray == 0 else s.took_tray - 1, log)


@rule
def ask_for_tray(t: Table, s: State, seat: int, log: list[int]):
    """GP-91 A seat chooses what goes into the tray; one kind is no choice, none leaves it off the track."""
    kinds = 0
    kind = NOTHING
    for k in range(1, KINDS):
        if s.available[k] > 0:
            kinds += 1
            kind = k
    if kinds == 0:
        return False
    if kinds == 1:
        fill_tray(t, s, kind, log)
        return False
    s.phase = FILL_TRAY
    s.to_act = seat
    return True


@rule
def fill_options(t: Table, s: State, out: list[int]):
    """GP-88 One of each kind that is available."""
    n = 0
    for kind in range(1, KINDS):
        if s.available[kind] > 0:
            out[n] = FILL + kind
            n += 1
    return n


@rule
def fill_tray(t: Table, s: State, kind: int, log: list[int]):
    """GP-90 The item goes into the tray, the tray right in front of the leading car."""
    s.available[kind] -= 1
    s.tray_item = kind
    step = placing_spot(t, s)
    s.tray_at = t.cell[step]
    lay(t, s, step, TRAY)
    note(log, TRAY_PLACED, kind, step, 0)


# Using


@rule
def can_use(t: Table, s: State, car: int, kind: int):
    """GP-92 GP-94 GP-98 GP-101 Whether a held item can be used now."""
    if s.held[car][kind] == 0 or s.item_used:
        return False
    if kind == TURBO:
        return s.belly_up[car] == 0 and s.dice[car] > 0
    if kind == ROCKET:
        return target_distance(t, s, car) > 0
    if kind == WRENCH:
        return True
    return s.thing[t.cell[s.step[car]]] == NOTHING and not t.closed_to_items[s.step[car]]


@rule
def target_distance(t: Table, s: State, car: int):
    """GP-94 Spaces to the nearest car straight ahead, 0 if there is none within reach."""
    step = s.step[car]
    heading = t.heading[step]
    for distance in range(1, ROCKET_RANGE + 1):
        step = t.next_step[step]
        if other_car_on(t, s, t.cell[step], car) >= 0:
            return distance
        if t.corner[step] or t.heading[step] != heading:
            return 0
    return 0


@rule
def target_cell(t: Table, s: State, car: int):
    """GP-94 The space the rocket is fired at."""
    step = s.step[car]
    for _ in range(target_distance(t, s, car)):
        step = t.next_step[step]
    return t.cell[step]


@rule
def use_item(t: Table, s: State, car: int, kind: int, log: list[int]):
    """GP-92 GP-93 Use one item before the normal turn; all but those left on the track are freed."""
    s.held[car][kind] -= 1
    s.item_used = 1
    if kind in (BOMB, OIL):
        drop(t, s, car, kind, log)
        return
    s.freed[kind] += 1
    if kind == TURBO:
        switch_turbo_on(s, car, log)
    elif kind == WRENCH:
        use_wrench(s, car, log)
    else:
        fire_rocket(t, s, car, log)


@rule
def drop(t: Table, s: State, car: int, kind: int, log: list[int]):
    """GP-96 GP-99 A bomb, armed, or oil stays on the user's space."""
    lay(t, s, s.step[car], ARMED_BOMB if kind == BOMB else OIL)
    note(log, BOMB_DROPPED if kind == BOMB else OIL_DROPPED, car, s.step[car], 0)


@rule
def use_wrench(s: State, car: int, log: list[int]):
    """GP-97 All lost dice return and the car is set upright."""
    s.dice[car] = DICE
    s.belly_up[car] = 0
    note(log, WRENCH_USED, car, 0, 0)


@rule
def switch_turbo_on(s: State, car: int, log: list[int]):
    """GP-98 The highest die of the coming roll counts twice."""
    s.turbo_on = 1
    note(log, TURBO_USED, car, 0, 0)


@rule
def spend_turbo(s: State, log: list[int]):
    """GP-98 The turbo of a car that does not move is spent."""
    if s.turbo_on:
        note(log, TURBO_LOST, s.turn, 0, 0)


@rule
def fire_rocket(t: Table, s: State, car: int, log: list[int]):
    """GP-94 GP-95 Fire at the nearest car straight ahead: a die decides."""
    s.phase = ROCKET_DIE
    s.to_act = CHANCE
    note(log, ROCKET_FIRED, car, target_cell(t, s, car), target_distance(t, s, car))


@rule
def rocket_shot(t: Table, s: State, car: int, face: int, log: list[int]):
    """GP-95 A die of at least the distance makes every car on the target space crash."""
    distance = target_distance(t, s, car)
    if face < distance:
        note(log, ROCKET_MISSED, face, distance, 0)
        return
    note(log, ROCKET_HIT, face, distance, 0)
    crash_all(t, s, cars_on(t, s, target_cell(t, s, car)), False, log)
