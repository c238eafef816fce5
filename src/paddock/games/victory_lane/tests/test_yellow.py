"""The yellow flag procedure: VL-95 to VL-105."""

import pytest

from paddock.testing import clause

from ..state import CHOOSE_PIT_DIE, CHOOSE_YELLOW
from .position import COLORS, Position

pytestmark = pytest.mark.usefixtures("both_backends")
SINGLE = {color: f"G1:{30 - 2 * i}" for i, color in enumerate(COLORS)}


@clause("VL-95")
def test_the_discard_pile_is_shuffled_into_the_deck_and_the_laps_deck_is_not():
    race = Position(
        SINGLE, players="red blue", discard="open_track 5, steady_pace 4", at="yellow", played_laps=3, laps_drawn=3
    )
    assert race.state.deck_cards == 52
    assert sum(race.state.laps_in_play) == 3


@clause("VL-96")
def test_cars_line_up_in_running_order_lapped_ones_last():
    cars = {**SINGLE, "red": "G1:62", "blue": "G2:40", "white": "G2:29"}
    race = Position(cars, players="red blue", window=32, at="yellow")
    order = [COLORS[car] for car in race.state.file]
    # red 62, blue 40, then Move Over: white 29; 30 and less are lapped
    assert order == ["red", "blue", "white", "yellow", "green", "orange", "black", "purple"]
    assert [car for car in COLORS if race.has(car, "lapped")] == [
        "white",
        "yellow",
        "green",
        "orange",
        "black",
        "purple",
    ]


@clause("VL-96")
def test_at_a_stage_end_the_positions_won_count():
    cars = {**SINGLE, "red": "G1:30 worn", "blue": "G2:30 worn"}
    race = Position(cars, players="red blue", at="score")
    race.plays("RACE", "RACE", "2", "5")
    assert [COLORS[car] for car in race.state.file][:2] == ["blue", "red"]


@clause("VL-97")
def test_each_car_goes_to_the_front_most_box_or_the_front_of_a_lane():
    race = Position(SINGLE, players="red blue white", at="yellow")
    assert (race.state.phase, race.to_act, race.choices) == (CHOOSE_YELLOW, "0", {"PIT", "G1", "G2"})
    race.plays("G2", "PIT", "G2")
    assert race.cars("red", "white") == ["G2:12", "G2:10"]
    assert race.state.box[:6] == [1, 3, 4, 5, 6, 7]


@clause("VL-98")
def test_npds_pit_at_a_caution_if_upright():
    cars = {**SINGLE, "white": "G1:26 sideways", "yellow": "G1:24 sideways"}
    race = Position(cars, players="red blue", mates={"white": "red"}, at="yellow")
    race.plays("PIT", "PIT")
    assert race.choices == {"G1", "G2"}  # white stays out, red's player chooses the lane
    race.plays("G2")
    assert race.cars("white", "yellow") == ["G2:12", "G1:12"]  # a sideways rogue by itself
    assert race.state.box[:6] == [0, 1, 4, 5, 6, 7]


@clause("VL-98")
def test_npds_always_pit_at_a_stage_end():
    race = Position({**SINGLE, "white": "G1:26 sideways"}, players="red blue", at="score")
    race.plays("PIT", "PIT")
    assert race.state.box == [0, 1, 2, 3, 4, 5, 6, 7]


@clause("VL-98")
def test_by_option_the_player_of_a_sideways_teammate_chooses():
    cars = {**SINGLE, "white": "G1:26 sideways", "yellow": "G1:24 sideways"}
    options = {"npd_second_caution": "controller_chooses"}
    race = Position(cars, players="red blue", mates={"white": "red"}, at="yellow", options=options)
    race.plays("PIT", "PIT")
    assert (race.to_act, race.choices) == ("0", {"PIT", "G1", "G2"})
    race.plays("PIT")
    assert race.state.box[2] == COLORS.index("white")
    assert race.car("yellow") == "G1:12"  # rogues stay out
    race.plays_first("L01")
    assert race.has("white", "sideways")


