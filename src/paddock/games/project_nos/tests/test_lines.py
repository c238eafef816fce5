"""PN-77: the chance to win does not depend on the line."""

import pytest

from paddock.engine import Z99, wilson
from paddock.testing import clause

from ..lines import race, share

RACES = 60


@clause("PN-77")
@pytest.mark.parametrize("delay", [1, 60, 250])
def test_a_steady_line_changes_nothing_to_the_millisecond(delay: int):
    for seed in range(6):
        near, far = race([(0, 0), (0, 0)], seed), race([(0, 0), (delay, 0)], seed)
        assert [ply.move for ply in far.plies] == [ply.move for ply in near.plies]


@clause("PN-77")
@pytest.mark.parametrize("line", [(50, 100), (200, 50), (100, 200)])
def test_an_unsteady_line_costs_no_races(line: tuple[int, int]):
    won, decided = share([(0, 0), line], RACES)
    low, high = wilson(won, decided, Z99)
    assert decided == RACES
    assert low <= 0.5 <= high


def test_a_line_slower_than_what_is_credited_does_cost_races():
    won, decided = share([(0, 0), (1200, 0)], RACES)
    assert wilson(won, decided, Z99)[1] < 0.5  # so the measure can see a disadvantage
