"""The records of Nitro Dice: the table is fixed for a race, the state is everything that changes."""

from paddock.engine import KNOT_COUNT, Record, i8, i16, i32

from .habits import HABITS
from .weights import WEIGHTS

CARS = 6  # seats at most
FACES = 23  # different cards, numbered as in components/cards.toml
DECK = 96  # Track/Handling cards
SECTIONS = 63  # sections are 0..61 (ND-121); section 62 holds cars that are not on the track

# Types of sections and cards; the faces of type k are FIRST_FACE[k] to FIRST_FACE[k + 1] - 1.
STRAIGHT, RED, YELLOW = 0, 1, 2
TYPES = 3
FIRST_FACE = (0, 7, 15, 23)
SPECIAL = 2 * FACES  # what lies on Start/Finish and Garage: no card of the 96, no hazard

# Lanes as the driver sees them. A space is 16 * section + 4 * lane + index; index 0 is at the entry edge.
LEFT, RIGHT, GARAGE = 0, 1, 2
PLACES = 12  # places of a section: lane and index of a space as one number
LANES = 3
SPACES = 16 * SECTIONS
OFF = SPACES - 16  # the space of a car that is not on the track

# Numbers of the rules.
BEST_CONDITION = 9
HAND = 9
TOKENS = 2
TOP_SPEED = 9

# The phases: what a race waits for, then what is done at once. Each has its row in rules/__init__.py.
(
    DRAW_START,
    DRAW_CARD,
    DRAW_HAZARD,
    CHOOSE_SPEED,
    CHOOSE_STEP,
    PAY_HANDLING,
    CHOOSE_CARD,
    CHOOSE_DRAFT,
    PLACE_HAZARD,
    CHOOSE_WHERE,
    RACE_OVER,
    NEXT_HAZARD,
    NEXT_DEAL,
    DRAWING,
    START_ROUND,
    NEXT_SPEED,
    SET_SPEED,
    START_MOVEMENT,
    NEXT_MOVER,
    OFFER_STEP,
    CARRY_OUT,
    ENTER,
    MEET_SPACE,
    COUNT_LAP,
    AFTER_ENTRY,
    DRAFT,
    PULL,
    OFFER_PLACING,
    ASK_WHERE,
    END_TURN,
    END_CHECK,
    NEXT_DOWN,
    NEXT_REPLENISH,
) = range(33)

HALTING = 2  # of `over`: damage ends movement as soon as the step is resolved

# What a card is paid for.
FOR_SPEED, FOR_LANE, FOR_DRIFT, FOR_BRAKE, FOR_GAP, FOR_MATCH, FOR_THREE, FOR_RESIST, FOR_DOWN = range(9)

# Why a car comes onto a space.
MOVER, PUSHED, PULLED = 0, 1, 2

# Moves. A target speed is its number 0..9.
FORWARD = 10
LANE = 11  # plus the lane
DRIFT = 14  # plus the lane
BRAKE, NITRO, NITRO3 = 17, 18, 19
GAP = 20  # plus LEFT or RIGHT
PIT, END = 22, 23
MATCH, THREE, TAKE_DAMAGE = 24, 25, 26
GO, RESIST = 27, 28
PASS = 29
CARD = 30  # plus the face
WHERE = 53  # plus 2 * section plus flip
START = 177  # plus the seat
MOVES = 183
CHOICES = 128  # most moves at once: every section both ways

# Values of options.
SWIPE_GARAGE, SWIPE_STRICT, SWIPE_AHEAD = 0, 1, 2


