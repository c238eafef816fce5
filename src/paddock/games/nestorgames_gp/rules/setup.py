"""Setup and qualifying: GP-01 to GP-16, the first tray GP-86, the pieces of the board variant GP-111 and GP-112."""

from paddock.engine import (
    CHANCE,
    EQUAL,
    is_in,
    is_several,
    lowest_of,
    note,
    rule,
    set_below,
    with_one,
)

from ..events import GRID, OIL_PLACED, POLE, QUALIFIED, QUALIFYING_BUST, QUALIFYING_ROLL, QUALIFYING_TIE, STARTER
from ..state import (
    CARS,
    DICE,
    DRAW_POLE,
    DRAW_STARTER,
    KINDS,
    NO_ITEMS,
    NOTHING,
    OIL,
    PLACE_PIECE,
    QUALIFY,
    QUALIFYING_DIE,
    ROLL,
    STEPS,
    TRAY_GAME,
    TURN_PASSES,
    State,
    Table,
)
from .items import ask_for_tray, fill_tray, lay, next_piece, place_before_race, place_by_default
from .model import put_car
from .turn import first_turn, show_die

TIE_ROUNDS = 50


@rule
def set_up(t: Table, s: State):
    """GP-01 GP-02 GP-13 GP-15 Cars complete, items set aside, gate closed; the starter is drawn first."""
    clear_cars(s)
    clear_turn(s)
    clear_track(t, s)
    s.phase = DRAW_STARTER
    s.to_act = CHANCE


@rule
def clear_cars(s: State):
    """Every car with six dice and its cylinder, not yet on the grid."""
    for car in range(CARS):
        s.step[car] = 0
        s.crossings[car] = 0
        s.belly_up[car] = 0
        s.dice[car] = DICE
        s.cylinder_spent[car] = 0
        s.stamp[car] = 0
        s.place[car] = 0
        s.safety[car] = 0
        s.value[car] = 0
        for kind in range(KINDS):
            s.held[car][kind] = 0
    s.finished = 0
    s.clock = 0


@rule
def clear_turn(s: State):
    """No turn yet."""
    s.turn = -1
    s.pole = 0
    s.round = 0
    s.points = 0
    s.item_used = 0
    s.turbo_on = 0
    s.under_safety_car = 0
    s.one_die_only = 0
    s.deployed = 0
    s.took_tray = 0
    s.fastest = 0
    s.fastest_seat = 0
    s.waiting = 0
    for i in range(2 * CARS):
        s.waiting_car[i] = 0
        s.waiting_manner[i] = 0


@rule
def clear_track(t: Table, s: State):
    """GP-02 GP-15 An empty track, the gate on its location, all pieces available."""
    s.gate_open = 0
    s.tray_at = 0
    s.tray_item = NOTHING
    for step in range(STEPS):
        s.thing[step] = NOTHING
    for kind in range(KINDS):
        s.available[kind] = t.pieces[kind]
        s.freed[kind] = 0


# Qualifying


@rule
def starter_outcomes(t: Table, out: list[int], weight: list[int]):
    """GP-05 Every seat, equally likely."""
    return draw_outcomes(t, set_below(t.seats), out, weight)


@rule
def pole_outcomes(t: Table, s: State, out: list[int], weight: list[int]):
    """GP-11 The seats that are still tied, equally likely."""
    return draw_outcomes(t, s.still_in, out, weight)


@rule
def draw_outcomes(t: Table, cars: int, out: list[int], weight: list[int]):
    """GP-05 GP-11 Each of these seats with equal chance."""
    weight[0] = EQUAL
    n = 0
    for seat in range(t.seats):
        if is_in(cars, seat):
            out[n] = seat
            n += 1
    return n


@rule
def start_qualifying(t: Table, s: State, starter: int, log: list[int]):
    """GP-05 GP-06 Everybody qualifies, from the drawn starter on."""
    note(log, STARTER, starter, 0, 0)
    s.starter = starter
    s.tie_rounds = 0
    start_round(s, set_below(t.seats), t.seats)


@rule
def start_round(s: State, cars: int, seats: int):
    """GP-11 A qualifying round of these cars, in seating order from the starter."""
    s.still_in = cars
    s.qualifier = s.starter
    while not is_in(cars, s.qualifier):
        s.qualifier = s.qualifier + 1 if s.qualifier + 1 < seats else 0
    start_qualifying_turn(s)


@rule
def start_qualifying_turn(s: State):
    """GP-06 The first die is compulsory."""
    s.rolled = 0
    s.dice_rolled = 0
    s.total = 0
    s.phase = QUALIFYING_DIE
    s.to_act = CHANCE


