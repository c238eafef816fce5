"""Damage: ND-81 to ND-86, and the option wreck."""

from paddock.testing import clause

from .position import Position

ELIMINATE = {"wreck": "eliminate"}


@clause("ND-81", "ND-82")
def test_unpaid_handling_hazards_and_collisions_cost_a_point_each():
    race = Position(X="s4.R1 v5", A="s5.R2 v1", hazards={5: "S.a2 flip"})
    race.plays("forward", "damage")
    assert race.condition("X") == 7  # handling and the hazard on R0
    race.plays("forward", "forward")
    assert (race.condition("X"), race.condition("A")) == (6, 8)


@clause("ND-83")
def test_the_cap_lowers_the_speed_of_a_car_that_is_not_moving():
    race = Position(X="s1.L0 v5", Y="s1.L1 v6 c6")
    race.plays("forward")
    assert race.car("Y") == "s1.L1 v5 c5"


@clause("ND-84")
def test_damage_that_does_not_lower_the_speed_never_halts():
    race = Position(X="s1.L2 v2 c5", A="s9.L0", spent=1)
    race.plays("forward", "damage")
    assert race.car("X") == "s2.L0 v2 c4"
    assert "lane R" in race.choices  # all points are used, but movement is not over


@clause("ND-85")
def test_condition_one_is_the_floor():
    race = Position(X="s1.L2 v1 c1", A="s9.L0")
    race.plays("forward", "damage")
    assert race.car("X") == "s2.L0 v1 c1"
    assert "lane R" in race.choices


@clause("ND-85")
def test_with_eliminate_the_last_point_takes_the_car_out():
    race = Position(X="s1.L2 v1 c1", A="s9.L0 v0", B="s5.L0", later="A", options=ELIMINATE, hands={"X": "S Y"})
    race.plays("forward")
    assert not race.is_racing("X")
    assert race.space("X") == "off"
    assert race.discarded == "S Y"
    assert race.turn == "A"  # no placing for X


@clause("ND-85")
def test_no_hazard_after_fatal_handling_and_no_gap_move_after_fatal_damage():
    race = Position(X="s4.R1 v1 c1", A="s9.L0", hazards={5: "S.a2 flip"}, options=ELIMINATE, hands={"X": "R"})
    race.plays("forward")
    assert "ND-26" not in race.happened
    race = Position(X="s0.L2 v1 c1", P="s1.L0", Q="s1.R0", options=ELIMINATE)
    race.plays("gap R", "S")
    assert not race.is_racing("X")
    assert (race.condition("P"), race.condition("Q")) == (8, 8)
    assert race.happened.count("ND-79") == 1  # its card, and no move


@clause("ND-85")
def test_a_mover_compares_with_the_speed_that_an_eliminated_car_had():
    race = Position(X="s1.L0 v5", Y="s1.L1 v1 c1", options=ELIMINATE)
    race.plays("forward")
    assert not race.is_racing("Y")
    assert race.car("X") == "s1.L0 v1 c8"


@clause("ND-85")
def test_an_eliminated_car_has_no_turn_any_more():
    race = Position(X="s1.L0 v5", Y="s1.L1 v1 c1", Z="s5.L0 v1", later="YZ", options=ELIMINATE)
    race.plays("forward", "pass")
    assert not race.is_racing("Y")
    assert race.turn == "Z"


@clause("ND-85")
def test_an_eliminated_mover_still_damages_the_car_it_struck():
    race = Position(X="s1.L0 v1 c1", Y="s1.L1 v1", Z="s5.L0", options=ELIMINATE)
    race.plays("forward")
    assert not race.is_racing("X")
    assert race.condition("Y") == 8


@clause("ND-85", "ND-101")
def test_first_and_last_for_cards_are_counted_among_the_cars_left():
    race = Position(
        X="s1.L2 v1 c1",
        A="s9.L0",
        B="s5.L0",
        later="AB",
        options=ELIMINATE,
        hands={"X": "S Y", "A": "", "B": ""},
    )
    race.plays("forward", "end", "end")
    assert (race.drawer, race.state.to_draw) == ("A", 3)
    race.plays("S", "S", "S")
    assert (race.drawer, race.state.to_draw) == ("B", 5)


@clause("ND-86")
def test_damage_takes_no_cards_before_replenishing():
    race = Position(X="s1.L2 v1 c6", A="s9.L0")
    race.plays("forward", "damage")
    assert (race.condition("X"), race.cards("X")) == (5, 6)
    race.plays("end", "pass")
    assert (race.to_act, race.choices) == ("X", {"S", "R", "Y"})
    race.plays("S")
    assert race.cards("X") == 5
