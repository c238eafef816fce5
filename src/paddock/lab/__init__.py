"""The lab: evidence about games from many races. Every function returns a report with tidy tables."""

from .balance import COMPILED_LEVELS, Balance, BalancePlan, balance
from .clauses import Clauses, clauses
from .compare import Comparison, Difference, compare
from .conditions import CAN_BE_COMPILED, Conditions, LabError
from .estimate import EstimateTrial, estimate
from .explaining import race_report, season_report, text_chart
from .held import HeldGroup, races, read_races
from .odds import fitted, losses, softmax, tenths
from .page import page
from .report import Column, Plot, Report, Table
from .statistics import LabExtraError
from .track import TrackTrial, checked_track, course_workshop, track
from .version import Version

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
    "EstimateTrial",
    "HeldGroup",
    "LabError",
    "LabExtraError",
    "Plot",
    "Report",
    "Table",
    "TrackTrial",
    "Version",
    "balance",
    "checked_track",
    "clauses",
    "compare",
    "course_workshop",
    "estimate",
    "fitted",
    "losses",
    "page",
    "race_report",
    "races",
    "read_races",
    "season_report",
    "softmax",
    "tenths",
    "text_chart",
    "track",
]
