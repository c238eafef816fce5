"""What agents observe of a race: the range of each field, and which numbers are seats."""

from paddock.engine import COUNTER, FLAG, Observation

from .rules.setup import TIE_ROUNDS
from .state import BY_GATE, BY_SHORTCUT, CARS, DICE, RACE_OVER, STEPS, TRAY

SEAT = (0, CARS - 1)
STEP = (0, STEPS - 1)
MOST_POINTS = 6 * DICE + 6  # six dice and the highest one again, by a turbo
PIECES = (0, 8)  # of one item: two sets

OBSERVATION = Observation(
    ranges={
        "phase": (0, RACE_OVER),
        "to_act": (-2, CARS - 1),
        "turn": (-1, CARS - 1),
        "pole": SEAT,
        "round": (0, 32767),
        "rolled": (0, 63),
        "dice_rolled": (0, DICE),
        "total": (0, MOST_POINTS),
        "points": (0, MOST_POINTS),
        "route": (0, BY_SHORTCUT + BY_GATE),
        "starter": SEAT,
        "qualifier": SEAT,
        "still_in": (0, 2**CARS - 1),
        "value": (0, MOST_POINTS),
        "tie_rounds": (0, TIE_ROUNDS),
        "step": STEP,
        "crossings": (0, 10),
        "belly_up": FLAG,
        "dice": (0, DICE),
        "cylinder_spent": FLAG,
        "held": PIECES,
        "stamp": COUNTER,
        "place": (0, CARS),
        "finished": (0, CARS),
        "item_used": FLAG,
        "turbo_on": FLAG,
        "under_safety_car": FLAG,
        "one_die_only": FLAG,
        "deployed": FLAG,
        "took_tray": (0, CARS),
        "freed": PIECES,
        "gate_open": FLAG,
        "thing": (0, TRAY),
        "tray_at": STEP,
        "tray_item": (0, 5),
        "available": PIECES,
        "safety": (0, 3),
        "fastest": (0, MOST_POINTS),
        "fastest_seat": SEAT,
    },
    by_seat=(
        "value",
        "step",
        "crossings",
        "belly_up",
        "dice",
        "cylinder_spent",
        "held",
        "stamp",
        "place",
        "safety",
    ),
    seats=("to_act", "turn", "pole", "starter", "qualifier", "fastest_seat", "waiting_car"),
    seats_plus_one=("took_tray",),
    seat_sets=("still_in",),
    left_out={
        "clock": "the highest stamp says the same",
        "waiting": "nobody waits for a landing when somebody decides",
        "waiting_car": "nobody waits for a landing when somebody decides",
        "waiting_manner": "nobody waits for a landing when somebody decides",
    },
)
