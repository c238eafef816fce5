"""Ridge Run: a small complete game."""

from pathlib import Path
from typing import Any

from paddock.engine import Game, Option, Options

from . import estimate, rules, words
from .events import EVENTS
from .observation import OBSERVATION
from .state import BOOSTS, CARDS_EACH, CARS, MOVES, ROUNDS, State, Table

FOLDER = Path(__file__).parent
OPTIONS = (Option("length", "Spaces to the summit.", 12, least=6, most=60, clause="RR-01"),)


def build(seats: int, options: Options) -> Table:
    """The table of a race."""
    t = Table()
    t.seats, t.length = seats, int(options["length"])
    return t


def scene(t: Table) -> dict[str, Any]:
    """The ridge."""
    return {"length": t.length}


def view(t: Table, s: State) -> dict[str, Any]:
    """The position as its reader may know it."""
    cars = [{"space": s.space[car], "card": s.card[car]} for car in range(t.seats)]
    return {"round": s.round + 1, "cars": cars, "thrown": s.thrown[1:]}


def longest(t: Table) -> int:
    """The first cards, then for each turn a choice, a die and a card."""
    return t.seats + ROUNDS * t.seats * 3


def faults(t: Table, s: State) -> list[str]:
    """Every boost card is in the deck, held or thrown away."""
    found: list[str] = []
    for boost in range(1, BOOSTS):
        cards = s.draw[boost] + s.thrown[boost] + s.card.count(boost)
        if cards != CARDS_EACH:
            found.append(f"{cards} cards of boost {boost}, not {CARDS_EACH}")
    return found


GAME = Game(
    id=FOLDER.name,
    name="Ridge Run",
    designer="paddock",
    publisher="paddock",
    year=2026,
    sentence="Climb the ridge: safe gear, risky gear or your hidden boost.",
    minutes=(5, 10),
    weight=1,
    seats=(2, CARS),
    table=Table,
    state=State,
    rules=(rules, estimate),
    moves=MOVES,
    choices=6,
    options=OPTIONS,
    events=EVENTS,
    words=words,
    gap=words.gap,
    build=build,
    scene=scene,
    view=view,
    longest=longest,
    faults=faults,
    folder=FOLDER,
    observation=OBSERVATION,
)
