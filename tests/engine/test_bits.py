"""Small sets of numbers as bits, halves, and numbers packed into one."""

from paddock.engine import (
    at_place,
    digit,
    halved,
    is_in,
    is_odd,
    is_several,
    list_set,
    lowest_of,
    minus,
    moved_down,
    moved_up,
    set_below,
    set_of,
    size_of,
    with_one,
    without,
    without_lowest,
)

ODD = set_of(1) | set_of(3) | set_of(5)


def members(numbers: int) -> set[int]:
    """The set as Python writes it."""
    return {number for number in range(63) if is_in(numbers, number)}


def test_a_set_has_what_was_put_in():
    assert members(ODD) == {1, 3, 5}
    assert members(set_below(4)) == {0, 1, 2, 3}
    assert members(with_one(ODD, 62)) == {1, 3, 5, 62}
    assert members(with_one(ODD, 3)) == {1, 3, 5}


def test_a_set_loses_what_is_taken_out():
    assert members(without(ODD, 3)) == {1, 5}
    assert members(without(ODD, 2)) == {1, 3, 5}
    assert members(minus(ODD, set_below(4))) == {5}
    assert members(without_lowest(ODD)) == {3, 5}


def test_how_many_and_which():
    assert [size_of(numbers) for numbers in (0, set_of(4), ODD)] == [0, 1, 3]
    assert [is_several(numbers) for numbers in (0, set_of(4), ODD)] == [False, False, True]
    assert lowest_of(without(ODD, 1)) == 3


def test_a_set_is_moved_up_and_down():
    assert members(moved_up(ODD, 10)) == {11, 13, 15}
    assert members(moved_down(ODD, 2)) == {1, 3}


def test_a_set_is_listed_lowest_first():
    out = [0] * 5
    assert list_set(ODD, 100, out, 0) == 3
    assert list_set(set_of(0), 7, out, 3) == 4
    assert out == [101, 103, 105, 7, 0]


def test_halves_and_odd_numbers():
    assert [halved(13, times) for times in range(5)] == [13, 6, 3, 1, 0]
    assert [number for number in range(5) if is_odd(number)] == [1, 3]


def test_numbers_are_packed_and_read_back():
    packed = at_place(5, 0, 3) + at_place(2, 1, 3) + at_place(7, 2, 3)
    assert [digit(packed, place, 3) for place in range(4)] == [5, 2, 7, 0]
