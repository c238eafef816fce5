"""The records of nestorgames GP: the table is fixed for a race, the state is everything that changes."""

from paddock.engine import KNOT_COUNT, Record, i8, i16, i32

from .weights import WEIGHTS

CARS = 8  # seats at most
STEPS = 122  # steps are numbered 1..120, the gate square 121 at most; 0 is no step
DICE = 6  # dice of a car

# Items, and what may lie on a space.
NOTHING = 0
TURBO, ROCKET, BOMB, WRENCH, OIL = 1, 2, 3, 4, 5
ARMED_BOMB, TRAY = 6, 7
KINDS = 6  # length of an array by item; entry 0 is unused

# The decision or chance event awaited.
DRAW_STARTER, QUALIFYING_DIE, DRAW_POLE, RACE_DIE, ROCKET_DIE = 0, 1, 2, 3, 4
QUALIFY, FILL_TRAY, PLACE_PIECE, START_TURN, ROLL_OR_STOP, CHOOSE_ROUTE, RACE_OVER = 5, 6, 7, 8, 9, 10, 11
# Never awaited: what follows is settled at once.
CAR_DRIVES, TURN_BEGINS, TURN_PASSES, TURN_ENDS = 12, 13, 14, 15

# Moves. A die is its face 1..6 and a draw its seat.
STOP, ROLL, FIX, FLIP = 0, 1, 2, 3
USE = 3  # using item k is move USE + k
FILL = 8  # filling the tray with item k is move FILL + k
ROUTE = 14  # plus BY_SHORTCUT, plus BY_GATE
BY_SHORTCUT, BY_GATE = 1, 2
PLACE = 17  # putting the next piece on step n is move PLACE + n
MOVES = 138

# Values of options.
NO_ITEMS, TRAY_GAME, BOARD_GAME = 0, 1, 2
LAST_BUT_ONE, ALL, FIRST = 0, 1, 2
WEST, SOUTH, EAST, NORTH = 0, 1, 2, 3


