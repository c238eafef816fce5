"""The records of Ridge Run."""

from paddock.engine import Record, i8, i16

CARS = 4
BOOSTS = 4  # length of an array by boost; entry 0 is unused
CARDS_EACH = 6
ROUNDS = 40

DRAW_CARD, CHOOSE, SPIN_DIE, RACE_OVER = 0, 1, 2, 3  # the decision or chance event awaited
GEAR_1, GEAR_2, GEAR_3, BOOST = 1, 2, 3, 4  # moves; a die is its face, a card its boost
MOVES = 7


class Table(Record):
    """What is fixed for a race."""

    seats = i8()  # 2..4
    length = i16()  # spaces to the summit, e.g. 12


class State(Record):
    """What changes."""

    phase = i8()  # e.g. CHOOSE
    to_act = i8()  # a seat, CHANCE or OVER
    car = i8()  # whose turn it is, or who draws a card
    gear = i8()  # the gear chosen, while its die is rolled
    round = i16()  # complete rounds
    dealt = i8()  # 1 once every car has its first card
    space = i16(CARS)  # by car: spaces climbed
    card = i8(CARS)  # by car: its boost card, 0 for none; -1 where a reader may not know it
    draw = i8(BOOSTS)  # by boost: cards in the deck; -1 where a reader may not know
    thrown = i8(BOOSTS)  # by boost: cards thrown away
