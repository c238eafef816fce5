"""Rules in C++: the same races as native ones, Python's numbers, and refusals of what cannot be told apart."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.engine.compiled import Alone, answer_in_cpp, races_in_cpp

from paddock.engine import Game, Rule, RuleError, rule, simulate
from paddock.engine.rules.cpp_rule import Kind
from paddock.games import all_games, load_game

pytestmark = pytest.mark.compiler

SIZES = (3, 1, 4)
FACE = 6


@pytest.mark.parametrize("most", [pytest.param(False, marks=pytest.mark.long), True], ids=["few", "full"])
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_races_in_cpp_are_the_native_ones(game: Game, most: bool, tmp_path: Path):
    seats = game.seats[1] if most else max(2, game.seats[0])
    table = game.new_table(seats, {})
    in_cpp = races_in_cpp(game, table, tmp_path, **({"IN_COLUMNS": 1} if most else {}))
    for policy, races, quick in (("random", 40, 0), ("quick", 12, (1 << seats) - 1)):
        native = simulate(game, table, races, seed=3, bots=(policy,))
        expected = np.column_stack([native.plies, native.decisions, native.place])
        assert in_cpp(3, races, quick).tolist() == expected.tolist(), policy


def test_a_race_in_cpp_that_is_not_over_within_the_bound_says_so(tmp_path: Path):
    game = load_game("nestorgames_gp")
    table = game.new_table(2, {})
    native = simulate(game, table, 20, seed=3)
    bound = int(sorted(native.plies)[10]) - 1  # one race is over a single ply later
    rows = races_in_cpp(game, table, tmp_path)(3, 20, 0, bound)
    assert rows[:, 0].tolist() == [plies if plies <= bound else -1 for plies in native.plies.tolist()]
    assert (rows[native.plies <= bound, 2:] == native.place[native.plies <= bound]).all()


# Numbers as Python counts them


@rule
def divide(given: list[int], out: list[int]):
    for i in range(4):
        out[2 * i] = given[2 * i] // given[2 * i + 1]
        out[2 * i + 1] = given[2 * i] % given[2 * i + 1]


@rule
def shift(given: list[int], out: list[int]):
    one = 1 << given[0]
    out[0] = one >> 33
    out[1] = (one | 5) & 7
    out[2] = given[1] >> 1
    out[3] = ~given[0]
    large = 1 << 40
    out[4] = large >> 38


@rule
def choose(given: list[int], out: list[int]):
    a, b = given[0], given[1]
    out[0] = a and b
    out[1] = a or b
    out[2] = b or a
    out[3] = 1 if a < b <= 7 else 2
    out[4] = 1 if b in (3, FACE, 9) else 0
    out[5] = min(a, b, -2) + max(a, b, 5)
    out[6] = abs(a - b)
    out[7] = not b
    out[8] = (a == 0) + (b == 6)
    out[9] = 1 if a not in (0, 1) else 0


@rule
def loop(given: list[int], out: list[int]):
    last = 0
    for last in range(given[0]):
        if last == 3:
            continue
        if last == 6:
            break
        out[0] += last
    out[1] = last
    end = 3
    for i in range(1, end):
        end = 9
        i += 5
        out[2] += i
    for i in range(given[0], 0, -3):
        out[3] = 10 * out[3] + i
    n = 0
    while n < 4:
        n += 1
    out[4] = n
    for i in range(len(SIZES)):
        out[5] = 10 * out[5] + SIZES[i]


@rule
def halves(number: int):
    return number // 2, number - number // 2


@rule
def both_halves(number: int):
    return halves(number)


@rule
def several(given: list[int], out: list[int]):
    less, more = both_halves(given[0])
    out[0] = less
    out[1] = more
    less, more = more, less
    out[2] = less
    out[3] = more
    out[4] = out[5] = less + 1
    given[take(out, 6)] += 100
    out[7] = given[0]
    given[0] = take(out, 6) + 40
    out[8] = given[0]


@rule
def take(out: list[int], place: int):
    """Counts its calls, and gives 0."""
    out[place] += 1
    return 0


@rule
def widen(given: list[int], out: list[int]):
    total = 0
    for _ in range(3):
        total = total + shifted(given[0], 20)
    out[0] = total >> 30
    out[1] = shifted(1, 3) & 255


@rule
def shifted(number: int, by: int):
    return number << by


@pytest.mark.parametrize(
    ("written", "given", "expected"),
    [
        (divide, [7, 2, -7, 2, 7, -2, -7, -2], [3, 1, -4, 1, -4, -1, 3, -1]),
        (divide, [6, 3, -6, 3, 0, -5, -1, 5], [2, 0, -2, 0, 0, 0, -1, 4]),
        (shift, [35, -5], [4, 5, -3, -36, 4]),
        (choose, [0, 6], [0, 6, 6, 1, 1, 4, 6, 0, 2, 0]),
        (choose, [4, 9], [9, 4, 9, 2, 1, 7, 5, 0, 0, 1]),
        (loop, [9], [12, 6, 13, 963, 4, 314]),
        (several, [9], [4, 5, 5, 4, 6, 6, 2, 109, 40]),
        (widen, [3000], [8, 8]),
    ],
)
def test_numbers_are_pythons(written: Rule, given: list[int], expected: list[int], tmp_path: Path):
    here = [0] * 32
    written(given[:], here)
    assert here[: len(expected)] == expected
    assert answer_in_cpp(written, given, tmp_path)[: len(expected)] == expected


# What is refused


@rule
def adds_apart(given: list[int], out: list[int]):
    out[0] = out[6] + take(out, 6)


@rule
def passes_apart(given: list[int], out: list[int]):
    out[0] = take(out, take(out, 1) + out[1])


@rule
def changes_itself(given: list[int], out: list[int]):
    out[0] += take(out, 0)


@rule
def chains(given: list[int], out: list[int]):
    out[0] = 1 < take(out, 1) < 5


@rule
def takes_half(given: list[int], out: list[int]):
    out[0] = halves(4)  # pyright: ignore[reportCallIssue, reportArgumentType]  what is refused


@rule
def divides(given: list[int], out: list[int]):
    out[0] = int(given[0] / 2)


@rule
def listed(given: list[int], out: list[int]):
    for one in given:
        out[0] += one


@rule
def named(given: list[int], out: list[int]):
    out[0] = shifted(1, by=2)


@rule
def row_of(t: Any, s: Any):
    return s.space


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (adds_apart, "`out[6] + take(out, 6)` changes in one part what another part reads"),
        (passes_apart, "changes in one part what another part reads"),
        (changes_itself, "`out[0] += take(out, 0)` changes what it adds to"),
        (chains, "would be played twice"),
        (takes_half, "gives 2 values where one is used"),
        (divides, "`given[0] / 2` cannot be translated"),
        (listed, "`given` is no range to loop over"),
        (named, "names a parameter"),
        (row_of, "`s.space` is not a number"),
    ],
)
def test_what_cannot_be_told_apart_is_refused(written: Rule, why: str):
    with pytest.raises(RuleError) as found:
        Alone().called(written, ())
    assert why in str(found.value)
    assert written.__name__ in str(found.value)


def test_kinds_are_as_narrow_as_what_they_come_from():
    world = Alone()
    assert world.called(halves, (Kind.INT,)).parts == (Kind.INT, Kind.INT)
    assert world.called(shifted, (Kind.INT, Kind.INT)).parts == (Kind.LONG,)


@rule
def drives(t: Any, s: Any, car: int):
    s.space[car] += 100
    s.turn = s.space[car] << 9


def test_what_a_field_cannot_hold_is_narrowed_by_name():
    text = Alone()
    text.called(drives, (Kind.INT,))
    (made,) = text.texts.values()
    assert "auto &held_ = s.space(car); held_ = python::narrow<signed char>((held_ + 100));" in made.text
    assert "s.turn() = python::narrow<short>((s.space(car) << 9));" in made.text
