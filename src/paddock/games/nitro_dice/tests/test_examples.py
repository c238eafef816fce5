"""The worked examples of RULES.md by their numbers, with its values."""

import pytest

from paddock.testing import clause

from .position import Position, space_number

pytestmark = pytest.mark.usefixtures("both_backends")


@clause("ND-22", "ND-40", "ND-31")
def test_e1_round_a_car_by_changing_lanes_twice():
    race = Position(X="s0.L0 v4", A="s0.L2", B="s1.R1")
    race.plays("forward", "lane R", "Y")
    assert race.space("X") == "s0.R1"
    race.plays("forward", "forward", "match", "lane L", "Y")
    assert race.space("X") == "s1.L0"
    race.plays("forward")  # and ends: B is beside
    assert race.space("X") == "s1.L1"
    assert race.cards("X") == 6 - 3
    assert race.state.spent == 4
    assert race.condition("A") == race.condition("B") == 9


@clause("ND-44", "ND-45", "ND-46")
def test_e2_three_drifts_across_two_borders():
    race = Position(X="s0.L2 v5", A="s9.L0")
    race.plays("drift R", "Y", "match")
    assert race.space("X") == "s1.R0"
    race.plays("forward", "drift L", "Y")
    assert race.space("X") == "s1.L2"
    race.plays("forward", "match")
    assert race.space("X") == "s2.L0"
    race.plays("drift R", "S")
    assert race.space("X") == "s2.R1"
    assert race.cards("X") == 6 - 5
    assert race.state.spent == 5


@clause("ND-60", "ND-64")
@pytest.mark.parametrize("chain", [False, True])
def test_e3_the_car_behind_is_pulled_and_the_one_round_the_corner_stays(chain: bool):
    race = Position(A="s5.L1 v4", B="s5.L0 v2", C="s4.L2 v3", options={"draft_chain": chain})
    race.plays("forward", "go")
    assert [race.space(car) for car in "ABC"] == ["s5.L2", "s5.L1", "s4.L2"]
    assert race.to_act == "A"  # with the chain too: 2 < 3


@clause("ND-78", "ND-79")
def test_e4_through_a_pair():
    race = Position(X="s0.L0 v3", P="s1.L0", Q="s1.R0")
    race.plays("forward", "forward")
    assert {"gap L", "gap R"} <= race.choices
    race.plays("gap R", "Y", "match")
    assert [race.car(car) for car in "XPQ"] == ["s1.R1 v3 c8", "s1.L0 v0 c8", "s1.R0 v0 c8"]
    assert race.nitro("X") == 1
    assert race.state.spent == 2
    race.plays("forward")
    assert race.space("X") == "s1.R2"


@clause("ND-79")
def test_e4_the_other_lane_may_be_chosen():
    race = Position(X="s0.L2 v3", P="s1.L0", Q="s1.R0")
    race.plays("gap L", "Y", "match")
    assert race.space("X") == "s1.L1"


@clause("ND-47")
@pytest.mark.parametrize(
    ("start", "step", "end"),
    [
        ("s3.R1", "lane L", "s3.L0"),
        ("s3.L0", "lane R", "s3.R0"),
        ("s3.R2", "lane L", "s3.L1"),
        ("s3.R0", "drift L", "s3.L1"),
        ("s4.L1", "lane R", "s4.R0"),
    ],
)
def test_e5_lanes_of_a_turn(start: str, step: str, end: str):
    race = Position(X=f"{start} v3", A="s9.L0")
    race.plays(step, "S")
    assert race.space("X") == end


@clause("ND-10", "ND-100")
def test_e6_forward_order_on_one_section():
    race = Position(A="s3.L0", B="s3.R1", C="s3.R2", D="s3.L1", at="speed")
    assert race.order == "DCAB"


@clause("ND-82", "ND-83")
def test_e7_damage_that_does_not_halt():
    race = Position(X="s1.L2 v6 c6", A="s9.L0", spent=2)
    race.plays("forward", "damage")
    assert race.car("X") == "s2.L0 v5 c5"
    assert race.state.spent == 3
    assert {"forward", "brake"} <= race.choices


@clause("ND-84", "ND-24")
def test_e8_damage_that_halts():
    race = Position(X="s1.L2 v4 c4", A="s9.L0", spent=3)
    race.plays("forward", "damage")
    assert race.car("X") == "s2.L0 v3 c3"
    assert race.state.spent == 4
    assert race.choices == {"pass", "S", "R", "Y"}  # placing, no lane change any more


