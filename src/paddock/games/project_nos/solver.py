"""The least expected number of rolls of a car on a track, by the default rules (section 12 of the rules).

Only rolls cost anything, and saving and releasing are free. So what matters between two rolls is: the space, the dice
not placed by kind, the redlines, and the nitrous faces at hand (saved or just rolled). Of these any may be kept for the
next roll, as long as one die is rolled. Keeping nothing or one face is a choice with an unknown value each; the
unknowns of one position are found together by value iteration, from the last space back to the first.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from math import inf, prod

import numpy as np

from .rules.model import redline_cost
from .state import COMMON, DICE, MOST_REDLINES, NITROUS, PLAIN, SUPERCHARGER, TURBOCHARGER, V8
from .table import KIND_IDS, components

Kinds = tuple[int, ...]  # kinds of dice, sorted
Faces = tuple[int, ...]  # nitrous faces, sorted
EXACT = 1e-9  # a step this small ends the iteration


@cache
def face_values(kind: int) -> dict[int, int]:
    """What a die of a kind may count, and how many of its faces do."""
    values = next(entry["values"] for entry in components("modifications")["kind"] if entry["id"] == KIND_IDS[kind])
    return {value: values.count(value) for value in values}


def expected_rolls(track: Sequence[int], modifications: Sequence[str]) -> float:
    """Least expected rolls with three common dice and these; infinite if the car cannot finish."""
    dice = [COMMON] * 3 + [KIND_IDS.index(name) for name in modifications]
    return Solver(track).rolling(1, tuple(sorted(COMMON if kind == PLAIN else kind for kind in dice)), 0, 0)


class Solver:
    """Values of every position on one track."""

    def __init__(self, track: Sequence[int]):
        self.track = tuple(track)
        self._rolling: dict[tuple[int, Kinds, int], list[float]] = {}
        self._at_hand: dict[tuple[int, Kinds, int, Faces], float] = {}

    def rolling(self, space: int, dice: Kinds, redlines: int, kept: int) -> float:
        """Rolls to go if the next thing is a roll with a nitrous die kept at a face, 0 for none."""
        if space > DICE:
            return 0.0
        key = (space, dice, redlines)
        if key not in self._rolling:
            self._rolling[key] = self._solved(space, dice, redlines)
        return self._rolling[key][kept]

    def at_hand(self, space: int, dice: Kinds, redlines: int, faces: Faces) -> float:
        """Rolls to go with these nitrous faces at hand and no other die of the latest roll to be placed."""
        if space > DICE:
            return 0.0
        key = (space, dice, redlines, faces)
        if key not in self._at_hand:
            rolling = min(self.rolling(space, dice, redlines, face) for face in (0, *faces))
            self._at_hand[key] = min(rolling, self._placing_nitrous(space, dice, redlines, faces))
        return self._at_hand[key]

    def _placing_nitrous(self, space: int, dice: Kinds, redlines: int, faces: Faces) -> float:
        """The best of placing one of the nitrous dice at hand."""
        rests = [(face, faces[:at] + faces[at + 1 :]) for at, face in enumerate(faces)]
        return min((self._placing(space, dice, redlines, NITROUS, face, rest) for face, rest in rests), default=inf)

    def _placing(self, space: int, dice: Kinds, redlines: int, kind: int, value: int, faces: Faces) -> float:
        """Rolls to go after placing a die; infinite if it does not fit or blows the engine."""
        redlines += redline_cost(kind, value, self.track[space - 1])
        if redline_cost(kind, value, self.track[space - 1]) > 1 or redlines > MOST_REDLINES:
            return inf
        return self.at_hand(space + 1, without(dice, kind), redlines, faces)

    def _solved(self, space: int, dice: Kinds, redlines: int) -> list[float]:
        """The values of rolling with nothing kept and with each face kept."""
        keepable = range(7) if NITROUS in dice and len(dice) > 1 else range(1)
        if not is_finishable(self.track[space - 1 :], dice, redlines):
            return [inf] * 7
        rows = [row for kept in keepable for row in self._hands(space, dice, redlines, kept)]
        values = np.zeros(8)
        values[7] = inf  # stands for no choice
        values[len(keepable) : 7] = inf
        table = _Table(rows)
        step = 1.0
        while step > EXACT:
            step = table.improve(values)
        return values[:7].tolist()

    def _hands(self, space: int, dice: Kinds, redlines: int, kept: int) -> Iterator["_Row"]:
        """Every hand that may be rolled, with what each of its outcomes leads to."""
        free = without(dice, NITROUS) if kept else dice
        sizes = {min(2, len(dice)), min(3, len(dice)) if V8 in free else min(2, len(dice))}
        for size in sizes:
            for hand in sorted(set(combinations(free, size - (kept > 0)))):
                if size <= min(2, len(dice)) or V8 in hand:
                    yield self._row(space, dice, redlines, kept, hand)

    def _row(self, space: int, dice: Kinds, redlines: int, kept: int, hand: Kinds) -> "_Row":
        outcomes = hand_outcomes(hand)
        best: list[float] = []
        keeps: list[tuple[int, int]] = []
        for _, plain, nitrous in outcomes:
            faces = tuple(sorted((*nitrous, kept))) if kept else nitrous
            placed = [self._placing(space, dice, redlines, kind, value, faces) for kind, value in plain]
            best.append(min([self._placing_nitrous(space, dice, redlines, faces), *placed]))
            keeps.append((*faces, 7, 7)[:2])  # type: ignore[arg-type]
        return _Row(kept, [weight for weight, _, _ in outcomes], best, keeps)


class _Row:
    """One hand: chances of its outcomes, the best placement of each, and the faces that may be kept instead."""

    def __init__(self, kept: int, weights: list[float], best: list[float], keeps: list[tuple[int, int]]):
        self.kept, self.weights, self.best, self.keeps = kept, weights, best, keeps


class _Table:
    """All hands of a position as arrays."""

    def __init__(self, rows: list[_Row]):
        self._weights = np.concatenate([row.weights for row in rows])
        self._best = np.concatenate([row.best for row in rows])
        self._keeps = np.concatenate([np.array(row.keeps, np.int64) for row in rows])
        lengths = [len(row.weights) for row in rows]
        self._starts = np.cumsum([0, *lengths[:-1]])
        self._kept = np.array([row.kept for row in rows])

    def improve(self, values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        """One step of value iteration in place; returns the largest change."""
        stay = np.minimum(values[0], np.minimum(values[self._keeps[:, 0]], values[self._keeps[:, 1]]))
        hands = 1 + np.add.reduceat(self._weights * np.minimum(self._best, stay), self._starts)
        new = np.full(8, inf)
        np.minimum.at(new, self._kept, hands)
        known = np.isfinite(new)
        step = float(np.max(new[known] - values[known]))
        values[known] = new[known]
        return step


@cache
def hand_outcomes(hand: Kinds) -> list[tuple[float, tuple[tuple[int, int], ...], Faces]]:
    """Chance, values of the other dice by kind, and nitrous faces of each outcome of a hand."""
    total = 6.0 ** len(hand)
    chances: dict[tuple[tuple[tuple[int, int], ...], Faces], float] = {}
    for values in product(*(face_values(kind).items() for kind in hand)):
        plain = tuple(sorted({(kind, value) for kind, (value, _) in zip(hand, values, strict=True) if kind != NITROUS}))
        nitrous = tuple(sorted(value for kind, (value, _) in zip(hand, values, strict=True) if kind == NITROUS))
        weight = prod(faces for _, faces in values) / total
        chances[plain, nitrous] = chances.get((plain, nitrous), 0.0) + weight
    return [(weight, plain, nitrous) for (plain, nitrous), weight in chances.items()]


def without(dice: Kinds, kind: int) -> Kinds:
    """The dice less one of a kind."""
    at = dice.index(kind)
    return dice[:at] + dice[at + 1 :]


def is_finishable(values: Sequence[int], dice: Kinds, redlines: int) -> bool:
    """The closed form of section 2: enough low cards for turbochargers, enough high ones for superchargers."""
    low, fours, high = (sum(value in some for value in values) for some in ((1, 2, 3), (4,), (4, 5, 6)))
    spare = MOST_REDLINES - redlines
    return dice.count(TURBOCHARGER) <= low + min(fours, spare) and dice.count(SUPERCHARGER) <= high + min(low, spare)
