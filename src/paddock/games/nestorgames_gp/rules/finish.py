"""Finish line, laps, end of the race: GP-60 to GP-69."""

from paddock.engine import OVER, note, rule

from ..events import FINISHED, LAP, LAST_PLACE, RACE_STOPPED, ROUND_LIMIT, STARTED, TEAM_WON
from ..state import ALL, FIRST, KINDS, NO_ITEMS, RACE_OVER, State, Table
from .scoring import team_mate, team_points, winning_team


@rule
def cross_line(t: Table, s: State, car: int, log: list[int]):
    """GP-60 GP-61 GP-63 The first crossing is the start, each other takes a disc, the last disc ends the race."""
    s.crossings[car] += 1
    laps_done = s.crossings[car] - 1
    if laps_done == 0:
        note(log, STARTED, car, 0, 0)
    elif laps_done < t.laps:
        note(log, LAP, car, laps_done, 0)
    else:
        finish(t, s, car, log)


@rule
def is_last_lap(t: Table, s: State, car: int):
    """GP-63 Whether the next crossing takes the last disc."""
    return s.crossings[car] == t.laps


@rule
def finish(t: Table, s: State, car: int, log: list[int]):
    """GP-63 GP-64 GP-66 GP-67 Off the track at once, in the order of crossing; the items it held become free."""
    s.finished += 1
    s.place[car] = s.finished
    s.step[car] = 0
    s.belly_up[car] = 0
    s.safety[car] = 0
    if t.items != NO_ITEMS:
        for kind in range(1, KINDS):
            s.freed[kind] += s.held[car][kind]
            s.held[car][kind] = 0
    note(log, FINISHED, car, s.finished, 0)


@rule
def does_round_end(t: Table, s: State):
    """GP-21 Whether the turn now passes to or across the pole seat."""
    seat = s.turn
    for _ in range(t.seats):
        seat = seat + 1 if seat + 1 < t.seats else 0
        if seat == s.pole:
            return True
        if s.place[seat] == 0:
            return False
    return True


@rule
def is_decided(t: Table, s: State):
    """GP-65 Whether enough cars have finished."""
    if t.race_end == FIRST:
        return s.finished >= 1
    if t.race_end == ALL:
        return s.finished == t.seats
    return s.finished >= t.seats - 1


@rule
def end_race_if_over(t: Table, s: State, log: list[int]):
    """GP-65 GP-68 GP-69 End the race with this turn if it is decided or its last round is complete."""
    if is_decided(t, s):
        if t.race_end == FIRST:
            note(log, RACE_STOPPED, 0, 0, 0)
        elif s.finished < t.seats:
            give_last_place(t, s, log)
        over(t, s, log)
        return True
    if s.round + 1 >= t.round_limit and does_round_end(t, s):
        note(log, ROUND_LIMIT, t.round_limit, 0, 0)
        over(t, s, log)
        return True
    return False


@rule
def give_last_place(t: Table, s: State, log: list[int]):
    """GP-65 The only car left takes the last place."""
    for car in range(t.seats):
        if s.place[car] == 0:
            note(log, LAST_PLACE, car, t.seats, 0)


@rule
def over(t: Table, s: State, log: list[int]):
    """GP-69 GP-135 The race is over; in a team race the log names the winning team."""
    if t.teams:
        seat = winning_team(t, s)
        note(log, TEAM_WON, seat, team_mate(t, seat), team_points(t, s, seat))
    s.phase = RACE_OVER
    s.to_act = OVER
