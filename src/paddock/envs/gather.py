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
        self._runs = [_runs(observed, seats, width) for width in WIDTHS]
        named = [(column, plus) for columns, plus in observed.named_entries() for column in columns]
        self._named = np.array(named, np.int64).reshape(-1, 2)
        self._sets = np.array(observed.set_entries(), np.int64)

    def fill(self, states: np.ndarray[Any, Any], viewer: np.ndarray[Any, Any], rows: np.ndarray[Any, Any]) -> None:
        """Write the observation of each state's viewer to a row."""
        size = states.dtype.itemsize
        for width, runs in zip(WIDTHS, self._runs, strict=True):
            if runs.size:
                numbers = states.view(np.uint8).view(f"i{width}")
                _compiled(width)(numbers, size // width, viewer, runs, rows)
        _turned()(viewer, self._seats, self._named, self._sets, rows)


def _runs(observed: Observed, seats: int, width: int) -> np.ndarray[Any, Any]:
    """By seat: runs of integers of a width that lie side by side in a record and in the vector.

    A run is where it begins in the record, counted in integers of that width, where in the vector, and its length.
    """
    found = [_runs_of(observed.places_in_record(seats, seat), width) for seat in range(seats)]
    most = max(len(runs) for runs in found)
    rows = [run for runs in found for run in (*runs, *[[0, 0, 0]] * (most - len(runs)))]
    return np.array(rows, np.uint64).reshape(seats, most, 3)


def _runs_of(places: list[tuple[int, int]], width: int) -> list[list[int]]:
    """The runs of what one seat observes; `places` says for each entry where it is in the record, and its width."""
    runs: list[list[int]] = []
    for entry, (place, bytes_each) in enumerate(places, 2):
        if bytes_each != width:
            continue
        source = place // width
        if runs and [source, entry] == [runs[-1][0] + runs[-1][2], runs[-1][1] + runs[-1][2]]:
            runs[-1][2] += 1
        else:
            runs.append([source, entry, 1])
    return runs


@cache
def _compiled(width: int) -> Any:
    """The loop that copies integers of a width; nogil, so that threads share the work."""
    import numba
    from numba import types

    number = {1: types.int8, 2: types.int16, 4: types.int32, 8: types.int64}[width]
    signature = types.void(number[::1], types.uint64, types.int64[::1], types.uint64[:, :, ::1], types.int32[:, ::1])
    return numba.njit(signature, nogil=True)(_copied)


def _copied(numbers: Any, size: Any, viewer: Any, runs: Any, rows: Any) -> None:
    # All indices are unsigned: one that may be negative is checked each time, and integers are then copied one by one.
    for i in range(np.uint64(len(rows))):
        seat = np.uint64(viewer[i])
        for run in range(np.uint64(runs.shape[1])):
            source, target, length = i * size + runs[seat, run, 0], runs[seat, run, 1], runs[seat, run, 2]
            for k in range(length):
                rows[i, target + k] = numbers[source + k]


@cache
def _turned() -> Any:
    """The loop that counts seats from the viewer, compiled."""
    import numba
    from numba import types

    grid, line = types.int64[:, ::1], types.int64[::1]
    return numba.njit(types.void(line, types.int64, grid, line, types.int32[:, ::1]), nogil=True)(_counted_from_viewer)


def _counted_from_viewer(viewer: Any, seats: Any, named: Any, sets: Any, rows: Any) -> None:
    everybody = (1 << seats) - 1
    for i in range(np.uint64(len(rows))):
        seat = viewer[i]
        rows[i, 0] = seat
        rows[i, 1] = seats
        for k in range(np.uint64(len(named))):
            at, plus = np.uint64(named[k, 0]), named[k, 1]
            value = rows[i, at] - plus
            if 0 <= value < seats:
                turned = value - seat
                rows[i, at] = turned + plus + (seats if turned < 0 else 0)
        for k in range(np.uint64(len(sets))):
            at = np.uint64(sets[k])
            value = rows[i, at]
            inside = value & everybody
            around = ((inside >> seat) | (inside << (seats - seat))) & everybody
            rows[i, at] = (value & ~everybody) | around
