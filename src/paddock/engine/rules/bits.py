"""Bit arithmetic behind names.

A small set of numbers, 0 to 62, is a bit mask in one integer: cars, spots, faces, open moves. Rules name the set
operation; the bit arithmetic is only here. Union and intersection are `|` and `&`.
"""

from .marking import rule


@rule
def set_of(number: int):
    """The set of one number."""
    return 1 << number


@rule
def set_below(end: int):
    """The numbers from 0 to the one before `end`."""
    return (1 << end) - 1


@rule
def is_in(numbers: int, number: int):
    """Whether a set has a number."""
    return numbers >> number & 1 == 1


@rule
def with_one(numbers: int, number: int):
    """The set with a number in it."""
    return numbers | 1 << number


@rule
def without(numbers: int, number: int):
    """The set without a number."""
    return numbers & ~(1 << number)


@rule
def minus(numbers: int, others: int):
    """The numbers of one set that are not in another."""
    return numbers & ~others


@rule
def is_several(numbers: int):
    """Whether a set has more than one number."""
    return numbers & (numbers - 1) != 0


@rule
def lowest_of(numbers: int):
    """The lowest number of a set that is not empty."""
    number = 0
    while numbers >> number & 1 == 0:
        number += 1
    return number


@rule
def without_lowest(numbers: int):
    """The set without its lowest number."""
    return numbers & (numbers - 1)


@rule
def size_of(numbers: int):
    """How many numbers a set has."""
    n = 0
    while numbers:
        numbers &= numbers - 1
        n += 1
    return n


@rule
def moved_up(numbers: int, by: int):
    """The set with every number greater by `by`."""
    return numbers << by


@rule
def moved_down(numbers: int, by: int):
    """The set with every number less by `by`; numbers below 0 are dropped."""
    return numbers >> by


@rule
def list_set(numbers: int, first: int, out: list[int], n: int):
    """Append the numbers of a set, lowest first, each plus `first`, to the n in `out`; returns the new count."""
    number = first
    while numbers:
        if numbers & 1:
            out[n] = number
            n += 1
        numbers >>= 1
        number += 1
    return n


# Numbers


@rule
def is_odd(number: int):
    """Whether a number is odd."""
    return number & 1 == 1


@rule
def halved(number: int, times: int):
    """A number halved `times` times, rounded down."""
    return number >> times


@rule
def digit(number: int, place: int, bits: int):
    """The value packed into a number at a place, with `bits` bits for each place."""
    return number >> (place * bits) & ((1 << bits) - 1)


@rule
def at_place(value: int, place: int, bits: int):
    """A value shifted to its place in a packed number, with `bits` bits for each place."""
    return value << (place * bits)
