"""The records of Project NOS: the table is fixed for a game, the state is everything that changes."""

from paddock.engine import KNOT_COUNT, Record, i8, i16, i32

from .weights import WEIGHTS

CARS = 4  # seats at most
DICE = 6  # dice of a car and spaces of a lane
ALL_DICE = 63  # mask of all six
VALUES = 6  # numbers on track cards
KINDS = 6  # modifications
COLOURS = 3
MOST_REDLINES = 2
RACES = 9  # of a game at most (PN-57)
VOID = -1  # in place of the winner of a race that nobody won
SETS = 4096  # numbers of sets of modification dice: two bits for each kind
THEN = CARS  # plus the seat: a racer as it stood when the round began
RACERS = 2 * CARS
NEEDED_BITS = 2  # for the wins that a seat needs, where those of all seats are packed into one number
CERTAIN = 1 << 14  # the chance of what is sure to happen
NONE = -1  # a time that has not come, e.g. of a racer that has placed nothing

# Kinds of dice; the modifications come first, in the order of PN-02.
V8, NITROUS, TURBOCHARGER, SUPERCHARGER, WIDE_TIRES, SPOILER, COMMON, PLAIN = range(8)
# Colours of modification dice; kind k has colour k // 2.
BLUE, YELLOW, GREY, WHITE = range(4)

# What is awaited or done next; PHASES of the rules has a row for each.
(
    NEXT_RACE,
    DEALING,
    DEAL,
    FIRST,
    DRAFTING,
    PICK,
    PICK_MORE,
    GO,
    RUN,
    START,
    NEXT,
    TIME,
    ACT,
    ROLL_TIME,
    FACE,
    THINK,
    PLACE_TIME,
    SAVE_TIME,
    RANKING,
    PHOTO,
    AWARD,
    NEXT_TAKER,
    TAKE_CARD,
    TROPHY_DRAW,
    TIDY,
    GAME_OVER,
) = range(26)

# Status of a racer. ABSENT: left before this race.
RUNNING, FINISHED, STALLED, EXPLODED, RETIRED, ABSENT = range(6)
# What a racer's next event is.
DECIDE, PLACING = 0, 1
# Pilots: a person, or a skill of timing.toml.
PERSON, MASTER, PRO, AMATEUR, NOVICE = range(5)
PILOTS = 5
# Parts of a duration, in the order of the columns of PN-93.
START_PART, ROLL_PART, THINK_PART, PLACE_PART, CUBE_PART, GRAB_PART, SAVE_PART = range(7)
PARTS = 7

# Moves. A roll is the mask of its dice, bit 0 for slot 1.
PLACE = 64  # plus the slot, 0-5
SAVE = 70
RELEASE = 76
PLACE_FACE = 82
CARD = 88  # plus the kind
DIE = 94  # plus the colour
TAKE = 97  # plus the value less 1
STOP = 103
# Moves of the table (PN-110). Chance outcomes have numbers up to 114, so these begin beyond.
RETIRE = 120  # plus the seat
BOT = 124
BACK = 128
RERUN = 132
LATER = 133  # plus milliseconds
MOVES = 133
CHOICES = 115  # outcomes of the longest duration
CLOCK = 4  # the answer of NEXT: nobody acts
DIGIT = 64  # base of the answers of TIME

# Values of options.
REALTIME, SIMULATED, ROUNDS = 0, 1, 2
EXPLODE, FORBID, RESTART = 0, 1, 2
ORDER_KNOWN, ALL_FINISH, FIRST_FINISH = 0, 1, 2
WINNER_PICKS, RANDOM_CARD, LAST_CARD = 0, 1, 2


