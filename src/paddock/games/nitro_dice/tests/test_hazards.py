"""Placing and removing hazards: ND-87 to ND-89, and Disaster Area, ND-130."""

from paddock.testing import clause

from ..state import DRAW_HAZARD
from .position import NewRace, Position


@clause("ND-87")
def test_after_movement_one_section_may_be_replaced_by_a_card_of_its_type():
    race = Position(X="s1.L0 v0 n0", A="s9.L0", later="A", hands={"X": "R.in0 R.in1 Y"})
    assert race.choices == {"pass", "R.in0", "R.in1", "Y"}
    race.plays("R.in0")
    assert race.choices == {f"s{section}" for section in (2, 3, 7, 8, 11, 12, 16, 17)}
    race.plays("s7")
    assert race.hazards(7) == {"L0"}
    assert race.turn == "A"  # only one a turn


@clause("ND-88")
def test_no_section_with_a_car_the_own_one_included():
    race = Position(X="s2.L0 v0 n0", A="s3.L0", hands={"X": "R"})
    race.plays("R")
    assert race.choices == {f"s{section}" for section in (7, 8, 11, 12, 16, 17)}


@clause("ND-88")
def test_a_type_without_an_open_section_is_not_offered():
    race = Position(
        X="s4.L0 v0 n0", A="s6.L0", B="s13.L0", C="s15.L0", later="A", hands={"X": "Y Y", "A": "S"}
    )  # every yellow section is under a car
    assert (race.to_act, race.choices) == ("X", {"pass"})
    race.plays("pass")
    assert race.to_act == "A"


@clause("ND-88")
def test_a_single_open_section_is_taken_by_the_rules():
    race = Position(X="s4.L0 v0 n0", A="s6.L0", B="s13.L0", hands={"X": "Y.in0"})
    race.plays("Y.in0")
    assert race.hazards(15) == {"R0"}


@clause("ND-88", "ND-89")
def test_a_single_open_section_is_asked_about_if_the_card_can_be_turned():
    race = Position(X="s1.L0 v0 n0", A="s5.L0", B="s10.L0", hands={"X": "S.a0"})
    race.plays("S.a0")
    assert race.choices == {"s14", "s14 flip"}


@clause("ND-89")
def test_the_old_card_is_discarded_and_old_hazards_do_not_remain():
    race = Position(X="s1.L0 v0 n0", A="s9.L0", later="A", hands={"X": "R R.out1"}, hazards={7: "R.in0"})
    race.plays("R.out1", "s7")
    assert (race.hazards(7), race.discarded, race.hand("X")) == ({"R1"}, "R.in0", "R")
    race = Position(X="s1.L0 v0 n0", A="s9.L0", later="A", hands={"X": "R"}, hazards={7: "R.in0"})
    race.plays("R", "s7")
    assert (race.hazards(7), race.discarded) == (set[str](), "R.in0")


@clause("ND-89")
def test_only_straights_whose_turning_matters_are_offered_both_ways():
    race = Position(X="s2.L0 v0 n0", A="s9.L0", hands={"X": "S S.a0b2 S.a0a2"})
    race.plays("S.a0b2")
    assert race.choices == {"s1", "s5", "s10", "s14"}
    race = Position(X="s2.L0 v0 n0", A="s9.L0", hands={"X": "S S.a0b2 S.a0a2"})
    race.plays("S.a0a2", "s5 flip")
    assert race.hazards(5) == {"R0", "R2"}


@clause("ND-130")
def test_disaster_area_lets_the_last_on_the_grid_place_the_first_hazard():
    race = NewRace(3, {"disaster_area": True})
    race.plays("A", "B")
    # hazard cards only: 3 + 3 + 3 + 1 + 1 + 1 straights, 5 x 2 + 2 of each turn
    assert sum(race.odds.values()) == 12 + 12 + 12
    assert "S" not in race.odds
    race.plays("R.in0")
    assert race.to_act == "C"
    race.plays("s2")
    assert race.hazards(2) == {"L0"}
    race.plays("R.in1")
    assert race.to_act == "B"
    assert "s2" not in race.choices  # it has a hazard
    race.plays("s3", "R.out0", "s7", "R.out1")
    assert race.to_act == "C"  # round again after A


@clause("ND-130")
def test_half_of_the_replaceable_sections_by_default_and_the_clean_cards_are_undealt():
    race = NewRace(2, {"disaster_area": True})
    race.plays("A")
    laid = 0
    while race.state.phase == DRAW_HAZARD:
        race.plays(sorted(race.choices)[0])
        if race.to_act != "chance":
            race.plays(sorted(race.choices)[0])
        laid += 1
    assert laid == 8  # of 16
    assert race.state.draw_cards == 80
    assert race.drawer == "A"


@clause("ND-130")
def test_it_stops_when_no_card_fits():
    race = NewRace(2, {"disaster_area": True, "disaster_hazards": 60})
    race.plays("A")
    while race.state.phase == DRAW_HAZARD or race.to_act != "chance":
        race.plays(sorted(race.choices)[0])
    hazards = [race.hazards(section) for section in range(18)]
    assert sum(bool(spaces) for spaces in hazards) == 16  # every replaceable section
    assert not hazards[0]
    assert not hazards[9]
