"""PN-77: the chance to win does not depend on the line."""

import pytest

from paddock.engine.intervals import Z99, wilson
from paddock.testing import clause

from ..lines import share

RACES = 60


@clause("PN-77")
@pytest.mark.parametrize("line", [(100, 0), (200, 0), (100, 100)])
def test_a_slow_line_costs_no_races(line: tuple[int, int]):
    won, decided = share([(0, 0), line], RACES)
    low, high = wilson(won, decided, Z99)
    assert decided == RACES
    assert low <= 0.5 <= high


def test_a_line_slower_than_what_is_credited_does_cost_races():
    won, decided = share([(0, 0), (1200, 0)], RACES)
    assert wilson(won, decided, Z99)[1] < 0.5  # so the measure can see a disadvantage
