"""Places and points of one race: GP-64, GP-65, GP-68, GP-130, GP-134, GP-135."""

from paddock.engine import rule

from ..state import State, Table
from .model import is_ahead


@rule
def race_places(t: Table, s: State, place: list[int]):
    """GP-64 GP-65 GP-68 Finished cars in their order, the others behind them by progress."""
    for car in range(t.seats):
        place[car] = s.place[car]
        if s.place[car] == 0:
            place[car] = s.finished + 1 + cars_ahead(t, s, car)


@rule
def cars_ahead(t: Table, s: State, car: int):
    """How many cars that are still racing are ahead of this one."""
    ahead = 0
    for other in range(t.seats):
        if other != car and s.place[other] == 0 and is_ahead(t, s, other, car):
            ahead += 1
    return ahead


@rule
def race_points(t: Table, place: int):
    """GP-130 In a race of n cars place p scores n + 1 - p."""
    return t.seats + 1 - place


@rule
def team_mate(t: Table, seat: int):
    """GP-134 Seat i with seat i + n/2."""
    half = t.seats // 2
    return seat + half if seat < half else seat - half


@rule
def is_team_ahead(t: Table, place: list[int], seat: int, other: int):
    """GP-135 Whether one team beats another: the higher sum of race points, on a tie the highest placed car."""
    mate, other_mate = team_mate(t, seat), team_mate(t, other)
    ours = race_points(t, place[seat]) + race_points(t, place[mate])
    theirs = race_points(t, place[other]) + race_points(t, place[other_mate])
    if ours != theirs:
        return ours > theirs
    return min(place[seat], place[mate]) < min(place[other], place[other_mate])