@clause("ND-84", "ND-26", "ND-23")
def test_e9_handling_and_hazard_together():
    race = Position(X="s4.R1 v7 c7", A="s9.L0", spent=4, hazards={5: "S.a0 flip"}, hands={"X": "R R R"})
    assert race.hazards(5) == {"R2"}  # a0 turned round
    race = Position(X="s4.R1 v7 c7", A="s9.L0", spent=4, hazards={5: "S.a2 flip"})
    assert race.hazards(5) == {"R0"}
    race.plays("forward", "damage")
    assert race.car("X") == "s5.R0 v5 c5"
    assert "pass" in race.choices


@clause("ND-70", "ND-72")
def test_e10_rear_end():
    race = Position(X="s1.L0 v7", Y="s1.L1 v3 c3", spent=3)
    race.plays("forward")
    assert race.car("X") == "s1.L0 v2 c8"
    assert race.car("Y") == "s1.L1 v2 c2"
    assert "pass" in race.choices
    assert race.cards("X") == 6


@clause("ND-50", "ND-51", "ND-53")
def test_e11_nitro_after_the_last_point():
    race = Position(X="s4.L2 v3", A="s9.L0", spent=3)
    race.plays("nitro", "forward", "match", "forward")
    assert race.space("X") == "s5.L1"
    assert race.state.spent == 3
    assert "nitro" not in race.choices  # s5.L2, then a turn
    race.plays("end")


@clause("ND-51")
def test_e11_no_nitro_before_a_turn():
    race = Position(X="s5.L1 v3", A="s9.L0", spent=3)
    assert "nitro" not in race.choices


@clause("ND-54", "ND-84")
def test_e12_nitro_halted_and_not_halted():
    race = Position(X="s8.L1 v5 c5", A="s1.L0", spent=4)
    race.plays("nitro", "forward", "damage")
    assert race.car("X") == "s9.L0 v4 c4"
    assert "pass" in race.choices
    race = Position(X="s8.L1 v4 c5", A="s1.L0", spent=4)
    race.plays("nitro", "forward", "damage")
    assert race.car("X") == "s9.L0 v4 c4"
    assert race.state.bonus == 1
    assert "forward" in race.choices


@clause("ND-90", "ND-94", "ND-101")
def test_e13_a_visit_to_the_garage():
    race = Position(X="s8.R2 v6 c6", A="s1.L0", hands={"X": "S S R Y"})
    race.plays("forward", "match")
    assert "lane G" not in race.choices  # speed 6
    race.plays("brake", "R", "lane G", "Y")
    assert race.car("X") == "s9.G0 v5 c6"
    assert race.table.seats == 2
    race.plays("pit", "pit", "pit")
    assert race.condition("X") == 9
    race.plays("pit")
    assert race.condition("X") == 9
    race.plays("end", "pass")
    assert race.drawer == "X"
    assert race.state.to_draw == 3 + 1  # first, and in the garage


@clause("ND-92", "ND-96")
def test_e14_a_queue_in_the_garage():
    race = Position(A="s9.G1 c5", B="s9.G1 c5", C="s9.R1", D="s9.L1", E="s9.G2 c5", at="speed")
    assert race.order == "EDCAB"


@clause("ND-74", "ND-75", "ND-97")
def test_e15_leaving_the_garage_into_traffic():
    race = Position(X="s9.G1 v2", Y="s9.R1")
    race.plays("lane R", "S")
    assert race.car("X") == "s9.R1 v2 c8"
    assert race.car("Y") == "s9.L1 v0 c8"
    race = Position(X="s9.G1 v2", Y="s9.R1", Z="s9.L1")
    assert "lane R" not in race.choices
    assert "drift R" in race.choices


@clause("ND-61", "ND-62", "ND-63")
def test_e16_a_draft_with_costs():
    def race() -> Position:
        return Position(A="s11.L0 v5", B="s10.L2 v4 c4")

    resisting = race()
    resisting.plays("forward")
    assert resisting.to_act == "B"
    resisting.plays("resist", "S")
    assert resisting.car("B") == "s10.L2 v4 c4"
    assert resisting.cards("B") == 5
    matching = race()
    matching.plays("forward", "go")
    assert matching.choices == {"match", "three", "damage"}
    matching.plays("match")
    assert matching.car("B") == "s11.L0 v4 c4"
    assert matching.cards("B") == 5
    damaged = race()
    damaged.plays("forward", "go", "damage")
    assert damaged.car("B") == "s11.L0 v3 c3"


@clause("ND-62", "ND-26")
def test_e16_a_hazard_adds_damage():
    race = Position(A="s11.L0 v5", B="s10.L2 v4 c4", hazards={11: "R.in0"})
    race.plays("forward", "go", "damage")
    assert race.car("B") == "s11.L0 v2 c2"


