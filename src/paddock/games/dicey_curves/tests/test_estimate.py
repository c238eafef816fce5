"""The quick judgement: a greedy player that trusts `estimate` beats random ones, and `suggest` finishes races."""

import random

import pytest

from paddock.engine import CHANCE, HERE, OVER, new_log, simulate
from paddock.engine import Position as Reached

from .. import GAME
from ..state import State, Table
from .position import Position, new_table

CONTRACT = GAME.contract
RACES = 20
NO_LOG = new_log(0)


class Drivers:
    """A race of a greedy seat against a random one."""

    def __init__(self, seed: int, greedy: int):
        self.t: Table = new_table(2)
        self.s = State()
        self.greedy = greedy
        self.rng = random.Random(seed)
        CONTRACT["setup"](self.t, self.s)

    def winner(self) -> int:
        while (seat := CONTRACT["actor"](self.t, self.s)) != OVER:
            CONTRACT["apply"](self.t, self.s, self.choice(seat), NO_LOG)
        place, score = [0] * 8, [0] * 8
        CONTRACT["standings"](self.t, self.s, place, score)
        return place.index(1)

    def choice(self, seat: int) -> int:
        if seat == CHANCE:
            outcomes, weights = Reached(GAME, self.t, self.s).outcomes()
            return self.rng.choices(outcomes, weights)[0]
        out = [0] * GAME.choices
        moves = out[: CONTRACT["legal"](self.t, self.s, out)]
        return max(moves, key=self.worth) if seat == self.greedy else self.rng.choice(moves)

    def worth(self, move: int) -> int:
        """The mover's chance right after a move."""
        state, value = self.s.copy(), [0] * GAME.room
        CONTRACT["apply"](self.t, state, move, NO_LOG)
        CONTRACT["estimate"](self.t, state, value)
        return value[self.greedy]


def test_a_greedy_player_beats_a_random_one_in_four_of_five_races():
    wins = sum(Drivers(seed, seed % 2).winner() == seed % 2 for seed in range(RACES))
    assert wins >= 0.8 * RACES


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_quick_drivers_finish_their_races(seats: int):
    t = new_table(seats)
    result = simulate(GAME, t, 200, bots=("quick",), on=HERE)
    assert result.unfinished == 0
    assert result.plies.max() < 60 * seats * 20  # a race stopped by the round limit would have more


def test_a_quick_driver_beats_a_random_one():
    result = simulate(GAME, new_table(2), 300, bots=("quick", "random"), on=HERE)
    assert result.wins_by_seat[0] > 0.9 * 300


def chances(race: Position) -> list[int]:
    value = [0] * GAME.room
    CONTRACT["estimate"](race.table, race.state, value)
    return value[: race.table.seats]


def test_chances_add_up_and_the_car_ahead_has_more():
    value = chances(Position("SA SA SA SA SA SA", A="1.L1", B="5.L1", C="3.L1", at="turn"))
    assert sum(value) == 1000
    assert value[1] > value[2] > value[0]


def test_damage_lowers_and_chips_raise_the_chances():
    even = chances(Position(A="2.L1", B="2.R1", at="turn"))[0]
    assert chances(Position(A="2.L1", B="2.R1", at="turn", damage={"A": 3}))[0] < even
    assert chances(Position(A="2.L1", B="2.R1", at="turn", chips={"A": 4}))[0] > even


def test_the_winner_of_a_race_that_is_over_has_all_the_chances():
    race = Position("SA FI", A="1.L3", B="1.R3", dice="1")
    race.plays("drive A1", "L")
    assert chances(race)[0] > 990
