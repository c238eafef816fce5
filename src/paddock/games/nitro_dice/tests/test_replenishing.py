"""Replenishing the hand: ND-100 to ND-105."""

import pytest

from paddock.testing import clause

from .position import Position


@clause("ND-101")
def test_first_draws_three_last_five_others_four():
    race = Position(A="s5.L0", B="s4.L0", C="s3.L0", D="s2.L0", at="check", hands=dict.fromkeys("ABCD", ""))
    drawn: dict[str, int] = {}
    while race.to_act == "chance":
        drawn[race.drawer] = drawn.get(race.drawer, 0) + 1
        race.plays(sorted(race.choices)[0])
    assert drawn == {"A": 3, "B": 4, "C": 4, "D": 5}


@clause("ND-101")
def test_of_two_players_one_draws_three_and_the_other_five():
    race = Position(A="s5.L0", B="s4.L0", at="check", hands={"A": "", "B": ""})
    assert (race.drawer, race.state.to_draw) == ("A", 3)
    race.plays("S", "S", "S")
    assert (race.drawer, race.state.to_draw) == ("B", 5)


@clause("ND-101")
@pytest.mark.parametrize(("first", "second", "cards"), [("s9.G2", "s4.L0", 4), ("s10.L0", "s9.G1", 6)])
def test_a_car_in_the_garage_draws_one_more(first: str, second: str, cards: int):
    race = Position(A=first, B=second, at="check", hands={"A": "", "B": ""})
    in_garage = "A" if "G" in first else "B"
    while race.drawer != in_garage:
        race.plays("S")
    assert race.state.to_draw == cards


@clause("ND-102")
def test_nobody_draws_beyond_the_condition():
    race = Position(A="s5.L0 c8", B="s4.L0 c6", at="check")  # six cards each
    assert (race.drawer, race.state.to_draw) == ("A", 2)
    race.plays("S", "R")
    assert (race.state.round, race.to_act) == (2, "A")


@clause("ND-103")
def test_who_has_too_many_discards_down_card_by_card_by_choice():
    race = Position(A="s5.L0 c3", B="s4.L0 c6", at="check")
    assert race.choices == {"S", "R", "Y"}
    race.plays("Y", "S", "R")
    assert (race.hand("A"), race.discarded) == ("S R Y", "S R Y")
    assert race.state.round == 2


@clause("ND-104")
def test_all_discards_come_before_all_draws_both_in_forward_order():
    race = Position(A="s5.L0", B="s4.L0 c5", C="s3.L0 c4", at="check")
    assert race.to_act == "B"
    race.plays("S")
    assert race.to_act == "C"
    race.plays("S", "S")
    assert race.drawer == "A"


@clause("ND-105")
def test_an_empty_draw_pile_is_made_of_the_discard_pile():
    race = Position(A="s5.L0", B="s4.L0", at="check", empty_draw_pile=True)
    assert (race.drawer, race.state.discard_cards) == ("A", 0)
    assert sum(race.odds.values()) == 80 - 12


@clause("ND-105")
def test_with_both_piles_empty_no_card_is_drawn():
    # Six hands of 13 cards take the 78 cards that a track of 20 sections leaves.
    hands = {
        "A": "S " * 13,
        "B": "R " * 13,
        "C": "Y " * 12 + "R",
        "D": "S.a0 " * 3 + "S.a1 " * 3 + "S.a2 " * 3 + "S.a0b2 S.a2b0 S.a0a2 R",
        "E": "R.in0 R.in0 R.in1 R.in1 R.out0 R.out0 R.out1 R.out1 R.out2 R.out2 R.in0out2 R.in1out0 R",
        "F": "Y.in0 Y.in0 Y.in1 Y.in1 Y.out0 Y.out0 Y.out1 Y.out1 Y.out2 Y.out2 Y.in0out2 Y.in1out0 S",
    }
    cars = {car: f"s{8 - seat}.R0" for seat, car in enumerate("ABCDEF")} | {"A": "s0.R2 v1 p20"}
    race = Position(listed=cars, hands=hands, options={"track": "crossroads", "lap_leader": True})
    assert (race.state.draw_cards, race.state.discard_cards) == (0, 0)
    race.plays("forward", "three")  # A leads the lap, but there is nothing to draw
    assert race.cards("A") == 10
    assert "ND-105" in race.happened
    assert race.to_act == "A"


@clause("ND-105")
def test_the_played_row_is_not_shuffled_in():
    race = Position(
        X="s0.L2 v1 p18",
        A="s4.L0",
        options={"lap_leader": True},
        empty_draw_pile=True,
    )
    race.plays("forward", "match")
    assert race.played == "S"
    assert race.drawer == "X"
    assert sum(race.odds.values()) == 80 - 12
