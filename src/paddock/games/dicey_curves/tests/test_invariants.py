"""Broken positions are told in words."""

from collections.abc import Callable

import pytest

from .. import GAME
from ..state import START_TURN, State
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


def lay_more_than_there_are(s: State) -> None:
    s.left[3] -= 5  # Wide-Open: four in the box
    s.kind[4:9] = [3] * 5
    s.laid += 5


def overdraw_deck(s: State) -> None:
    s.cards[0] += s.draw_cards + 1  # as if it were hidden
    s.draw_cards = -1


def owe_card(s: State) -> None:
    card = next(card for card, held in enumerate(s.hand[0]) if not held)
    s.hand[0][card], s.draw[card] = -1, s.draw[card] + 1
    s.cards[0] -= 1
    s.draw_cards += 1


def leave_unfinished(s: State) -> None:
    s.phase = START_TURN


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
        (lay_more_than_there_are, "track card type 3: 5 laid and -1 left of 4"),
        (overdraw_deck, "a draw deck of -1 cards"),
        (owe_card, "seat 0 holds"),
        (leave_unfinished, "is not awaited"),
    ],
)
def test_a_fault_is_found(harm: Callable[[State], None], words: str):
    race = Position(A="1.L1", B="1.R1", dice="1")
    state = race.state
    assert GAME.faults(race.table, state) == []
    harm(state)
    assert any(words in fault for fault in GAME.faults(race.table, state))
