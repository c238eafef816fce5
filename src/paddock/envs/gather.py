"""Observations of many states at once: numbers are copied from where they lie in the records, by compiled code."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUntypedFunctionDecorator=false
# Numba ships no types.

from functools import cache
from typing import Any

import numpy as np

from paddock.engine import Observed

WIDTHS = (1, 2, 4, 8)  # bytes of an integer


class Gatherer:
    """Writes what seats observe, for an array of concealed states; the same numbers as `Observed.vector`."""

    def __init__(self, observed: Observed, seats: int):
        self._seats = seats
        self._parts = [_part(observed, seats, width) for width in WIDTHS]
        named = [(column, plus) for columns, plus in observed.named_entries() for column in columns]
        self._named = np.array(named, np.int64).reshape(-1, 2)
        self._sets = np.array(observed.set_entries(), np.int64)

    def fill(self, states: np.ndarray[Any, Any], viewer: np.ndarray[Any, Any], rows: np.ndarray[Any, Any]) -> None:
        """Write the observation of each state's viewer to a row."""
        size = states.dtype.itemsize
        for width, (source, target) in zip(WIDTHS, self._parts, strict=True):
            if len(target):
                numbers = states.view(np.uint8).view(f"i{width}")
                _compiled(width)(numbers, size // width, viewer, source, target, rows)
        _turned()(viewer, self._seats, self._named, self._sets, rows)


def _part(observed: Observed, seats: int, width: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """By seat and entry: where integers of a width are in a record; and which entries of the vector they become."""
    sources = [observed.places_in_record(seats, seat) for seat in range(seats)]
    target = [entry for entry, (_, bytes_each) in enumerate(sources[0]) if bytes_each == width]
    source = [[places[entry][0] // width for entry in target] for places in sources]
    return np.array(source, np.int64).reshape(seats, -1), np.array(target, np.int64) + 2


@cache
def _compiled(width: int) -> Any:
    """The loop that copies integers of a width; nogil, so that threads share the work."""
    import numba
    from numba import types

    number = {1: types.int8, 2: types.int16, 4: types.int32, 8: types.int64}[width]
    grid, line = types.int64[:, ::1], types.int64[::1]
    return numba.njit(types.void(number[::1], types.int64, line, grid, line, types.int32[:, ::1]), nogil=True)(_copied)


def _copied(numbers: Any, size: Any, viewer: Any, source: Any, target: Any, rows: Any) -> None:
    for i in range(len(rows)):
        seat = viewer[i]
        for k in range(len(target)):
            rows[i, target[k]] = numbers[i * size + source[seat, k]]


@cache
def _turned() -> Any:
    """The loop that counts seats from the viewer, compiled."""
    import numba
    from numba import types

    grid, line = types.int64[:, ::1], types.int64[::1]
    return numba.njit(types.void(line, types.int64, grid, line, types.int32[:, ::1]), nogil=True)(_counted_from_viewer)


def _counted_from_viewer(viewer: Any, seats: Any, named: Any, sets: Any, rows: Any) -> None:
    everybody = (1 << seats) - 1
    for i in range(len(rows)):
        seat = viewer[i]
        rows[i, 0] = seat
        rows[i, 1] = seats
        for k in range(len(named)):
            at, plus = named[k, 0], named[k, 1]
            value = rows[i, at] - plus
            if 0 <= value < seats:
                rows[i, at] = (value - seat + seats) % seats + plus
        for k in range(len(sets)):
            value = rows[i, sets[k]]
            inside = value & everybody
            around = ((inside >> seat) | (inside << (seats - seat))) & everybody
            rows[i, sets[k]] = (value & ~everybody) | around
