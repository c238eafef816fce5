"""Speed determination phase: ND-10 to ND-15."""

from paddock.testing import clause

from .position import Position


@clause("ND-10")
def test_the_leader_sets_speed_first_and_everybody_sees_it():
    race = Position(A="s1.L0 v1", B="s5.L0 v1", C="s3.L0 v1", at="speed")
    assert race.order == "BCA"
    assert race.to_act == "B"
    race.plays("speed 2")
    assert race.speed("B") == 2
    assert race.to_act == "C"


@clause("ND-11")
def test_a_change_of_one_is_free():
    race = Position(A="s5.L0 v4", B="s1.L0", at="speed", hands={"A": ""})
    assert race.choices == {"speed 3", "speed 4", "speed 5"}
    race.plays("speed 5")
    assert race.speed("A") == 5


@clause("ND-12", "ND-15")
def test_a_change_of_two_costs_a_card_of_any_type_which_is_discarded_at_once():
    race = Position(A="s5.L0 v4", B="s1.L0", at="speed", hands={"A": "S R"})
    assert race.choices == {"speed 2", "speed 3", "speed 4", "speed 5", "speed 6"}
    race.plays("speed 6")
    assert race.speed("A") == 4  # not before the card is paid
    race.plays("R")
    assert (race.speed("A"), race.hand("A"), race.discarded, race.played) == (6, "S", "R", "")


@clause("ND-12")
def test_a_hand_of_one_face_is_asked_like_any_other():
    race = Position(A="s5.L0 v4", B="s1.L0", at="speed", hands={"A": "S S"})
    race.answers("speed 2")
    assert (race.to_act, race.choices) == ("A", {"S"})
    race.answers("S")
    assert (race.speed("A"), race.hand("A")) == (2, "S")
    assert race.to_act == "B"


@clause("ND-13")
def test_speed_stays_between_zero_and_the_condition():
    race = Position(A="s5.L0 v5 c5", B="s1.L0 v1", at="speed")
    assert race.choices == {"speed 3", "speed 4", "speed 5"}
    race.plays("speed 5")
    assert race.choices == {"speed 0", "speed 1", "speed 2", "speed 3"}


@clause("ND-14")
def test_in_the_garage_speed_is_set_like_anywhere_and_may_exceed_five():
    race = Position(A="s9.G0 v5 c8", B="s1.L0", at="speed")
    assert race.choices == {f"speed {speed}" for speed in (3, 4, 5, 6, 7)}
    race.plays("speed 6")
    assert race.speed("A") == 6
