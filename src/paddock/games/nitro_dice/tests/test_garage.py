"""The garage: ND-90 to ND-99."""

import pytest

from paddock.testing import clause

from .position import Position


@clause("ND-90")
@pytest.mark.parametrize(("facts", "is_open"), [("v5 c8", True), ("v5 c9", False), ("v6 c8", False), ("v1 c1", True)])
def test_a_damaged_car_not_faster_than_five_may_enter(facts: str, is_open: bool):
    assert ("lane G" in Position(X=f"s9.R1 {facts}", A="s1.L0").choices) == is_open


@clause("ND-90")
def test_braking_on_the_way_helps_unless_the_start_of_the_turn_counts():
    race = Position(X="s9.R1 v6 c8", A="s1.L0")
    race.plays("brake", "S")
    assert "lane G" in race.choices
    race = Position(X="s9.R1 v6 c8", A="s1.L0", options={"garage_speed_check": "turn_start"})
    race.plays("brake", "S")
    assert "lane G" not in race.choices


@clause("ND-91")
def test_in_and_out_only_between_the_outside_lane_and_the_garage():
    assert {"lane G", "drift G"} <= Position(X="s9.R0 v2 c5", A="s1.L0").choices
    assert {"lane G", "drift G"} <= Position(X="s9.R1 v2 c5", A="s1.L0").choices
    last = Position(X="s9.R2 v2 c5", A="s1.L0").choices
    assert "lane G" in last
    assert "drift G" not in last
    assert not {"lane G", "drift G"} & Position(X="s9.L1 v2 c5", A="s1.L0").choices
    assert not {"lane G", "drift G"} & Position(X="s8.R2 v2 c5", A="s1.L0").choices
    assert "lane L" not in Position(X="s9.G1 v2 c5", A="s1.L0").choices


@clause("ND-91")
def test_on_a_clockwise_track_the_garage_lies_beside_the_left_lane():
    race = Position(X="s10.L1 v2 c5", A="s1.L0", options={"track": "crossroads"})
    race.plays("lane G", "S")
    assert race.space("X") == "s10.G1"


@clause("ND-91")
def test_entering_costs_a_card():
    race = Position(X="s9.R1 v2 c5", A="s1.L0", hands={"X": "S"})
    race.plays("lane G")
    assert (race.space("X"), race.cards("X")) == ("s9.G1", 0)


@clause("ND-92")
def test_garage_spaces_are_shared_without_collisions_and_queues_close_up():
    race = Position(A="s9.G0 v2 c5", B="s9.G1 c5", C="s9.G1 c5")
    race.plays("forward")
    assert (race.space("A"), race.condition("A"), race.condition("B")) == ("s9.G1", 5, 5)
    assert race.state.queue[:3] == [2, 0, 1]
    race.plays("lane R", "S")
    assert race.state.queue[:3] == [0, 0, 1]
    race = Position(B="s9.G1 v1 c5", C="s9.G1 c5", A="s9.G1 c5")
    race.plays("lane R", "S")
    assert race.state.queue[:3] == [0, 0, 1]


@clause("ND-93")
def test_moving_inside_costs_points_and_the_last_space_has_no_way_forward():
    race = Position(X="s9.G0 v3 c5", A="s1.L0")
    race.plays("forward", "forward")
    assert (race.space("X"), race.state.spent) == ("s9.G2", 2)
    assert "forward" not in race.choices


@clause("ND-94", "ND-95")
def test_a_point_in_place_repairs_one_and_leaves_the_speed():
    race = Position(X="s9.G0 v3 c8", A="s1.L0")
    race.plays("pit")
    assert (race.car("X"), race.state.spent) == ("s9.G0 v3 c9", 1)
    race.plays("pit", "pit")
    assert (race.car("X"), race.state.spent) == ("s9.G0 v3 c9", 3)
    race.plays("end")  # staying is allowed


@clause("ND-94")
def test_without_a_point_there_is_no_repair():
    race = Position(X="s9.G0 v1 c5", A="s1.L0")
    race.plays("pit")
    assert race.choices == {"end", "lane R"}


@clause("ND-90")
def test_the_speed_at_the_start_of_the_turn_is_that_of_the_own_turn():
    race = Position(
        A="s1.L0 v0 n0 c2",
        X="s9.R1 v6 c8",
        later="X",
        hands={"A": ""},
        options={"garage_speed_check": "turn_start"},
    )
    race.plays("pass")  # A has no steps and no cards
    race.plays("brake", "S")
    assert "lane G" not in race.choices


@clause("ND-96")
def test_a_garage_car_ranks_after_inside_and_outside():
    assert Position(A="s9.G1 c5", B="s9.R1", C="s9.L1", at="speed").order == "CBA"
    assert Position(A="s9.G2 c5", B="s9.R1", C="s9.L1", at="speed").order == "ACB"


@clause("ND-97")
def test_leaving_into_an_occupied_space_is_a_sideswipe_or_not_possible():
    race = Position(X="s9.G0 v2 c5", Y="s9.R0", Z="s9.L0", hands={"X": "S"})
    assert "lane R" not in race.choices
    race = Position(X="s9.G0 v2 c5", Y="s9.R0", hands={"X": "S"})
    race.plays("lane R")
    assert (race.space("Y"), race.condition("Y"), race.condition("X")) == ("s9.L0", 8, 4)


@clause("ND-99")
def test_a_repair_raises_the_limits_at_once_but_not_the_speed():
    race = Position(X="s9.G0 v4 c4", A="s1.L0", hands={"X": "S S S S"})
    race.plays("pit")
    assert race.car("X") == "s9.G0 v4 c5"
    race.plays("pit", "pit", "pit", "end", "pass")
    assert (race.drawer, race.state.to_draw) == ("X", 4)  # condition 8, four in hand, first in the garage: 3 + 1
