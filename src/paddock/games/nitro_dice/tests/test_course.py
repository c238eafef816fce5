"""The track as the lab reads it."""

from paddock.engine import NOWHERE, Happening

from ..course import at, is_wait, lap, spots, where
from ..events import EVENTS, HALTED, HIT_HAZARD, LAP, MOVED, PITTED, REAR_ENDED, SPEED_SET
from ..state import OFF
from .position import Position, new_table


def happening(kind: int, a: int = 0, b: int = 0, c: int = 0) -> Happening:
    return Happening(EVENTS[kind], a, b, c)


def test_every_space_is_a_spot_with_its_lane_and_the_space_ahead():
    t = new_table(2)
    found = {spot.number: spot for spot in spots(t)}
    # Joined Loops: 6 straights of 6 spaces, 12 turns of 5, and the 3 spaces of the garage in section 9
    assert len(found) == 6 * 6 + 12 * 5 + 3
    assert {spot.lane for spot in found.values()} == {"left lane", "right lane", "garage"}
    assert found[0].following == (1,)
    assert found[2].following == (16,)  # the last space of section 0, then the first of section 1
    assert found[16 * 9 + 4 * 2 + 2].following == ()  # the garage has no way ahead


def test_a_car_off_the_track_is_nowhere():
    race = Position(X="s9.R1 v2 c8", A="s1.L0")
    assert sorted(at(race.table, race.state, seat) for seat in range(2)) == [16, 16 * 9 + 4 + 1]
    gone = race.state
    gone.space[0] = OFF
    assert at(race.table, gone, 0) == NOWHERE


def test_speed_0_damage_that_halts_and_the_garage_are_waits():
    waits = [happening(SPEED_SET, 1, 0), happening(HALTED, 1), happening(PITTED, 1, 7)]
    others = [happening(SPEED_SET, 1, 3), happening(MOVED, 1, 17), happening(REAR_ENDED, 1, 0)]
    assert [is_wait(event) for event in waits + others] == [True] * 3 + [False] * 3


def test_a_hazard_is_named_by_its_space_and_a_lap_by_its_number():
    t = new_table(2)
    assert where(t, happening(HIT_HAZARD, 1, 37)) == 37
    assert where(t, happening(REAR_ENDED, 1, 0)) == NOWHERE
    assert [lap(t, event) for event in (happening(LAP, 1, 2), happening(MOVED, 1, 2))] == [2, -1]
