"""Nitro Dice: dice are the cars, and one hand of cards pays for every corner, lane change and dirty trick."""

from pathlib import Path

from paddock.engine import Game

from . import driver, estimate, rules, words
from .events import EVENTS
from .invariants import faults
from .observation import OBSERVATION
from .series import SERIES
from .sheets import SHEETS
from .state import CARS, CHOICES, MOVES, State, Table
from .table import OPTIONS, build
from .view import scene, view
from .workshop import WORKSHOP

SETUP_PLIES = 6 + 9 * CARS + 2 * 60  # starting order, deal, Disaster Area
TURN_PLIES = 160  # of one car in a round, with all it makes others decide


def longest(t: Table) -> int:
    """The setup, and rounds up to the limit.

    In a round a car sets its speed (2 plies), takes at most 9 points, 6 bonus moves, 2 tokens and 13 cards' worth of
    steps (a ply each and one for the card), pays 8 borders (4 plies each, as much again for a car it pulls or pushes),
    places (2), and gives up or draws cards (13).
    """
    return SETUP_PLIES + max(1, t.round_limit) * t.seats * TURN_PLIES


GAME = Game(
    id="nitro_dice",
    name="Nitro Dice",
    designer="David E. Whitcher",
    publisher="Minion Games",
    year=2011,
    sentence="The die is your car and your hand is the road: pay for every corner, or pay in damage.",
    minutes=(45, 75),
    weight=3,
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
    picture=(
        "sections",
        "outside",
        "cell_size",
        "spaces.space",
        "spaces.section",
        "spaces.lane",
        "spaces.i",
        "spaces.x",
        "spaces.y",
    ),
    view=view,
    longest=longest,
    progress=estimate.far,
    faults=faults,
    folder=Path(__file__).parent,
    observation=OBSERVATION,
    workshop=WORKSHOP,
    series=SERIES,
    sheets=SHEETS,
)
