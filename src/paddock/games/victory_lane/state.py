"""The records of Victory Lane: the table is fixed for a race, the state is everything that changes."""

from paddock.engine import KNOT_COUNT, Record, i8, i16, i32, i64

from .box import card_kind, components, event_kind, grid_positions
from .weights import WEIGHTS

COUNTS = components("game")["counts"]
CARS = COUNTS["team_cards"]  # in every race
SEATS = components("game")["game"]["players_max"]
CARDS = COUNTS["action_cards"]  # numbered as in components/action_cards.toml
TYPES = 20  # different Action cards: kind and Move
LAPS_CARDS = COUNTS["laps_cards"]
EVENT_KINDS = 13
STAGES = 10  # of a race at most
NAME_LENGTH, TEXT_LENGTH = 40, 200  # characters of a custom race's name and text
BOXES = 8  # pit boxes, 0 is the front-most (box 1)
LINES = 4  # of two cars or more, at most

# The loop: 32 half units; a space is the cell 32 * lane + s.
LOOP = 32
LOW_LINE, INSIDE_GROOVE, OUTSIDE_GROOVE, HIGH_LINE = 0, 1, 2, 3
LANES = 4
CELLS = LANES * LOOP
OFF = -1  # the cell of a car that is not on the track
NOWHERE = -1  # a space that does not exist
STRAIGHT, INSIDE, OUTSIDE = 0, 1, 2  # directions of a step
DIRECTIONS = 3
FRONT_ROW, LAST_ROW = grid_positions("grid")[-1], grid_positions("grid")[0]  # s of the starting grid (VL-12)
(LAPPED_START,) = grid_positions("lapped_start")  # (VL-102)
WAITING = -100  # distance of the first car that is not on the track; the next one is behind it

# Kinds of cars.
PRIMARY, TEAMMATE, ROGUE, SOLO = 0, 1, 2, 3
NOBODY = -1  # owner of a rogue

# Where an Action card is, beside the hands 0..7 of the seats.
DECK, DISCARDED, IN_PLAY, FACE_DOWN = 8, 9, 10, 11
HIDDEN = -2  # a face-down card or a set die that the reader may not know
NONE = -1

# Maneuvers, as bits.
DRAFT_BIT, CROSSOVER_BIT, SIDE_DRAFT_BIT, PAINT_BIT, SLINGSHOT_BIT, RIDE_BIT, BONUS_BIT = 1, 2, 4, 8, 16, 32, 64
MANEUVER_BITS = {  # by the name of a maneuver in components/action_cards.toml
    "none": 0,
    "draft": DRAFT_BIT,
    "crossover": CROSSOVER_BIT,
    "side_draft": SIDE_DRAFT_BIT,
    "paint": PAINT_BIT,
    "slingshot": SLINGSHOT_BIT,
    "ride": RIDE_BIT,
    "dialed": BONUS_BIT,
    "lane_bonus": BONUS_BIT,
}


def _bits_at(*timings: str) -> int:
    """The maneuvers whose timing is one of these."""
    bits = 0
    for kind in components("action_cards")["kind"]:
        bits |= MANEUVER_BITS[kind["maneuver"]] if kind["timing"] in timings else 0
    return bits


BEFORE_BITS = _bits_at("before", "either", "instead")  # maneuvers that may come before the Move (VL-42)
AFTER_BITS = _bits_at("after", "either")  # and after it

# Types of Action cards: kind, higher Move first.
PEDAL_DOWN, SHIFT_GEARS, DRAFT_RUN, RIDE_THE_DRAFT, DIALED_IN, TRADING_PAINT = 0, 1, 2, 4, 5, 6
LOW_LINE_CARD, HIGH_LINE_CARD, SLINGSHOT_CARD, CROSSOVER_CARD, SIDE_DRAFT_CARD = 8, 10, 12, 14, 16
OPEN_TRACK, STEADY_PACE = 18, 19