@clause("VL-99")
def test_players_in_the_pits_set_dice_draw_and_get_fresh_tires():
    cars = {**SINGLE, "red": "G1:30 worn", "white": "G1:26 worn"}
    race = Position(cars, players="red blue white", hands={"red": "open_track 5", "white": "dialed_in 2"}, at="yellow")
    race.plays("PIT", "G1", "PIT")
    assert race.state.phase == CHOOSE_PIT_DIE
    assert race.choices == {f"set {number}" for number in range(1, 7)}
    race.plays("set 2")
    assert race.to_act == "2"  # blue stayed out
    race.plays("set 6")
    assert race.state.drawer == 0  # in box order
    race.takes(2)
    assert race.state.cards[0] == 3
    race.takes(6)
    assert race.state.cards[2] == 7
    race.takes(3)
    assert race.state.cards[2] == 4
    assert not race.has("red", "worn")
    assert not race.has("white", "worn")


@clause("VL-100")
@pytest.mark.parametrize(("number", "value"), [("1", 3), ("2", 3), ("3", 3), ("4", 4), ("6", 6)])
def test_an_npd_takes_three_at_least(number: str, value: int):
    race = Position(SINGLE, players="red blue", at="yellow")
    race.plays("G1", "G1", number)
    assert race.state.pit_die[COLORS.index("white")] == value


@clause("VL-100")
@pytest.mark.parametrize(("at", "sideways"), [("yellow", True), ("score", False)])
def test_npd_cards_are_turned(at: str, sideways: bool):
    cars = {**SINGLE, "purple": "G1:16 sideways"}
    race = Position(cars, players="red blue", at=at)
    race.plays_first("L01")
    assert race.has("white", "sideways") == sideways
    assert race.has("purple", "sideways") == sideways


@clause("VL-101")
def test_modifiers_of_the_boxes():
    race = Position(SINGLE, players="red blue", at="yellow")
    assert [box["modifier"] for box in race.view["boxes"]] == [-2, -1, -1, 0, 0, 1, 1, 2]
    race.plays("PIT", "PIT", "set 6", "set 4")
    race.plays_first("1")
    race.plays(*["3"] * 6)
    while race.to_act != "chance":
        race.takes(1)
    # boxes: red 4, blue 3, white 2, yellow 3, green 3, orange 4, black 4, purple 5; ties from the front box
    order = ["white", "blue", "yellow", "green", "red", "orange", "black", "purple"]
    assert [color for color, _ in race.left_pits()] == order


@clause("VL-102")
def test_lapped_cars_take_the_lapped_start_and_then_the_rear():
    cars = {"red": "G1:62", "blue": "G1:60", "white": "G1:58", "yellow": "G1:56"}
    lapped = {"green": "G1:22", "orange": "G1:20", "black": "G1:18", "purple": "G1:16"}
    race = Position({**cars, **lapped}, players="red green orange black", window=32, at="yellow")
    race.plays("G1")  # red; the rogues pit
    race.plays("G2")
    assert race.car("green") == "G2:0"
    assert race.choices == {"PIT", "G1"}  # G2 s 0 is taken
    race.plays("G1")
    assert race.car("orange") == "G1:0"
    assert race.choices == {"PIT", "G1"}
    race.plays("G1")
    assert race.car("black") == "G1:2"  # row 6 upwards, G1 before G2
    assert not race.has("black", "lapped")


@clause("VL-103", "VL-14")
def test_the_restart():
    race = Position(SINGLE, players="red blue", mates={"white": "blue"}, first=0, at="yellow", window=0)
    race.plays("PIT", "G1")
    race.plays_first("L01")
    assert race.state.first_player == 1  # blue stayed out
    assert (race.state.window, race.state.flag) == (0, 0)
    assert race.lineup[0] == "blue"
    places = [race.state.distance[car] * 8 - race.state.cell[car] // 32 for car in race.state.lineup]
    assert places == sorted(places, reverse=True)


@clause("VL-104")
@pytest.mark.parametrize(("can_end", "laps", "stage"), [(True, 0, 1), (False, 39, 0)])
def test_a_caution_that_completes_the_laps(can_end: bool, laps: int, stage: int):
    race = Position(SINGLE, players="red blue", at="laps", laps=36, options={"caution_can_end_stage": can_end})
    race.plays("L15")
    assert race.points("red") == [3 if can_end else 0]
    race.plays_first("L01")
    assert (race.state.laps_run, race.state.stage) == (laps, stage)


@clause("VL-105")
def test_a_stage_end_is_no_caution_of_the_next_stage():
    race = Position(SINGLE, players="red blue", at="score", had_yellow=True)
    race.plays_first("L01")
    assert race.state.had_yellow == 0
