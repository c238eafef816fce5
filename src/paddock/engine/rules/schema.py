"""Records of integers: one declaration gives a light Python class and an aligned NumPy dtype.

    class State(Record):
        phase = i8()      # 0..6, the decision awaited, e.g. CHOOSE_GEAR
        space = i16(8)    # by car: 0-based from the line, e.g. 12
        hand = i8(8, 5)   # by car and card kind: cards held, e.g. 2

`State()` is all zeros with plain lists, which interpreted rules read quickly; `State.dtype` is the same record for
compiled rules, batches and bytes. Both are indexed alike: `s.hand[car][kind]`.
"""

import struct
from typing import Any, ClassVar, Self, cast, overload

import numpy as np

from .straight import straight_functions

STRAIGHT = ("set_zero", "take_over", "is_equal", "packed", "unpack")


class SchemaError(ValueError):
    """A wrong record declaration, or a value that does not fit its field."""


class Field:
    """One declared field: an integer width and up to two lengths."""

    __slots__ = ("lengths", "width")

    def __init__(self, width: str, lengths: tuple[int, ...]):
        if len(lengths) > 2 or any(length < 1 for length in lengths):
            raise SchemaError(f"a field has at most two lengths, each at least 1, not {lengths}")
        self.width = width
        self.lengths = lengths


class _Width:
    """Declares fields of one integer width; typed as what the rules read: int, list or list of lists."""

    def __init__(self, width: str):
        self.width = width

    @overload
    def __call__(self) -> int: ...
    @overload
    def __call__(self, length: int, /) -> list[int]: ...
    @overload
    def __call__(self, rows: int, columns: int, /) -> list[list[int]]: ...
    def __call__(self, *lengths: int) -> Any:
        return Field(self.width, lengths)


i8 = _Width("i1")
i16 = _Width("i2")
i32 = _Width("i4")
i64 = _Width("i8")


class _RecordType(type):
    """Turns the declared fields into slots and a dtype."""

    def __new__(cls, name: str, bases: tuple[type, ...], names: dict[str, Any]) -> type:
        fields = {key: value for key, value in names.items() if isinstance(value, Field)}
        rest = {key: value for key, value in names.items() if key not in fields}
        rest["__slots__"] = tuple(fields)
        rest["fields"] = fields
        rest["dtype"] = np.dtype([(key, f.width, f.lengths) for key, f in fields.items()], align=True)
        made = straight_functions({key: f.lengths for key, f in fields.items()}, rest["dtype"])
        rest |= {"_" + key: staticmethod(made[key]) for key in STRAIGHT}
        return super().__new__(cls, name, bases, rest)


class Record(metaclass=_RecordType):
    """Base of every game's `Table` and `State`."""

    fields: ClassVar[dict[str, Field]]
    dtype: ClassVar[np.dtype[Any]]
    _set_zero: ClassVar[Any]
    _take_over: ClassVar[Any]
    _is_equal: ClassVar[Any]
    _packed: ClassVar[Any]
    _unpack: ClassVar[Any]

    def __init__(self) -> None:
        self._set_zero(self)

    def clear(self) -> None:
        """Set every field to zero, in place."""
        self._set_zero(self)

    def copy(self) -> Self:
        """A deep copy."""
        twin = object.__new__(type(self))
        twin.become(self)
        return twin

    def become(self, other: Self) -> None:
        """Copy every value of another record into this one."""
        self._take_over(self, other)

    def to_array(self) -> np.ndarray[Any, Any]:
        """The same values as an array of one aligned NumPy record."""
        return np.frombuffer(self.to_bytes(), np.uint8).copy().view(self.dtype)  # bytes are copied as a whole

    @classmethod
    def from_array(cls, array: np.ndarray[Any, Any], index: int = 0) -> Self:
        """The light record with the values of one row of an array."""
        record = object.__new__(cls)
        cls._unpack(record, array[index].tobytes())
        return record

    def to_bytes(self) -> bytes:
        """The values as bytes, the same on every backend."""
        try:
            data: bytes | None = self._packed(self)
        except struct.error:
            data = None
        return data if data is not None else self._checked().tobytes()

    def _checked(self) -> np.ndarray[Any, Any]:
        """The array made field by field; the error names the field whose value does not fit."""
        array = np.zeros(1, self.dtype)
        for name, field in self.fields.items():
            value = getattr(self, name)
            _check_lengths(name, field, value)
            _check_values(f"{type(self).__name__}.{name}", field, value)
            array[name][0] = value
        return array

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The record that `to_bytes` wrote."""
        if len(data) != cls.dtype.itemsize:
            raise SchemaError(f"{cls.__name__} takes {cls.dtype.itemsize} bytes, not {len(data)}")
        return cls.from_array(np.frombuffer(data, cls.dtype))

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._is_equal(self, other)

    def __hash__(self) -> int:
        """By the present values: copy a record before using it as a key."""
        return hash(self.to_bytes())

    def __str__(self) -> str:
        lines = [f"{name} = {getattr(self, name)}" for name in self.fields]
        return "\n".join([type(self).__name__, *("  " + line for line in lines)])

    def differences(self, other: Self) -> list[str]:
        """One line for each field in which two records differ."""
        pairs = [(name, getattr(self, name), getattr(other, name)) for name in self.fields]
        return [f"{name}: {mine} against {theirs}" for name, mine, theirs in pairs if mine != theirs]


def seats_of(table: Any) -> int:
    """How many seats a table has: the one field that every game's `Table` has."""
    return table.seats


def _check_values(name: str, field: Field, value: Any) -> None:
    """Refuse a value that its field cannot hold: NumPy would truncate a float, compiled rules would overflow."""
    if isinstance(value, list):
        for entry, one in enumerate(cast(list[Any], value)):
            _check_values(f"{name}[{entry}]", field, one)
        return
    if not isinstance(value, int | np.integer):
        raise SchemaError(f"{name} is {value!r}: a field holds whole numbers")
    least, most = np.iinfo(field.width).min, np.iinfo(field.width).max
    if not least <= value <= most:
        raise SchemaError(f"{name} is {value}: i{np.iinfo(field.width).bits} holds {least} to {most}")


def _check_lengths(name: str, field: Field, value: Any) -> None:
    """Refuse a list of another length: NumPy would broadcast a list of one entry."""
    if field.lengths and len(value) != field.lengths[0]:
        raise SchemaError(f"{name} has {field.lengths[0]} entries, not {len(value)}")
    if len(field.lengths) == 2 and any(len(row) != field.lengths[1] for row in value):
        raise SchemaError(f"{name} has rows of {field.lengths[1]} entries")
