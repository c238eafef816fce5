"""Dicey Curves with DANGER!: combos of dice drive several cars round a road that is laid card by card."""

from pathlib import Path

from paddock.engine import Game

from . import driver, estimate, rules, words
from .events import EVENTS
from .invariants import faults
from .observation import OBSERVATION
from .odds import odds
from .series import SERIES
from .sheets import SHEETS
from .state import CARS, CHOICES, MOVES, State, Table
from .table import OPTIONS, build
from .view import scene, view

SETUP_PLIES = 1 + 2 * CARS
TURN_PLIES = 900  # without the window; a die is rolled again with probability 1/6, so no turn comes near 900
PLAY_PLIES = 16  # of one Danger card: the passes before it, its targets and the card drawn for it
CARD_PARTS = ("kind", "id", "lanes_wide", "shape", "arrows", "gates", "spots")  # that the lobby's picture draws


def longest(t: Table) -> int:
    """The setup, and turns up to the round limit, each with a window of as many plays as the cap allows."""
    window = t.seats * t.window_play_cap * PLAY_PLIES if t.danger else 0
    return SETUP_PLIES + t.round_limit * t.seats * (TURN_PLIES + window)


GAME = Game(
    id="dicey_curves",
    name="Dicey Curves with DANGER!",
    designer="Matt Worden",
    publisher="Matt Worden Games",
    year=2011,
    sentence="Roll, explode, combine: big combos take the gates of a road that ends nobody knows where.",
    minutes=(30, 60),
    weight=2,
    seats=(2, CARS),
    table=Table,
    state=State,
    rules=(rules, estimate, driver),
    moves=MOVES,
    choices=CHOICES,
    options=OPTIONS,
    events=EVENTS,
    words=words,
    component_number=words.component_number,
    gap=words.gap,
    build=build,
    scene=scene,
    picture=("half_width", "cards_to_finish", "slots", *(f"kinds.{part}" for part in CARD_PARTS)),
    view=view,
    progress=estimate.far,
    longest=longest,
    owner=lambda state, code: code // 16,  # see `words.owned_car`
    faults=faults,
    folder=Path(__file__).parent,
    observation=OBSERVATION,
    odds=odds,
    series=SERIES,
    sheets=SHEETS,
)
