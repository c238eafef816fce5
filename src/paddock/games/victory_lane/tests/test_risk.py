"""Risk tests, rerolls and penalties: VL-48 to VL-52, VL-66, VL-67, VL-69 to VL-74."""

import pytest

from paddock.testing import clause

from .position import Position

pytestmark = pytest.mark.usefixtures("both_backends")


@clause("VL-48")
def test_only_neighbours_in_the_line_fail_together():
    cars = {"red": "G1:8 worn", "blue": "G1:10 worn", "white": "G1:12 worn"}
    race = Position(cars, players="red blue white", hand="open_track 5")
    race.plays("open_track 5", "S", "3", "5", "3")  # front and active car are not neighbours
    assert race.cars("white", "blue", "red") == ["G1:14", "G1:12", "G1:10"]
    assert race.to_act == "0"


@clause("VL-49", "VL-66")
def test_a_reroll_wears_the_tires_and_passing_is_final():
    race = Position(red="G1:8", blue="G1:10", players="red blue", hand="open_track 5")
    race.plays("open_track 5", "S", "4", "4")
    assert (race.roller, race.to_act) == ("blue", "1")
    race.plays("KEEP")
    assert race.roller == "red"
    race.plays("REROLL", "4")  # still equal: nobody may decide again
    assert race.has("red", "worn")
    assert not race.has("blue", "worn")
    assert race.cars("blue", "red") == ["G1:8", "G1:6"]


@clause("VL-49")
def test_cars_that_do_not_fail_may_not_reroll():
    race = Position(red="G1:8", blue="G1:10", players="red blue", hand="open_track 5")
    race.plays("open_track 5", "S", "4", "5")
    assert race.choices == {"S", "I", "O", "END"}


@clause("VL-50", "VL-126")
@pytest.mark.parametrize(
    ("race_card", "places"), [("b_con_80", ["G1:8", "G1:6"]), ("foothills_60", ["G1:12", "G1:10"])]
)
def test_penalties_are_taken_from_the_front(race_card: str, places: list[str]):
    options = {"race": race_card}
    race = Position(red="G1:8 worn", blue="G1:10 worn", players="red blue", hand="open_track 5", options=options)
    race.plays("open_track 5", "S", "4", "4")
    # 2 spaces: blue from 12 to 8, red from 10 to 6; with no penalty the cars stay, but the turn still ends
    assert race.cars("blue", "red") == places
    assert race.state.car == -1 or race.active != "red"


@clause("VL-126")
def test_penalties_of_a_race_card_are_not_those_of_paint_and_lost_control():
    options = {"race": "foothills_60"}
    race = Position(red="G1:8 worn", blue="G2:8", players="red blue", hand="trading_paint 4", options=options)
    race.plays("trading_paint 4", "PAINT blue", "5")
    assert race.car("blue") == "G2:4"
    cars = {"red": "G1:20 worn", "blue": "G2:20 worn"}
    race = Position(cars, players="red blue", at="score", stage=1, options=options)
    race.plays("RACE", "RACE", "4", "4")
    assert race.cars("red", "blue") == ["G1:16", "G2:16"]


@clause("VL-51")
def test_a_new_test_for_each_push_and_the_turn_ends_with_a_failure():
    race = Position(red="G1:8 worn", blue="G1:10 worn", players="red blue", hand="open_track 5")
    race.plays("open_track 5", "S", "1", "2", "S")
    assert race.roller == "blue"
    race.plays("2", "2")
    assert race.state.car == -1 or race.active != "red"


@clause("VL-66")
def test_npds_never_reroll():
    race = Position(red="G1:8 worn", blue="G1:10", players="red white", mates={"blue": "white"}, hand="open_track 5")
    race.plays("open_track 5", "S", "4", "4")
    assert race.cars("blue", "red") == ["G1:8", "G1:6"]


@clause("VL-67")
@pytest.mark.parametrize(
    ("hand", "plays", "kept", "offered"),
    [
        ("", ("FUMES",), "5", "4"),
        ("pedal_down", ("pedal_down",), "5", "4"),
        ("dialed_in 2", ("dialed_in 2", "S", "S", "BONUS"), "2", "5"),
        ("trading_paint 3", ("trading_paint 3", "PAINT blue"), "3", "2"),
    ],
)
def test_a_single_roll_may_be_rerolled_if_it_is_not_the_best(
    hand: str, plays: tuple[str, ...], kept: str, offered: str
):
    for number, is_offered in ((kept, False), (offered, True)):
        race = Position(red="G1:8", blue="G2:8", players="red blue", hand=hand)
        race.plays(*plays, number)
        assert (race.choices == {"KEEP", "REROLL"}) == is_offered
        worn = Position(red="G1:8 worn", blue="G2:8", players="red blue", hand=hand)
        worn.plays(*plays, number)
        assert worn.choices != {"KEEP", "REROLL"}


