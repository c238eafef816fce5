"""What a seat may know at a race time, and when it is told of dice (PN-77, PN-84)."""

from ..rules.secrets import hide
from ..state import ACT, CARS, DECIDE, FACE, NEXT, PERSON, RUNNING, State, Table


def known_at(t: Table, s: State, seat: int, at: int, delay: int = 0) -> State:
    """PN-84 The position as a seat may know it at a race time: settled faces even without an event since, its own faces
    earlier by its network delay; and the seat at the wheel if it may act."""
    shown = s.copy()
    shown.now = max(at, s.now)
    hide(t, shown, seat)
    if seat < 0:
        return shown
    if s.settle[seat] <= at + delay and s.phase != FACE:
        shown.face[seat] = list(s.face[seat])
    if s.phase == NEXT and s.due[seat] <= max(at + delay, s.now) and _is_at_the_wheel(s, seat):
        shown.phase, shown.turn = ACT, seat
    return shown


def _is_at_the_wheel(s: State, seat: int) -> bool:
    """Whether a person drives a running car that has nothing in the air."""
    return s.status[seat] == RUNNING and s.step[seat] == DECIDE and s.pilot[seat] == PERSON


def next_sight(s: State, seat: int, after: int, delay: int) -> int | None:
    """PN-77 PN-84 When a seat is told of dice that lie still: of its own dice earlier by its network delay."""
    times = [faces_sent_at(s, car, delay if car == seat else 0) for car in range(CARS) if s.status[car] == RUNNING]
    return min((time for time in times if time > after), default=None)


def faces_sent_at(s: State, seat: int, delay: int) -> int:
    """PN-77 When a racer's faces are sent, so that they appear when the dice settle."""
    return s.settle[seat] - delay