class Table(Record):
    """What is agreed before the first deal."""

    seats = i8()  # players, 1..4
    # Options
    clock = i8()  # REALTIME, SIMULATED or ROUNDS
    wins_to_win = i8()  # 1..3
    points = i8()  # 1: points series
    max_mod_cards = i8()  # 2 or 3
    snake = i8()  # 1: even draft rounds run backwards
    cards_per_turn = i8()  # 1 or 2
    stock = i8()  # 1: no modifications
    leapfrog = i8()  # 1: placed dice are taken up again
    third_redline = i8()  # EXPLODE, FORBID or RESTART
    sticky = i8()  # 1: the hand stays together
    chain = i8()  # 1: several dice of a roll may be placed
    locked = i8()  # 1: a saved die is released only when stuck
    optional_boost = i8()  # 1: a charger die may count as its face
    run_on = i8()  # 1: a dead end does not stop a racer
    race_end = i8()  # ORDER_KNOWN, ALL_FINISH or FIRST_FINISH
    trophy = i8()  # WINNER_PICKS, RANDOM_CARD or LAST_CARD
    fixed = i8(DICE)  # the track of every race, zeros where it is dealt
    strip = i8()  # number of the strip in tracks.toml, -1 for another fixed track, -2 for deals
    pilot = i8(CARS)  # who drives at first, e.g. AMATEUR
    # Components
    cards = i8(VALUES)  # by value less 1: track cards in the box, 3
    mod_cards = i8(KINDS)  # by kind: cards in the box, 2
    mod_dice = i8(COLOURS)  # by colour: dice in the box, 5
    value = i8(8, 7)  # by kind and face: what the die counts, e.g. 3 for a turbocharger's 6
    free_faces = i8(8, 7)  # by kind and track value: faces that fit without a redline
    redline_faces = i8(8, 7)  # by kind and track value: faces that fit with one
    auto_score = i8(KINDS)  # by kind: constant score for the auto-pick, 0 for one that depends on the track
    # Limits and durations
    max_races = i8()  # 9
    limit = i32()  # the race ends here: milliseconds or rounds
    coast = i32()  # and this much after the first finish; 0: no such limit
    photo = i16()  # milliseconds behind the winner that are no photo finish any more
    roll_ms = i16()  # durations of a person
    place_ms = i16()
    cube_ms = i16()
    restart_ms = i16()  # pause of a restart, 0 in rounds
    base = i16(PILOTS, PARTS)  # by skill and part: shortest duration in ms
    jitter = i16(PILOTS, PARTS)  # by skill and part: mean above that
    slip = i16(PILOTS)  # by skill: permille of overlooked chances
    takeover = i8()  # the skill that BOT sets
    # What the estimate knows
    pace = i16(PILOTS)  # by skill: how long a roll takes, 1024 for the quickest; in rounds for all
    share = i16(CARS, 1 << NEEDED_BITS * CARS)  # by seat and wins that all need: its chance to win, if all drive alike
    knots = i32(KNOT_COUNT)  # ways to go at which weights are given, rising
    weights = i32(KNOT_COUNT, len(WEIGHTS) // KNOT_COUNT)  # by knot and trait: for each unit of it, times UNIT
    sharpness = i16(KNOT_COUNT, 3)  # by knot: how sure chances are near, further and far behind, times SHARP
    # What drivers know: where to find a set of dice,
    kind_step = i16(8)  # by kind of die: adds up to a number for dice; common ones count from SETS up
    set_number = i8(SETS)  # by that number: the set of modification dice left
    # on a fixed track every position, solved (see `solver`),
    solved = i8()  # 1 if it is
    first_column = i16(63)  # by set of dice: its first column; 3 for each face kept (0 for none), 1 for each redline
    least_rolls = i16(DICE, 531)  # by space less 1: thousandths of a roll to go, e.g. 6000 for a common die on a last 6
    best_hand = i16(DICE, 531)  # by space less 1: the dice to roll, a number made with `kind_step`
    # and on dealt ones about how many rolls to go (see `rolls`)
    value_step = i8(DICE - 1, 7)  # by spaces behind this one and track value: adds up to a number for the values
    values_row = i16(DICE - 1, 125)  # by spaces behind this one and that number, without the last: first row of `rolls`
    last_row = i8(DICE - 1, 7)  # by spaces behind this one and value of the last: which of these rows
    rolls = i16(374, 189)  # thousandths of a roll to go by three columns for each set of dice, 1 for each redline


class State(Record):
    """Everything that changes during a game. A racer is named by its seat, a die by its slot 0-5."""

    phase = i8()  # what is awaited, e.g. ACT
    turn = i8()  # the seat that must decide, CHANCE for none
    # The game
    race = i8()  # number of the race, 1 is the first
    wins = i8(CARS)  # races won
    won = i8(RACES)  # by race less 1: 1 and the seat that won it, VOID for nobody, 0 before the award
    trophies = i8(CARS, VALUES)  # by seat and value less 1: track cards won
    rank = i8(CARS)  # place in the race just ranked, 0 for not yet
    rank_sum = i16(CARS)  # sum of the places so far
    best = i32(CARS)  # best finish time or round, NONE for none
    gone = i8(CARS)  # 1 for a player who left
    capped = i8()  # 1 if the game ended by the race cap
    # Track cards
    pile = i8(VALUES)  # by value less 1: cards in the pile
    aside = i8(VALUES)  # and set aside
    track = i8(DICE)  # values of the cards dealt, 0 for none yet
    on_track = i8(VALUES)  # by value less 1: cards on the track that nobody has taken
    # Modifications
    card_left = i8(KINDS)  # cards in the supply
    die_left = i8(COLOURS)  # dice in the supply
    cards = i8(CARS)  # bit k for the card of kind k
    mod_dice = i8(CARS)  # modification dice picked, 0..3
    order = i8(CARS)  # draft order: seats
    drafters = i8()  # how many
    draft_turn = i8()  # turns taken in this draft
    taken = i8()  # finishers who have had their pick of the track cards
    # The race
    now = i32()  # race milliseconds since GO, in rounds the number of the round
    who = i8()  # the racer whom chance must answer
    todo = i8()  # its dice still without a face: mask
    base = i16()  # shortest duration asked for
    jitter = i16()  # and its mean above that
    part = i32()  # time digits so far as a number
    digits = i8()  # how many
    starting = i8()  # mask of racers without their START draw
    waking = i8()  # mask of racers whose new pilot must think first
    first_finish = i32()  # NONE before
    # Racers; those of RACERS entries again from THEN on, as they stood when the round began (PN-97)
    kind = i8(CARS, DICE)  # of each die, e.g. NITROUS
    colour = i8(CARS, DICE)  # of each die, e.g. BLUE
    fresh = i8(RACERS)  # masks of dice: results of the latest roll,
    saved = i8(RACERS)  # saved nitrous dice,
    placed = i8(RACERS)  # on the lane; all others are in the pool
    face = i8(RACERS, DICE)  # what a fresh, saved or placed die shows, 0 in the pool
    space = i8(RACERS, DICE)  # 1..6 for a placed die, 0 for others
    next = i8(RACERS)  # the current space, 7 after the last
    redlines = i8(RACERS)  # 0..2
    used = i8(RACERS)  # 1 if a die was placed since the latest roll
    last_hand = i8(RACERS)  # mask: dice of the latest roll and saved ones, less those placed since
    rolls = i16(RACERS)  # made in this race
    status = i8(RACERS)  # e.g. RUNNING
    step = i8(CARS)  # DECIDE or PLACING
    due = i32(RACERS)  # time of its next event
    settle = i32(RACERS)  # when its dice lie still
    hand_die = i8(CARS)  # the die being placed, -1 for none
    hand_cost = i8(CARS)  # 1 if it takes a redline
    last_placed = i32(RACERS)  # time of the latest placement, NONE before
    ended = i32(RACERS)  # when it finished or dropped out, NONE before
    pilot = i8(CARS)  # e.g. PERSON
