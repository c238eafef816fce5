"""The quick judgement: a greedy player that trusts `estimate` is far ahead of random ones; `suggest` finishes races."""

import math
import random
import statistics

import pytest

from paddock.engine import CHANCE, HERE, OVER, new_log, simulate
from paddock.testing import clause

from .. import GAME
from ..state import State, Table
from .position import COLORS, Position, new_table

CONTRACT = GAME.contract
RACES = 15
SEATS = 4
ALONE = 300  # solo races
NO_LOG = new_log(0)


class Drivers:
    """A race of two greedy seats against two random ones."""

    def __init__(self, seed: int):
        self.t: Table = new_table(SEATS)
        self.s = State()
        self.greedy = {seed % 2, 2 + seed % 2}
        self.rng = random.Random(seed)
        CONTRACT["setup"](self.t, self.s)

    def race(self) -> tuple[list[int], list[int]]:
        """The race points of the greedy and of the random primaries."""
        while (seat := CONTRACT["actor"](self.t, self.s)) != OVER:
            CONTRACT["apply"](self.t, self.s, self.choice(seat), NO_LOG)
        points = [self.s.points[self.s.primary[seat]] for seat in range(SEATS)]
        return [points[seat] for seat in self.greedy], [
            points[seat] for seat in range(SEATS) if seat not in self.greedy
        ]

    def choice(self, seat: int) -> int:
        out, weight = [0] * GAME.choices, [0] * GAME.choices
        if seat == CHANCE:
            n = CONTRACT["chance"](self.t, self.s, out, weight)
            return self.rng.choices(out[:n], weight[:n])[0]
        moves = out[: CONTRACT["legal"](self.t, self.s, out)]
        if seat not in self.greedy:
            return self.rng.choice(moves)
        return max(moves, key=lambda move: self.worth(move, seat))

    def worth(self, move: int, seat: int) -> int:
        """The mover's chance right after a move."""
        state, value = self.s.copy(), [0] * GAME.room
        CONTRACT["apply"](self.t, state, move, NO_LOG)
        CONTRACT["estimate"](self.t, state, value)
        return value[seat]


def interval(points: list[int]) -> tuple[float, float]:
    """The mean of a sample, 1.96 standard errors either way."""
    reach = 1.96 * statistics.stdev(points) / math.sqrt(len(points))
    return statistics.mean(points) - reach, statistics.mean(points) + reach


def test_a_greedy_player_scores_clearly_more_than_a_random_one():
    greedy: list[int] = []
    others: list[int] = []
    for seed in range(RACES):
        scored, rest = Drivers(seed).race()
        greedy += scored
        others += rest
    assert interval(greedy)[0] > interval(others)[1]
    assert statistics.mean(greedy) > 2 * statistics.mean(others)


@pytest.mark.parametrize("seats", [1, 2, 5, 8])
def test_quick_drivers_finish_their_races(seats: int):
    result = simulate(GAME, new_table(seats), 200, bots=("quick",), on=HERE)
    assert result.unfinished == 0
    assert result.plies.max() < 1500


def test_a_quick_driver_beats_a_random_one():
    result = simulate(GAME, new_table(2), 300, bots=("quick", "random"), on=HERE)
    assert result.wins_by_seat[0] > 0.95 * 300


def chances(race: Position) -> list[int]:
    value = [0] * GAME.room
    CONTRACT["estimate"](race.table, race.state, value)
    return value[: race.table.seats]


def test_chances_add_up_and_the_car_ahead_has_more():
    value = chances(Position(red="G1:8", blue="G1:20", white="G1:14", players="red blue white"))
    assert sum(value) == 1000
    assert value[1] > value[2] > value[0]


def test_cards_fresh_tires_and_points_raise_the_chances():
    even = chances(Position(red="G1:20", blue="G1:24", players="red blue"))[0]
    assert chances(Position(red="G1:20", blue="G1:24", players="red blue", hand="open_track 5"))[0] > even
    assert chances(Position(red="G1:20 worn", blue="G1:24", players="red blue"))[0] < even
    assert chances(Position(red="G1:20", blue="G1:24", players="red blue", points={"red": 3}))[0] > even


def test_a_greedy_player_does_not_brake_on_a_free_road():
    race = Position(red="G1:8", blue="G1:24", players="red blue", hand="open_track 5")
    race.plays("open_track 5")
    before = race.state
    worth: dict[int, int] = {}
    for move in race.runner.legal():
        state, value = before.copy(), [0] * GAME.room
        CONTRACT["apply"](race.table, state, move, NO_LOG)
        CONTRACT["estimate"](race.table, state, value)
        worth[move] = value[0]
    assert worth[0] == min(worth.values())
    assert worth[1] == max(worth.values())


def test_the_winner_of_a_race_that_is_over_has_nearly_all_the_chances():
    assert chances(Position(red="G1:20", blue="G1:16", players="red blue", at="score", stage=1))[0] > 990


FIELD = {color: f"G1:{30 - 2 * i}" for i, color in enumerate(COLORS)}


@clause("VL-120")
def test_alone_there_is_a_field_to_beat():
    assert chances(Position(FIELD, players="red", at="score", stage=1)) == [1000]
    assert chances(Position(FIELD, players="blue", at="score", stage=1)) == [0]
    ahead, behind = (chances(Position(FIELD, players=player, hand="open_track 5"))[0] for player in ("red", "purple"))
    assert 0 < behind < ahead < 1000


@clause("VL-120")
def test_alone_the_chance_is_about_how_often_a_quick_driver_wins_from_there():
    told: list[int] = []
    won = 0
    for seed in range(ALONE):
        chance, place = drive_alone(seed)
        told += chance
        won += place == 1
    share = 1000 * won / ALONE
    reach = 1.96 * math.sqrt(share * (1000 - share) / ALONE)
    assert share - reach < statistics.mean(told) < share + reach
    assert 0 < won < ALONE


def drive_alone(seed: int) -> tuple[list[int], int]:
    """The estimate at each turn of a solo race, and the final place."""
    t, s, rng, told = new_table(1), State(), random.Random(seed), list[int]()
    out, weight, value = [0] * GAME.choices, [0] * GAME.choices, [0] * GAME.room
    CONTRACT["setup"](t, s)
    while (seat := CONTRACT["actor"](t, s)) != OVER:
        if seat == CHANCE:
            n = CONTRACT["chance"](t, s, out, weight)
            move = rng.choices(out[:n], weight[:n])[0]
        else:
            n = CONTRACT["legal"](t, s, out)
            CONTRACT["estimate"](t, s, value)
            told.append(value[0])
            move = CONTRACT["suggest"](t, s, out, n, [rng.getrandbits(32) for _ in range(4)])
        CONTRACT["apply"](t, s, move, NO_LOG)
    CONTRACT["standings"](t, s, out, weight)
    return told, out[0]
