"""The quick judgement: a greedy player that trusts `estimate` beats random ones, and `suggest` finishes races."""

import random

import pytest

from paddock.engine import CHANCE, HERE, OVER, new_log, simulate

from .. import GAME
from ..state import State, Table
from .position import Position, new_table

CONTRACT = GAME.contract
RACES = 30
SAMPLES = 2  # chance outcomes that a greedy player looks at
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
        self.settle(self.s)
        while (seat := CONTRACT["actor"](self.t, self.s)) != OVER:
            moves = self.legal()
            move = max(moves, key=self.worth) if seat == self.greedy else self.rng.choice(moves)
            CONTRACT["apply"](self.t, self.s, move, NO_LOG)
            self.settle(self.s)
        place, score = [0] * 6, [0] * 6
        CONTRACT["standings"](self.t, self.s, place, score)
        return place.index(1)

    def legal(self) -> list[int]:
        out = [0] * GAME.choices
        return out[: CONTRACT["legal"](self.t, self.s, out)]

    def settle(self, state: State) -> None:
        while CONTRACT["actor"](self.t, state) == CHANCE:
            out, weight = [0] * GAME.choices, [0] * GAME.choices
            n = CONTRACT["chance"](self.t, state, out, weight)
            CONTRACT["apply"](self.t, state, self.rng.choices(out[:n], weight[:n])[0], NO_LOG)

    def worth(self, move: int) -> int:
        """The mover's chance after a move, over a few samples of the chance events that follow."""
        total, value = 0, [0] * GAME.room
        for _ in range(SAMPLES):
            state = self.s.copy()
            CONTRACT["apply"](self.t, state, move, NO_LOG)
            is_certain = CONTRACT["actor"](self.t, state) != CHANCE
            self.settle(state)
            CONTRACT["estimate"](self.t, state, value)
            if is_certain:
                return SAMPLES * value[self.greedy]
            total += value[self.greedy]
        return total


def test_a_greedy_player_beats_a_random_one_in_four_of_five_races():
    wins = sum(Drivers(seed, seed % 2).winner() == seed % 2 for seed in range(RACES))
    assert wins >= 0.8 * RACES


@pytest.mark.parametrize("track", ["joined_loops", "crossroads", "long_haul", "short_circuit", "three_piers"])
def test_quick_drivers_finish_their_races(track: str):
    t = new_table(4, {"track": track})
    result = simulate(GAME, t, 300, bots=("quick",), on=HERE)
    # A race stopped by the round limit has far more plies: 138 rounds of four cars.
    assert result.unfinished == 0
    assert result.plies.max() < 60 * 4 * 20
    assert result.plies.mean() < 30 * 4 * 20


def test_a_quick_driver_beats_a_random_one():
    result = simulate(GAME, new_table(2), 400, bots=("quick", "random"), on=HERE)
    assert result.wins_by_seat[0] > 0.9 * 400


def chances(race: Position) -> list[int]:
    value = [0] * GAME.room
    CONTRACT["estimate"](race.table, race.state, value)
    return value[: race.table.seats]


def test_chances_add_up_and_the_car_ahead_has_more():
    value = chances(Position(A="s5.L0 v3", B="s1.L0 v3", C="s2.L0 v3", at="speed"))
    assert sum(value) == 1000
    assert value[0] > value[2] > value[1]


def test_damage_and_an_empty_hand_lower_the_chances():
    equal = chances(Position(A="s5.L0 v3", B="s5.R0 v3", at="speed"))[0]
    assert chances(Position(A="s5.L0 v3 c4", B="s5.R0 v3", at="speed"))[0] < equal
    assert chances(Position(A="s5.L0 v3", B="s5.R0 v3", at="speed", hands={"A": ""}))[0] < equal


def test_a_hand_that_fits_the_road_is_worth_more():
    # after s1 come red, red, yellow, straight, yellow
    fits = chances(Position(A="s1.L0 v3", B="s9.L0 v3", at="speed", hands={"A": "R R Y"}))[0]
    not_so = chances(Position(A="s1.L0 v3", B="s9.L0 v3", at="speed", hands={"A": "S S S"}))[0]
    assert fits > not_so


def test_the_winner_of_a_race_that_is_over_has_all_the_chances():
    value = chances(Position(A="s1.L0 p37", B="s1.L1 p37", at="check"))
    assert value[1] > 990
