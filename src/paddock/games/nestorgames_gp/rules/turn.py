"""Turn order and turn: GP-20 to GP-32, with the fastest turn GP-127."""

from paddock.engine import (
    CHANCE,
    is_in,
    note,
    rule,
    with_one,
)

from ..events import (
    BUST,
    BUST_ON_CORNER,
    FASTEST,
    FIXED,
    FLIPPED,
    MOVED,
    ROLLED,
    STAYED,
    TOOK_GATE,
    TOOK_SHORTCUT,
)
from ..state import (
    BY_GATE,
    BY_SHORTCUT,
    CAR_DRIVES,
    CHOOSE_ROUTE,
    DICE,
    FIX,
    FLIP,
    KINDS,
    NO_ITEMS,
    RACE_DIE,
    ROCKET_DIE,
    ROLL,
    ROLL_OR_STOP,
    ROUTE,
    START_TURN,
    STOP,
    TURN_BEGINS,
    TURN_ENDS,
    TURN_PASSES,
    USE,
    State,
    Table,
)
from .crashing import crash
from .finish import cross_line, end_race_if_over, is_last_lap
from .items import can_use, end_of_turn_step, rocket_shot, spend_turbo, use_item
from .landing import come_to_rest
from .model import follow_road, put_car
from .safety_car import begin_under_safety_car, count_safety_turn, is_forbidden

# Whose turn


@rule
def first_turn(s: State):
    """GP-20 The pole player begins."""
    s.turn = s.pole
    s.phase = TURN_BEGINS


@rule
def end_turn(t: Table, s: State, log: list[int]):
    """GP-20 GP-69 GP-89 The race is over, a player fills the tray, or the turn passes."""
    count_safety_turn(s, log)
    if not (end_race_if_over(t, s, log) or end_of_turn_step(t, s, log)):
        s.phase = TURN_PASSES


@rule
def pass_turn(t: Table, s: State):
    """GP-20 GP-21 The next seat whose car is still racing; to or across the pole seat a new round begins."""
    seat = s.turn
    while True:
        seat = seat + 1 if seat + 1 < t.seats else 0
        s.round += 1 if seat == s.pole else 0
        if s.place[seat] == 0:
            s.turn = seat
            s.phase = TURN_BEGINS
            return


@rule
def begin_turn(t: Table, s: State, log: list[int]):
    """GP-22 A new turn; it is over already if all of it was forced."""
    s.item_used = 0
    s.turbo_on = 0
    s.took_tray = 0
    if t.safety_car:
        begin_under_safety_car(t, s)
    offer_turn(t, s, log)


@rule
def offer_turn(t: Table, s: State, log: list[int]):
    """GP-22 GP-23 GP-26 Ask what to do, or do the only thing there is."""
    car = s.turn
    if s.belly_up[car] == 0 and s.dice[car] == DICE and (t.items == NO_ITEMS or not has_usable_item(t, s, car)):
        pick_up_dice(s)
    elif t.items != NO_ITEMS and has_usable_item(t, s, car):
        ask(s, START_TURN)
    elif s.belly_up[car]:
        flip(s, log)
    elif s.dice[car] == 0:
        fix(s, log)
    elif s.turbo_on:
        pick_up_dice(s)
    else:
        ask(s, START_TURN)


@rule
def ask(s: State, phase: int):
    """The player whose turn it is decides."""
    s.phase = phase
    s.to_act = s.turn


@rule
def has_usable_item(t: Table, s: State, car: int):
    """GP-92 Whether any held item can be used now."""
    for kind in range(1, KINDS):
        if can_use(t, s, car, kind):
            return True
    return False


@rule
def turn_options(t: Table, s: State, out: list[int]):
    """GP-22 GP-23 GP-25 GP-26 GP-98 Roll and fix, or flip if belly-up; and any item that can be used."""
    car = s.turn
    n = 0
    if s.belly_up[car]:
        out[n] = FLIP
        n += 1
    else:
        if s.dice[car] > 0:
            out[n] = ROLL
            n += 1
        if s.dice[car] < DICE:
            out[n] = FIX
            n += 1
    for kind in range(1, KINDS):
        if can_use(t, s, car, kind):
            out[n] = USE + kind
            n += 1
    return n


@rule
def start_turn(t: Table, s: State, move: int, log: list[int]):
    """GP-22 Roll, fix or flip; or use an item and be asked again."""
    if move == ROLL:
        pick_up_dice(s)
    elif move == FIX:
        fix(s, log)
    elif move == FLIP:
        flip(s, log)
    else:
        use_item(t, s, s.turn, move - USE, log)
        if s.phase != ROCKET_DIE:
            offer_turn(t, s, log)


@rule
def rocket_die(t: Table, s: State, face: int, log: list[int]):
    """GP-22 GP-95 The rocket flies, and the player is asked again."""
    rocket_shot(t, s, s.turn, face, log)
    offer_turn(t, s, log)


@rule
def flip(s: State, log: list[int]):
    """GP-23 GP-24 Set upright; that is the whole turn."""
    s.belly_up[s.turn] = 0
    note(log, FLIPPED, s.turn, 0, 0)
    s.phase = TURN_ENDS


@rule
def fix(s: State, log: list[int]):
    """GP-25 One die comes back from the box; the car does not move."""
    s.dice[s.turn] += 1
    note(log, FIXED, s.turn, s.dice[s.turn], 0)
    s.phase = TURN_ENDS


# Rolling


