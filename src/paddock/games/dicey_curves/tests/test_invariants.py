"""Broken positions are told in words."""

from collections.abc import Callable

import pytest

from .. import GAME
from ..state import State
from .position import Position


def lose_cube(s: State) -> None:
    s.pile_cubes -= 1


def lose_barrel(s: State) -> None:
    s.pile_barrels -= 1


def lose_chip(s: State) -> None:
    s.chips[0] += 1


def lose_card(s: State) -> None:
    s.discard[0] += 1


def join_cars(s: State) -> None:
    s.spot[1] = s.spot[0]


def cube_under_car(s: State) -> None:
    s.cubes[1] = 1
    s.pile_cubes -= 1


def item_behind(s: State) -> None:
    s.barrels[0] = 1
    s.pile_barrels -= 1


def second_finish(s: State) -> None:
    s.kind[2] = 1


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (lose_cube, "23 cubes, not 24"),
        (lose_barrel, "5 barrels, not 6"),
        (lose_chip, "41 chips, not 40"),
        (lose_card, "Danger card 0"),
        (join_cars, "two cars on spot"),
        (cube_under_car, "share a spot"),
        (item_behind, "left behind"),
        (second_finish, "the racetrack is"),
    ],
)
def test_a_fault_is_found(harm: Callable[[State], None], words: str):
    race = Position(A="1.L1", B="1.R1", dice="1")
    state = race.state
    assert GAME.faults(race.table, state) == []
    harm(state)
    assert any(words in fault for fault in GAME.faults(race.table, state))
