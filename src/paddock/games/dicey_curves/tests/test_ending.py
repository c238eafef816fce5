"""End of turn and end of the game."""

import pytest

from paddock.testing import clause

from ..words import gap
from .position import Position

pytestmark = pytest.mark.usefixtures("both_backends")

PLACINGS = {"finish_mode": "placings"}


@clause("DC-80")
def test_a_borrowed_car_at_the_shop_does_not_count():
    race = Position(A="1.L1", B="2.L1", dice="1 3", chips={"A": 1}, shop="2.L2", damage={"A": 2, "B": 2})
    race.plays("borrow B1", "drive B1", "1", "L", "end")
    assert (race.spot("B1"), race.damage("A"), race.damage("B")) == ("2.L2", 2, 2)


@clause("DC-80")
@pytest.mark.parametrize(("answer", "damage"), [("repair", 0), ("decline", 2)])
def test_with_the_option_a_repair_is_asked(answer: str, damage: int):
    race = Position(A="1.L1", B="2.L1", dice="1", shop="1.L1", damage={"A": 2}, options={"ask_repair": True})
    race.plays("end")
    assert race.choices == {"repair", "decline"}
    race.plays(answer)
    assert race.damage("A") == damage
    assert race.state.pile_cubes == 24 - damage


@clause("DC-80")
def test_nobody_is_asked_without_a_cube():
    race = Position(A="1.L1", B="2.L1", dice="1", shop="1.L1", options={"ask_repair": True})
    race.plays("end")
    assert race.turn == "B"


@clause("DC-81")
@pytest.mark.parametrize(("held", "after"), [(0, 3), (1, 4), (4, 5), (5, 5)])
def test_a_chip_for_every_unused_die_up_to_five(held: int, after: int):
    race = Position(A="1.L1", B="2.L1", dice="1 1 4", chips={"A": held})
    race.plays("end")
    assert (race.chips("A"), race.state.pile_chips) == (after, 40 - after)


@clause("DC-82")
def test_everything_of_the_turn_ends_with_it():
    race = Position(A="1.L1", B="2.L1", at="window", hands={"A": "critter_crossing nitro_boost"}, chips={"A": 1})
    race.plays("critter_crossing", "minor_debris", "pass", "pass on", "1", "1", "2", "3", "done")
    race.plays("borrow B1", "drive B1", "1", "L", "drive A1", "2", "L")
    s = race.state
    assert race.turn == "B"
    assert (s.stopped, s.borrowed, s.critters, s.nitros, s.in_play, sum(s.dice)) == ([0] * 8, [0] * 8, 0, 0, 0, 0)


@clause("DC-90", "DC-91")
def test_the_first_car_on_finish_wins_at_once():
    race = Position("SA FI", A="1.L2", B="1.R3", dice="1 2 3 4 5", chips={"A": 0}, damage={"A": 1}, shop="1.L3")
    race.plays("drive A1", "1 2 3 4 5", "L", "R")
    assert race.to_act == "over"
    assert race.spot("A1") == "2.R1"  # the leftover steps are lost
    assert race.named_places == {"A": 1, "B": 2}
    assert (race.chips("A"), race.damage("A")) == (0, 1)


@clause("DC-55")
def test_a_borrowed_car_wins_for_its_owner():
    race = Position("SA FI", A="1.L2", B="1.R3", dice="1", chips={"A": 1})
    race.plays("borrow B1", "drive B1", "L")
    assert race.named_places == {"A": 2, "B": 1}


@clause("DC-92")
def test_the_others_are_ranked_by_their_best_car():
    cars = {"A": "2.L1 0.L1", "B": "1.L3 1.R3", "C": "2.R2 0.R1"}
    race = Position(listed=cars, dice="1")
    assert race.named_places == {"C": 1, "A": 2, "B": 3}


@clause("DC-92")
def test_ties_go_to_fewer_cubes_then_more_chips_then_are_shared():
    cars = {"A": "2.L1", "B": "2.R1"}
    assert Position(listed=cars, dice="1", damage={"A": 1}).named_places == {"A": 2, "B": 1}
    assert Position(listed=cars, dice="1", chips={"A": 1}).named_places == {"A": 1, "B": 2}
    assert Position(listed=cars, dice="1", damage={"A": 1}, chips={"A": 5}).named_places == {"A": 2, "B": 1}
    assert Position(listed=cars, dice="1").named_places == {"A": 1, "B": 1}


