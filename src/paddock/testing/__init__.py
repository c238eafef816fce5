"""The conformance kit: what every game must pass, as a library that a game's own tests use.

@pytest.mark.parametrize(("check", "case"), conformance(GAME))
def test_conformance(check, case):
    check(GAME, case)
"""

import pytest

from .cases import Case, cases
from .clauses import coverage
from .conformance import CHECKS, Check, conformance
from .driver import Driver, PositionError, both_backends, seat_of
from .golden import check_golden, golden_cases, write_golden
from .recording import RecordingError, record_race
from .tree import TreeCount, count_naively, count_tree

clause = pytest.mark.clause  # @clause("RR-10"): the test fails if that clause is broken

__all__ = [  # noqa: RUF022 (in groups)
    # What every game must pass
    "CHECKS",
    "Case",
    "Check",
    "cases",
    "conformance",
    # Clauses that tests name
    "clause",
    "coverage",
    # Golden playthroughs
    "check_golden",
    "golden_cases",
    "write_golden",
    # Saved races
    "RecordingError",
    "record_race",
    # Trees of moves, counted
    "TreeCount",
    "count_naively",
    "count_tree",
    # Races driven from a position, in a game's own tests
    "Driver",
    "PositionError",
    "both_backends",
    "seat_of",
]
