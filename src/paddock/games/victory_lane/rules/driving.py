"""Moving: steps, pushes and what else a driver may do in a turn. VL-35 to VL-47, VL-65, VL-81."""

from paddock.engine import (
    is_in,
    is_several,
    list_set,
    lowest_of,
    note,
    rule,
    set_of,
    with_one,
)

from ..events import BOXED_IN, BRAKED, MANEUVER_LOST, NOT_RIDDEN, PUSHED, STEPPED, STUCK
from ..state import (
    AFTER_BITS,
    BEFORE_BITS,
    CARDS,
    CHOOSE_DRIVE,
    DIRECTIONS,
    DISCARDED,
    END,
    END_TURN,
    HIGH_LINE,
    HIGH_LINE_BONUS,
    HIGH_LINE_CARD,
    LOW_LINE,
    LOW_LINE_BONUS,
    LOW_LINE_CARD,
    NEXT_CAR,
    NONE,
    OFFER_DRIVE,
    RIDE,
    RIDE_BIT,
    SOLO,
    STEP,
    State,
    Table,
)
from .maneuvers import maneuver, viable_maneuvers
from .model import (
    lane_of,
    normalise,
    open_from,
    put,
)
from .npds import can_stop, solo_choice, steps_left
from .risk import begin_test, clear_dice

# What is open


@rule
def offer_drive(t: Table, s: State, log: list[int]):
    """VL-40 VL-42 Ask the driver what next; a single choice is taken at once, solo NPDs drive themselves (VL-117)."""
    find_open(t, s, log)
    if s.open == set_of(END):
        drive(t, s, END, log)
    elif t.solo_auto and s.kind[s.car] == SOLO:
        drive(t, s, solo_choice(t, s), log)
    elif not is_several(s.open):
        drive(t, s, lowest_of(s.open), log)
    else:
        s.phase = CHOOSE_DRIVE
        s.to_act = s.driver


@rule
def find_open(t: Table, s: State, log: list[int]):
    """VL-38 VL-39 VL-132 Steps, maneuvers whose time it is, and END."""
    steps = open_steps(t, s)
    if s.begun and not s.complete and steps == 0:
        s.complete = 1
        note(log, STUCK, s.car, s.move_left, 0)
    maneuvers = 0
    if s.in_bonus == 0:
        maneuvers = open_maneuvers(t, s)
    s.open = steps | maneuvers
    if can_stop(s, steps, maneuvers):
        s.open = with_one(s.open, END)


@rule
def open_maneuvers(t: Table, s: State):
    """VL-38 VL-42 Maneuvers that can be performed now: none while moving, else those whose timing fits."""
    if s.begun == 0:
        return viable_maneuvers(t, s, s.maneuvers & BEFORE_BITS)
    return viable_maneuvers(t, s, s.maneuvers & AFTER_BITS) if s.complete else 0


@rule
def open_steps(t: Table, s: State):
    """VL-36 The legal steps as a set of moves."""
    if steps_left(s) == 0:
        return 0
    found = 0
    for direction in range(DIRECTIONS):
        if is_step_legal(t, s, direction):
            found = with_one(found, STEP + direction)
    return found


@rule
def is_step_legal(t: Table, s: State, direction: int):
    """VL-36 VL-37 VL-64 A forward space that exists and is empty; straight ahead cars may be pushed."""
    cell = t.step[direction][s.cell[s.car]]
    if cell < 0:
        return False
    if direction > 0:
        return s.on[cell] < 0 and not (s.straight_only and not s.complete)
    return s.on[cell] < 0 or is_push_legal(t, s, cell)


@rule
def is_push_legal(t: Table, s: State, cell: int):
    """VL-46 VL-47 The run ahead needs a space in its lane; two or more cars only before any maneuver."""
    pushed = 0
    while cell >= 0 and s.on[cell] >= 0:
        pushed += 1
        cell = t.step[0][cell]
    return cell >= 0 and (pushed == 1 or (s.used == 0 and s.in_bonus == 0))


@rule
def drive_options(s: State, out: list[int]):
    """VL-36 VL-42 VL-44 VL-58 VL-65 Every move that is open."""
    return list_set(s.open, 0, out, 0)


# What it does


