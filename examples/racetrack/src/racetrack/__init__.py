"""Racetrack: the game of pencil and squared paper, as its own package."""

from pathlib import Path
from typing import Any

from paddock.engine import Game, Option, Options

from . import estimate, rules, words
from .events import EVENTS
from .observation import OBSERVATION
from .state import CARS, CHANGES, CHOOSE, MOST_LAPS, MOVES, ROUNDS_A_LAP, State, Table
from .track import COLUMNS, LINE, ROWS, distances
from .workshop import WORKSHOP, track_of

FOLDER = Path(__file__).parent
OPTIONS = (
    Option("laps", "Laps to drive.", 1, least=1, most=MOST_LAPS, clause="RT-01"),
    Option(
        "track",
        "Which road the race is on, also one that players drew.",
        "ring",
        {"ring": "A ring around the paper."},
        clause="RT-01",
        file=True,
    ),
)


def build(seats: int, options: Options) -> Table:
    """The table of a race."""
    t = Table()
    t.seats, t.laps = seats, int(options["laps"])
    t.distance[:] = distances(track_of(str(options["track"])))
    t.lap_length = max(t.distance) + 1
    return t


def scene(t: Table) -> dict[str, Any]:
    """The paper."""
    return {"columns": COLUMNS, "rows": ROWS, "paper": words.paper(t), "line": LINE, "laps": t.laps}


def view(t: Table, s: State) -> dict[str, Any]:
    """The position, and where each move of the acting car ends."""
    cars = [
        {"column": s.column[car], "row": s.row[car], "right": s.right[car], "down": s.down[car], "lap": s.crossed[car]}
        for car in range(t.seats)
    ]
    landings = [words.landing(s, change) for change in range(CHANGES)] if s.phase == CHOOSE else []
    return {"round": s.round + 1, "car": s.car, "cars": cars, "landings": landings}


def longest(t: Table) -> int:
    """A lot, then a move for each turn."""
    return 1 + ROUNDS_A_LAP * t.laps * t.seats


def faults(t: Table, s: State) -> list[str]:
    """Every car is on the road, and no two share a square."""
    squares = [s.row[car] * COLUMNS + s.column[car] for car in range(t.seats)]
    if s.phase == 0:
        return []
    found = [f"{words.NAMES[car]} is off the road" for car, square in enumerate(squares) if t.distance[square] < 0]
    return found + (["two cars on one square"] if len(set(squares)) < t.seats else [])


GAME = Game(
    id=FOLDER.name,
    name="Racetrack",
    designer="traditional",
    publisher="pencil and paper",
    year=1973,
    sentence="Change your speed by one, move by it, and brake before the bend.",
    minutes=(10, 20),
    weight=1,
    seats=(2, CARS),
    table=Table,
    state=State,
    rules=(rules, estimate),
    moves=MOVES,
    choices=CHANGES,
    options=OPTIONS,
    events=EVENTS,
    words=words,
    build=build,
    scene=scene,
    view=view,
    longest=longest,
    faults=faults,
    folder=FOLDER,
    observation=OBSERVATION,
    workshop=WORKSHOP,
)