@rule
def qualifying_die(t: Table, s: State, face: int, log: list[int]):
    """GP-06 GP-07 GP-08 After a die: bust, stop at six dice, or decide."""
    if show_die(s, face):
        note(log, QUALIFYING_BUST, s.qualifier, face, 0)
        end_qualifying_turn(t, s, 0, log)
        return
    note(log, QUALIFYING_ROLL, s.qualifier, face, s.total)
    if s.dice_rolled == DICE:
        stop_qualifying(t, s, log)
    else:
        s.phase = QUALIFY
        s.to_act = s.qualifier


@rule
def qualify(t: Table, s: State, move: int, log: list[int]):
    """GP-06 GP-08 Roll another qualifying die, or stop with the value."""
    if move == ROLL:
        roll_again(s)
    else:
        stop_qualifying(t, s, log)


@rule
def roll_again(s: State):
    """GP-06 Roll another qualifying die."""
    s.phase = QUALIFYING_DIE
    s.to_act = CHANCE


@rule
def stop_qualifying(t: Table, s: State, log: list[int]):
    """GP-08 The value is the sum of the dice."""
    note(log, QUALIFIED, s.qualifier, s.total, 0)
    end_qualifying_turn(t, s, s.total, log)


@rule
def end_qualifying_turn(t: Table, s: State, value: int, log: list[int]):
    """GP-06 The next player in seating order who is still in, until the round is complete."""
    s.value[s.qualifier] = value
    while True:
        s.qualifier = s.qualifier + 1 if s.qualifier + 1 < t.seats else 0
        if s.qualifier == s.starter:
            end_qualifying_round(t, s, log)
            return
        if is_in(s.still_in, s.qualifier):
            start_qualifying_turn(s)
            return


@rule
def end_qualifying_round(t: Table, s: State, log: list[int]):
    """GP-09 GP-11 The highest value takes pole; cars that share it qualify again, after 50 ties a draw decides."""
    best = 0
    tied = 0
    for car in range(t.seats):
        if is_in(s.still_in, car):
            if s.value[car] > best:
                best = s.value[car]
                tied = 0
            if s.value[car] == best:
                tied = with_one(tied, car)
    if not is_several(tied):
        make_grid(t, s, lowest_of(tied), log)
        return
    is_drawn = s.tie_rounds == TIE_ROUNDS
    note(log, QUALIFYING_TIE, best, 1 if is_drawn else 0, 0)
    if is_drawn:
        s.still_in = tied
        s.phase = DRAW_POLE
        s.to_act = CHANCE
        return
    s.tie_rounds += 1
    start_round(s, tied, t.seats)


# The grid and the pieces on the track


@rule
def make_grid(t: Table, s: State, pole: int, log: list[int]):
    """GP-09 GP-10 GP-12 GP-86 The pole player next to the line, the others behind in seating order."""
    note(log, POLE, pole, 0, 0)
    s.pole = pole
    for slot in range(t.seats):
        car = (pole + slot) % t.seats
        put_car(s, car, t.lap_length - slot)
        note(log, GRID, car, slot + 1, s.step[car])
    lay_wet_oil(t, s, log)
    if t.items == NO_ITEMS:
        first_turn(s)
    elif t.items == TRAY_GAME:
        if not ask_for_tray(t, s, pole, log):
            first_turn(s)
    elif t.placed_by_player:
        ask_for_piece(t, s, log)
    else:
        place_by_default(t, s, log)
        first_turn(s)


@rule
def lay_wet_oil(t: Table, s: State, log: list[int]):
    """GP-16 In a wet race four oil spills lie on the track from the start."""
    if t.wet_race:
        for i in range(4):
            s.available[OIL] -= 1
            lay(t, s, t.wet_oil[i], OIL)
            note(log, OIL_PLACED, t.wet_oil[i], 0, 0)


@rule
def ask_for_piece(t: Table, s: State, log: list[int]):
    """GP-111 GP-112 The owner of the last car places the next piece; when all lie, the race begins."""
    if next_piece(s) == NOTHING:
        first_turn(s)
        return
    s.phase = PLACE_PIECE
    s.to_act = (s.pole + t.seats - 1) % t.seats


@rule
def place_next_piece(t: Table, s: State, step: int, log: list[int]):
    """GP-111 GP-112 The piece lies; on to the next one."""
    place_before_race(t, s, next_piece(s), step, log)
    ask_for_piece(t, s, log)


@rule
def choose_tray_item(t: Table, s: State, kind: int, log: list[int]):
    """GP-86 GP-89 The tray is filled before the first turn, or at the end of one."""
    fill_tray(t, s, kind, log)
    s.phase = TURN_PASSES
    if s.turn < 0:
        first_turn(s)
