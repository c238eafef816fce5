"""nestorgames GP: push-your-luck dice on a track of corners, shortcuts, gates and teleports."""

from pathlib import Path

from paddock.engine import Game

from . import estimate, rules, words
from .events import EVENTS
from .invariants import faults
from .observation import OBSERVATION
from .odds import odds
from .series import SERIES
from .sheets import SHEETS
from .state import CARS, MOVES, STEPS, State, Table
from .table import OPTIONS, build
from .view import scene, view
from .workshop import WORKSHOP


def longest(t: Table) -> int:
    """Fifty-one qualifying rounds, every piece placed, and turns of an item, six dice, a route and the tray each."""
    qualifying = 52 * 2 * 6 * t.seats
    turn = 2 + 1 + 2 * 6 + 1 + 1
    return 2 + qualifying + 24 + (t.round_limit + 1) * t.seats * turn


GAME = Game(
    id="nestorgames_gp",
    name="nestorgames GP",
    designer="Néstor Romeral Andrés",
    publisher="nestorgames",
    year=2021,
    sentence="Roll one more die or stop: push your luck and your rivals around the track.",
    minutes=(20, 45),
    weight=2,
    seats=(2, CARS),
    table=Table,
    state=State,
    rules=(rules, estimate),
    moves=MOVES,
    choices=STEPS,
    options=OPTIONS,
    events=EVENTS,
    words=words,
    build=build,
    scene=scene,
    picture=("board", "name", "lap_length", "shortcut", "gate", "boxes", "steps"),
    view=view,
    progress=estimate.way,
    longest=longest,
    faults=faults,
    folder=Path(__file__).parent,
    observation=OBSERVATION,
    workshop=WORKSHOP,
    odds=odds,
    gap=words.gap,
    series=SERIES,
    sheets=SHEETS,
)
