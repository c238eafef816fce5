"""Ladders: fair races between two levels, and ratings with honest intervals."""

import math

import pytest

from paddock.bots import Bot, Score, mirrored, ratings
from paddock.bots.ladder import MEAN, POINTS, race
from paddock.games._template import GAME as RIDGE_RUN

TABLE = RIDGE_RUN.new_table(2, {})


def test_the_same_number_of_a_seed_is_the_same_race():
    bots = [Bot("club", 1), Bot("rookie", 1)]
    found = [race(RIDGE_RUN, TABLE, bots, 7, number) for number in range(8)]
    assert found == [race(RIDGE_RUN, TABLE, bots, 7, number) for number in range(8)]
    assert all(sum(shares) == pytest.approx(1.0) for shares in found)
    assert len({tuple(shares) for shares in found}) > 1


def test_what_one_level_wins_of_two_mirrored_races_the_other_loses():
    for number in range(5):
        one = mirrored(RIDGE_RUN, TABLE, "quick", "random", 3, number)
        assert one + mirrored(RIDGE_RUN, TABLE, "random", "quick", 3, number) == pytest.approx(2.0)


def test_two_levels_are_as_far_apart_as_their_odds():
    # 75 of 100 and a drawn race: odds 75.5 to 25.5. 400 points are ten to one.
    weak, strong = ratings(["weak", "strong"], {("strong", "weak"): Score(75.0, 100)})
    assert strong.points - weak.points == pytest.approx(400 * math.log10(75.5 / 25.5))
    assert strong.points + weak.points == pytest.approx(2 * MEAN)
    # The difference of strengths has variance 1 / (n p q); by symmetry each of the two has a quarter of it.
    share = 75.5 / 101
    deviation = POINTS * math.sqrt(1 / (101 * share * (1 - share))) / 2
    assert strong.within == pytest.approx(2.575829 * deviation)


def test_three_levels_that_fit_the_model_exactly_get_their_strengths_back():
    strength = {"a": 0.0, "b": 1.0, "c": 2.5}
    won = {
        (one, other): Score(races / (1 + math.exp(strength[other] - strength[one])), races)
        for one, other, races in (("b", "a", 10_000), ("c", "a", 40_000), ("c", "b", 20_000))
    }
    found = {rating.level: rating.points for rating in ratings(list(strength), won)}
    assert (found["b"] - found["a"]) / POINTS == pytest.approx(1.0, abs=0.001)
    assert (found["c"] - found["b"]) / POINTS == pytest.approx(1.5, abs=0.001)


def test_whoever_wins_every_race_is_not_infinitely_strong():
    weak, strong = ratings(["weak", "strong"], {("strong", "weak"): Score(20.0, 20)})
    assert 400 < strong.points - weak.points < 1000


def test_levels_that_never_met_are_as_far_apart_as_the_steps_between_them():
    # 60.5 to 40.5 and 30.5 to 10.5, each with its drawn race.
    met = {("b", "a"): Score(60.0, 100), ("c", "b"): Score(30.0, 40)}
    weak, middle, strong = ratings(["a", "b", "c"], met)
    assert middle.points - weak.points == pytest.approx(400 * math.log10(60.5 / 40.5))
    assert strong.points - middle.points == pytest.approx(400 * math.log10(30.5 / 10.5))
