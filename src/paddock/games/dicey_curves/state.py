"""The records of Dicey Curves: the table is fixed for a race, the state is everything that changes."""

from paddock.engine import KNOT_COUNT, Record, i8, i16, i32, i64

from .weights import WEIGHTS

CARS = 8  # cars in the box, and seats at most
SLOTS = 36  # laid cards are 0..35; 0 is Start
KINDS = 13  # track card types, numbered as in components/track_cards.toml
START, FINISH, STRAIGHT_AWAY, WIDE_OPEN = 0, 1, 2, 3
ORDINARY = 34  # ordinary track cards
SPOTS = 9  # on a track card, at most
PLACES = 16 * KINDS  # a place is 16 * type + number of the spot in the type's list

# A spot is 16 * index of the laid card + number of the spot in its type's list.
OFF = 16 * SLOTS  # the spot of a car that is not on the track
NOWHERE = -1
L, M, R = 0, 1, 2
LANES = 3
GATES = 4  # gates of a card at most

# Danger cards, numbered as in components/danger_cards.toml.
DANGERS = 10
INSTANT_DAMAGE, INSTANT_REPAIR, MINOR_DEBRIS, MAJOR_DEBRIS, DANGEROUS_CURVE = 0, 1, 2, 3, 4
LANE_CLOSED, REPAIR_SHOP, CRITTER_CROSSING, NITRO_BOOST, SUPER_SIZE = 5, 6, 7, 8, 9
HAND = 2

# Numbers of the rules.
CUBES = 24
BARRELS = 6
CHIPS = 40
MOST_DAMAGE = 3
MOST_CHIPS = 5
BASE_DICE = 5
FEWEST_DICE = 2
MOST_DICE = 10
RESTING = 5  # a die rests on 1..5

# Phases: what a race waits for or does next, a row each in rules/__init__.py.
(
    DRAW_FIRST,
    DRAW_DANGER,
    DRAW_TRACK,
    ROLL_DIE,
    CHOOSE_EXCHANGE,
    CHOOSE_SAY,
    CHOOSE_PLAYER,
    CHOOSE_CARD,
    CHOOSE_LANE,
    CHOOSE_SPOT,
    CHOOSE_LIFT,
    CHOOSE_CHIP,
    CHOOSE_MARK,
    CHOOSE_ACT,
    CHOOSE_DICE,
    CHOOSE_STEP,
    CHOOSE_REPAIR,
    RACE_OVER,
    DEAL,
    START_TURN,
    OFFER_EXCHANGE,
    OPEN_WINDOW,
    NEXT_SAY,
    LIFT_BARRELS,
    DISCARD_PLAYED,
    DRAWING,
    FIRST_ROLL,
    NEXT_WAVE,
    OFFER_CHIP,
    OFFER_ACT,
    OFFER_DICE,
    DRIVE_ON,
    ARRIVED,
    END_PLAY,
    END_TURN,
    GAIN_CHIPS,
    NEXT_TURN,
) = range(37)

# Moves.
KEEP, EXCHANGE = 0, 1
PASS = 2
PLAY = 3  # plus the Danger card
PLAYER = 13  # plus the seat
CARD = 21  # plus the index of the laid card
LANE = 57  # plus the lane
SPOT = 60  # plus the number of the spot
DONE = 69
ADD = 69  # plus the value 1..5
MARK = 74  # plus the value 1..5
ROLL = 80
END = 81
DRIVE = 82  # plus the car
CONTINUE = 90  # plus the car
BORROW = 98  # plus the car
JUKE = 106  # plus the rank of the pair of cars: 01, 02, .., 07, 12, .., 67
DECLARE = 134
SAME = 135  # plus 10 * (value - 1) + dice - 1
ROW = 185  # plus the row: 12, 123, 1234, 12345, 23, 234, 2345, 34, 345, 45
STEP = 195  # plus the lane
PAY_STEP = 198  # plus the lane
STOP = 201
DECLINE, REPAIR = 202, 203
PASS_ON = 204  # pass, and on every later say of this window
MOVES = 205
CHOICES = 48  # most moves at once: CHOOSE_ACT has at most 37

