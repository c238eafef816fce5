"""Whether chances are true: worked examples of the arithmetic, and positions that are those of the races."""

import math

import numpy as np
import pytest

from paddock.engine import CHANCE, OVER, Backend, Runner, recorded_positions, sample_positions, simulate
from paddock.engine.sampling import chosen_plies
from paddock.games._template import GAME as RIDGE_RUN
from paddock.lab import Conditions, estimate
from paddock.lab.odds import fitted, held_out, losses, mean_by_race, softmax, tempered, tenths, with_exponent

TABLE = RIDGE_RUN.new_table(3, {})


def test_log_loss_is_that_of_the_winners_chance():
    chances, won = np.array([[0.5, 0.5], [0.2, 0.8]]), np.array([[1.0, 0.0], [1.0, 0.0]])
    assert losses(chances, won) == pytest.approx([math.log(2), math.log(5)])


def test_an_estimate_of_nothing_counts_as_half_a_thousandth():
    assert losses(np.array([[0.0, 1.0]]), np.array([[1.0, 0.0]])) == pytest.approx([math.log(2000)])


def test_a_tenth_compares_the_mean_chance_with_the_share_that_won():
    chances = np.repeat([[0.25, 0.75]], 400, axis=0)
    won = np.zeros((400, 2))
    won[:100, 0] = won[100:, 1] = 1
    low, high = tenths(chances, won, np.arange(400))
    assert (low.tenth, low.seats, low.predicted, low.observed.value) == (2, 400, 0.25, 0.25)
    assert (high.tenth, high.observed.value) == (7, 0.75)
    assert low.is_true
    assert high.is_true


def test_positions_of_one_race_count_as_one():
    chances, won = np.repeat([[0.3, 0.7]], 400, axis=0), np.zeros((400, 2))
    won[:200, 0] = won[200:, 1] = 1
    alone = tenths(chances, won, np.arange(400))[0].observed
    together = tenths(chances, won, np.arange(400) // 100)[0].observed
    assert together.high - together.low > 5 * (alone.high - alone.low)


def test_the_best_exponent_undoes_chances_that_are_too_sure():
    true = softmax(np.random.default_rng(1).normal(size=(40_000, 3)))
    won = np.array([np.eye(3)[i] for i in _drawn(true)])
    assert tempered(with_exponent(true, 2.0), won) == pytest.approx(0.5, abs=0.03)


def test_a_regression_finds_the_weights_that_made_the_winners():
    draw = np.random.default_rng(2)
    features = draw.normal(size=(40_000, 4, 2)) * (1.0, 50.0)
    won = np.array([np.eye(4)[i] for i in _drawn(softmax(features @ np.array([0.7, 0.01])))])
    assert fitted(features, won) == pytest.approx([0.7, 0.01], rel=0.1)


def _drawn(chances: np.ndarray) -> np.ndarray:
    return (np.random.default_rng(3).random((len(chances), 1)) > np.cumsum(chances, axis=1)).sum(axis=1)


def test_every_position_is_measured_by_a_fit_to_other_races():
    race = np.array([0, 0, 1, 2, 3])
    seen = held_out(lambda here, there: np.full((there.sum(), 1), race[here].min()), race)
    assert seen[:, 0].tolist() == [1, 1, 0, 1, 0]


@pytest.mark.parametrize("backend", ["python", "native"])
def test_sampled_positions_are_those_of_the_simulated_races(backend: Backend):
    found = sample_positions(RIDGE_RUN, TABLE, 20, 3, seed=4, backend=backend)
    raced = simulate(RIDGE_RUN, TABLE, 20, seed=4, bots=("quick",), backend="python")
    looks = np.bincount(found.race, minlength=20)
    assert looks.mean() == pytest.approx(3, abs=0.5)
    assert found.race.tolist() == sorted(found.race.tolist())
    assert np.array_equal(found.won, np.repeat(raced.place == 1, looks, axis=0))
    assert all(0 <= part < 1 for part in found.part)


def test_looks_are_as_far_apart_in_short_races_as_in_long_ones():
    short, long = chosen_plies(np.array([10, 20]), 3, seed=1)  # 15 plies on average: a look at every fifth one
    assert (len(short), len(long)) == (2, 4)
    assert np.diff(short).tolist() == [5]
    assert np.diff(long).tolist() == [5, 5, 5]
    assert short[0] < 5
    assert long[0] < 5


def test_every_ply_is_as_likely_to_be_looked_at():
    seen = np.zeros(20)
    for seed in range(2000):
        for stops in chosen_plies(np.array([5, 20, 8]), 3, seed=seed):
            seen[stops] += 1
    expected = np.array([3] * 5 + [2] * 3 + [1] * 12) * 2000 * 3 / 11  # races so long, one look in 11 / 3 plies
    assert np.abs(seen / expected - 1).max() < 0.15


def test_every_position_counts_the_same_in_the_mean_whatever_race_it_is_of():
    found = mean_by_race(np.array([1.0, 1.0, 1.0, 5.0]), np.array([7, 7, 7, 8]))
    assert found.value == 2.0  # (3 * 1 + 5) / 4
    assert found.low < 2.0 < found.high


def test_both_backends_sample_and_estimate_the_same():
    one, other = (
        sample_positions(RIDGE_RUN, TABLE, 20, 3, seed=4, backend=backend) for backend in ("python", "native")
    )
    assert np.array_equal(one.states, other.states)
    assert np.array_equal(one.estimates("python"), other.estimates("native"))
    assert np.array_equal(one.places("python"), other.places("native"))


def test_recorded_races_are_looked_at_like_simulated_ones():
    runner = Runner(RIDGE_RUN, TABLE)
    runner.setup()
    moves: list[int] = []
    while runner.actor() != OVER:
        moves.append(runner.chance()[0][0] if runner.actor() == CHANCE else runner.legal()[0])
        runner.apply(moves[-1])
    found = recorded_positions(RIDGE_RUN, TABLE, [(moves, runner.standings()[0])], 2)
    assert len(found.states) == 2
    replayed = Runner(RIDGE_RUN, TABLE)
    replayed.setup()
    for move in moves[: round(found.part[1] * len(moves))]:
        replayed.apply(move)
    assert found.state(1) == replayed.state


def test_the_report_says_where_chances_are_not_true():
    report = estimate((Conditions(RIDGE_RUN, 2), Conditions(RIDGE_RUN, 4)), 60, backend="python")
    assert [row["setting"] for row in report.table("log_loss").records()] == ["2 seats", "4 seats"]
    assert [row["uniform"] for row in report.table("log_loss").records()] == pytest.approx([math.log(2), math.log(4)])
    outside = [row for row in report.table("tenths").records() if row["true"] == "no"]
    assert sum(row["tenths_outside"] for row in report.table("log_loss").records()) == len(outside)
    assert len(report.table("thirds").rows) == 6
