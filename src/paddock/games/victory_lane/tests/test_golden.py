"""Races told in words that change only when the rules do."""

import pytest

from paddock.testing import Case, check_golden, golden_cases

from .. import GAME


@pytest.mark.parametrize("case", golden_cases(GAME), ids=lambda case: case.name)
def test_the_race_is_still_told_the_same_way(case: Case):
    assert check_golden(GAME, case) == []
