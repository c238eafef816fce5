"""About how many rolls are to go on a track that is dealt: what `components/rolls.npy` holds.

A position between two rolls is known by the values of the spaces left, the dice left and the redlines. Two spaces are
kept as they are. Of more, all but the last count by how many there are of each class of values, in any order, and the
last by its class: one die alone is rolled for it, so it costs most. A row is such a set of spaces, or the same with the
last one taken by a saved die; a column is a set of modification dice (all others are common) and the redlines.

`make_rolls` makes the file.
"""

from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np

from .box import COMPONENTS
from .state import DICE, VALUES

PATH = COMPONENTS / "rolls.npy"
SPACES = DICE - 1  # at most: the first space has been taken
ALIKE = (1, 2, 2, 3, 3, 0)  # by value less 1: its class where several spaces are left
EACH = (0, 1, 2, 3, 4, 5)
HOPELESS = 32000  # no car with these dice finishes

Values = tuple[int, ...]  # of track cards less 1, sorted


def classes(spaces: int) -> tuple[int, ...]:
    """By value less 1: its class, with `spaces` spaces left."""
    return EACH if spaces <= 2 else ALIKE


def steps(spaces: int) -> list[int]:
    """By value: what it adds to the number of a set of values."""
    return [0, *(one if spaces <= 2 else 5**one // 5 for one in classes(spaces))]


def last_rows(spaces: int) -> list[int]:
    """By value of the last space, 0 if a saved die goes there: which row of a set of values."""
    return [0, *(one + 1 for one in classes(spaces))]


def number_of(values: Values, spaces: int) -> int:
    """The number of a set of values, the last space left out."""
    return sum(steps(spaces)[value + 1] for value in values)


def sets_of_values(spaces: int) -> list[Values]:
    """All sets of values of `spaces` spaces."""
    return list(combinations_with_replacement(range(VALUES), spaces))


def orders(values: Values) -> int:
    """In how many orders these values may lie."""
    return factorial(len(values)) // prod(factorial(values.count(value)) for value in set(values))


@cache
def first_rows() -> tuple[dict[int, int], ...]:
    """By spaces left less 1: the first row of each number of a set of values."""
    found: list[dict[int, int]] = []
    row = 0
    for spaces in range(1, SPACES + 1):
        rows: dict[int, int] = {}
        for values in sets_of_values(spaces - 1):
            number = number_of(values, spaces)
            if number not in rows:
                rows[number] = row
                row += max(last_rows(spaces)) + 1
        found.append(rows)
    return tuple(found)


@cache
def rolls() -> list[list[int]]:
    """The table, in thousandths of a roll. All callers share this list and must not change it."""
    return np.load(PATH).tolist()
