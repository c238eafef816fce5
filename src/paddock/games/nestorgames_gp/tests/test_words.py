"""The words of the game: numbers agree with their nouns, and each line names the clause that caused it."""

import pytest

from paddock.engine import Happening
from paddock.testing import clause

from .. import GAME
from ..events import CRASHED, EVENTS, FIXED, TEAM_WON
from .position import Car, NewRace, Position


@pytest.mark.parametrize(
    ("kind", "numbers", "told"),
    [
        (FIXED, (0, 1, 0), "Red fixes its car: 1 die in hand."),
        (FIXED, (0, 2, 0), "Red fixes its car: 2 dice in hand."),
        (CRASHED, (0, 13, 1), "Red crashes on step 13: belly-up, 1 die left."),
        (CRASHED, (0, 13, 0), "Red crashes on step 13: belly-up, 0 dice left."),
        (TEAM_WON, (0, 2, 1), "Red and black win as a team with 1 point."),
        (TEAM_WON, (0, 2, 6), "Red and black win as a team with 6 points."),
    ],
)
def test_a_number_agrees_with_its_noun(kind: int, numbers: tuple[int, int, int], told: str):
    table = GAME.new_table(4, {})
    assert Happening(EVENTS[kind], *numbers).sentence(table, GAME.words.NAMERS, 0) == told


def test_the_drawing_of_a_position_counts_one_as_one():
    race = Position("oval", A=Car(13, dice=1, safety=1, holds=("wrench", "wrench")), B=30, options={"items": "tray"})
    line = next(line for line in GAME.words.position(race.table, race.state).splitlines() if "red" in line)
    assert line.endswith("1 die, 2 wrenches, 1 turn under the safety car")


@clause("GP-86", "GP-89")
def test_the_first_tray_and_later_ones_are_asked_for_by_their_own_clauses():
    race = NewRace("oval", cars=2, options={"items": "tray"})
    race.gives_pole_to("A")
    assert GAME.decision(race.table, race.state).clause == "GP-86"
    later = Position("oval", A=9, B=1, options={"items": "tray"}, tray=(10, "turbo"), available=("rocket", "bomb"))
    later.moves(1)  # A takes the tray and has to fill it again
    assert GAME.decision(later.table, later.state).clause == "GP-89"


@clause("GP-111", "GP-112")
def test_oil_and_items_are_placed_before_the_race_by_their_own_clauses():
    race = NewRace("oval", cars=2, options={"items": "board"})
    race.gives_pole_to("A")
    asked: list[str] = []
    clauses: list[str] = []
    while race.runner.actor() == 1 and race.state.turn < 0:
        asked.append(GAME.decision(race.table, race.state).clause)
        for kind, a, b, c in race.runner.apply(race.runner.legal()[0]):
            clauses.append(Happening(EVENTS[kind], a, b, c).clause)
    assert asked == ["GP-111"] * 4 + ["GP-112"] * 8  # four oil spills, then eight items
    assert clauses == asked