@clause("ND-20")
def test_e17_movement_order():
    race = Position(B="s5.L2 v5", D="s5.L1 v4", A="s5.L0 v5", C="s4.L2 v6", at="order")
    assert race.order == "CBAD"
    race.plays("forward")  # into A
    assert race.order == "CBAD"


@clause("ND-20")
def test_e17_the_order_stands_when_speeds_change():
    race = Position(C="s5.L0 v6", B="s5.L1 v4 c4", D="s1.L0 v4", at="order")
    assert race.order == "CBD"
    race.plays("forward", "pass")
    assert race.speed("B") == 3
    assert race.turn == "B"


@clause("ND-88", "ND-89")
def test_e18_placing_a_hazard_either_way_round():
    race = Position(X="s1.L0 v0 n0", A="s10.L0", hands={"X": "S.a0"})
    assert race.choices == {"pass", "S.a0"}
    race.plays("S.a0")
    assert race.choices == {"s5", "s5 flip", "s14", "s14 flip"}  # not 0 and 9, not under a car
    race.plays("s14")
    assert race.hazards(14) == {"L0"}
    race = Position(X="s1.L0 v0 n0", A="s10.L0", hands={"X": "S.a0"})
    race.plays("S.a0", "s14 flip")
    assert race.hazards(14) == {"R2"}


@clause("ND-101", "ND-102", "ND-103")
def test_e19_replenishing():
    race = Position(
        A="s10.L0",
        B="s9.L0 c4",
        C="s9.G0 c5",
        hands={"A": "S S S R R R Y", "B": "S S R R Y Y", "C": ""},
        at="check",
    )
    assert race.to_act == "B"
    race.plays("S", "R")
    assert race.drawer == "A"
    race.plays("S", "S")
    assert race.drawer == "C"
    race.plays("Y", "Y", "Y", "Y", "Y")
    assert race.state.round == 2
    assert [race.cards(car) for car in "ABC"] == [9, 4, 5]


@clause("ND-110", "ND-111", "ND-112", "ND-113")
def test_e20_the_finish():
    race = Position(B="s0.R0 v5 p36 n0", A="s0.L2 v3 p36 n0", later="A")
    race.plays("forward", "forward", "forward", "match", "forward", "forward", "end", "pass")
    assert (race.space("B"), race.prog("B")) == ("s1.R2", 37)
    race.plays("forward", "match", "forward", "forward", "pass")  # B is beside
    assert (race.space("A"), race.prog("A")) == ("s1.L2", 37)
    assert race.to_act == "over"
    assert race.named_places == {"A": 1, "B": 2}


@clause("ND-69", "ND-53")
def test_e21_the_brake_floor():
    race = Position(X="s1.L0 v5", A="s9.L0", spent=3, bonus_made=2)
    race.plays("brake", "S", "brake", "S")
    assert race.speed("X") == 3
    assert "brake" not in race.choices
    race = Position(X="s1.L0 v5", A="s9.L0", spent=3, bonus_made=2, options={"count_bonus": True})
    assert "brake" not in race.choices
    assert "end" not in race.choices
    race.plays("forward", "forward", "end")


@clause("ND-75", "ND-77")
def test_e22_a_shove_into_the_garage():
    race = Position(X="s9.L1 v4", Y="s9.R1 v6", later="Y")
    race.plays("lane R", "S")
    assert race.car("X") == "s9.R1 v4 c8"
    assert race.car("Y") == "s9.G1 v6 c8"
    race.plays("forward", "forward", "match", "forward", "forward", "end", "pass")
    assert race.turn == "Y"
    assert race.choices == {"forward", "pit", "lane R", "drift R", "brake"}
    race.plays("pit")
    assert race.condition("Y") == 9
    assert race.state.spent == 1


@clause("ND-74", "ND-76")
def test_e22_not_into_an_occupied_garage_space_and_never_under_strict():
    race = Position(X="s9.L1 v4", Y="s9.R1 v6", Z="s9.G1")
    assert "lane R" not in race.choices
    race = Position(X="s9.L1 v4", Y="s9.R1 v6", options={"sideswipe": "strict"})
    assert "lane R" not in race.choices


@clause("ND-60", "ND-91")
def test_e23_a_drift_into_the_garage_pulls():
    race = Position(X="s9.R0 v4 c7", B="s8.R2 v3")
    race.plays("drift G", "S")
    assert race.space("X") == "s9.G1"
    assert race.state.spent == 1
    assert race.choices == {"go", "resist"}
    race.plays("go", "match")
    assert race.space("B") == "s9.R0"
    assert race.cards("B") == 5


def test_spaces_are_written_as_in_the_ledger():
    assert space_number("s5.R2") == 16 * 5 + 4 + 2
