"""A finished race explained: win chances ply by ply, graded decisions, luck and skill, the turn that decided."""

from .chances import WHOLE, race_chances
from .effort import FINER, USUAL, Effort
from .explained import AnalysisError, DriverResult, Explained, Turn, explain
from .grading import GRADES, Grade, GradedDecision, grade_of
from .season import CostlyKind, costly_kinds

__all__ = [  # noqa: RUF022 (in groups)
    # A whole race
    "AnalysisError",
    "DriverResult",
    "Explained",
    "Turn",
    "explain",
    # How many walks it makes
    "Effort",
    "FINER",
    "USUAL",
    # Several races
    "CostlyKind",
    "costly_kinds",
    # Its parts
    "GRADES",
    "Grade",
    "GradedDecision",
    "WHOLE",
    "grade_of",
    "race_chances",
]
