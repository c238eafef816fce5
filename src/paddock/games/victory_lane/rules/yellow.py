"""The yellow flag procedure, steps 1 to 4 with A to J: VL-95 to VL-103, solo VL-118."""

from paddock.engine import (
    demand_draws,
    note,
    rule,
)

from ..events import EXITS, GOES_TO_BOX, GREEN_FLAG, LINED_UP, NPD_PIT_DIE, PIT_DIE_SHOWN, PLAYER_PITS, YELLOW_SHOWN
from ..state import (
    BOXES,
    CARS,
    CHOOSE_ANNOUNCE,
    CHOOSE_PIT_DIE,
    CHOOSE_YELLOW,
    DRAWING,
    FOR_PIT,
    GO_TO_PITS,
    INSIDE_GROOVE,
    NEXT_BOX,
    NEXT_EXIT,
    NEXT_IN_FILE,
    NEXT_NPD_DIE,
    NEXT_PIT_DIE,
    NONE,
    NPD_DIE_LEAST,
    PIT_DIE,
    PRIMARY,
    RESTART,
    START_ROUND,
    STAY_OUT,
    TEAMMATE,
    TO_INSIDE,
    WAITING,
    State,
    Table,
)
from .decks import shuffle_discards
from .dice import roll
from .grid import choose_lane, demand_place, lane_options
from .laps import clear_laps_display
from .model import lift, list_running_order

# 1 Shuffle, 2 Line up


@rule
def show_yellow(t: Table, s: State, log: list[int]):
    """VL-29 VL-94 VL-95 VL-96 VL-131 Decks are shuffled, the cars line up in single file."""
    s.flag = 1
    note(log, YELLOW_SHOWN, s.stage_end, 0, 0)
    shuffle_discards(s, 95, log)
    line_up(s, log)
    for box in range(BOXES):
        s.box[box] = NONE
    s.first_found = 0
    s.file_at = -1
    s.window = 0
    s.announced = 0
    if t.seats > 1:
        s.phase = NEXT_IN_FILE
        return
    s.phase = CHOOSE_ANNOUNCE
    s.to_act = 0


@rule
def line_up(s: State, log: list[int]):
    """VL-96 At a stage end by the positions just assigned, at a caution in running order; lapped cars stay noted."""
    list_running_order(s)
    for i in range(s.order_cars):
        car = s.order[i]
        s.file[s.position[car] - 1 if s.stage_end else i] = car
    for i in range(CARS):
        car = s.file[i]
        note(log, LINED_UP, car, i + 1, 0)
        lift(s, car)
        s.distance[car] = WAITING - i
        s.die[car] = 0
        s.pit_die[car] = 0


# 3 Pit or stay out


@rule
def announce_options(out: list[int]):
    """VL-118 Pit or stay out."""
    out[0] = GO_TO_PITS
    out[1] = STAY_OUT
    return 2


@rule
def announce(s: State, move: int, log: list[int]):
    """VL-118 The solo player says it before anybody moves."""
    s.announced = 1 if move == GO_TO_PITS else 0
    note(log, PLAYER_PITS, s.announced, 0, 0)
    s.phase = NEXT_IN_FILE


@rule
def next_in_file(t: Table, s: State, log: list[int]):
    """VL-97 In list order each car goes to a pit box or stays out."""
    s.file_at += 1
    if s.file_at == CARS:
        s.seat_at = -1
        s.phase = NEXT_PIT_DIE
        return
    car = s.file[s.file_at]
    if is_choice(t, s, car):
        s.placing = car
        s.placed_then = NEXT_IN_FILE
        s.phase = CHOOSE_YELLOW
        s.to_act = s.owner[car]
    elif must_pit_now(t, s, car):
        enter_box(s, car, log)
    else:
        demand_place(s, car, NEXT_IN_FILE)


@rule
def is_choice(t: Table, s: State, car: int):
    """VL-98 Primaries choose; by option also the player of a sideways teammate at a caution (R-14)."""
    if t.seats == 1:
        return False
    if s.kind[car] == PRIMARY:
        return True
    return t.controller_chooses == 1 and s.kind[car] == TEAMMATE and s.sideways[car] == 1 and s.stage_end == 0


@rule
def must_pit_now(t: Table, s: State, car: int):
    """VL-98 VL-118 NPDs pit at a stage end, at a caution if upright; solo: only if the player does."""
    if t.seats == 1 and s.announced == 0:
        return False
    return s.kind[car] == PRIMARY or s.stage_end == 1 or s.sideways[car] == 0


@rule
def yellow_options(s: State, out: list[int]):
    """VL-97 VL-102 Pit, or stay out in a lane; a lapped car without a Lapped Start space has one way to stay out."""
    out[0] = GO_TO_PITS
    n = lane_options(s, s.placing, out, 1)
    if n == 1:
        out[1] = TO_INSIDE
        n = 2
    return n


@rule
def choose_yellow(s: State, move: int, log: list[int]):
    """VL-97 Into the pits or onto the grid."""
    if move == GO_TO_PITS:
        enter_box(s, s.placing, log)
    else:
        choose_lane(s, INSIDE_GROOVE + move - TO_INSIDE, log)