def _type_kinds() -> tuple[tuple[str, int], ...]:
    """Kind and Move of each type: the kinds in their order, the higher Move first (RULES.md section 18)."""
    cards = {(card["kind"], card.get("move", 0)) for card in components("action_cards")["card"]}
    order = [kind["id"] for kind in components("action_cards")["kind"]]
    return tuple(sorted(cards, key=lambda type: (order.index(type[0]), -type[1])))


TYPE_KINDS = _type_kinds()

# Events of Laps cards, in the order of components/laps_cards.toml.
LINE_ENERGY, FREIGHT_TRAIN, LOW_LINE_RUN, HIGH_LINE_RUN, CLEAN_AIR, CHASE_THE_PACK, HORSEPOWER = range(7)
TIRE_WEAR, QUICK_PIT, TWO_WIDE, THREE_WIDE, CAUTION_RAIN, CAUTION_DEBRIS = range(7, 13)

# Numbers of the rules.
_SIDEBOARD = components("sideboard")
FIRST_HAND = components("game")["game"]["qualifying_hand"]
GEARS = tuple(gear["move"] for gear in card_kind("shift_gears")["gears"])  # low, high
PEDAL_MOVES = (0, *card_kind("pedal_down")["move_table"])  # Pedal Down by die
LAPPED_BONUS = card_kind("dialed_in")["bonus_lapped"]
MOVE_OVER_BONUS, EVEN_BONUS = card_kind("dialed_in")["bonus_move_over"], card_kind("dialed_in")["bonus_even"]
LOW_LINE_BONUS, HIGH_LINE_BONUS = card_kind("low_line")["bonus"], card_kind("high_line")["bonus"]
SLINGSHOT_BONUS = card_kind("slingshot")["bonus"]
PAINT_NEEDS, PAINT_BACK = card_kind("trading_paint")["success_min"], card_kind("trading_paint")["spaces"]
DRAFT_SPACES = card_kind("draft_run")["spaces"]  # also of an NPD's Draft
RIDE_SPACES, RIDE_DRAW = card_kind("ride_the_draft")["spaces"], card_kind("ride_the_draft")["draw"]
WEAR_FACES, WEAR_BACK = max(event_kind("tire_wear")["faces"]), event_kind("tire_wear")["back"]  # 1-3
HORSEPOWER_FACE = min(event_kind("horsepower")["faces"])
QUICK_PIT_DRAW = event_kind("quick_pit")["extra_draw"]
_STOPS = tuple(_SIDEBOARD["green_pit"][stop] for stop in ("gas_and_go", "two_tire", "four_tire"))
PIT_DRAW = tuple(stop["draw"] for stop in _STOPS)  # Gas & Go, 2-Tire, 4-Tire
PIT_BACK = tuple(stop["boxes_back"] for stop in _STOPS)
SPUTTER_FACES, SPUTTER_BACK = max(_SIDEBOARD["fumes"]["sputter_faces"]), _SIDEBOARD["fumes"]["sputter_back"]
NPD_PIT_CARD = 5  # the Laps card of a stage with which NPDs pit
NPD_DIE_LEAST = _SIDEBOARD["yellow_flag"]["npd_die_min"]
CONTROL_BACK = 2  # losing control
STAGE_POINTS = (0, *_SIDEBOARD["scoring"]["stage"])  # by position
RACE_POINTS = (0, *_SIDEBOARD["scoring"]["race"])
MINIMUM = (0, 1, 1, 2)  # actions of an NPD by actions on its face

# Tokens of a car.
LEAD, OVER_TOKEN, LAPPED_TOKEN = 0, 1, 2

# What a die is rolled for.
FOR_TEST, FOR_NPD, FOR_PIT, FOR_FUMES, FOR_PEDAL, FOR_DIALED, FOR_PAINT = 0, 1, 2, 3, 4, 5, 6
FOR_HORSEPOWER, FOR_WEAR, FOR_CONTEST, FOR_WIDE_TEST = 7, 8, 9, 10

