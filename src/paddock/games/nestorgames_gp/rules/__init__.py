"""The rules of nestorgames GP, a module a rulebook chapter. This page is what the engine calls."""

from paddock.engine import EQUAL, rule

from ..state import (
    CAR_DRIVES,
    CHOOSE_ROUTE,
    DRAW_POLE,
    DRAW_STARTER,
    FILL,
    FILL_TRAY,
    FIX,
    FLIP,
    PLACE,
    PLACE_PIECE,
    QUALIFY,
    QUALIFYING_DIE,
    RACE_DIE,
    ROCKET_DIE,
    ROLL,
    ROLL_OR_STOP,
    ROUTE,
    START_TURN,
    TURN_BEGINS,
    TURN_ENDS,
    TURN_PASSES,
    USE,
    State,
    Table,
)
from .items import fill_options, fill_tray, next_piece, place_before_race, place_options, rocket_shot, use_item
from .scoring import race_place, race_points
from .setup import (
    ask_for_piece,
    make_grid,
    qualifying_die,
    roll_again,
    set_up,
    start_qualifying,
    stop_qualifying,
)
from .turn import (
    drive,
    first_turn,
    fix,
    flip,
    offer_turn,
    pick_up_dice,
    play_on,
    race_die,
    roll,
    roll_options,
    route_options,
    stop,
    take_route,
    turn_options,
)


@rule
def setup(t: Table, s: State):
    """GP-01 The position before the starter draw."""
    set_up(t, s)


@rule
def actor(t: Table, s: State):
    """Who acts now."""
    return s.to_act


@rule
def legal(t: Table, s: State, out: list[int]):
    """The choices of the pending decision."""
    if s.phase == ROLL_OR_STOP or s.phase == QUALIFY:
        return roll_options(out)
    if s.phase == START_TURN:
        return turn_options(t, s, out)
    if s.phase == CHOOSE_ROUTE:
        return route_options(t, s, out)
    if s.phase == FILL_TRAY:
        return fill_options(t, s, out)
    return place_options(t, s, out)


@rule
def chance(t: Table, s: State, out: list[int], weight: list[int]):
    """A die shows 1 to 6; a draw gives a seat; all are equally likely."""
    weight[0] = EQUAL
    if s.phase == DRAW_STARTER:
        return draw_outcomes(t, (1 << t.seats) - 1, out)
    if s.phase == DRAW_POLE:
        return draw_outcomes(t, s.still_in, out)
    for face in range(1, 7):
        out[face - 1] = face
    return 6


@rule
def draw_outcomes(t: Table, cars: int, out: list[int]):
    """GP-05 GP-11 Each of these seats with equal chance."""
    n = 0
    for seat in range(t.seats):
        if cars & (1 << seat):
            out[n] = seat
            n += 1
    return n


@rule
def apply(t: Table, s: State, move: int, log: list[int]):
    """Play a choice or a chance outcome."""
    if s.phase == RACE_DIE:
        race_die(t, s, move, log)
    elif s.phase == ROLL_OR_STOP:
        if move == ROLL:
            roll(s)
        else:
            stop(t, s, log)
    elif s.phase == QUALIFYING_DIE:
        qualifying_die(t, s, move, log)
    elif s.phase == QUALIFY:
        if move == ROLL:
            roll_again(s)
        else:
            stop_qualifying(t, s, log)
    elif s.phase == START_TURN:
        start_turn(t, s, move, log)
    else:
        apply_rare(t, s, move, log)
    if s.phase == CAR_DRIVES:
        drive(t, s, log)
    if s.phase >= TURN_BEGINS:
        play_on(t, s, log)


@rule
def apply_rare(t: Table, s: State, move: int, log: list[int]):
    """Choices and outcomes that come up a few times a race."""
    if s.phase == CHOOSE_ROUTE:
        take_route(s, move - ROUTE)
    elif s.phase == ROCKET_DIE:
        rocket_shot(t, s, s.turn, move, log)
        if offer_turn(t, s, log):
            s.phase = TURN_ENDS
    elif s.phase == FILL_TRAY:
        fill_tray(t, s, move - FILL, log)
        s.phase = TURN_PASSES
        if s.turn < 0:
            first_turn(s)
    elif s.phase == PLACE_PIECE:
        place_before_race(t, s, next_piece(s), move - PLACE, log)
        ask_for_piece(t, s, log)
    elif s.phase == DRAW_STARTER:
        start_qualifying(t, s, move, log)
    else:
        make_grid(t, s, move, log)


@rule
def start_turn(t: Table, s: State, move: int, log: list[int]):
    """GP-22 Roll, fix or flip; or use an item and be asked again."""
    if move == ROLL:
        pick_up_dice(s)
    elif move == FIX:
        fix(s, log)
        s.phase = TURN_ENDS
    elif move == FLIP:
        flip(s, log)
        s.phase = TURN_ENDS
    else:
        use_item(t, s, s.turn, move - USE, log)
        if s.phase != ROCKET_DIE and offer_turn(t, s, log):
            s.phase = TURN_ENDS


@rule
def standings(t: Table, s: State, place: list[int], score: list[int]):
    """GP-64 GP-130 Places and race points as they would be now."""
    for seat in range(t.seats):
        place[seat] = race_place(t, s, seat)
        score[seat] = race_points(t, place[seat])


@rule
def conceal(t: Table, s: State, seat: int):
    """Nothing is hidden in this game."""


@rule
def resample(t: Table, s: State, seat: int, random: list[int]):
    """Nothing is hidden in this game."""


@rule
def sees_move(t: Table, s: State, seat: int):
    """Everybody sees every choice and every die."""
    return 1
