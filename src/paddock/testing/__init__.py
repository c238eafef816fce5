"""The conformance kit: what every game must pass, as a library that a game's own tests use.

@pytest.mark.parametrize(("check", "case"), conformance(GAME))
def test_conformance(check, case):
    check(GAME, case)
"""

import pytest

from .cases import Case, cases
from .conformance import CHECKS, conformance
from .driver import Driver, PositionError, both_backends, seat_of
from .golden import check_golden
from .tree import TreeCount, count_naively, count_tree

clause = pytest.mark.clause  # @clause("RR-10"): the test fails if that clause is broken

__all__ = [
    "CHECKS",
    "Case",
    "Driver",
    "PositionError",
    "TreeCount",
    "both_backends",
    "cases",
    "check_golden",
    "clause",
    "conformance",
    "count_naively",
    "count_tree",
    "seat_of",
]
