"""A second opinion: the hand-written C version of the plain rules in bench/ (`python -m bench` compares all races).

The figures below are what that program prints for seed 7 and 3,000 races; it shares nothing with the rules here but the
order in which random numbers are drawn.
"""

import pytest

from paddock.engine import simulate
from paddock.games.nestorgames_gp import GAME


@pytest.mark.parametrize(
    ("board", "seats", "laps", "first", "total", "wins"),
    [
        ("coast", 4, 3, [626, 639, 684, 584, 692, 749], 2_004_283, [768, 785, 737, 710]),
        ("oval", 2, 1, [55, 85, 89, 68, 84, 95], 230_682, [1511, 1489]),
        ("oval", 8, 5, [1563, 1426, 1474, 1454, 1605, 1709], 4_631_084, [379, 357, 389, 361, 366, 404, 377, 367]),
    ],
)
def test_races_are_those_of_the_c_version(
    board: str, seats: int, laps: int, first: list[int], total: int, wins: list[int]
):
    result = simulate(GAME, GAME.new_table(seats, {"board": board, "laps": laps}), 3000, seed=7)
    assert result.plies[:6].tolist() == first
    assert result.moves == total
    assert result.wins_by_seat == wins
