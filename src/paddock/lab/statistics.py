"""Statistics of the lab, by SciPy: intervals of shares and means, paired differences, corrections for many tests."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportAttributeAccessIssue=false
# SciPy ships no types: what it gives is unknown on this page and typed where it leaves it.

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from paddock.engine import wilson

SURE = 0.95  # of all intervals
MISTAKEN = 0.05  # how often a difference may be claimed where there is none, in a whole report


class LabExtraError(ImportError):
    """What the lab is built on is not installed."""


def stats() -> Any:
    """SciPy's statistics, or a sentence about what to install."""
    try:
        from scipy import stats as found
    except ImportError:
        raise LabExtraError("the lab needs SciPy: install it with pip install 'paddock[lab]'") from None
    return found


@dataclass(frozen=True)
class Estimated:
    """A figure and its interval of 95 %."""

    value: float
    low: float
    high: float

    def excludes(self, value: float) -> bool:
        """Whether the interval rules a value out."""
        return not self.low <= value <= self.high


def share(hits: int, trials: int) -> Estimated:
    """Wilson score interval for a proportion of independent trials."""
    return Estimated(hits / trials, *wilson(hits, trials))


def mean(total: float, squares: float, n: int) -> Estimated:
    """Student's t interval for a mean, from the sum and the sum of squares of n values."""
    middle = total / n
    if n < 2:
        return Estimated(middle, -math.inf, math.inf)
    variance = max(0.0, (squares - n * middle * middle) / (n - 1))
    half = float(stats().t.ppf((1 + SURE) / 2, n - 1)) * math.sqrt(variance / n)
    return Estimated(middle, middle - half, middle + half)


def mean_of(values: Any) -> Estimated:
    """The mean of values and its interval."""
    array = np.asarray(values, float)
    return mean(float(array.sum()), float((array * array).sum()), len(array))


def paired(total: float, squares: float, n: int) -> tuple[Estimated, float]:
    """The mean of paired differences, and how likely one so far from zero is where there is none (t test)."""
    found = mean(total, squares, n)
    half = found.high - found.value
    if not half or math.isinf(half):
        return found, 1.0 if not found.value or math.isinf(half) else 0.0
    t = stats().t
    error = half / float(t.ppf((1 + SURE) / 2, n - 1))
    return found, float(2 * t.sf(abs(found.value) / error, n - 1))


def welch(one: Any, other: Any) -> float:
    """How likely means so different are where there is no difference (Welch's t test); 1 where neither varies."""
    a, b = np.asarray(one, float), np.asarray(other, float)
    if a.var() + b.var() == 0:
        return 1.0 if a.mean() == b.mean() else 0.0
    figures = [figure for values in (a, b) for figure in (values.mean(), values.std(ddof=1), len(values))]
    return float(stats().ttest_ind_from_stats(*figures, equal_var=False).pvalue)


def ratio(above: Any, below: Any) -> Estimated:
    """The ratio of two means of the same races, by the delta method."""
    a, b = np.asarray(above, float), np.asarray(below, float)
    value = float(a.mean() / b.mean())
    half = mean_of((a - value * b) / b.mean())
    return Estimated(value, value + half.low, value + half.high)


def chance_of_hits(hits: int, trials: int, likely: float) -> float:
    """How likely a number of hits so far from the expected one is (exact binomial test)."""
    return float(stats().binomtest(hits, trials, likely).pvalue)


def difference_of_shares(hits: int, trials: int, others: int, of: int) -> tuple[Estimated, float]:
    """The difference of two independent proportions (interval by Newcombe from Wilson's), and its chi-square test."""
    one, other = share(hits, trials), share(others, of)
    value = one.value - other.value
    low = value - math.hypot(one.value - one.low, other.high - other.value)
    high = value + math.hypot(one.high - one.value, other.value - other.low)
    if hits + others in (0, trials + of):
        return Estimated(value, low, high), 1.0
    table = [[hits, trials - hits], [others, of - others]]
    return Estimated(value, low, high), float(stats().chi2_contingency(table, correction=False).pvalue)


def false_discoveries(chances: Sequence[float]) -> list[float]:
    """Adjusted p values by Benjamini and Hochberg: of all claims, the share of false ones stays below the level."""
    return [float(p) for p in stats().false_discovery_control(list(chances))] if chances else []


def rising(seen: Any, hits: Any) -> Any:
    """The best never-falling curve of shares: isotonic regression, weighted by how often each value was seen."""
    stats()
    from scipy.optimize import isotonic_regression

    seen, hits = np.asarray(seen, float), np.asarray(hits, float)
    known = seen > 0
    where = np.flatnonzero(known)
    if not len(where):
        return np.arange(len(seen)) / max(1, len(seen) - 1)
    fitted = isotonic_regression(hits[known] / seen[known], weights=seen[known]).x
    return np.interp(np.arange(len(seen)), where, fitted)