@rule
def pick_up_dice(s: State):
    """GP-27 The first die of a turn is compulsory."""
    s.rolled = 0
    s.dice_rolled = 0
    s.total = 0
    roll(s)


@rule
def roll(s: State):
    """GP-27 Roll a die."""
    s.phase = RACE_DIE
    s.to_act = CHANCE


@rule
def show_die(s: State, face: int):
    """GP-06 GP-27 Add a die to those rolled; True if its number was there already."""
    if is_in(s.rolled, face - 1):
        return True
    s.rolled = with_one(s.rolled, face - 1)
    s.dice_rolled += 1
    s.total += face
    return False


@rule
def highest_die(rolled: int):
    """GP-98 The highest number among those rolled."""
    face = 6
    while face > 0 and not is_in(rolled, face - 1):
        face -= 1
    return face


@rule
def race_die(t: Table, s: State, face: int, log: list[int]):
    """GP-27 After a die: bust, stop because none is left, or decide."""
    if show_die(s, face):
        bust(t, s, face, log)
        s.phase = TURN_ENDS
        return
    note(log, ROLLED, s.turn, face, s.total)
    if s.dice_rolled == s.dice[s.turn] or s.one_die_only:
        stop(t, s, log)
    else:
        ask(s, ROLL_OR_STOP)


@rule
def roll_options(out: list[int]):
    """GP-27 Stop, or roll another die."""
    out[0] = STOP
    out[1] = ROLL
    return 2


@rule
def roll_or_stop(t: Table, s: State, move: int, log: list[int]):
    """GP-27 Roll another die, or drive."""
    if move == ROLL:
        roll(s)
    else:
        stop(t, s, log)


@rule
def bust(t: Table, s: State, face: int, log: list[int]):
    """GP-28 GP-29 A repeated number: no move, and on a corner a crash, severe with a six (GP-121)."""
    car = s.turn
    spend_turbo(s, log)
    if t.corner[s.step[car]]:
        note(log, BUST_ON_CORNER, car, face, s.step[car])
        crash(t, s, car, face == 6, log)
    else:
        note(log, BUST, car, face, s.step[car])


# Moving


@rule
def stop(t: Table, s: State, log: list[int]):
    """GP-30 GP-98 Movement points are the sum of the dice; with a turbo the highest counts twice."""
    s.points = s.total + highest_die(s.rolled) if s.turbo_on else s.total
    if not s.under_safety_car and t.shortcut_from == 0 and t.gate_from == 0:
        take_route(s, 0)
        return
    routes = 0
    only = 0
    for route in range(4):
        if is_route(t, s, route):
            routes += 1
            only = route
    if routes == 0:
        stay(t, s, log)
    elif routes == 1:
        take_route(s, only)
    else:
        ask(s, CHOOSE_ROUTE)


@rule
def is_route(t: Table, s: State, route: int):
    """GP-32 GP-70 GP-71 GP-78 GP-124 Whether a road is open for exactly these points and allowed."""
    car = s.turn
    if route & BY_SHORTCUT and (t.shortcut_from == 0 or s.cylinder_spent[car]):
        return False
    if route & BY_GATE and not s.gate_open:
        return False
    _, _, used = follow_road(t, s.step[car], s.points, route, is_last_lap(t, s, car))
    return used == route and not (s.under_safety_car and is_forbidden(t, s, car, s.points, route))


@rule
def route_options(t: Table, s: State, out: list[int]):
    """GP-32 Every road that can be driven with these points."""
    n = 0
    for route in range(4):
        if is_route(t, s, route):
            out[n] = ROUTE + route
            n += 1
    return n


@rule
def stay(t: Table, s: State, log: list[int]):
    """GP-124 A move that is forbidden under the safety car is not executed."""
    spend_turbo(s, log)
    note(log, STAYED, s.turn, s.step[s.turn], 0)
    s.phase = TURN_ENDS


@rule
def take_route(s: State, route: int):
    """GP-30 The car drives by this road."""
    s.route = route
    s.phase = CAR_DRIVES


@rule
def drive(t: Table, s: State, log: list[int]):
    """GP-30 GP-31 GP-63 Move exactly the points, past everything, and come to rest or finish."""
    car = s.turn
    route = s.route
    step, crossed, _ = follow_road(t, s.step[car], s.points, route, is_last_lap(t, s, car))
    note_drive(t, s, route, step, log)
    if route & BY_SHORTCUT:
        s.cylinder_spent[car] = 1
    record_fastest(t, s, log)
    if crossed:
        cross_line(t, s, car, log)
    if s.place[car] == 0:
        put_car(s, car, step)
        come_to_rest(t, s, car, log)
    s.phase = TURN_ENDS


@rule
def note_drive(t: Table, s: State, route: int, step: int, log: list[int]):
    """GP-30 GP-70 GP-78 Say which way the car goes."""
    if route & BY_SHORTCUT:
        note(log, TOOK_SHORTCUT, s.turn, t.shortcut_from, t.shortcut_to)
    if route & BY_GATE:
        note(log, TOOK_GATE, s.turn, t.gate_from, t.gate_to)
    note(log, MOVED, s.turn, s.points, step)


@rule
def record_fastest(t: Table, s: State, log: list[int]):
    """GP-127 Only a strictly higher roll takes the record."""
    if t.fastest_turn and s.points > s.fastest:
        s.fastest = s.points
        s.fastest_seat = s.turn
        note(log, FASTEST, s.turn, s.points, 0)
