"""Winning the race and the places: ND-110 to ND-116, ND-140."""

from paddock.engine import OVER, note, rule

from ..events import LAST_CAR, NOBODY_LEFT, ROUND_LIMIT, WON, WON_WRECKED
from ..state import RACE_OVER, State, Table
from .model import forwardness
from .replenishing import start_replenishing


@rule
def end_check(t: Table, s: State, log: list[int]):
    """ND-110 ND-111 ND-112 ND-113 After the last turn of a round: the race is over, or hands are replenished."""
    if not is_race_over(t, s, log):
        start_replenishing(t, s)
        return
    s.phase = RACE_OVER
    s.to_act = OVER
    first = winner(t, s)
    note(log, WON_WRECKED if s.wrecked[first] else WON, first, 0, 0)


@rule
def is_race_over(t: Table, s: State, log: list[int]):
    """ND-110 ND-116 ND-140 A car has completed the laps, one car at most is left, or the rounds are used up."""
    for car in range(t.seats):
        if s.wrecked[car] == 0 and s.prog[car] >= t.finish:
            return True
    if s.wrecks == t.seats:
        note(log, NOBODY_LEFT, 0, 0, 0)
        return True
    if s.wrecks == t.seats - 1:
        note(log, LAST_CAR, winner(t, s), 0, 0)
        return True
    if s.round >= t.round_limit:
        note(log, ROUND_LIMIT, s.round, 0, 0)
        return True
    return False


@rule
def winner(t: Table, s: State):
    """ND-112 The car in first place."""
    for car in range(t.seats):
        if race_place(t, s, car) == 1:
            return car
    return 0


@rule
def is_ranked_before(t: Table, s: State, one: int, two: int):
    """ND-113 By forward order; eliminated cars come last, a later elimination before an earlier one."""
    if s.wrecked[one] or s.wrecked[two]:
        return s.wrecked[one] == 0 or (s.wrecked[two] > 0 and s.wrecked[one] > s.wrecked[two])
    ahead = forwardness(t, s, one) - forwardness(t, s, two)
    return ahead > 0 or (ahead == 0 and one < two)


@rule
def race_place(t: Table, s: State, car: int):
    """ND-113 A car's place as things stand."""
    place = 1
    for other in range(t.seats):
        if other != car and is_ranked_before(t, s, other, car):
            place += 1
    return place


@rule
def race_points(t: Table, place: int):
    """ND-114 As many points as players, less those ranked before."""
    return t.seats - place + 1
