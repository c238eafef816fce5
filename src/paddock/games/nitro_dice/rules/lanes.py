"""Lane changes, drifting and sideswipes: ND-40 to ND-47, ND-74 to ND-77; the way into the garage, ND-90."""

from paddock.engine import note, rule

from ..events import CHANGED_LANE, DRIFTED, SWIPED
from ..state import DRIFT, LANE, MOVER, PUSHED, SWIPE_AHEAD, SWIPE_STRICT, State, Table
from .drafting import first_space
from .entering import come_onto
from .garage import can_enter_garage
from .model import car_on, is_in_garage, lane_of
from .nitrous import use_point


@rule
def is_in_motion(s: State):
    """ND-27 ND-42 Lane changes need speed, or nitro used this turn."""
    return s.speed[s.turn] > 0 or s.nitro_used > 0


@rule
def can_change_to(t: Table, s: State, target: int):
    """ND-43 ND-56 ND-74 ND-90 A free space, one whose car can be pushed, or the garage under its conditions."""
    if is_in_garage(target):
        return can_enter_garage(t, s)
    victim = car_on(t, s, target)
    return victim < 0 or push_space(t, s, target) >= 0


@rule
def push_space(t: Table, s: State, target: int):
    """ND-74 ND-75 ND-76 Where the car on a space is pushed by the mover; -1 if it cannot be."""
    sideways = t.push[target][lane_of(s.space[s.turn])]
    if sideways >= 0 and not (is_in_garage(sideways) and t.sideswipe == SWIPE_STRICT) and car_on(t, s, sideways) < 0:
        return sideways
    if t.sideswipe == SWIPE_AHEAD and car_on(t, s, t.forward[target]) < 0:
        return t.forward[target]
    return -1


@rule
def change_lane(t: Table, s: State, log: list[int]):
    """ND-40 ND-41 To the space beside; no movement point."""
    s.follower = -1
    go_sideways(t, s, t.beside[s.space[s.turn]][s.step - LANE], log)


@rule
def drift(t: Table, s: State, log: list[int]):
    """ND-44 ND-46 One point or bonus move: a lane change and a forward move at once."""
    use_point(s)
    first_space(t, s)
    go_sideways(t, s, t.drift[s.space[s.turn]][s.step - DRIFT], log)


@rule
def go_sideways(t: Table, s: State, target: int, log: list[int]):
    """ND-43 ND-74 ND-77 Into a free space, or after the car that is pushed out of it."""
    s.target = target
    s.victim = -1 if is_in_garage(target) else car_on(t, s, target)
    if s.victim < 0:
        enter_target(t, s, log)
        return
    space = push_space(t, s, target)
    note(log, SWIPED, s.turn, s.victim, space)
    come_onto(t, s, s.victim, space, PUSHED)


@rule
def enter_target(t: Table, s: State, log: list[int]):
    """ND-40 ND-44 The mover takes its new space."""
    note(log, DRIFTED if s.step >= DRIFT else CHANGED_LANE, s.turn, s.target, 0)
    come_onto(t, s, s.turn, s.target, MOVER)