@clause("VL-67")
def test_the_second_result_stands():
    race = Position(red="G1:8", blue="G2:8", players="red blue", hand="pedal_down")
    race.plays("pedal_down", "3", "REROLL", "1")
    assert (race.state.move_left, race.has("red", "worn")) == (4, True)


@clause("VL-69")
def test_yellow_flag_dice_are_not_rerolled():
    cars = {"blue": "G1:28", "white": "G1:26", "yellow": "G1:24", "green": "G1:22"}
    more = {"orange": "G1:20", "black": "G1:18", "purple": "G1:16"}
    race = Position({"red": "G1:30", **cars, **more}, players="red blue", at="yellow")
    race.plays("PIT", "PIT", "set 1", "set 1")
    race.plays_first("2")
    while race.choices == {"1", "2", "3", "4", "5", "6"}:
        race.plays("1")
    assert "REROLL" not in race.choices


@clause("VL-70")
@pytest.mark.parametrize(
    ("cars", "card", "tested"),
    [
        ({"red": "G1:8", "blue": "G2:8"}, "L11", {"red", "blue"}),
        ({"red": "G1:8", "blue": "LL:9"}, "L11", {"red", "blue"}),
        ({"red": "G1:8", "blue": "LL:7"}, "L11", {"red", "blue"}),
        ({"red": "G2:8", "blue": "HL:9"}, "L11", {"red", "blue"}),
        ({"red": "G1:8", "blue": "LL:11"}, "L11", set[str]()),
        ({"red": "G1:8", "blue": "G2:10"}, "L11", set[str]()),
        ({"red": "G1:8", "blue": "G2:8", "white": "LL:9", "green": "HL:9"}, "L11", {"red", "blue", "white", "green"}),
        ({"red": "G1:8", "blue": "G2:8"}, "L12", set[str]()),
        ({"red": "G1:8", "blue": "G2:8", "white": "LL:9"}, "L12", {"red", "blue", "white"}),
        ({"red": "G1:8", "blue": "G2:8", "white": "HL:7", "green": "HL:9"}, "L12", {"red", "blue", "white", "green"}),
    ],
)
def test_who_runs_two_or_three_wide(cars: dict[str, str], card: str, tested: set[str]):
    race = Position(cars, players="red blue", at="event", card=card, event=1)
    colors = ("red", "blue", "white", "yellow", "green")
    state = race.state
    found = {colors[car] for car in state.test[: state.test_cars]} if race.to_act == "chance" and state.wide else set()
    assert found == tested


@clause("VL-71", "VL-73")
@pytest.mark.parametrize(("race_card", "back"), [("gulf_coast_100", 4), ("big_bend_80", 6)])
def test_two_beside_each_other_with_equal_dice_go_back(race_card: str, back: int):
    race = Position(
        red="G1:18 worn",
        blue="G2:18 worn",
        players="red blue",
        at="event",
        card="L11",
        event=1,
        options={"race": race_card},
    )
    race.plays("3", "3")
    assert race.cars("red", "blue") == [f"G1:{18 - back}", f"G2:{18 - back}"]


@clause("VL-72")
def test_rerolls_of_a_wide_test_go_front_most_then_inside_first():
    cars = {"red": "G2:18", "blue": "G1:18", "white": "LL:19"}
    race = Position(cars, players="red blue white", at="event", card="L11", event=1)
    assert race.roller == "white"
    race.plays("3", "3", "3")
    assert race.roller == "white"
    race.plays("KEEP")
    assert race.roller == "blue"
    race.plays("KEEP")
    assert race.roller == "red"


@clause("VL-74")
def test_a_wide_test_ends_nobodys_turn():
    race = Position(red="G1:18 worn", blue="G2:18 worn", players="red blue", at="event", card="L11", event=1, later="")
    race.plays("3", "3")
    assert race.question == "player 1: what does red 5 do?"