@rule
def drive(t: Table, s: State, move: int, log: list[int]):
    """VL-35 A step, a maneuver, or the end of the turn."""
    s.phase = OFFER_DRIVE
    if move == END:
        end_driving(s, log)
    elif move < STEP + DIRECTIONS:
        take_step(t, s, move - STEP, log)
    else:
        s.lane_left = 0
        maneuver(t, s, move, log)


@rule
def end_driving(s: State, log: list[int]):
    """VL-40 VL-58 VL-132 The turn is over at once. A car that has no first step is stuck, another one brakes."""
    if s.move_left > 0 and not s.complete:
        note(log, BRAKED if open_from(s, STEP, DIRECTIONS) else BOXED_IN, s.car, s.move_left, 0)
    if s.maneuvers & RIDE_BIT and not is_in(s.open, RIDE):
        note(log, NOT_RIDDEN, s.car, 0, 0)
    s.phase = END_TURN


@rule
def take_step(t: Table, s: State, direction: int, log: list[int]):
    """VL-36 VL-45 One space forward, alone or pushing."""
    spend_step(s)
    cell = t.step[direction][s.cell[s.car]]
    if s.on[cell] >= 0:
        push(t, s, cell, log)
    else:
        put(s, s.car, cell, t.gain[direction][s.cell[s.car]])
        note(log, STEPPED, s.car, cell, 0)
        normalise(s, log)
    if s.begun and not s.complete and s.move_left == 0:
        complete_move(t, s)


@rule
def spend_step(s: State):
    """VL-44 A step comes out of the bonus, the lane bonus or the base Move."""
    if s.in_bonus:
        s.bonus_left -= 1
    elif s.complete:
        s.lane_left -= 1
    else:
        s.begun = 1
        s.move_left -= 1


@rule
def complete_move(t: Table, s: State):
    """VL-39 VL-44 VL-61 VL-128 All steps made: the lane may give a bonus, by the race and by the card."""
    s.complete = 1
    lane = lane_of(s.cell[s.car])
    s.lane_left = t.lane_bonus[lane]
    if s.card >= 0 and LOW_LINE_CARD <= t.type_of[s.card] < HIGH_LINE_CARD + 2:
        is_low = t.type_of[s.card] < HIGH_LINE_CARD
        if lane == (LOW_LINE if is_low else HIGH_LINE):
            s.bonus = LOW_LINE_BONUS if is_low else HIGH_LINE_BONUS


@rule
def push(t: Table, s: State, cell: int, log: list[int]):
    """VL-45 VL-47 VL-48 VL-52 The run ahead and the active car go one space; all of them take a risk test."""
    pushed = list_pushed(t, s, cell)
    note(log, PUSHED, s.car, pushed, 0)
    if pushed > 1 and s.maneuvers:
        s.maneuvers = 0
        note(log, MANEUVER_LOST, s.car, 0, 0)
    for i in range(pushed + 1):
        car = s.test[i]
        put(s, car, t.step[0][s.cell[car]], 2)
    normalise(s, log)
    clear_dice(s)
    begin_test(s, pushed + 1, False)


@rule
def list_pushed(t: Table, s: State, cell: int):
    """The run from its front to the active car in `test`; returns how many are pushed."""
    pushed = 0
    while s.on[cell] >= 0:
        pushed += 1
        cell = t.step[0][cell]
    cell = s.cell[s.car]
    for i in range(pushed + 1):
        s.test[pushed - i] = s.on[cell]
        cell = t.step[0][cell]
    return pushed


@rule
def end_turn(s: State):
    """VL-35 The card played goes to the discard pile; the next car follows."""
    if 0 <= s.card < CARDS:
        s.place[s.card] = DISCARDED
        s.card = NONE
    s.open = 0
    s.in_bonus = 0
    s.phase = NEXT_CAR


@rule
def begin_driving(s: State, steps: int, maneuvers: int):
    """A Move of `steps` steps with these maneuvers begins."""
    s.move = steps
    s.move_left = steps
    s.maneuvers = maneuvers
    s.used = 0
    s.begun = 0
    s.complete = 0
    s.straight_only = 0
    s.lane_left = 0
    s.bonus = 0
    s.in_bonus = 0
    s.bonus_left = 0
    s.phase = OFFER_DRIVE
