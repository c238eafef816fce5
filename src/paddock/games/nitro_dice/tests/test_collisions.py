"""Rear-end collisions, sideswipes and the gap: ND-70 to ND-80."""

import pytest

from paddock.testing import clause

from ..rules.collisions import can_shoot_gap
from ..state import LEFT, RIGHT
from .position import Position


@clause("ND-70", "ND-73")
def test_the_mover_stops_behind_both_are_damaged_and_it_takes_the_lower_speed():
    race = Position(X="s1.L0 v5", Y="s1.L1 v2")
    race.plays("forward")
    assert (race.car("X"), race.car("Y")) == ("s1.L0 v2 c8", "s1.L1 v2 c8")
    assert "pass" in race.choices


@clause("ND-70")
def test_a_faster_car_in_front_does_not_slow_the_mover():
    race = Position(X="s1.L0 v3", Y="s1.L1 v6")
    race.plays("forward")
    assert (race.speed("X"), race.speed("Y")) == (3, 6)


@clause("ND-71")
def test_a_player_may_collide_although_it_could_be_avoided():
    race = Position(X="s1.L0 v5", Y="s1.L1 v2")
    assert {"forward", "lane R", "drift R", "brake"} <= race.choices


@clause("ND-72")
def test_speeds_are_compared_after_the_damage():
    race = Position(X="s1.L0 v4", Y="s1.L1 v4 c4")
    race.plays("forward")
    assert (race.speed("Y"), race.speed("X")) == (3, 3)


@clause("ND-73")
def test_the_struck_car_keeps_its_place_and_its_speed_but_for_the_cap():
    race = Position(X="s1.L0 v5", Y="s1.L1 v2 c2")
    race.plays("forward")
    assert race.car("Y") == "s1.L1 v1 c1"


@clause("ND-74", "ND-75")
def test_out_of_the_last_garage_space_a_drift_pushes_on_the_next_section():
    race = Position(X="s9.G2 v3", Y="s10.R0")
    race.plays("drift R", "S", "match")
    assert (race.space("X"), race.space("Y")) == ("s10.R0", "s10.L0")
    assert (race.condition("X"), race.condition("Y")) == (8, 8)
    race = Position(X="s9.G2 v3", Y="s10.R0", Z="s10.L0")
    assert "drift R" not in race.choices


@clause("ND-75")
def test_a_drift_from_the_section_before_pushes_into_the_garage():
    race = Position(X="s8.L1 v3", Y="s9.R0")
    race.plays("drift R", "Y", "match")
    assert (race.space("X"), race.space("Y"), race.prog("Y")) == ("s9.R0", "s9.G0", 9)


@clause("ND-75")
def test_the_conditions_of_the_garage_do_not_bind_a_shove():
    race = Position(X="s9.L1 v4", Y="s9.R1 v9")  # condition 9, speed 9
    race.plays("lane R", "S")
    assert race.car("Y") == "s9.G1 v8 c8"


@clause("ND-76")
def test_strict_still_allows_the_push_out_of_the_garage():
    race = Position(X="s9.G1 v2", Y="s9.R1", options={"sideswipe": "strict"})
    assert "lane R" in race.choices


@clause("ND-76")
def test_ahead_pushes_forward_where_no_sideways_push_is_possible():
    race = Position(X="s1.L2 v3", Y="s1.R2 v1", options={"sideswipe": "ahead"})
    race.plays("lane R", "S")
    assert (race.to_act, race.space("Y")) == ("Y", "s2.R0")  # Y pays like a drafted car
    race.plays("match")
    assert (race.car("X"), race.car("Y")) == ("s1.R2 v3 c8", "s2.R0 v1 c8")
    race = Position(X="s1.L2 v3", Y="s1.R2", Z="s2.R0", options={"sideswipe": "ahead"})
    assert "lane R" not in race.choices


@clause("ND-76")
def test_ahead_prefers_the_sideways_push():
    race = Position(X="s9.L1 v4", Y="s9.R1", options={"sideswipe": "ahead"})
    race.plays("lane R", "S")
    assert race.space("Y") == "s9.G1"
    race = Position(X="s9.L1 v4", Y="s9.R1", Z="s9.G1", options={"sideswipe": "ahead"})
    race.plays("lane R", "S")
    assert race.space("Y") == "s9.R2"


@clause("ND-77")
def test_the_pushed_car_meets_its_space_first_then_the_mover_then_both_are_damaged():
    race = Position(
        X="s13.L2 v3",
        Y="s14.R0 v1",
        options={"sideswipe": "ahead"},
        hazards={14: "S.a1 flip"},
    )
    assert race.hazards(14) == {"R1"}
    race.plays("drift R", "Y")
    assert race.car("Y") == "s14.R1 v1 c8"  # the hazard, before X pays
    assert race.choices == {"match", "three", "damage"}
    race.plays("match")
    assert (race.car("X"), race.car("Y")) == ("s14.R0 v3 c8", "s14.R1 v1 c7")
    assert "forward" in race.choices  # movement goes on