# Phases, in the order of the table in rules/__init__.py.
(
    CHOOSE_TEAM,
    NEXT_TEAM,
    NEXT_NPD,
    CHOOSE_NPD,
    DEAL_TEAM,
    NEXT_HAND,
    DRAWING,
    DRAW_CARD,
    DISCARDING,
    CHOOSE_DISCARD,
    NEXT_GARAGE,
    CHOOSE_GARAGE,
    NEXT_QUALIFY,
    CHOOSE_QUALIFY,
    NEXT_NPD_CARD,
    DEAL_CARD,
    NEXT_ON_GRID,
    NEXT_HAND_CHECK,
    PLACE_CAR,
    CHOOSE_LANE,
    START_ROUND,
    DRAW_LAPS,
    NEXT_EVENT,
    NEXT_EVENT_CAR,
    START_DRIVERS,
    NEXT_CAR,
    CHOOSE_TURN,
    RETURN_TO_TRACK,
    DRAW_FOR_FUMES,
    CHOOSE_GEAR,
    OFFER_DRIVE,
    CHOOSE_DRIVE,
    END_TURN,
    RACE_STATUS,
    ROLL_DIE,
    ROLLED,
    CHOOSE_REROLL,
    RESOLVE_ROLL,
    NEXT_TEST_DIE,
    TEST_REROLLS,
    TEST_PENALTIES,
    SCORE_STAGE,
    NEXT_POSITION,
    ASK_CONTEST,
    CHOOSE_CONTEST,
    CONTEST_DICE,
    CONTEST_REROLLS,
    YELLOW_FLAG,
    CHOOSE_ANNOUNCE,
    NEXT_IN_FILE,
    CHOOSE_YELLOW,
    NEXT_PIT_DIE,
    CHOOSE_PIT_DIE,
    NEXT_BOX,
    NEXT_NPD_DIE,
    NEXT_EXIT,
    RESTART,
    RACE_OVER,
) = range(58)

# Moves (RULES.md section 18).
END = 0
STEP = 1  # plus the direction
DRAFT, SLINGSHOT, RIDE, BONUS = 4, 5, 6, 7
CROSSOVER = 8  # plus the car
SIDE_DRAFT = 16  # plus the car
PAINT = 24  # plus the car
LOW_GEAR, HIGH_GEAR = 32, 33
KEEP, REROLL = 34, 35
RACE, BRAKE = 36, 37
PIT = 38  # plus 0 Gas & Go, 1 2-Tire, 2 4-Tire
FUMES = 41
PASS = 42
TO_INSIDE, TO_OUTSIDE = 43, 44
GO_TO_PITS, STAY_OUT = 45, 46
PIT_DIE = 46  # plus the number
TEAM = 53  # plus the car
CARD_TYPE = 61  # plus the type
SET_CARD = 81  # plus the card
DIE = 132  # plus the number
DRAWN = 139  # plus the card
LAPS = 191  # plus the Laps card
DEALT = 207  # plus the car
MOVES = 215
CHOICES = 52


