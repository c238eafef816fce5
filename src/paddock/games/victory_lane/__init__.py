"""Victory Lane: stock cars in a pack, driven by cards that only a pit stop brings back."""

from pathlib import Path

from paddock.engine import Game

from . import driver, estimate, rules, words
from .events import EVENTS
from .invariants import faults
from .observation import OBSERVATION
from .series import SERIES
from .sheets import SHEETS
from .state import CARS, CHOICES, MOVES, SEATS, State, Table
from .table import OPTIONS, build
from .view import scene, view
from .workshop import WORKSHOP

SETUP_PLIES = 200
TEST_PLIES = 3 * CARS  # a die for each car, and a decision and a reroll for each primary
TURN_PLIES = 60 + 16 * TEST_PLIES  # at most 8 steps of a Move and 5 of a bonus, each of which may be a push
ROUND_PLIES = CARS * TURN_PLIES + 400  # with the events of the Laps card and a yellow flag
ROUNDS = 22  # of a stage: 16 Laps cards, and a few more if cautions cannot end it


def longest(t: Table) -> int:
    """The setup, every stage with as many rounds as it can have, and its scoring."""
    return SETUP_PLIES + t.stages * (ROUNDS * ROUND_PLIES + 8 * t.tie_roll_limit)


GAME = Game(
    id="victory_lane",
    name="Victory Lane",
    designer="Richard Launius",
    publisher="Mr. B Games and Zeroic Games",
    year=2021,
    sentence="Draft, push and pit: eight stock cars in a pack, and every card you play is gas you burn.",
    minutes=(30, 60),
    weight=3,
    seats=(1, SEATS),
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
    picture=(
        "loop",
        "start_finish",
        "pit_boxes",
        *(f"spaces.{part}" for part in ("cell", "lane", "s", "mark")),
        "teams.hex",
        "teams.number",
    ),
    view=view,
    workshop=WORKSHOP,
    progress=estimate.far,
    longest=longest,
    owner=lambda state, car: state.owner[car],
    faults=faults,
    folder=Path(__file__).parent,
    observation=OBSERVATION,
    series=SERIES,
    sheets=SHEETS,
    field=CARS,
)
