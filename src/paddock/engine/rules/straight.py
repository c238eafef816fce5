"""Generated code for one record type, unrolled field by field: loops over fields would be the main cost of a move."""

import struct
from collections.abc import Mapping
from itertools import chain
from typing import Any

import numpy as np

CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}  # of NumPy and of struct
ZERO = ("0", "[0] * {0}", "[[0] * {1} for _ in range({0})]")  # by the number of lengths
COPY = ("other.{0}", "other.{0}[:]", "[row[:] for row in other.{0}]")
FLAT = ("self.{0}", "*self.{0}", "*flat(self.{0})")
FITS = ("", "len(self.{0}) == {1}", "len(self.{0}) == {1} and set(map(len, self.{0})) == {{{2}}}")
READ = ("values[{0}]", "values[{0}:{1}]", "[values[i : i + {2}] for i in range({0}, {1}, {2})]")

Lengths = Mapping[str, tuple[int, ...]]


def straight_functions(lengths: Lengths, dtype: np.dtype[Any]) -> dict[str, Any]:
    """`set_zero(self)`, `take_over(self, other)`, `is_equal(self, other)`, `packed(self)` and `unpack(self, data)`.

    `packed` returns the bytes of the dtype, or None where a list does not have its declared length.
    """
    layout = struct.Struct(_layout(dtype))
    fits = [FITS[len(n)].format(name, *n) for name, n in lengths.items() if n]
    flat = ", ".join(FLAT[len(n)].format(name) for name, n in lengths.items())
    same = [f"self.{name} == other.{name}" for name in lengths]
    lines = [
        *_function("set_zero(self)", [f"self.{name} = {ZERO[len(n)].format(*n)}" for name, n in lengths.items()]),
        *_function(
            "take_over(self, other)", [f"self.{name} = {COPY[len(n)].format(name)}" for name, n in lengths.items()]
        ),
        *_function("is_equal(self, other)", [f"return {' and '.join(same) or True}"]),
        *_function("packed(self)", [f"return pack({flat}) if {' and '.join(fits) or True} else None"]),
        *_function("unpack(self, data)", ["values = list(read(data))", *_reading(lengths)]),
    ]
    made: dict[str, Any] = {"flat": chain.from_iterable, "pack": layout.pack, "read": layout.unpack}
    exec("\n".join(lines), made)
    return made


def _function(head: str, lines: list[str]) -> list[str]:
    return [f"def {head}:", *(f"    {line}" for line in lines or ["pass"])]


def _layout(dtype: np.dtype[Any]) -> str:
    """The bytes of an aligned record: each field at its place, zeros between them."""
    parts, end = ["="], 0
    for field, offset, *_ in (dtype.fields or {}).values():
        count = int(np.prod(field.shape))
        parts += [f"{offset - end}x", f"{count}{CODES[field.base.str[1:]]}"]
        end = offset + field.itemsize
    return "".join([*parts, f"{dtype.itemsize - end}x"])


def _reading(lengths: Lengths) -> list[str]:
    lines: list[str] = []
    start = 0
    for name, n in lengths.items():
        stop = start + int(np.prod(n))
        lines.append(f"self.{name} = {READ[len(n)].format(start, stop, n[-1] if n else 0)}")
        start = stop
    return lines
