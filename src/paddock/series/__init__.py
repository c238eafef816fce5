"""Series: races that count together. Seasons of bots, score sheets, title odds, files to keep."""

from .bundle import Agreement, Bundle, BundleError, read_bundle, sheet_csv, write_bundle
from .odds import Odds, title_odds
from .recount import Race, Recount, recount, wrong_line
from .running import RacedSeries, run_series
from .season import NoSeriesError, found_season, is_over, next_race, result_of, series_rules
from .sheet import Line, Sheet, points_text

__all__ = [
    "Agreement",
    "Bundle",
    "BundleError",
    "Line",
    "NoSeriesError",
    "Odds",
    "Race",
    "RacedSeries",
    "Recount",
    "Sheet",
    "found_season",
    "is_over",
    "next_race",
    "points_text",
    "read_bundle",
    "recount",
    "result_of",
    "run_series",
    "series_rules",
    "sheet_csv",
    "title_odds",
    "write_bundle",
    "wrong_line",
]