class Table(Record):
    """What is settled before the race."""

    seats = i8()  # players, 1..8
    race = i8()  # the Race card, -1 for a custom race
    race_name = i32(NAME_LENGTH)  # of a custom race: its characters, 0 after the last; the rules do not read it
    race_text = i32(TEXT_LENGTH)  # the same of its text
    stages = i8()  # 1..10
    stage_laps = i16(STAGES)  # laps of each stage, 1..108
    npds_each = i8()  # teammates dealt to each player
    # Race card
    hand_size = i8()  # 1..5
    push_penalty = i8()  # spaces
    wide_penalty = i8()
    draft_bonus = i8()
    lane_bonus = i8(LANES)  # optional steps after a base Move completed on a lane
    pit_exit_groove = i8()  # 1: pit arrows lead to the inside Groove
    pit_extra_back = i8()  # boxes
    # Options
    npds_chosen = i8()  # 1: players take their teammates instead of being dealt them
    pit_loop = i8()  # 1: boxes go on at the front, a lap lower
    controller_chooses = i8()  # 1: a sideways teammate's player chooses at a caution
    solo_auto = i8()  # 1: solo NPDs drive by VL-117
    team_play = i8()  # 1: NPD points count for their player
    eight_teams = i8()  # 1: seats i and i + 4 are a team
    caution_ends_stage = i8()  # 1: a caution can complete a stage
    gas_keeps_tires = i8()  # 1: a Gas & Go does not refresh tires
    tie_roll_limit = i8()  # equal dice of one stage end before the inside car wins
    # The track, by cell
    exists = i8(CELLS)
    step = i16(DIRECTIONS, CELLS)  # where a step leads, -1 for nowhere
    gain = i8(DIRECTIONS, CELLS)  # half units it gains
    advance_to = i16(CELLS)  # straight, or at a lane's end into the Groove
    advance_gain = i8(CELLS)
    back_to = i16(CELLS)  # the space behind, or at a lane's beginning the one in the Groove
    back_loss = i8(CELLS)
    behind = i16(CELLS)  # the space directly behind in the lane, -1 for none
    beside = i16(CELLS, 3)  # spaces side by side, -1 for none
    # Cards
    stopwatch = i8(CARDS)
    type_of = i8(CARDS)
    type_move = i8(TYPES)  # base Move, 0 where the text sets it
    type_maneuver = i8(TYPES)  # its bit, 0 for none
    laps = i8(LAPS_CARDS)
    events = i8(LAPS_CARDS, 2)  # event kinds in order, -1 for none
    line_cars = i8(EVENT_KINDS)  # cars of a line that an event moves
    event_spaces = i8(EVENT_KINDS)  # spaces that an event moves a car
    event_width = i8(EVENT_KINDS)  # cars side by side in a risk test, 0 for none
    npd_move = i8(CARS, 7)  # by car and die: its Move
    npd_maneuvers = i8(CARS, 7)  # and its maneuvers as bits
    modifier = i8(BOXES)  # by box from the front: added to the pit die
    # What the estimate weighs
    knots = i32(KNOT_COUNT)  # ways to go at which weights are given, rising
    weights = i32(KNOT_COUNT, len(WEIGHTS) // KNOT_COUNT)  # by knot and trait: for each unit of it, times UNIT
    sharpness = i16(KNOT_COUNT, 3)  # by knot: how sure chances are near, further and far behind, times SHARP


class State(Record):
    """Everything that changes during a race."""

    phase = i8()  # what the race waits for or does, e.g. CHOOSE_DRIVE
    to_act = i8()  # the seat that decides, CHANCE or OVER
    then = i8()  # the phase after draws and discards
    placed_then = i8()  # the phase after a car has been placed on the grid
    qualifying = i8()  # 1 until the first round
    # The race
    stage = i8()  # 0 is the first
    round = i8()  # of this stage, 1 is the first
    laps_run = i16()  # of this stage
    laps_card = i8()  # the Laps card drawn last, -1 for none
    laps_drawn = i8()  # Laps cards drawn in this stage
    laps_in_play = i8(LAPS_CARDS)  # 1: lies on the Active Laps display
    event_at = i8()  # which event of the card is being resolved, 0 or 1
    quick_pit = i8()  # cards that green flag pit stops draw more this round
    had_yellow = i8()  # 1: there was a caution in this stage
    flag = i8()  # 0 green, 1 yellow, 2 checkered
    first_player = i8()  # seat
    window = i16()  # W: distance of the back edge of the back tile, a multiple of 16
    # Cars
    cell = i16(CARS)  # 32 * lane + s, OFF when not on the track
    distance = i16(CARS)  # D in half units
    lapped = i8(CARS)
    owner = i8(CARS)  # seat, NOBODY for a rogue
    kind = i8(CARS)  # PRIMARY, TEAMMATE, ROGUE or SOLO
    points = i16(CARS)  # stage and race points
    position = i8(CARS)  # 1..8 at the present stage end, 0 when not assigned
    last_position = i8(CARS)  # at the last stage end, 0 before
    worn = i8(CARS)  # primaries: 1 Worn Tires
    must_pit = i8(CARS)  # primaries: 1 after sputtering
    sideways = i8(CARS)  # NPDs: 1 after a caution stop
    primary = i8(SEATS)  # by seat: its car, -1 before it is taken
    on = i8(CELLS)  # by cell: the car there, -1 for none
    # Cards
    place = i8(CARDS)  # where each Action card is: a seat, DECK, DISCARDED, IN_PLAY or FACE_DOWN
    cards = i8(SEATS)  # by seat: cards in hand
    deck_cards = i8()  # cards in the deck
    qualify = i8(CARS)  # the card set or dealt face down, -1 for none
    # Orders
    lineup = i8(CARS)  # all cars in the order of their Team cards from left to right
    sequence = i8(CARS)  # cars in the order of activation this round
    at = i8()  # whose activation it is in that order
    order = i8(CARS)  # the running order as it was last listed, front car first
    order_cars = i8()  # cars in it
    rollers = i8(CARS)  # cars that roll for the present event, in the running order at its start
    roller_cars = i8()  # cars in it
    roller_at = i8()  # whose roll it is in that order
    line = i8(LINES, CARS)  # lines of the present event or Draft, front car first
    line_size = i8(LINES)
    # The turn
    car = i8()  # the car whose turn it is, -1 for none
    driver = i8()  # the seat that drives it
    card = i8()  # the Action card being played, -1 for none
    token = i8()  # LEAD, OVER_TOKEN or LAPPED_TOKEN when the turn began
    move = i8()  # steps of the base Move
    move_left = i8()
    begun = i8()  # 1 after the first step
    complete = i8()  # 1 when the Move is complete (VL-39)
    straight_only = i8()  # 1: high gear
    lane_left = i8()  # lane bonus steps left
    bonus = i8()  # bonus steps that BONUS gives, 0: not earned
    in_bonus = i8()  # 1: taking bonus steps
    bonus_left = i8()
    maneuvers = i8()  # bits of maneuvers not used yet
    used = i8()  # maneuvers performed
    minimum = i8()  # NPD: actions it must perform
    target = i8()  # the car being painted
    stop = i8()  # pit stop being made: 0 Gas & Go, 1 2-Tire, 2 4-Tire
    box_from = i8()  # the pit box it was made from, 0 back-most
    open = i64()  # bit m for each DRIVE move m that is open now
    # Dice
    rolling = i8()  # what the die is rolled for, e.g. FOR_FUMES
    roller = i8()  # the car it is rolled for
    die = i8(CARS)  # the last die of each car, 0 for none
    # A risk test or a race for position
    test = i8(CARS)  # its cars in order
    test_cars = i8()
    test_at = i8()
    wide = i8()  # 1: a 2-/3-Wide test, 0: a push test
    passed = i32()  # bit c: car c has declined to reroll
    next_position = i8()  # the position to be assigned
    tie_rolls = i8()  # equal dice of this stage end
    # Draws
    drawer = i8()  # the seat that draws; -1: a card for an NPD or for fumes
    to_draw = i8()
    # Setup and yellow flag
    seat_at = i8()  # whose choice it is in seat order
    file = i8(CARS)  # cars in the order in which they are placed or line up
    file_at = i8()
    placing = i8()  # the car being placed
    first_found = i8()  # 1: the First Player is known
    stage_end = i8()  # 1: the yellow flag is that of a stage end
    announced = i8()  # solo: 1 the player pits
    box = i8(BOXES)  # cars in the pit boxes from the front, -1 for none
    pit_die = i8(CARS)  # die of a car in a box, 0 not set, HIDDEN to others