@clause("DC-92")
def test_a_car_in_a_short_lane_is_ahead_of_one_in_a_long_lane():
    # Sharp Curve: from L2 it is 1 step to the next card, from R2 3 steps.
    assert Position("SL SA SA", A="1.R2", B="1.L2", dice="1").named_places == {"A": 2, "B": 1}


@clause("DC-93")
def test_the_race_ends_after_the_round_limit():
    race = Position(A="1.L1", B="2.L1", dice="1", turn="B", rounds=2, options={"round_limit": 3})
    race.plays("end")
    assert race.to_act == "over"
    assert race.named_places == {"A": 2, "B": 1}


@clause("DC-93")
def test_a_round_is_complete_when_the_turn_comes_back():
    race = Position(A="1.L1", B="2.L1", dice="1", turn="A", rounds=2, options={"round_limit": 3})
    race.plays("end")
    assert (race.state.rounds, race.turn) == (2, "B")


@clause("DC-92")
def test_how_far_the_others_are_behind_is_told_in_cards():
    race = Position("SA SA FI", A="2.L3", B="2.R2", C="1.L1", dice="1")
    race.plays("drive A1", "L")
    assert [gap(race.table, race.state, race.state, seat) for seat in range(3)] == [
        "",
        "1 card behind",
        "2 cards behind",
    ]


@clause("DC-94")
def test_a_player_who_has_left_the_track_is_first_and_the_others_are_behind_finish():
    race = Position("SA SA FI", A="2.L3 1.L3", B="2.R2 2.R1", C="1.L1 1.L2", dice="1", options=PLACINGS)
    race.plays("drive A1", "L")
    assert [gap(race.table, race.state, race.state, seat) for seat in range(3)] == [
        "",
        "1 card behind",
        "2 cards behind",
    ]


@clause("DC-94")
def test_a_player_who_finishes_takes_the_next_place_and_leaves():
    race = Position(
        "SA SA FI",
        A="2.L3 1.L1",
        B="2.R2 2.R1",
        C="2.L1 2.L2",
        dice="1 5",
        options=PLACINGS,
        chips={"A": 3},
        damage={"A": 2},
        barrels="1.R1 1.R2 1.R3",
    )
    race.plays("drive A1", "1", "L")
    assert race.named_places["A"] == 1
    assert (race.spot("A1"), race.spot("A2"), race.chips("A"), race.damage("A")) == ("off the track",) * 2 + (0, 0)
    assert race.hand("A") == []
    assert race.state.rear == 2  # A2 was the last on card 1: its barrels are back
    assert race.state.pile_barrels == 6
    assert race.turn == "B"
    race.plays("keep")
    race.plays("pass", "pass")  # two players are left to pass
    assert race.state.to_roll == 5


@clause("DC-94")
def test_if_a_borrowed_car_finishes_the_turn_goes_on():
    race = Position("SA SA FI", A="1.L1", B="2.L3", C="1.R1", dice="1 5", chips={"A": 1}, options=PLACINGS)
    race.plays("borrow B1", "drive B1", "1", "L")
    assert (race.named_places["B"], race.turn) == (1, "A")
    race.plays("drive A1", "L")
    assert race.turn == "C"  # B has no more turns


@clause("DC-94")
def test_the_last_player_left_takes_the_last_place():
    race = Position("SA SA FI", A="2.L3", B="1.L1", dice="1", options=PLACINGS)
    race.plays("drive A1", "L")
    assert race.to_act == "over"
    assert race.named_places == {"A": 1, "B": 2}


@clause("DC-94", "DC-93")
def test_at_the_round_limit_the_others_are_ranked_behind_those_placed():
    options = {**PLACINGS, "round_limit": 3}
    race = Position("SA SA FI", A="1.L1", B="2.L3", C="1.R2", dice="1", turn="B", rounds=2, options=options)
    race.plays("drive B1", "L", "keep", "pass on", "pass on", "1", "1", "1", "1", "1", "end")
    assert race.to_act == "over"
    assert race.named_places == {"B": 1, "C": 2, "A": 3}
