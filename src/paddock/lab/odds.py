"""How true predicted chances are: log loss, calibration by tenths, and the regressions they must beat.

Chances and wins are arrays by position and seat. Positions of one race are not independent, so every interval counts
races, and every fit is measured on races that it has not seen.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from paddock.engine import Z99, wilson

from .statistics import Estimated, mean_of

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]  # by position: whether it is meant
LEAST = 0.0005  # half a thousandth: what an estimate of 0 counts as
TENTHS = 10
ROUNDS = 40  # of Newton's method, far more than it needs
RIDGE = 1e-6  # keeps Newton's method steady where a feature says nothing


@dataclass(frozen=True)
class Tenth:
    """All seats that were given a chance within one tenth."""

    tenth: int  # 0: chances below 10 %
    seats: int  # how many were, in all positions
    predicted: float  # their mean chance
    observed: Estimated  # the share of them that won; the interval of 99 % counts races

    @property
    def is_true(self) -> bool:
        """Whether the share that won agrees with what was predicted."""
        return self.observed.low - 1e-6 <= self.predicted <= self.observed.high + 1e-6


def losses(chances: Floats, won: Floats) -> Floats:
    """By position: the log loss of the chances that were given."""
    return -(won * np.log(np.maximum(chances, LEAST))).sum(axis=1)


def mean_by_race(values: Floats, race: Ints) -> Estimated:
    """The mean of values of positions; its interval counts races, as positions of one race are alike."""
    _, of = np.unique(race, return_inverse=True)
    mean, many = values.mean(), np.bincount(of)
    return mean_of(mean + (np.bincount(of, values) - mean * many) / many.mean())


def tenths(chances: Floats, won: Floats, race: Ints) -> list[Tenth]:
    """The calibration table: what was predicted and what came true, by tenths of predicted chance."""
    which = np.minimum((chances * TENTHS + 1e-9).astype(int), TENTHS - 1)
    races = np.repeat(race[:, None], chances.shape[1], axis=1)
    found: list[Tenth] = []
    for tenth in range(TENTHS):
        here = which == tenth
        if here.any():
            found.append(_tenth(tenth, chances[here], won[here], races[here]))
    return found


def _tenth(tenth: int, chances: Floats, won: Floats, race: Ints) -> Tenth:
    n, predicted, observed = len(chances), float(chances.mean()), float(won.mean())
    _, of = np.unique(race, return_inverse=True)
    surprise = np.bincount(of, won - chances)
    by_race = float(((surprise - (observed - predicted) * np.bincount(of)) ** 2).sum())
    alone = n * max(predicted * (1 - predicted), 1e-9)  # what it would be if all seats were independent
    independent = n / max(1.0, by_race / alone)
    low, high = wilson(observed * independent, independent, Z99)
    return Tenth(tenth, n, predicted, Estimated(observed, low, high))


# Regressions


def softmax(worth: Floats) -> Floats:
    """Chances from worths by position and seat."""
    weight = np.exp(worth - worth.max(axis=1, keepdims=True))
    return weight / weight.sum(axis=1, keepdims=True)


def fitted(features: Floats, won: Floats, weights: Floats | None = None, ridge: float = RIDGE) -> Floats:
    """The conditional logit of features by position, seat and feature: maximum likelihood by Newton's method."""
    scale = np.maximum(features.std(axis=(0, 1)), 1e-9)
    x = features / scale
    each = np.ones(len(x)) if weights is None else weights
    beta: Floats = np.zeros(x.shape[2])
    step, best = np.zeros_like(beta), np.inf
    for _ in range(ROUNDS):
        chances = softmax(np.asarray(x @ (beta + step)))
        loss = float((each * -(won * np.log(np.maximum(chances, 1e-12))).sum(axis=1)).mean())
        if not loss <= best:  # too far: half the step
            step = step / 2
            if np.abs(step).max() < 1e-9:
                break
            continue
        done, best, beta = best - loss, loss, np.add(beta, step)
        if done < 1e-10:
            break
        centred = x - (chances[:, :, None] * x).sum(axis=1, keepdims=True)
        slope = np.einsum("n,ns,nsf->f", each, won - chances, x)
        heavy = (chances * each[:, None])[:, :, None] * centred
        bend = np.tensordot(heavy, centred, axes=((0, 1), (0, 1)))
        weak = ridge * len(x)
        step = np.asarray(np.linalg.solve(bend + weak * np.eye(x.shape[2]), slope - weak * beta), float)
    return np.divide(beta, scale)


def tempered(chances: Floats, won: Floats) -> float:
    """The best single exponent: above 1 the chances were too unsure, below 1 too sure."""
    return float(fitted(_logs(chances)[:, :, None], won)[0])


def with_exponent(chances: Floats, exponent: float) -> Floats:
    """Chances to the power of an exponent, as shares of 1."""
    return softmax(exponent * _logs(chances))


def _logs(chances: Floats) -> Floats:
    return np.log(np.maximum(chances, LEAST))


def held_out(fit: Callable[[Mask, Mask], Floats], race: Ints) -> Floats:
    """Chances of every position by a fit to other races: those of even number are measured by the odd ones' fit."""
    even = race % 2 == 0
    one, other = fit(~even, even), fit(even, ~even)  # fitted here, measured there
    found = np.zeros((len(race), one.shape[1]))
    found[even], found[~even] = one, other
    return found
