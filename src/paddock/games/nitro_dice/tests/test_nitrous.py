"""Nitrous: ND-50 to ND-57, and Nitro Madness, ND-132."""

import pytest

from paddock.testing import clause

from .position import Position


@clause("ND-50")
def test_a_token_gives_two_bonus_moves_and_leaves_the_speed():
    race = Position(X="s0.L0 v3", A="s9.L0")
    race.plays("nitro")
    assert (race.state.bonus, race.speed("X"), race.nitro("X"), race.state.spent) == (2, 3, 1, 0)


@clause("ND-51")
@pytest.mark.parametrize(
    ("space", "is_open"),
    [("s0.L2", True), ("s1.L0", True), ("s1.L1", False), ("s1.L2", False), ("s4.L2", True), ("s4.L1", False)],
)
def test_the_next_two_spaces_must_be_on_straights(space: str, is_open: bool):
    race = Position(X=f"{space} v3", A="s9.L0")
    assert ("nitro" in race.choices) == is_open


@clause("ND-51")
def test_cars_ahead_do_not_matter_for_nitrous():
    assert "nitro" in Position(X="s0.L0 v3", A="s0.L1").choices


@clause("ND-52")
def test_bonus_moves_come_first_and_both_must_be_made():
    race = Position(X="s0.L0 v0", A="s9.L0")
    race.plays("nitro", "forward")
    assert "end" not in race.choices
    race.plays("lane R", "S", "forward")
    assert race.state.spent == 0
    assert "end" in race.choices


@clause("ND-53")
def test_bonus_moves_count_neither_for_points_nor_for_the_halt():
    race = Position(X="s0.L1 v3 c3", A="s9.L0", spent=1)
    race.plays("nitro", "forward", "forward", "damage")
    assert race.car("X") == "s1.L0 v2 c2"
    assert race.state.over == 0  # 1 spent of 2
    race = Position(X="s0.L1 v3 c3", A="s9.L0", spent=1, options={"count_bonus": True})
    race.plays("nitro", "forward", "forward", "damage")
    assert race.state.over == 1  # 1 + 2 of 2


@clause("ND-54")
def test_a_collision_forfeits_the_rest_of_the_boost():
    race = Position(X="s0.L0 v3", A="s0.L1 v1")
    race.plays("nitro", "forward")
    assert (race.car("X"), race.condition("A")) == ("s0.L0 v1 c8", 8)
    assert "pass" in race.choices


@clause("ND-54")
def test_bonus_moves_pull_the_car_behind_and_hit_hazards():
    race = Position(X="s14.L0 v3", B="s13.L2 v1", hazards={14: "S.a1"})
    race.plays("nitro", "forward")
    assert race.condition("X") == 8
    assert race.to_act == "B"


@clause("ND-55")
def test_one_token_a_turn_or_two_by_option_one_after_the_other():
    race = Position(X="s9.L0 v1", A="s4.L0")
    race.plays("nitro", "forward", "forward")
    assert race.space("X") == "s9.L2"
    assert "nitro" not in race.choices
    race = Position(X="s9.L0 v1", A="s4.L0", options={"nitro_per_turn": 2})
    race.plays("nitro", "forward")
    assert "nitro" not in race.choices  # one is still at work
    race.plays("forward")
    race.plays("nitro")
    assert (race.nitro("X"), race.state.bonus) == (0, 2)


@clause("ND-55")
def test_a_gap_uses_up_the_token_of_the_turn():
    race = Position(X="s9.L0 v1", P="s9.L1", Q="s9.R1")
    race.plays("gap L", "S")
    assert race.space("X") == "s9.L2"
    assert "nitro" not in race.choices  # the next two spaces are on a straight


@clause("ND-56")
def test_no_token_in_the_garage_and_no_garage_with_a_boost():
    race = Position(X="s9.G0 v1 c5", A="s4.L0")
    assert "nitro" not in race.choices
    race = Position(X="s9.R0 v1 c5", A="s4.L0")
    assert "lane G" in race.choices
    race.plays("nitro")
    assert not {"lane G", "drift G"} & race.choices


@clause("ND-57")
def test_spent_tokens_do_not_come_back():
    assert "nitro" not in Position(X="s9.L0 v1 n0", A="s4.L0").choices
    race = Position(X="s9.L0 v0 n1", A="s4.L0")
    race.plays("nitro", "forward", "forward", "end", "pass")
    race.draws_anything()
    assert (race.state.round, race.nitro("X")) == (2, 0)


@clause("ND-132")
def test_a_boost_of_three_costs_a_point_of_damage():
    madness = {"nitro_madness": True}
    assert "nitro3" not in Position(X="s9.L0 v1", A="s4.L0").choices
    race = Position(X="s9.L0 v1", A="s4.L0", options=madness)
    race.plays("nitro3")
    assert (race.state.bonus, race.car("X"), race.nitro("X")) == (3, "s9.L0 v1 c8", 1)
    race.plays("forward", "forward", "forward", "match")
    assert race.state.bonus == 0


@clause("ND-132")
def test_a_boost_of_three_needs_three_straight_spaces():
    race = Position(X="s10.L0 v1", A="s4.L0", options={"nitro_madness": True})
    assert "nitro" in race.choices
    assert "nitro3" not in race.choices


@clause("ND-132", "ND-84")
def test_a_halt_by_that_damage_forfeits_the_boost():
    race = Position(X="s9.L0 v4 c4", A="s4.L0", spent=3, options={"nitro_madness": True})
    race.plays("nitro3")
    assert race.car("X") == "s9.L0 v3 c3"
    assert "pass" in race.choices
