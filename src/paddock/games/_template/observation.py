"""What agents observe of a race: the range of each field, and which numbers are seats."""

from paddock.engine import FLAG, Observation

from .state import BOOSTS, CARDS_EACH, CARS, RACE_OVER, ROUNDS

SEAT = (0, CARS - 1)
CARDS = (-1, CARDS_EACH)

OBSERVATION = Observation(
    ranges={
        "phase": (0, RACE_OVER),
        "to_act": (-2, CARS - 1),
        "car": SEAT,
        "gear": (0, 3),
        "round": (0, ROUNDS),
        "dealt": FLAG,
        "space": (0, 100),
        "card": (-1, BOOSTS - 1),
        "draw": CARDS,
        "thrown": CARDS,
    },
    by_seat=("space", "card"),
    seats=("to_act", "car"),
)
