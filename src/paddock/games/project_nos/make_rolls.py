"""Makes `components/rolls.npy`, what drivers know of dealt tracks; takes some minutes.

python -m paddock.games.project_nos.make_rolls

It solves a simpler game in which a racer knows which cards are left but not their order, except the last. For few cards
this is a good approximation, and the last space, for which a single die is rolled, is exact.
"""

from math import inf

import numpy as np

from .rolls import (
    HOPELESS,
    PATH,
    SPACES,
    Values,
    first_rows,
    last_rows,
    number_of,
    orders,
    sets_of_values,
)
from .solver import (
    AT_HAND,
    BARRED,
    KINDS_OF_DICE,
    LEVELS,
    Floats,
    hands_of,
    less_one,
    redlines_by_face,
    sets_of_dice,
    solved_space,
    without,
    worth_at_hand,
)
from .state import COMMON, VALUES


def table() -> np.ndarray[tuple[int, int], np.dtype[np.int16]]:
    """All rows, in thousandths of a roll."""
    height = max(max(rows.values()) for rows in first_rows()) + max(last_rows(SPACES)) + 1
    found = np.zeros((height, len(sets_of_dice()), LEVELS))
    ahead: dict[tuple[Values, int], Floats] = {}
    singly: dict[Values, Floats] = {(): np.zeros((len(sets_of_dice()), LEVELS))}
    for left in range(1, SPACES + 1):
        ahead = in_any_order(left, ahead)
        rows = first_rows()[left - 1]
        parts: dict[int, list[tuple[int, Floats]]] = {}
        for values, worth in singly.items():
            parts.setdefault(rows[number_of(values, left)], []).append((orders(values), worth))
        for (values, last), worth in ahead.items():
            row = rows[number_of(values, left)] + last_rows(left)[last + 1]
            parts.setdefault(row, []).append((orders(values), worth[:, :LEVELS, 0]))
        for row, each in parts.items():
            found[row] = with_spare_dice(left - (row in rows.values()), mean(each))
        singly = one_at_a_time(left, singly)
    return found.reshape(height, -1).astype(np.int16)


def in_any_order(left: int, ahead: dict[tuple[Values, int], Floats]) -> dict[tuple[Values, int], Floats]:
    """Rolls to go by values but the last, and by the last value: a mean over which card comes next."""
    found: dict[tuple[Values, int], Floats] = {}
    finish = np.zeros((len(sets_of_dice()), LEVELS + BARRED, len(AT_HAND)))
    finish[:, LEVELS:] = inf
    for values in sets_of_values(left - 1):
        for last in range(VALUES):
            here = values or (last,)
            each = [when_seen(left, v, ahead[without(values, v), last] if values else finish) for v in here]
            found[values, last] = np.mean(each, axis=0)
    return found


def when_seen(left: int, value: int, after: Floats) -> Floats:
    """Rolls to go by dice, redlines and nitrous faces at hand if this is the value of the next card."""
    costs = redlines_by_face(value + 1)
    return worth_at_hand(solved_space(hands_of(left), costs, after)[0], costs, after)


def one_at_a_time(left: int, singly: dict[Values, Floats]) -> dict[Values, Floats]:
    """Rolls to go by values, dice and redlines if one die is rolled at a time, the values in any order."""
    found: dict[Values, Floats] = {}
    for values in sets_of_values(left):
        worth = np.full((len(sets_of_dice()), LEVELS), inf)
        for dice in range(len(sets_of_dice())):
            for redlines in range(LEVELS):
                each = [one_die(left, v, dice, redlines, singly[without(values, v)]) for v in values]
                worth[dice, redlines] = sum(each) / left
        found[values] = worth
    return found


def one_die(left: int, value: int, dice: int, redlines: int, after: Floats) -> float:
    """The fewest rolls if one kind of die is rolled until it shows one of its best faces."""
    best = inf
    kinds = sets_of_dice()[dice]
    for kind in KINDS_OF_DICE:
        if (left - len(kinds) if kind == COMMON else kinds.count(kind)) <= 0:
            continue
        costs = [int(cost) for cost in redlines_by_face(value + 1)[kind, 1:] if redlines + cost < LEVELS]
        total = 6.0
        for n, worth in enumerate(sorted(after[less_one()[dice, kind], redlines + cost] for cost in costs), 1):
            total += worth
            best = min(best, total / n)
    return best


def mean(parts: list[tuple[int, Floats]]) -> Floats:
    """The mean, in thousandths, over the cases that can be finished."""
    weights = np.array([weight for weight, _ in parts])[:, None, None]
    worths = np.array([worth for _, worth in parts])
    finished = np.isfinite(worths) * weights
    total = finished.sum(axis=0)
    means = (np.where(np.isfinite(worths), worths, 0) * weights).sum(axis=0) / np.maximum(total, 1)
    return np.where(total > 0, np.minimum(HOPELESS, np.round(1000 * means)), HOPELESS)


def with_spare_dice(left: int, worths: Floats) -> Floats:
    """PN-44 Placed dice come back with leapfrog: more dice than spaces count as the best of them."""
    for dice, kinds in enumerate(sets_of_dice()):
        if len(kinds) > left:
            worths[dice] = np.min([worths[less_one()[dice, kind]] for kind in set(kinds)], axis=0)
    return worths


if __name__ == "__main__":
    np.save(PATH, table())
    print(f"{PATH.name} is written.")
