"""Risk tests: push tests and 2-/3-Wide tests, rerolls in order, penalties. VL-48 to VL-52, VL-70 to VL-74."""

from paddock.engine import (
    is_in,
    note,
    rule,
    with_one,
)

from ..events import NO_TEST, TEST_FAILED, TEST_PASSED, WIDE_FAILED, WIDE_TEST
from ..state import (
    CARS,
    END_TURN,
    FOR_TEST,
    FOR_WIDE_TEST,
    HIGH_LINE,
    LOW_LINE,
    NEXT_EVENT,
    NEXT_TEST_DIE,
    OFFER_DRIVE,
    TEST_PENALTIES,
    TEST_REROLLS,
    State,
    Table,
)
from .dice import ask_reroll, has_reroll, roll
from .model import back, is_beside, lane_of, list_running_order


@rule
def begin_test(s: State, cars: int, wide: bool):
    """VL-48 VL-71 The cars of a test stand in `test`; each rolls."""
    s.test_cars = cars
    s.wide = 1 if wide else 0
    s.passed = 0
    s.test_at = -1
    s.phase = NEXT_TEST_DIE


@rule
def next_test_die(s: State):
    """VL-48 VL-71 One die after the other; nothing is decided before all lie."""
    s.test_at += 1
    if s.test_at == s.test_cars:
        s.phase = TEST_REROLLS
        return
    roll(s, s.test[s.test_at], FOR_WIDE_TEST if s.wide else FOR_TEST)


@rule
def after_test_die(s: State):
    """A first die is followed by the next one, a reroll by the next decision."""
    s.phase = NEXT_TEST_DIE if s.test_at < s.test_cars else TEST_REROLLS


@rule
def is_test(purpose: int):
    """VL-48 VL-71 Whether a die is rolled in a risk test."""
    return purpose in (FOR_TEST, FOR_WIDE_TEST)


@rule
def is_pair(t: Table, s: State, i: int, j: int):
    """VL-48 VL-71 Whether two cars of the test are neighbours with equal numbers."""
    if s.die[s.test[i]] != s.die[s.test[j]]:
        return False
    if s.wide:
        return is_beside(t, s.cell[s.test[i]], s.cell[s.test[j]])
    return i - j == 1 or j - i == 1


@rule
def is_failing(t: Table, s: State, i: int):
    """VL-48 VL-71 Whether a car has the number of a neighbour."""
    for j in range(s.test_cars):
        if i != j and is_pair(t, s, i, j):
            return True
    return False


@rule
def offer_rerolls(t: Table, s: State):
    """VL-49 VL-72 The front-most failing primary with fresh tires that has not passed decides; until none remains."""
    for i in range(s.test_cars):
        car = s.test[i]
        if has_reroll(s, car) and not is_in(s.passed, car) and is_failing(t, s, i):
            ask_reroll(s, car)
            return
    s.phase = TEST_PENALTIES


@rule
def suffer_penalties(t: Table, s: State, log: list[int]):
    """VL-48 VL-50 VL-51 VL-71 VL-73 Failing cars are fixed (R-22), then go back, front first.

    A failing active car is done.
    """
    failed = 0
    for i in range(s.test_cars):
        if is_failing(t, s, i):
            failed = with_one(failed, i)
    if failed == 0:
        note(log, TEST_PASSED, s.wide, 0, 0)
    spaces = t.wide_penalty if s.wide else t.push_penalty
    for i in range(s.test_cars):
        if is_in(failed, i):
            note(log, WIDE_FAILED if s.wide else TEST_FAILED, s.test[i], s.die[s.test[i]], spaces)
            back(t, s, s.test[i], spaces, 73 if s.wide else 50, log)
    if s.wide:
        s.phase = NEXT_EVENT
    else:
        s.phase = END_TURN if is_in(failed, s.test_cars - 1) else OFFER_DRIVE


# 2-/3-Wide tests


@rule
def neighbours(t: Table, s: State, car: int, lane: int):
    """The cars beside one that are in a lane, as a set."""
    found = 0
    for i in range(3):
        cell = t.beside[s.cell[car]][i]
        if cell >= 0 and s.on[cell] >= 0 and lane_of(cell) == lane:
            found = with_one(found, s.on[cell])
    return found


@rule
def cars_wide(t: Table, s: State, car: int, width: int):
    """VL-70 The chains of `width` cars with this one second from the inside: the set of all their cars."""
    lane = lane_of(s.cell[car])
    if lane == LOW_LINE:
        return 0
    inside = neighbours(t, s, car, lane - 1)
    if inside == 0:
        return 0
    if width == 2:
        return with_one(inside, car)
    outside = neighbours(t, s, car, lane + 1) if lane < HIGH_LINE else 0
    return with_one(inside | outside, car) if outside else 0


@rule
def begin_wide_test(t: Table, s: State, width: int, log: list[int]):
    """VL-70 VL-72 Everybody in a pack that wide, front-most first, level cars from the inside."""
    list_running_order(s)
    packed = 0
    for i in range(s.order_cars):
        packed |= cars_wide(t, s, s.order[i], width)
    n = 0
    for i in range(s.order_cars):
        if is_in(packed, s.order[i]):
            s.test[n] = s.order[i]
            n += 1
    if n == 0:
        note(log, NO_TEST, width, 0, 0)
        return
    note(log, WIDE_TEST, width, n, 0)
    clear_dice(s)
    begin_test(s, n, True)


@rule
def clear_dice(s: State):
    """Old dice are taken off the cars."""
    for car in range(CARS):
        s.die[car] = 0
