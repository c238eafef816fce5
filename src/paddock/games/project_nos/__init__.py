"""Project NOS: everybody rolls at once, and the first to fill six spaces wins the drag race."""

from pathlib import Path

from paddock.engine import Game

from . import driver, estimate, realtime, rules, words
from .events import EVENTS
from .invariants import faults
from .observation import OBSERVATION
from .rules.secrets import hidden_turn
from .series import SERIES
from .sheets import SHEETS
from .state import CARS, CHOICES, MOVES, ROUNDS, State, Table
from .table import OPTIONS, build
from .view import scene, view
from .workshop import WORKSHOP

BETWEEN_RACES = 60  # plies: 6 cards, the first drafter, 24 picks and stops, 3 draws a class, 4 trophies
ROLL_PLIES = 80  # of one roll: 3 faces, 2 durations, and up to 12 actions of 5 plies or less with the clock's answers
SHORTEST_ROLL = 520  # milliseconds of a master


def longest(t: Table) -> int:
    """The races of a game, each with as many rolls as fit into its limit."""
    races = 1 if t.seats == 1 else 3 if t.points else t.max_races
    rolls = t.limit + 1 if t.clock == ROUNDS else t.limit // SHORTEST_ROLL + 1
    return races * (BETWEEN_RACES + t.seats * rolls * ROLL_PLIES)


GAME = Game(
    id="project_nos",
    name="Project NOS",
    designer="Peter Newland",
    publisher="Mind the Gap Studios",
    year=2017,
    sentence="Everybody rolls at once: match the track, watch the redline, and be first to place six dice.",
    minutes=(10, 15),
    weight=1,
    seats=(1, CARS),
    table=Table,
    state=State,
    rules=(rules, estimate, driver),
    moves=MOVES,
    choices=CHOICES,
    options=OPTIONS,
    events=EVENTS,
    words=words,
    gap=words.gap,
    figure=words.figure,
    build=build,
    scene=scene,
    picture=("fixed", "colours"),
    view=view,
    workshop=WORKSHOP,
    longest=longest,
    faults=faults,
    folder=Path(__file__).parent,
    observation=OBSERVATION,
    series=SERIES,
    sheets=SHEETS,
    hidden_turn=hidden_turn,
    live=realtime,
    progress=estimate.far,
    horizon=10,  # the estimate is good over whole lanes; in longer playouts luck hides what a choice is worth
)
