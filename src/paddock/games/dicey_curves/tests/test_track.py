"""Track growth: a card a turn, never off the end, and the finish that nobody knows."""

import pytest

from paddock.testing import clause

from .position import NewRace, Position

pytestmark = pytest.mark.usefixtures("both_backends")


@clause("DC-10")
def test_a_turn_begins_with_a_card():
    race = Position("WO SA", A="1.L1", B="1.R1", at="turn")
    assert race.to_act == "chance"
    race.plays("HL")
    assert race.track == "WO SA HL"


@clause("DC-10")
def test_the_first_turn_lays_a_card_too():
    race = NewRace(2, {"danger": False})
    race.plays("A", "SA")
    assert race.track == "WO SA"


@clause("DC-11")
def test_a_card_is_laid_at_once_when_a_car_enters_the_last_one():
    race = Position("SA SA", A="1.L3", B="0.L1", dice="4 4 4 4")
    race.plays("drive A1", "4 4 4 4", "L")
    assert race.to_act == "chance"
    race.plays("DC", "L", "L", "R")
    assert (race.spot("A1"), race.to_act) == ("3.R1", "chance")  # and again, before the play ends
    race.plays("SA")
    assert race.track == "SA SA DC SA"


@clause("DC-12")
def test_nothing_is_laid_after_finish():
    race = Position("SA FI", A="1.L1", B="1.R1", at="turn")
    assert race.to_act == "A"
    assert race.choices == {"keep", "exchange"}


@clause("DC-13", "DC-102")
def test_cards_left_behind_are_no_longer_part_of_the_racetrack():
    hands = {"A": "minor_debris super_size_your_combo"}
    race = Position("SA SA SA SA", A="2.L1", B="3.L2", at="window", hands=hands)
    race.plays("minor_debris")
    assert race.choices == {"card 2", "card 3", "card 4"}


@clause("DC-05")
def test_before_the_fewest_cards_finish_cannot_come():
    track = "WO " + " ".join(["SA"] * 8 + ["GL"] * 2)  # 11 ordinary cards
    odds = Position(track, A="1.L1", B="1.R1", at="turn").odds
    assert "FI" not in odds
    assert odds["GL"] == 2  # copies left
    assert "SA" not in odds


@clause("DC-05")
def test_from_the_fewest_cards_on_every_place_of_finish_is_as_likely():
    # 12 laid: 22 are left, and Finish has the places behind 12, 13, 14, 15, 16 cards: one in five.
    track = "WO " + " ".join(["SA"] * 8 + ["GL"] * 3)
    odds = Position(track, A="1.L1", B="1.R1", at="turn").odds
    assert odds["FI"] == 22
    assert sum(odds.values()) == 22 * 5
    assert odds["GL"] == 4 * 1
    assert odds["GR"] == 4 * 4


@clause("DC-05", "DC-12")
def test_after_the_most_cards_finish_is_certain():
    track = "WO " + " ".join(["SA"] * 8 + ["GL"] * 4 + ["GR"] * 3)  # 16
    odds = Position(track, A="1.L1", B="1.R1", at="turn").odds
    assert set(odds) == {"FI"}


@clause("DC-05")
def test_a_full_race_uses_every_card():
    kinds = {"WO": 4, "SA": 8, "GL": 4, "GR": 4, "SL": 3, "SR": 3, "SCL": 2, "SCR": 2, "HL": 1, "HR": 1, "DC": 2}
    track = " ".join(name for name, n in kinds.items() for _ in range(n))
    race = Position(track, A="1.L1", B="1.R1", at="turn", options={"race_length": "full"})
    assert set(race.odds) == {"FI"}
    race.plays("FI")
    assert race.state.laid == 36
