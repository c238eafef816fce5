"""The records of Racetrack."""

from paddock.engine import Record, i8, i16

from .track import SQUARES

CARS = 4
ROUNDS_A_LAP = 40
MOST_LAPS = 5

DRAW_LOT, NEXT_CAR, CHOOSE, RACE_OVER = 0, 1, 2, 3  # what the race waits for or does
CHANGES = 9  # moves: 3 * (change of speed down + 1) + change of speed to the right + 1; a lot is its car
MOVES = CHANGES


class Table(Record):
    """What is fixed for a race."""

    seats = i8()  # 2..4
    laps = i8()  # 1..5
    lap_length = i16()  # steps
    distance = i16(SQUARES)  # by square: steps from the line, OFF_ROAD where there is no road


class State(Record):
    """What changes."""

    phase = i8()  # e.g. CHOOSE
    to_act = i8()  # a seat, CHANCE or OVER
    first = i8()  # the car that moves first in each round
    moved = i8()  # cars that have moved in this round, or are moving
    car = i8()  # whose turn it is
    round = i16()  # complete rounds
    column = i8(CARS)  # by car: from 0
    row = i8(CARS)  # by car: from 0
    right = i8(CARS)  # by car: speed to the right, e.g. -2
    down = i8(CARS)  # by car: speed down
    crossed = i16(CARS)  # by car: how often it has crossed the line forwards, less backwards
