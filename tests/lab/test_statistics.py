"""Statistics: cases worked out by hand, and intervals that contain the truth as often as they say."""

import numpy as np
import pytest

from paddock.lab.statistics import (
    Estimated,
    chance_of_hits,
    difference_of_shares,
    false_discoveries,
    mean,
    mean_of,
    paired,
    ratio,
    rising,
    share,
    stats,
)

TRIALS = 1000
EXPECTED = (931, 969)  # of 1,000 trials of 95 %; less than three standard deviations (21) to both sides


def test_the_score_interval_of_eight_in_ten():
    # (p + z2/2n ± z sqrt(p(1-p)/n + z2/4n2)) / (1 + z2/n) with p = 0.8, n = 10, z2 = 3.8415:
    # (0.99207 ± 1.96 sqrt(0.016 + 0.0096037)) / 1.38415 = (0.99207 ± 0.31362) / 1.38415
    found = share(8, 10)
    assert found.value == 0.8
    assert (found.low, found.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)


@pytest.mark.parametrize(("hits", "trials"), [(0, 20), (3, 1000), (500_000, 2_000_000), (7, 7)])
def test_the_score_interval_is_that_of_scipy(hits: int, trials: int):
    theirs = stats().binomtest(hits, trials).proportion_ci(0.95, "wilson")
    found = share(hits, trials)
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=1e-6)


def test_the_mean_of_one_to_five():
    # s = sqrt(10 / 4) = 1.5811, t(4) = 2.7764: 3 ± 2.7764 * 1.5811 / sqrt(5)
    found = mean_of([1, 2, 3, 4, 5])
    assert (found.low, found.value, found.high) == pytest.approx((1.0368, 3.0, 4.9632), abs=1e-4)
    assert mean(15, 55, 5) == found


def test_a_paired_difference_of_one_two_and_three():
    # mean 2, s = 1, error 0.57735, t = 3.4641 with 2 degrees of freedom: p = 1 - t / sqrt(t2 + 2) = 0.0742
    found, chance = paired(6, 14, 3)
    assert found.value == 2
    assert chance == pytest.approx(1 - 3.4641016 / np.sqrt(14), abs=1e-6)


def test_differences_that_never_vary():
    assert paired(0, 0, 100)[1] == 1.0
    assert paired(100, 100, 100)[1] == 0.0


def test_no_hit_in_two_fair_trials_and_one_in_two():
    assert chance_of_hits(0, 2, 0.5) == pytest.approx(0.5)
    assert chance_of_hits(1, 2, 0.5) == pytest.approx(1.0)


def test_false_discoveries_of_three():
    # sorted 0.01, 0.03, 0.04 times 3/1, 3/2, 3/3 = 0.03, 0.045, 0.04; from above the least so far
    assert false_discoveries([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.04, 0.04])
    assert false_discoveries([]) == []


def test_a_rising_curve_puts_neighbours_together_that_fall():
    assert rising([1, 1, 1], [0.1, 0.6, 0.4]).tolist() == pytest.approx([0.1, 0.5, 0.5])
    assert rising([2, 0, 2], [0, 0, 2]).tolist() == pytest.approx([0.0, 0.5, 1.0])


def test_the_ratio_of_two_means():
    assert ratio([1, 2, 3], [2, 4, 6]).value == pytest.approx(0.5)
    assert ratio([1, 2, 3], [2, 4, 6]).low == pytest.approx(0.5)  # always half: nothing is uncertain


def test_eight_in_ten_against_five_in_ten():
    # chi-square: 20 (8 * 5 - 2 * 5)2 / (10 * 10 * 13 * 7) = 1.9780, so p = 0.1596
    # Newcombe: 0.3 - hypot(0.8 - 0.4902, 0.7634 - 0.5) and 0.3 + hypot(0.9433 - 0.8, 0.5 - 0.2366)
    found, chance = difference_of_shares(8, 10, 5, 10)
    assert chance == pytest.approx(0.1596, abs=1e-4)
    assert (found.low, found.value, found.high) == pytest.approx((-0.1067, 0.3, 0.5999), abs=2e-4)
    assert difference_of_shares(0, 5, 0, 5)[1] == 1.0


def covered(found: list[Estimated], truth: float) -> int:
    return sum(not one.excludes(truth) for one in found)


def test_intervals_of_shares_contain_the_truth_in_95_of_100_trials():
    draw = np.random.default_rng(1)
    found = [share(int(hits), 400) for hits in draw.binomial(400, 0.27, TRIALS)]
    assert EXPECTED[0] <= covered(found, 0.27) <= EXPECTED[1]


def test_intervals_of_means_contain_the_truth_in_95_of_100_trials():
    draw = np.random.default_rng(2)
    found = [mean_of(draw.normal(10, 3, 20)) for _ in range(TRIALS)]
    assert EXPECTED[0] <= covered(found, 10) <= EXPECTED[1]


def test_intervals_of_ratios_contain_the_truth_in_95_of_100_trials():
    draw = np.random.default_rng(3)
    found: list[Estimated] = []
    for _ in range(TRIALS):
        below = draw.exponential(2, 300)
        found.append(ratio(0.3 * below + draw.normal(0, 1, 300), below))
    assert EXPECTED[0] <= covered(found, 0.3) <= EXPECTED[1]


def test_intervals_of_differences_contain_the_truth_in_95_of_100_trials():
    draw = np.random.default_rng(5)
    pairs = zip(draw.binomial(300, 0.4, TRIALS), draw.binomial(200, 0.3, TRIALS), strict=True)
    found = [difference_of_shares(int(one), 300, int(other), 200)[0] for one, other in pairs]
    assert EXPECTED[0] <= covered(found, 0.1) <= EXPECTED[1]


def test_corrected_claims_are_false_in_at_most_5_of_100_reports_where_nothing_differs():
    draw = np.random.default_rng(4)
    reports = [min(false_discoveries(draw.uniform(size=12).tolist())) < 0.05 for _ in range(TRIALS)]
    assert sum(reports) <= 50 + 21  # three standard deviations above 5 %
