"""What an agent observes: a game declares it once, here it becomes a vector of named integers with ranges.

The vector is made from a state in which everything is concealed that the seat may not know. It is seat-relative: seats
are counted from the observing one, which is 0. The names and lengths come from the game's `State`; the game adds the
range of each field and says which of its numbers are seats.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from .rules.schema import Field, Record, seats_of

if TYPE_CHECKING:
    from .game import Game

Span = tuple[int, int]  # the least and the greatest value
FLAG: Span = (0, 1)
COUNTER: Span = (0, 2**31 - 1)  # a number that grows during a race, without a bound worth naming


class ObservationError(ValueError):
    """A declaration that does not fit the game's state."""


@dataclass(frozen=True)
class Observation:
    """What a game says about the fields of its state: each has a range or is left out."""

    ranges: Mapping[str, Span]  # by field: least and greatest value, those of concealed fields included
    by_seat: tuple[str, ...] = ()  # the first index is a seat (several times all seats one after the other)
    seats: tuple[str, ...] = ()  # the values are seats; a value that no seat has, e.g. -1, means something else
    seats_plus_one: tuple[str, ...] = ()  # the values are seats plus one, 0 for none
    seat_sets: tuple[str, ...] = ()  # the values are sets of seats, a bit each
    seat_moves: tuple[int, ...] = ()  # first numbers of moves that name a seat: this number plus the seat
    left_out: Mapping[str, str] = field(default_factory=dict[str, str])  # by field: why no agent needs it


@dataclass(frozen=True)
class Entry:
    """One integer of the vector."""

    name: str  # e.g. `hand[0][3]`
    field: str  # e.g. `hand`
    least: int
    most: int


