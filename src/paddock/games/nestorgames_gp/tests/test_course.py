"""The board as the lab reads it."""

import pytest

from paddock.engine import NOWHERE, Happening

from .. import GAME
from ..course import at, is_wait, lap, spots, where
from ..events import BUST, CRASHED, EVENTS, FINISHED, FLIPPED, LAP, MOVED, ROLLED, STARTED
from ..state import Table
from .position import Position


def happening(kind: int, a: int = 0, b: int = 0, c: int = 0) -> Happening:
    return Happening(EVENTS[kind], a, b, c)


def table(board: str) -> Table:
    found = GAME.new_table(2, {"board": board, "laps": 3})
    assert isinstance(found, Table)
    return found


def test_a_space_that_two_steps_cross_is_one_spot_with_two_roads():
    t = table("knot")
    crossed = [n for n in range(1, t.lap_length + 1) if t.cell[n] != n]  # the later steps of shared spaces
    assert crossed
    found = {spot.number: spot for spot in spots(t)}
    assert not set(crossed) & set(found)
    first = t.cell[crossed[0]]
    assert found[first].name == f"step {first} and step {crossed[0]}"
    assert len(found[first].following) == 2


def test_shortcut_and_gate_are_roads_too():
    for board, field in (("quarry", "shortcut"), ("drawbridge", "gate")):
        t = table(board)
        start, to = (t.shortcut_from, t.shortcut_to) if field == "shortcut" else (t.gate_from, t.gate_location)
        assert start
        found = {spot.number: spot for spot in spots(t)}
        assert t.cell[to] in found[t.cell[start]].following


def test_a_car_stands_on_the_spot_of_its_step():
    race = Position("oval", A=13, B=30)
    assert [at(race.table, race.state, seat) for seat in range(2)] == [13, 30]
    beyond = race.state
    beyond.step[0] = 0
    assert at(race.table, beyond, 0) == NOWHERE  # beyond the flag


@pytest.mark.parametrize(
    ("event", "spot"),
    [
        (happening(CRASHED, 1, 13, 5), 13),
        (happening(BUST, 1, 4, 20), 20),
        (happening(FLIPPED, 1), NOWHERE),
        (happening(ROLLED, 1, 6, 6), NOWHERE),
    ],
)
def test_an_event_names_its_step(event: Happening, spot: int):
    assert where(table("oval"), event) == spot


def test_a_lost_turn_is_a_wait_and_a_move_is_none():
    assert [is_wait(happening(kind)) for kind in (FLIPPED, BUST, MOVED, CRASHED)] == [True, True, False, False]


def test_laps_are_counted_from_the_line_to_the_flag():
    t = table("oval")
    events = [
        happening(STARTED),
        happening(LAP, 0, 1),
        happening(LAP, 0, 2),
        happening(FINISHED, 0, 1),
        happening(MOVED),
    ]
    assert [lap(t, event) for event in events] == [0, 1, 2, 3, -1]
