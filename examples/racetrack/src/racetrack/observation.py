"""What agents observe of a race: the range of each field, and which numbers are seats."""

from paddock.engine import Observation

from .state import CARS, MOST_LAPS, RACE_OVER, ROUNDS_A_LAP

SEAT = (0, CARS - 1)
PLACE = (0, 127)
SPEED = (-127, 127)

OBSERVATION = Observation(
    ranges={
        "phase": (0, RACE_OVER),
        "to_act": (-2, CARS - 1),
        "first": SEAT,
        "moved": (0, CARS),
        "car": SEAT,
        "round": (0, MOST_LAPS * ROUNDS_A_LAP),
        "column": PLACE,
        "row": PLACE,
        "right": SPEED,
        "down": SPEED,
        "crossed": (-ROUNDS_A_LAP, MOST_LAPS * ROUNDS_A_LAP),
    },
    by_seat=("column", "row", "right", "down", "crossed"),
    seats=("to_act", "first", "car"),
)