@clause("ND-77")
def test_a_shove_changes_neither_points_nor_the_order():
    race = Position(X="s9.L1 v1 n0", Y="s9.R1 v3", later="Y")
    race.plays("lane R", "S", "forward", "end", "pass")
    assert (race.turn, race.state.spent) == ("Y", 0)
    assert race.order == "XY"


@clause("ND-78")
@pytest.mark.parametrize(
    ("cars", "is_open"),
    [
        ({"X": "s9.L0 v3", "P": "s9.L1", "Q": "s9.R1"}, True),
        ({"X": "s9.L0 v0", "P": "s9.L1", "Q": "s9.R1"}, True),  # any speed
        ({"X": "s9.L0 v3 n0", "P": "s9.L1", "Q": "s9.R1"}, False),  # no token
        ({"X": "s9.L0 v3", "P": "s9.L1", "Q": "s9.R0"}, False),  # not side by side
        ({"X": "s1.L0 v3", "P": "s1.L2", "Q": "s1.R2"}, False),  # not directly in front
        ({"X": "s1.L1 v3", "P": "s1.L2", "Q": "s1.R2"}, False),  # a turn beyond
        ({"X": "s1.L2 v3", "P": "s2.L0", "Q": "s2.R0"}, False),  # the pair in a turn
        ({"X": "s4.L2 v3", "P": "s5.L0", "Q": "s5.R0"}, True),  # from a turn
    ],
)
def test_when_the_gap_is_open(cars: dict[str, str], is_open: bool):
    assert ("gap L" in Position(listed=cars).choices) == is_open


@clause("ND-78")
def test_the_gap_needs_a_card_and_a_free_space_beyond():
    cars = {"X": "s9.L0 v3", "P": "s9.L1", "Q": "s9.R1"}
    assert "gap L" not in Position(listed=cars, hands={"X": ""}).choices
    race = Position(listed=cars, Z="s9.L2")
    assert "gap L" not in race.choices
    assert "gap R" in race.choices
    race = Position(listed=cars, bonus=1)
    assert not {"gap L", "gap R"} & race.choices


@clause("ND-78")
@pytest.mark.parametrize(("car", "can"), [("s9.L0 v3", True), ("s9.L0 v3 n0", False), ("s1.L1 v3", False)])
def test_the_gap_is_known_to_need_a_token_and_straights_by_itself(car: str, can: bool):
    pair = {"P": "s9.L1", "Q": "s9.R1"} if car.startswith("s9") else {"P": "s1.L2", "Q": "s1.R2"}
    race = Position(listed={"X": car, **pair})
    assert can_shoot_gap(race.table, race.state, LEFT) == can
    assert can_shoot_gap(race.table, race.state, RIGHT) == can


@clause("ND-79")
def test_the_gap_costs_a_token_a_card_and_a_point_of_damage_for_all_three():
    race = Position(X="s14.L0 v3", P="s14.L1", Q="s14.R1", hazards={14: "S.a1"})
    race.plays("gap L", "R")
    assert race.space("X") == "s14.L2"
    assert [race.condition(car) for car in "XPQ"] == [8, 8, 8]  # the pair's hazard is not met
    assert (race.nitro("X"), race.cards("X"), race.state.spent, race.state.bonus_made) == (1, 5, 0, 2)


@clause("ND-79")
def test_the_hazard_of_the_end_space_counts_and_a_halt_ends_movement():
    race = Position(X="s14.L0 v4 c4", P="s14.L1", Q="s14.R1", spent=3, hazards={14: "S.a2"})
    race.plays("gap L", "R")
    assert race.car("X") == "s14.L2 v2 c2"
    assert "pass" in race.choices


@clause("ND-80")
def test_a_gap_after_the_first_space_pulls_nobody():
    race = Position(X="s0.L2 v3", P="s1.L0", Q="s1.R0", B="s0.L1 v3", spent=1)
    race.plays("gap R", "S", "match")
    assert race.to_act == "X"


@clause("ND-79", "ND-84", "ND-23")
def test_a_gap_that_halts_is_told_in_the_order_of_the_rules():
    # Condition and speed 4, three points spent: the damage of the gap lowers the speed to 3, and 3 >= 3 halts.
    race = Position(X="s0.L2 v4 c4", P="s1.L0", Q="s1.R0", spent=3)
    race.plays("gap R", "S", "match")
    after_the_card = race.happened[race.happened.index("ND-79") + 1 :]
    assert after_the_card == ["ND-82", "ND-82", "ND-82", "ND-79", "ND-31", "ND-84"]
