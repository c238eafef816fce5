"""Drafting: ND-60 to ND-68."""

import pytest

from paddock.testing import clause

from ..state import HALTING
from .position import Position


@clause("ND-60")
@pytest.mark.parametrize(("speed", "is_pulled"), [(3, True), (4, True), (5, False)])
def test_a_car_not_faster_than_the_mover_is_pulled(speed: int, is_pulled: bool):
    race = Position(A="s5.L1 v4", B=f"s5.L0 v{speed}")
    race.plays("forward")
    assert (race.to_act == "B") == is_pulled


@clause("ND-60")
def test_only_the_car_directly_behind_in_the_same_lane():
    race = Position(A="s5.L1 v4", B="s5.R0 v1", C="s4.L2 v1")
    race.plays("forward")
    assert race.to_act == "A"


@clause("ND-60", "ND-80")
def test_a_gap_as_the_first_forward_move_pulls():
    race = Position(X="s0.L2 v3", P="s1.L0", Q="s1.R0", B="s0.L1 v3")
    race.plays("gap R", "S", "match")
    assert race.to_act == "B"
    race.plays("go")
    assert race.space("B") == "s0.L2"


@clause("ND-60")
def test_speeds_count_as_they_were_when_the_step_was_chosen():
    race = Position(A="s4.L2 v4 c4", B="s4.L1 v4")
    race.plays("forward", "damage")
    assert race.speed("A") == 3
    assert race.to_act == "B"  # 4 >= 4 before the damage


@clause("ND-61")
def test_the_pulled_car_takes_the_space_just_left_without_using_its_own_movement():
    race = Position(A="s5.L1 v4", B="s5.L0 v2", later="B")
    race.plays("forward", "go")
    assert race.car("B") == "s5.L1 v2 c9"
    race.plays("forward", "match", "forward", "forward", "end", "pass")
    assert (race.turn, race.state.spent) == ("B", 0)


@clause("ND-61", "ND-23")
def test_the_mover_resolves_its_own_step_first():
    race = Position(A="s4.L2 v4", B="s4.L1 v2")
    race.plays("forward")
    assert (race.to_act, race.choices) == ("A", {"match", "three", "damage"})


@clause("ND-62")
def test_a_pulled_car_pays_handling_and_hazards():
    race = Position(A="s5.L0 v4", B="s4.L2 v2", hazards={5: "S.a0"})
    race.plays("forward", "go", "match")
    assert (race.car("B"), race.cards("B"), race.prog("B")) == ("s5.L0 v2 c8", 5, 5)


@clause("ND-63")
def test_resisting_costs_any_card_and_no_speed():
    race = Position(A="s5.L1 v4", B="s5.L0 v2", hands={"B": "R Y"})
    race.plays("forward", "resist", "Y")
    assert (race.car("B"), race.hand("B")) == ("s5.L0 v2 c9", "R")
    race = Position(A="s5.L1 v4", B="s5.L0 v2", hands={"B": ""})
    race.plays("forward")
    assert race.space("B") == "s5.L1"  # no card, no choice


@clause("ND-64")
def test_a_pulled_car_pulls_nobody_unless_chains_are_agreed():
    race = Position(A="s5.L2 v4", B="s5.L1 v3", C="s5.L0 v3")
    race.plays("forward", "match", "go")
    assert race.to_act == "A"
    race = Position(A="s5.L2 v4", B="s5.L1 v3", C="s5.L0 v3", options={"draft_chain": True})
    race.plays("forward", "match", "go")
    assert race.to_act == "C"
    race.plays("go")
    assert [race.space(car) for car in "ABC"] == ["s6.L0", "s5.L2", "s5.L1"]


@clause("ND-64")
def test_a_car_that_resists_ends_the_chain():
    race = Position(A="s5.L2 v4", B="s5.L1 v3", C="s5.L0 v3", options={"draft_chain": True})
    race.plays("forward", "match", "resist", "S")
    assert race.to_act == "A"
    assert race.space("C") == "s5.L0"


@clause("ND-64")
def test_a_chain_goes_on_after_the_pulled_car_has_paid():
    race = Position(A="s6.L0 v4", B="s5.L2 v3 c3", C="s5.L1 v3", options={"draft_chain": True})
    race.plays("forward", "go", "damage")
    assert race.car("B") == "s6.L0 v2 c2"
    assert race.to_act == "C"  # 3 >= 3 before B was pulled


@clause("ND-65")
def test_only_the_first_space_pulls():
    race = Position(A="s5.L0 v4", B="s4.L1 v2")
    race.plays("forward")
    assert race.to_act == "A"
    race = Position(A="s5.L1 v4", B="s5.L0 v2", spent=1)
    race.plays("forward")
    assert race.to_act == "A"


@clause("ND-65", "ND-98")
def test_a_first_space_in_the_garage_pulls_nobody_and_is_used_up():
    race = Position(A="s9.G0 v4 c5", B="s9.R0 v1")
    race.plays("drift R", "S")
    assert race.space("A") == "s9.R1"
    race.plays("forward")
    assert race.to_act == "A"
    race = Position(A="s9.G0 v4 c5", B="s9.R0 v1")
    race.plays("forward", "lane R", "S", "forward")
    assert race.to_act == "A"


@clause("ND-98")
def test_nobody_is_pulled_inside_the_garage():
    race = Position(A="s9.G1 v4 c5", B="s9.G0 v1 c5")
    race.plays("forward")
    assert (race.to_act, race.space("B")) == ("A", "s9.G0")


@clause("ND-65")
def test_lane_changes_and_pit_points_do_not_use_up_the_first_space():
    race = Position(A="s9.G1 v4 c5", B="s9.R0 v1")
    race.plays("pit", "lane R", "S", "forward")
    assert race.to_act == "B"


@clause("ND-65")
def test_a_collision_is_no_space_moved():
    race = Position(A="s5.L1 v4", B="s5.L0 v2", C="s5.L2")
    race.plays("forward")
    assert race.space("B") == "s5.L0"
    assert "pass" in race.choices


@clause("ND-66")
def test_a_car_that_has_moved_already_is_pulled_as_well_as_one_that_has_not():
    race = Position(A="s5.L1 v4", B="s5.L0 v4")  # B is not in the list of those who move later
    race.plays("forward")
    assert race.to_act == "B"


@clause("ND-67")
def test_after_a_lane_change_the_car_behind_in_the_new_lane_counts():
    race = Position(A="s5.L1 v4", B="s5.L0 v2", C="s5.R0 v2")
    race.plays("lane R", "S", "forward")
    assert race.to_act == "C"


@clause("ND-68")
def test_a_halted_mover_still_pulls_but_an_eliminated_one_does_not():
    race = Position(A="s4.L2 v2 c2", B="s4.L1 v2", spent=0, hazards={5: "S.a0"}, hands={"A": "R"})
    race.plays("forward")  # c1 by handling, halted at spent 1
    assert race.state.over == HALTING
    assert race.to_act == "B"
    race = Position(A="s4.L2 v1 c1", B="s4.L1 v1", hands={"A": "R"}, options={"wreck": "eliminate"})
    race.plays("forward")
    assert not race.is_racing("A")
    assert race.space("B") == "s4.L1"
    assert race.to_act != "B"


@clause("ND-98")
def test_a_car_in_the_garage_is_not_pulled():
    race = Position(A="s9.R1 v4", B="s9.G0 v1 c5")
    race.plays("forward")
    assert race.to_act == "A"
