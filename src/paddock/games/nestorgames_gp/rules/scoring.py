"""Places and points of one race: GP-64, GP-65, GP-68, GP-130, GP-134, GP-135."""

from paddock.engine import rule

from ..state import State, Table
from .model import is_ahead


@rule
def race_place(t: Table, s: State, car: int):
    """GP-64 GP-65 GP-68 Finished cars in their order, the others behind them by progress."""
    return s.place[car] if s.place[car] else s.finished + 1 + cars_ahead(t, s, car)


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
    """GP-134 The other seat of the team."""
    return t.mate[seat]


@rule
def team_points(t: Table, s: State, seat: int):
    """GP-135 The sum of the race scores of both cars."""
    return race_points(t, race_place(t, s, seat)) + race_points(t, race_place(t, s, team_mate(t, seat)))


@rule
def is_team_ahead(t: Table, s: State, seat: int, other: int):
    """GP-135 Whether one team beats another: the higher sum, on a tie the highest placed car."""
    ours, theirs = team_points(t, s, seat), team_points(t, s, other)
    if ours != theirs:
        return ours > theirs
    return best_place(t, s, seat) < best_place(t, s, other)


@rule
def best_place(t: Table, s: State, seat: int):
    """GP-135 The place of a team's better car."""
    return min(race_place(t, s, seat), race_place(t, s, team_mate(t, seat)))


@rule
def winning_team(t: Table, s: State):
    """GP-135 The lower seat of the team that wins as things stand."""
    best = 0
    for seat in range(1, t.seats):
        if seat < team_mate(t, seat) and is_team_ahead(t, s, seat, best):
            best = seat
    return best


@rule
def team_place(t: Table, s: State, seat: int):
    """GP-135 The place of a team among the teams as things stand."""
    place = 1
    for other in range(t.seats):
        if other < team_mate(t, other) and is_team_ahead(t, s, other, seat):
            place += 1
    return place
