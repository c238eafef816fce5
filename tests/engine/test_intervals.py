"""The Wilson score interval, worked by hand."""

import pytest

from paddock.engine import Z99, wilson


def test_the_interval_is_wilsons():
    # By hand with z² = 3.8415. 0 of 10: high = z² / (10 + z²) = 0.2775. 5 of 10: centre 0.5, half the width
    # 1.96 / 1.38415 * sqrt(0.025 + 3.8415 / 400) = 1.41603 * 0.18602 = 0.2634.
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1), abs=1e-4)


def test_a_surer_interval_is_wider():
    # 50 of 100 with z = 2: centre (0.5 + 0.02) / 1.04 = 0.5, half 2 / 1.04 * sqrt(0.0025 + 0.0001) = 0.0980581
    assert wilson(50, 100, 2.0) == pytest.approx((0.5 - 0.0980581, 0.5 + 0.0980581), abs=1e-6)
    assert wilson(50, 100, Z99)[0] < wilson(50, 100, 2.0)[0]
