"""What agents observe of a race: the range of each field, and which numbers are seats."""

from paddock.engine import FLAG, Observation

from .state import (
    BEST_CONDITION,
    CARS,
    DECK,
    END,
    FACES,
    FOR_DOWN,
    HALTING,
    NEXT_REPLENISH,
    PULLED,
    RACE_OVER,
    SECTIONS,
    SPACES,
    SPECIAL,
    TOKENS,
    TOP_SPEED,
)
from .table import MOST_LAPS, round_limit

SEAT = (0, CARS - 1)
MAYBE_SEAT = (-1, CARS - 1)
CARDS = (0, DECK)
SPEED = (0, TOP_SPEED)

OBSERVATION = Observation(
    ranges={
        "phase": (0, RACE_OVER),
        "to_act": (-2, CARS - 1),
        "turn": MAYBE_SEAT,
        "round": (0, round_limit(MOST_LAPS * (SECTIONS - 1)) + 1),
        "order": SEAT,
        "running": (0, CARS),
        "at": (0, CARS),
        "space": (0, SPACES - 1),
        "prog": (0, MOST_LAPS * (SECTIONS - 1) + 4),  # a car moves on for some spaces behind the line
        "speed": SPEED,
        "condition": (0, BEST_CONDITION),
        "nitro": (0, TOKENS),
        "queue": (0, CARS),
        "wrecked": (0, CARS),
        "hand": CARDS,
        "cards": CARDS,
        "draw": CARDS,
        "draw_cards": CARDS,
        "discard": CARDS,
        "discard_cards": CARDS,
        "played": CARDS,
        "played_cards": CARDS,
        "card": (0, SPECIAL + 1),
        "laps_led": (0, MOST_LAPS),
        "wrecks": (0, CARS),
        "spent": (0, TOP_SPEED + 1),
        "bonus": (0, 3),
        "bonus_made": (0, 8),
        "nitro_used": (0, TOKENS),
        "moved": FLAG,
        "first_speed": SPEED,
        "over": (0, HALTING),
        "step": (0, END),
        "target": (-1, SPACES - 1),
        "victim": MAYBE_SEAT,
        "follower": MAYBE_SEAT,
        "comer": MAYBE_SEAT,
        "role": (0, PULLED),
        "entered": FLAG,
        "purpose": (0, FOR_DOWN),
        "payer": MAYBE_SEAT,
        "to_pay": (0, 3),
        "wanted": SPEED,
        "drawer": MAYBE_SEAT,
        "to_draw": CARDS,
        "then": (0, NEXT_REPLENISH),
        "placing": (-1, FACES),
        "hazards_left": (0, SECTIONS),
    },
    by_seat=("space", "prog", "speed", "condition", "nitro", "queue", "wrecked", "hand", "cards"),
    seats=("to_act", "turn", "order", "victim", "follower", "comer", "payer", "drawer"),
    left_out={"steps": "the mask of legal moves says the same"},
)
