"""The lab: evidence about games from many races. Every function returns a report with tidy tables."""

from .balance import COMPILED_LEVELS, Balance, BalancePlan, balance
from .clauses import Clauses, clauses
from .compare import Comparison, Difference, compare
from .conditions import CAN_BE_COMPILED, Conditions, LabError
from .held import HeldGroup, races, read_races
from .page import page
from .report import Column, Plot, Report, Table
from .statistics import LabExtraError
from .track import TrackTrial, checked_track, course_workshop, track

__all__ = [
    "CAN_BE_COMPILED",
    "COMPILED_LEVELS",
    "Balance",
    "BalancePlan",
    "Clauses",
    "Column",
    "Comparison",
    "Conditions",
    "Difference",
    "HeldGroup",
    "LabError",
    "LabExtraError",
    "Plot",
    "Report",
    "Table",
    "TrackTrial",
    "balance",
    "checked_track",
    "clauses",
    "compare",
    "course_workshop",
    "page",
    "races",
    "read_races",
    "track",
]
