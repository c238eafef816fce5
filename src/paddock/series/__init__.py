"""Series: races that count together. Seasons of bots, score sheets, title odds, files to keep."""

from .bundle import (
    AGREEMENT_FILE,
    RACE_SUFFIX,
    SHEET_FILE,
    Agreement,
    Bundle,
    BundleError,
    is_bundle,
    read_bundle,
    sheet_csv,
    write_bundle,
)
from .odds import Odds, champions, title_odds
from .recount import Recount, RecountedRace, recount, wrong_line
from .running import RacedSeries, run_series
from .season import NoSeriesError, found_season, is_over, next_race, result_of, series_rules
from .sheet import ScoreLine, Sheet, points_text

__all__ = [  # noqa: RUF022 (in groups)
    # A season, race by race
    "NoSeriesError",
    "RacedSeries",
    "found_season",
    "is_over",
    "next_race",
    "result_of",
    "run_series",
    "series_rules",
    # The score sheet and the title odds
    "Odds",
    "ScoreLine",
    "Sheet",
    "champions",
    "points_text",
    "sheet_csv",
    "title_odds",
    # Files to keep, and their verification
    "AGREEMENT_FILE",
    "Agreement",
    "Bundle",
    "BundleError",
    "RACE_SUFFIX",
    "Recount",
    "RecountedRace",
    "SHEET_FILE",
    "is_bundle",
    "read_bundle",
    "recount",
    "write_bundle",
    "wrong_line",
]
