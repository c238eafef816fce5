"""Handling: ND-30 to ND-35."""

import pytest

from paddock.testing import clause

from .position import Position


@clause("ND-30")
@pytest.mark.parametrize("step", ["forward", "drift R"])
def test_coming_onto_another_section_is_paid_at_once(step: str):
    race = Position(X="s1.L2 v3", A="s9.L0")
    race.plays(step, *(["S"] if step != "forward" else []))
    assert race.choices == {"match", "three", "damage"}


@clause("ND-31")
def test_one_card_of_the_type_or_any_three_or_damage():
    def race() -> Position:
        race = Position(X="s1.L2 v3", A="s9.L0", hands={"X": "S S R Y"})
        race.plays("forward")
        return race

    matched, three, damaged = race(), race(), race()
    matched.plays("match")
    assert (matched.hand("X"), matched.condition("X")) == ("S S Y", 9)
    three.plays("three", "S", "Y", "R")
    assert (three.hand("X"), three.condition("X")) == ("S", 9)
    damaged.plays("damage")
    assert (damaged.hand("X"), damaged.condition("X")) == ("S S R Y", 8)


@clause("ND-31")
def test_three_cards_need_three_cards_and_damage_is_always_open():
    race = Position(X="s1.L2 v3", A="s9.L0", hands={"X": "S R"})
    race.plays("forward")
    assert race.choices == {"match", "damage"}
    race = Position(X="s1.L2 v3", A="s9.L0", hands={"X": "S Y"})
    race.plays("forward")
    assert race.condition("X") == 8  # nothing else was possible
    race = Position(X="s1.L2 v3", A="s9.L0", hands={"X": "S S Y"})
    race.plays("forward")
    assert race.choices == {"three", "damage"}


@clause("ND-32")
def test_the_hazards_of_a_card_do_not_matter_for_handling():
    race = Position(X="s1.L2 v3", A="s9.L0", hands={"X": "R.in0 R.out2 Y"})
    race.plays("forward", "match")
    assert race.choices == {"R.in0", "R.out2"}
    race.plays("R.out2")
    assert (race.hand("X"), race.condition("X")) == ("R.in0 Y", 9)


@clause("ND-33")
@pytest.mark.parametrize(("start", "end"), [("s17.L1", "s0.L0"), ("s8.L1", "s9.L0")])
def test_start_finish_and_garage_cost_a_straight(start: str, end: str):
    race = Position(X=f"{start} v3", A="s4.L0", hands={"X": "S R Y"})
    race.plays("forward", "match")
    assert (race.space("X"), race.hand("X")) == (end, "R Y")


@clause("ND-34")
def test_a_border_is_paid_once_and_moving_inside_a_section_is_free():
    race = Position(X="s1.L1 v4 n0", A="s9.L0", hands={"X": "R R R Y"})
    race.plays("forward")
    assert race.cards("X") == 4
    race.plays("forward", "match", "forward")
    assert (race.space("X"), race.cards("X")) == ("s2.L1", 3)


@clause("ND-34")
def test_a_collision_at_a_border_costs_no_handling():
    race = Position(X="s1.L2 v4", A="s2.L0")
    race.plays("forward")
    assert (race.space("X"), race.prog("X"), race.cards("X"), race.condition("X")) == ("s1.L2", 1, 6, 8)


@clause("ND-35")
def test_a_matching_card_need_not_be_used():
    race = Position(X="s1.L2 v3", A="s9.L0")
    race.plays("forward", "damage")
    assert (race.cards("X"), race.condition("X")) == (6, 8)