class Table(Record):
    """What is settled before the starter draw."""

    seats = i8()  # cars in the race, 2..8
    laps = i8()  # discs in each box at the start, 1..9
    items = i8()  # NO_ITEMS, TRAY_GAME or BOARD_GAME
    items_on_corners = i8()  # 1: freed pieces and the tray may be placed on corners
    placed_by_player = i8()  # 1: the last player places the pieces; 0: the board's quick placement
    pieces = i8(KINDS)  # pieces of each item in play, those of the wet race included, e.g. 2
    safety_car = i8()  # 1: severe accidents bring out the safety car
    severe_only = i8()  # 1: only a severe accident restarts the safety car
    fastest_turn = i8()  # 1: the highest roll is recorded
    wet_race = i8()  # 1: four oil spills lie on wet_oil
    teams = i8()  # 1: two seats are a team
    mate = i8(CARS)  # by seat: the seat of its team mate, e.g. 2 for seat 0 of 4; only with teams
    race_end = i8()  # LAST_BUT_ONE, ALL or FIRST
    hazards_only = i8()  # 1: a bumped car sets off bombs and oil only
    occupants_only = i8()  # 1: a car that drives onto an occupied corner is spared
    round_limit = i16()  # complete rounds after which the race stops, e.g. 180
    lap_length = i16()  # steps of a lap by the normal road, e.g. 66
    next_step = i16(STEPS)  # by step: the following step by the normal road
    corner = i8(STEPS)  # by step: 1 if the road turns there
    heading = i8(STEPS)  # by step: WEST.. in which it is left
    cell = i16(STEPS)  # by step: the space it is on, named by its lowest step
    to_go = i16(STEPS)  # by step: steps to the finish line, 1 on the last step
    closed_to_items = i8(STEPS)  # by step: 1 on T spaces, gate switches and the gate location
    switch = i8(STEPS)  # by step: 1 on a gate switch
    teleport = i16(STEPS)  # by step: the other T space, 0 elsewhere
    shortcut_from = i16()  # 0 without a shortcut
    shortcut_to = i16()
    gate_from = i16()  # 0 without a gate
    gate_location = i16()
    gate_to = i16()
    wet_oil = i16(4)  # steps of the oil spills of a wet race
    col = i8(STEPS)  # by step: column of the board's grid, 0 on the left
    row = i8(STEPS)  # by step: row of the grid, 0 at the top
    x = i16(STEPS)  # by step: centre of its space in a square of 1000, x to the right
    y = i16(STEPS)  # and y downwards
    box_x = i16(CARS)  # by grid slot - 1: centre of the box beside it
    box_y = i16(CARS)
    default_items = i16(KINDS, 4)  # by item: steps of the quick placement, 0 for none
    # What the estimate weighs
    knots = i32(KNOT_COUNT)  # ways to go at which weights are given, rising
    weights = i32(KNOT_COUNT, len(WEIGHTS) // KNOT_COUNT)  # by knot and trait: for each unit of it, times UNIT
    sharpness = i16(KNOT_COUNT, 3)  # by knot: how sure chances are near, further and far behind, times SHARP


class State(Record):
    """Everything that changes during a race."""

    phase = i8()  # the decision or chance event awaited, e.g. ROLL_OR_STOP
    to_act = i8()  # the seat that decides, CHANCE or OVER
    turn = i8()  # the seat whose turn it is
    pole = i8()  # the seat in grid slot 1
    round = i16()  # complete rounds so far
    # Rolling
    rolled = i8()  # bit face-1 for each number shown this turn, e.g. 0b10010
    dice_rolled = i8()  # dice rolled this turn, 0..6
    total = i8()  # their sum
    points = i8()  # movement points of the move that is to be driven
    route = i8()  # the road it takes, e.g. BY_GATE
    # Qualifying
    starter = i8()  # the seat that qualifies first
    qualifier = i8()  # the seat that is qualifying
    still_in = i16()  # bit seat for each car that qualifies in this round
    value = i8(CARS)  # by seat: qualifying value of this round
    tie_rounds = i8()  # rounds that ended in a tie
    # Cars, by seat
    step = i16(CARS)  # 0 before the grid is made and after finishing
    crossings = i8(CARS)  # times over the finish line, the start included
    belly_up = i8(CARS)  # 1 on its roof
    dice = i8(CARS)  # dice in hand, 0..6
    cylinder_spent = i8(CARS)  # 1 after taking the shortcut
    held = i8(CARS, KINDS)  # by item: pieces held
    stamp = i32(CARS)  # when the car came to its space
    place = i8(CARS)  # finishing place, 0 while racing
    finished = i8()  # cars that have finished
    clock = i32()  # the last stamp given
    # This turn
    item_used = i8()  # 1 after an item was used
    turbo_on = i8()  # 1 with a turbo running
    under_safety_car = i8()  # 1 if the counter was above 0 when the turn began
    one_die_only = i8()  # 1 for the car that led when its turn under the safety car began
    deployed = i8()  # 1 if the safety car was deployed during this turn
    took_tray = i8()  # seat + 1 of the car that took from the tray this turn, 0 for none
    freed = i8(KINDS)  # by item: pieces freed this turn
    # The track
    gate_open = i8()  # 1 while the gate is set aside
    thing = i8(STEPS)  # by space: what lies there, e.g. ARMED_BOMB
    tray_at = i16()  # the tray's space, 0 while it is off the track
    tray_item = i8()  # the item inside
    available = i8(KINDS)  # by item: pieces set aside
    safety = i8(CARS)  # by seat: turns left under the safety car, 0..3
    fastest = i8()  # the highest movement points of an executed move, 0 for none yet
    fastest_seat = i8()  # who made them
    # Cars that have been pushed and wait for their landing, the front one last
    waiting = i8()  # how many
    waiting_car = i8(2 * CARS)
    waiting_manner = i8(2 * CARS)  # how each came there, e.g. PUSHED