class Table(Record):
    """What is settled before the starting roll."""

    seats = i8()  # cars in the race, 2..6
    laps = i8()  # 1..9
    sections = i8()  # sections of the track, 8..62
    finish = i16()  # prog of a car that has completed the race, laps * sections + 1
    garage = i8()  # the Garage section, e.g. 9
    outside = i8()  # the lane beside the garage, LEFT or RIGHT
    round_limit = i16()  # the race ends at the end of this round in any case
    # Options
    draft_chain = i8()  # 1: a pulled car pulls in turn
    sideswipe = i8()  # SWIPE_GARAGE, SWIPE_STRICT or SWIPE_AHEAD
    nitro_per_turn = i8()  # 1 or 2
    count_bonus = i8()  # 1: bonus moves count for the brake floor and the halt
    eliminate = i8()  # 1: a car without condition is out
    check_turn_start = i8()  # 1: the speed at the start of the turn counts for the garage
    disaster_hazards = i8()  # hazards laid before the race, 0 without Disaster Area
    lap_leader = i8()  # 1: two cards for the first over the line
    nitro_madness = i8()  # 1: a boost of three for a point of damage
    # Cards
    count = i8(FACES)  # by face: cards in the box
    face_type = i8(FACES)  # by face: STRAIGHT, RED or YELLOW
    flips = i8(FACES)  # by face: orientations that differ, 1 or 2
    hazards = i16(2 * FACES + 2)  # by 2 * face + flip: bit 4 * lane + index for each hazard
    # The track
    type = i8(SECTIONS)  # by section: STRAIGHT, RED or YELLOW
    inside = i8(SECTIONS)  # by section: the lane with priority
    replaceable = i8(TYPES)  # by type: sections that may be replaced
    section_of_type = i8(TYPES, SECTIONS)  # by type: these sections, in driving order
    forward = i16(SPACES)  # by space: the next space in the lane, -1 for none
    beside = i16(SPACES, LANES)  # by space and lane: where a lane change leads, -1 for nowhere
    drift = i16(SPACES, LANES)  # by space and lane: where a drift leads, -1 for nowhere
    push = i16(SPACES, LANES)  # by space and lane: where a car is pushed by one from that lane, -1 for nowhere
    straights_ahead = i8(SPACES)  # by space: the next spaces in the lane on straights without a break, at most 3
    forwardness = i16(SPACES)  # by space: the higher the further forward within the section
    x = i16(SPACES)  # by space: its centre in tenths, in a square of 10000, x to the right
    y = i16(SPACES)  # and y downwards
    column = i8(SECTIONS)  # by section: cell of the grid, x to the right
    row = i8(SECTIONS)  # and y up
    enter = i8(SECTIONS)  # by section: heading at entry, 0 east, 1 north, 2 west, 3 south
    exit = i8(SECTIONS)  # and at the exit
    cell_size = i16()  # in tenths
    # What drivers weigh
    habits = i16(CARS, len(HABITS))  # by seat: the numbers of its quick driver
    knots = i32(KNOT_COUNT)  # ways to go at which weights are given, rising
    weights = i32(KNOT_COUNT, len(WEIGHTS) // KNOT_COUNT)  # by knot and trait: for each unit of it, times UNIT
    sharpness = i16(KNOT_COUNT, 3)  # by knot: how sure chances are near, further and far behind, times SHARP


class State(Record):
    """Everything that changes during a race."""

    phase = i8()  # the decision or chance event awaited, e.g. CHOOSE_STEP
    to_act = i8()  # the seat that decides, CHANCE or OVER
    turn = i8()  # the seat whose turn it is in the speed or movement phase, -1 before the race
    round = i16()  # the round being played, 1 is the first
    order = i8(CARS)  # the seats in the order of the present phase
    running = i8()  # how many of them
    at = i8()  # whose turn it is in that order
    # Cars, by seat
    space = i16(CARS)  # where it stands, e.g. 16 * 9 + 4 * GARAGE + 1; OFF before the grid and when out of the race
    prog = i16(CARS)  # section borders crossed since the start
    speed = i8(CARS)  # upper face of the die, 0..9
    condition = i8(CARS)  # top speed and hand limit, 1..9
    nitro = i8(CARS)  # tokens left, 0..2
    queue = i8(CARS)  # cars before it on its garage space, 0 elsewhere
    wrecked = i8(CARS)  # 0, or its place in the order of elimination, 1 for the first
    # Cards
    hand = i8(CARS, FACES)  # by seat and face: cards held
    cards = i8(CARS)  # by seat: cards held in all
    draw = i8(FACES)  # by face: cards in the draw pile (and before the deal)
    draw_cards = i8()  # how many there are
    discard = i8(FACES)  # by face: cards in the discard pile
    discard_cards = i8()
    played = i8(FACES)  # by face: cards that lie in front of players until this turn is over
    played_cards = i8()
    card = i8(SECTIONS)  # by section: what lies there as 2 * face + flip, or SPECIAL
    # The race
    laps_led = i8()  # the highest lap that any car has completed
    wrecks = i8()  # cars eliminated
    # The mover's turn
    spent = i8()  # movement points used
    bonus = i8()  # bonus moves left
    bonus_made = i8()  # bonus moves made, a gap counts 2
    nitro_used = i8()  # tokens used this turn
    moved = i8()  # 1 after its first forward space
    first_speed = i8()  # speed when the turn began
    over = i8()  # 1 when movement has ended, HALTING while the last step is resolved
    steps = i32()  # bit m for each step FORWARD + m that is open now
    # The step being resolved
    step = i8()  # the step chosen, e.g. DRIFT + LEFT
    target = i16()  # the space the mover goes to
    victim = i8()  # the car sideswiped, -1 for none
    follower = i8()  # the car that will be pulled, -1 for none
    comer = i8()  # the car that comes onto a space
    role = i8()  # why it does: MOVER, PUSHED or PULLED
    entered = i8()  # 1 if that space is on another section
    # A payment, a draw, a placing
    purpose = i8()  # what the card is for, e.g. FOR_LANE
    payer = i8()  # who pays it
    to_pay = i8()  # cards of the three still to be paid
    wanted = i8()  # the speed to be set
    drawer = i8()  # who draws
    to_draw = i8()  # cards still to be drawn
    then = i8()  # the phase after the draws
    placing = i8()  # the face to be laid
    hazards_left = i8()  # hazards still to be laid before the race
