"""Print and play: a game's boards, cards, pieces, rules and score sheets as one PDF at true size."""

from .document import LONGEST_RULES, PAPERS, PARTS, Part, pdf
from .errors import PrintError, PrintExtraError
from .pages import chosen_tracks
from .summary import SUMMARY, summary_of

__all__ = [
    "LONGEST_RULES",
    "PAPERS",
    "PARTS",
    "SUMMARY",
    "Part",
    "PrintError",
    "PrintExtraError",
    "chosen_tracks",
    "pdf",
    "summary_of",
]