class Observed:
    """The vector of a game: its entries in order, and how it is made of a concealed state."""

    def __init__(self, game: "Game", declared: Observation):
        self.game, self.declared = game, declared
        self._check()
        fields = game.state.fields
        self._first = _first_columns(fields)
        kept = [name for name in fields if name in declared.ranges]
        columns = [range(self._first[name], self._first[name] + _size(fields[name])) for name in kept]
        self._kept = np.array([column for some in columns for column in some], np.intp)
        self.entries = [*self._about_the_seat(), *(entry for name in kept for entry in self._entries(name))]
        self.low = np.array([entry.least for entry in self.entries], np.int32)
        self.high = np.array([entry.most for entry in self.entries], np.int32)
        self._named = [(self._columns(declared.seats), 0), (self._columns(declared.seats_plus_one), 1)]
        self._sets = self._columns(declared.seat_sets)
        self._turned_columns = cache(self._turn_columns)

    def __len__(self) -> int:
        return len(self.entries)

    # The vector

    def vector(self, table: Record, known: Record, seat: int) -> np.ndarray[Any, Any]:
        """What a seat observes, of a state that was concealed for that seat."""
        return self.vectors(table, known.to_array(), seat)[0]

    def vectors(self, table: Record, known: np.ndarray[Any, Any], seat: int) -> np.ndarray[Any, Any]:
        """The same for an array of states, a row each."""
        seats = seats_of(table)
        turned = self.turned(self._rows(known), seats, -seat)
        rows = np.empty((len(turned), len(self.entries)), np.int32)
        rows[:, 0], rows[:, 1], rows[:, 2:] = seat, seats, turned[:, self._kept]
        return rows

    def _rows(self, states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """All fields of each state one after the other."""
        parts = [states[name].reshape(len(states), -1) for name in self.game.state.fields]
        return np.concatenate(parts, axis=1, dtype=np.int64)

    def turned(self, rows: np.ndarray[Any, Any], seats: int, by: int) -> np.ndarray[Any, Any]:
        """Rows of all fields with every seat called by a number that is higher by `by`, modulo the number of seats."""
        by %= seats
        turned = rows[:, self._turned_columns(seats, by)]
        for columns, plus in self._named:
            seat = turned[:, columns] - plus
            is_seat = (seat >= 0) & (seat < seats)
            turned[:, columns] = np.where(is_seat, (seat + by) % seats, seat) + plus
        everybody = (1 << seats) - 1
        inside = turned[:, self._sets] & everybody
        around = (inside << by | inside >> (seats - by)) & everybody
        turned[:, self._sets] = turned[:, self._sets] & ~everybody | around
        return turned

    def turned_state(self, table: Record, state: Record, by: int) -> Any:
        """A state in which every seat has a number that is higher by `by`, modulo the number of seats."""
        array = state.to_array()
        row = self.turned(self._rows(array), seats_of(table), by)[0]
        for name, of_field in self.game.state.fields.items():
            first = self._first[name]
            array[name][0] = row[first : first + _size(of_field)].reshape(of_field.lengths)
        return self.game.state.from_array(array)

    # The same for compiled code

    def places_in_record(self, seats: int, seat: int) -> list[tuple[int, int]]:
        """By entry after the first two: where in a state's record a seat finds it, and how many bytes it has."""
        places: list[tuple[int, int]] = []
        for name, of_field in self.game.state.fields.items():
            width, offset = np.dtype(of_field.width).itemsize, self.game.state.dtype.fields[name][1]  # pyright: ignore
            places += [(offset + width * place, width) for place in range(_size(of_field))]
        return [places[column] for column in self._turned_columns(seats, -seat % seats)[self._kept]]

    def named_entries(self) -> list[tuple[list[int], int]]:
        """Entries whose values are seats, and what is added to them."""
        return [(self._among_kept(columns), plus) for columns, plus in self._named]

    def set_entries(self) -> list[int]:
        """Entries whose values are sets of seats."""
        return self._among_kept(self._sets)

    def _among_kept(self, columns: np.ndarray[Any, Any]) -> list[int]:
        entry = {int(column): 2 + number for number, column in enumerate(self._kept)}
        return [entry[int(column)] for column in columns if int(column) in entry]

    # Moves

    def turned_move(self, table: Record, move: int, by: int) -> int:
        """The same move of a seat, if every seat is called by a number that is higher by `by`."""
        seats = seats_of(table)
        for first in self.declared.seat_moves:
            if first <= move < first + seats:
                return first + (move - first + by) % seats
        return move

    # How it is laid out

    def _about_the_seat(self) -> Iterator[Entry]:
        fewest, most = self.game.seats
        yield Entry("seat", "seat", 0, most - 1)
        yield Entry("seats", "seats", min(fewest, most - 1), most)  # a range of one number is a useless entry

    def _entries(self, name: str) -> Iterator[Entry]:
        least, most = self.declared.ranges[name]
        for place in product(*(range(length) for length in self.game.state.fields[name].lengths)):
            yield Entry(name + "".join(f"[{index}]" for index in place), name, least, most)

    def _columns(self, names: tuple[str, ...]) -> np.ndarray[Any, Any]:
        fields = self.game.state.fields
        columns = [self._first[name] + place for name in names for place in range(_size(fields[name]))]
        return np.array(columns, np.intp)

    def _turn_columns(self, seats: int, by: int) -> np.ndarray[Any, Any]:
        """Where each number comes from: rows of a seat change their places, those of absent seats stay."""
        fields, block = self.game.state.fields, self.game.seats[1]
        source = np.arange(sum(_size(of_field) for of_field in fields.values()), dtype=np.intp)
        for name in self.declared.by_seat:
            first, size = self._first[name], _size(fields[name])
            rows = source[first : first + size].reshape(-1, block, size // _rows_of(fields[name]))
            rows[:, :seats] = np.roll(rows[:, :seats], by, axis=1)
        return source

    # Whether it fits

    def _check(self) -> None:
        wrong = [*self._wrong_fields(), *self._wrong_seats(), *self._wrong_moves()]
        if wrong:
            raise ObservationError(f"{self.game.id}: the observation " + "; ".join(wrong))

    def _wrong_fields(self) -> Iterator[str]:
        fields, declared = self.game.state.fields, self.declared
        named = [declared.by_seat, declared.seats, declared.seats_plus_one, declared.seat_sets]
        for name in fields:
            if (name in declared.ranges) == (name in declared.left_out):
                yield f"gives `{name}` no range and does not leave it out, or both"
        for name in [*declared.ranges, *declared.left_out, *(name for some in named for name in some)]:
            if name not in fields:
                yield f"names `{name}`, which the state does not have"
        for name, (least, most) in declared.ranges.items():
            if not -(2**31) <= least < most < 2**31:
                yield f"gives `{name}` the range {least} to {most}: it takes two whole numbers of 32 bits, in order"

    def _wrong_seats(self) -> Iterator[str]:
        fields, most = self.game.state.fields, self.game.seats[1]
        for name in self.declared.by_seat:
            if name in fields and _rows_of(fields[name]) % most:
                yield f"says that `{name}` is by seat, but it has no entry for each of {most} seats"

    def _wrong_moves(self) -> Iterator[str]:
        for first in self.declared.seat_moves:
            if not 0 <= first <= self.game.moves - self.game.seats[1]:
                yield f"says that moves from {first} on name a seat; moves are below {self.game.moves}"


def _size(of_field: Field) -> int:
    """How many integers a field has."""
    return int(np.prod(of_field.lengths, dtype=np.int64))


def _rows_of(of_field: Field) -> int:
    """How many values the first index of a field has."""
    return next(iter(of_field.lengths), 1)


def _first_columns(fields: Mapping[str, Field]) -> dict[str, int]:
    """By field: where it begins in a row of all fields."""
    first, column = dict[str, int](), 0
    for name, of_field in fields.items():
        first[name] = column
        column += _size(of_field)
    return first