ROWS = 10
ROW_FROM = (1, 1, 1, 1, 2, 2, 2, 3, 3, 4)
ROW_SIZE = (2, 3, 4, 5, 2, 3, 4, 2, 3, 2)
PAIR_FIRST = (0, 7, 13, 18, 22, 25, 27)  # by the lower car: the rank of its first pair
PAIRS = 28

NO_RUN = 100  # a size that no play has

# Why a say is a pass, and why a die is rolled.
CHOSEN, UNASKED, BY_CAP = 0, 1, 2
FIRST, SIXES_AGAIN, AGAIN = 0, 1, 2

# Values of options.
GATE_STOP, GATE_FLOW, GATE_STEP = 0, 1, 2


class Table(Record):
    """What is settled before the first player is drawn."""

    seats = i8()  # players, 2..8
    cars_each = i8()  # cars of a player, 1..4
    cars = i8()  # cars in the race, at most 8
    fewest_cards = i8()  # ordinary cards before Finish, at least, e.g. 12
    most_cards = i8()  # and at most, e.g. 16
    # Options
    danger = i8()  # 1: with the expansion
    placings = i8()  # 1: the race goes on until one player is left
    gates = i8()  # GATE_STOP, GATE_FLOW or GATE_STEP
    full_blocking = i8()  # 1: cars cannot be passed
    short_moves = i8()  # 1: a car may stop before its steps are used up
    max_combo = i8()  # most dice of a natural Combo, 5 or 10
    juke_beside = i8()  # 1: a juke only between cars side by side
    driver_damage = i8()  # 1: the driver of a borrowed car takes its cubes
    supersize_stack = i8()  # 1: several Super Sizes on one play
    first_window = i8()  # 1: a Danger window before the first turn
    window_play_cap = i8()  # Danger cards a player may play in one window
    ask_repair = i8()  # 1: a repair may be declined
    round_limit = i16()  # complete rounds after which the race ends
    # Danger cards
    danger_count = i8(DANGERS)  # by card: how many in the box
    # Track card types
    copies = i8(KINDS)  # by type: ordinary cards in the box, 0 for Start and Finish
    spots = i8(KINDS)  # by type: spots on it
    gate_count = i8(KINDS)  # by type: gates on it
    takes_items = i8(KINDS)  # by type: 1 if Danger cards may put something on it
    entry = i8(KINDS, LANES)  # by type and lane: the entry spot, -1 for none
    exit_mask = i16(KINDS)  # by type: bit for each exit spot
    arrow_mask = i16(KINDS)  # by type: bit for each spot with an arrow
    shop_mask = i16(KINDS)  # by type: bit for each spot that the shop may stand next to
    lane_mask = i16(KINDS, LANES)  # by type and lane: bit for each spot of it that Lane Closed blocks
    gate_size = i8(KINDS, GATES)  # by type and gate: dice needed
    link = i8(PLACES, LANES)  # by place and lane: the next spot on the same card, -1 for none
    links = i16(PLACES)  # by place: bit for each next spot on the same card
    gate = i8(PLACES)  # by place: the gate it is in front of, -1 for none
    beside = i16(PLACES)  # by place: bit for each spot side by side with it
    near = i16(PLACES)  # by place: bit for each spot next to it: beside it, or linked without a gate
    to_exit = i8(PLACES)  # by place: least steps onto the next card
    # What the estimate weighs
    knots = i32(KNOT_COUNT)  # ways to go at which weights are given, rising
    weights = i32(KNOT_COUNT, len(WEIGHTS) // KNOT_COUNT)  # by knot and trait: for each unit of it, times UNIT
    sharpness = i16(KNOT_COUNT, 3)  # by knot: how sure chances are near, further and far behind, times SHARP


class State(Record):
    """Everything that changes during a race."""

    phase = i8()  # what the race waits for or does next, e.g. CHOOSE_STEP
    to_act = i8()  # the seat that decides, CHANCE or OVER
    first = i8()  # the seat that has the first turn, -1 before it is drawn
    turn = i8()  # the seat whose turn it is (A), -1 before the first turn
    turns = i16()  # turns begun
    rounds = i16()  # complete rounds
    racers = i8()  # players still in the race
    place = i8(CARS)  # by seat: place taken at the finish, 0 while racing
    # The racetrack
    laid = i8()  # cards laid, Start included, e.g. 2 before the first turn
    kind = i8(SLOTS)  # by index: type of the laid card
    left = i8(KINDS)  # by type: ordinary cards in the track deck
    rear = i8()  # index of the last-place card
    # Cars
    spot = i16(CARS)  # by car: where it stands, OFF if it is not in the race
    owner = i8(CARS)  # by car: its seat
    stopped = i8(CARS)  # by car: 1 after a Single
    borrowed = i8(CARS)  # by car: 1 if A has borrowed it
    standing = i16(SLOTS)  # by index: bit for each spot with a car, the one being driven left out
    # Items
    cubes = i32(SLOTS)  # by index: two bits a spot, the damage cubes on it
    gate_cubes = i8(SLOTS)  # by index: bit for each gate with a cube
    barrels = i16(SLOTS)  # by index: bit for each spot with a barrel
    shop = i16()  # the spot that the repair shop is next to, OFF in the centre
    pile_cubes = i8()  # in the centre
    pile_barrels = i8()
    pile_chips = i8()
    # Players, by seat
    chips = i8(CARS)  # 0..5
    damage = i8(CARS)  # damage cubes, 0..3
    hand = i8(CARS, DANGERS)  # by seat and Danger card: cards held
    cards = i8(CARS)  # cards held in all
    # Danger cards
    draw = i8(DANGERS)  # by card: in the draw deck
    draw_cards = i8()
    discard = i8(DANGERS)  # by card: in the discard pile
    discard_cards = i8()
    drawer = i8()  # who draws
    to_draw = i8()  # cards still to be drawn
    then = i8()  # the phase after the draws or after a track card is laid
    # The Danger window
    is_open = i8()  # 1 while it is
    sayer = i8()  # who has the say
    passes = i8()  # passes in a row
    played = i8(CARS)  # by seat: cards played in this window
    sits_out = i8(CARS)  # by seat: 1 after passing for the rest of the window
    critters = i8()  # Critter Crossings on the first roll
    nitros = i8()  # Nitro Boosts on it
    playing = i8()  # the Danger card being played, -1 for none
    target = i8()  # index of the track card chosen for it
    lane = i8()  # the lane chosen for it
    open_players = i16()  # the players who may be chosen, as a set
    open_cards = i64()  # the track cards
    open_lanes = i8()  # the lanes to close
    open_spots = i16()  # the spots of the chosen card for the shop
    open_steps = i8()  # the steps, less STEP: to a lane, the same paying a chip, the stop
    # Dice
    dice = i8(RESTING + 1)  # by value 1..5: unused dice
    in_play = i8()  # dice in play, used or not, 0..10
    to_roll = i8()  # dice of this wave still to be rolled
    rolled_for = i8()  # why: FIRST roll, SIXES_AGAIN or a reroll AGAIN
    sixes = i8()  # sixes of this wave
    marked = i8(RESTING + 1)  # by value: dice marked for a reroll
    # The play
    need = i8(CARS)  # by car: the size from which it has a run, NO_RUN for none
    jukes = i32()  # bit for each pair of cars that may swap
    mover = i8()  # the car being driven, -1 for none
    declared = i8()  # Super Sizes declared for this play
    size = i8()  # of the play, Super Sizes counted
    driven = i8()  # steps driven
    steps_left = i8()  # steps that may follow
    single = i8()  # 1 if the play is a Single