@rule
def open_box(s: State):
    """VL-97 The front-most open box, counted from 0."""
    box = 0
    while s.box[box] != NONE:
        box += 1
    return box


@rule
def enter_box(s: State, car: int, log: list[int]):
    """VL-97 The front-most open box."""
    box = open_box(s)
    s.box[box] = car
    note(log, GOES_TO_BOX, car, box + 1, 0)
    s.phase = NEXT_IN_FILE


# 4 Pit stop


@rule
def is_in_box(s: State, car: int):
    """Whether a car is in a pit box."""
    for box in range(BOXES):
        if s.box[box] == car:
            return True
    return False


@rule
def next_pit_die(t: Table, s: State, log: list[int]):
    """VL-99 A: players in the pits set their dice in secret, asked in seat order; then all are shown."""
    s.seat_at += 1
    while s.seat_at < t.seats and not is_in_box(s, s.primary[s.seat_at]):
        s.seat_at += 1
    if s.seat_at < t.seats:
        s.phase = CHOOSE_PIT_DIE
        s.to_act = s.seat_at
        return
    for box in range(BOXES):
        car = s.box[box]
        if car >= 0 and s.kind[car] == PRIMARY:
            note(log, PIT_DIE_SHOWN, car, s.pit_die[car], 0)
    s.file_at = -1
    s.phase = NEXT_BOX


@rule
def pit_die_options(out: list[int]):
    """VL-99 1 to 6."""
    for number in range(6):
        out[number] = PIT_DIE + number + 1
    return 6


@rule
def set_pit_die(s: State, number: int):
    """VL-99 A number of cards, whatever the hand."""
    s.pit_die[s.primary[s.seat_at]] = number
    s.phase = NEXT_PIT_DIE


@rule
def next_box(s: State):
    """VL-99 B C: in box order each player draws and discards, and gets fresh tires."""
    s.file_at += 1
    if s.file_at == BOXES:
        s.file_at = -1
        s.phase = NEXT_NPD_DIE
        return
    car = s.box[s.file_at]
    if car >= 0 and s.kind[car] == PRIMARY:
        s.worn[car] = 0
        s.must_pit[car] = 0
        demand_draws(s, s.owner[car], s.pit_die[car], NEXT_BOX, DRAWING)


@rule
def next_npd_die(s: State):
    """VL-100 D: each NPD in a box rolls; afterwards its card is turned."""
    s.file_at += 1
    if s.file_at == BOXES:
        turn_npd_cards(s)
        s.phase = NEXT_EXIT
        return
    car = s.box[s.file_at]
    if car >= 0 and s.kind[car] != PRIMARY:
        roll(s, car, FOR_PIT)


@rule
def resolve_npd_pit(s: State, log: list[int]):
    """VL-100 Less than 3 becomes 3."""
    s.pit_die[s.roller] = max(s.die[s.roller], NPD_DIE_LEAST)
    note(log, NPD_PIT_DIE, s.roller, s.pit_die[s.roller], 0)
    s.phase = NEXT_NPD_DIE


@rule
def turn_npd_cards(s: State):
    """VL-100 At a caution the cards of pitting NPDs are turned sideways, at a stage end all are upright."""
    for car in range(CARS):
        if s.stage_end:
            s.sideways[car] = 0
        elif s.kind[car] != PRIMARY and is_in_box(s, car):
            s.sideways[car] = 1


@rule
def next_exit(t: Table, s: State, log: list[int]):
    """VL-101 E F: ascending die with modifier, ties from the front; each is placed on the grid."""
    best = -1
    for box in range(BOXES):
        if s.box[box] >= 0 and (best < 0 or exit_value(t, s, box) < exit_value(t, s, best)):
            best = box
    if best < 0:
        s.phase = RESTART
        return
    car = s.box[best]
    note(log, EXITS, car, exit_value(t, s, best), 0)
    s.box[best] = NONE
    demand_place(s, car, NEXT_EXIT)


@rule
def exit_value(t: Table, s: State, box: int):
    """VL-101 The die and the modifier of the box."""
    return s.pit_die[s.box[box]] + t.modifier[box]


@rule
def restart(s: State, log: list[int]):
    """VL-94 VL-103 G to J: Team cards realigned by grid position, green flag; after a stage end a new stage."""
    for car in range(CARS):
        s.position[car] = 0
        s.pit_die[car] = 0
    realign(s)
    s.flag = 0
    note(log, GREEN_FLAG, s.first_player, 0, 0)
    if s.stage_end:
        s.stage += 1
        s.round = 0
        s.laps_run = 0
        s.laps_drawn = 0
        s.laps_card = NONE
        s.had_yellow = 0
        s.stage_end = 0
        clear_laps_display(s)
    s.phase = START_ROUND


@rule
def realign(s: State):
    """VL-103 H: higher distance first, level cars from the inside."""
    list_running_order(s)
    for i in range(s.order_cars):
        s.lineup[i] = s.order[i]
