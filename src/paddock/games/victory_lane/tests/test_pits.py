"""Green flag pit stops and fumes: VL-68, VL-75 to VL-79, VL-128."""

import pytest

from paddock.testing import clause

from .position import Position

pytestmark = pytest.mark.usefixtures("both_backends")


def is_done(race: Position, color: str = "red") -> bool:
    return race.state.car == -1 or race.active != color


@clause("VL-75")
@pytest.mark.parametrize(("stop", "draws", "box"), [("gas", 1, 5), ("2-tire", 2, 4), ("4-tire", 4, 3)])
def test_three_kinds_of_stops(stop: str, draws: int, box: int):
    race = Position(red="HL:21", blue="G1:30", players="red blue")
    race.plays(stop)
    assert race.state.to_draw == draws
    race.takes(draws)
    assert race.car("red") == f"LL:{4 * box + 1}"
    assert race.state.cards[0] == draws
    assert is_done(race)


@clause("VL-75")
def test_the_box_goes_by_the_display_position():
    # W 16: distance 38 is h 22, box 5; its arrow is at h 21, distance 37
    race = Position(red="G2:38", blue="G1:40", players="red blue", window=16)
    race.plays("gas")
    race.takes(1)
    assert race.car("red") == "LL:37"


@clause("VL-76")
@pytest.mark.parametrize(
    ("option", "back"), [("clamp", "LL:1"), ("loop", "G1:-4")]
)  # loop: box 1 - 2 is box 7, LL s 29 is missing: G1 at h 28, a lap lower
def test_behind_the_last_box(option: str, back: str):
    race = Position(red="G2:6", blue="G1:10", players="red blue", options={"pit_back_edge": option})
    race.plays("4-tire")
    race.takes(4)
    assert race.car("red") == back


@clause("VL-76")
def test_other_cars_do_not_block_boxes():
    race = Position(red="G2:22", blue="G1:20", white="G1:22", players="red blue white")
    race.plays("gas")
    race.takes(1)
    assert race.car("red") == "LL:21"


@clause("VL-77", "VL-68")
def test_a_pit_stop_gives_fresh_tires_and_clears_the_duty_to_pit():
    race = Position(red="G2:22 worn must_pit", blue="G1:30", players="red blue", hand="open_track 5, steady_pace 4")
    race.plays("4-tire", "draw A01", "draw A02", "draw A03", "draw A07", "steady_pace 4", "open_track 5")
    assert len(race.hand()) == 4
    assert not race.has("red", "worn")
    assert not race.has("red", "must_pit")


@clause("VL-68")
@pytest.mark.parametrize(("stop", "worn"), [("gas", True), ("2-tire", False)])
def test_by_option_a_gas_and_go_leaves_the_tires(stop: str, worn: bool):
    race = Position(red="G2:22 worn", blue="G1:30", players="red blue", options={"gas_and_go_tires": "unchanged"})
    race.plays(stop)
    race.takes(1 if stop == "gas" else 2)
    assert race.has("red", "worn") == worn


@clause("VL-78")
def test_a_taken_space_sends_the_car_further_back():
    race = Position(red="G2:22", blue="LL:21", white="LL:19", players="red blue white")
    race.plays("gas")
    race.takes(1)
    assert race.car("red") == "LL:17"


@clause("VL-78")
def test_the_position_is_settled_after_the_discards():
    hand = "open_track 5, steady_pace 4, dialed_in 2, pedal_down"
    race = Position(red="G2:22", blue="G1:30", players="red blue", hand=hand)
    race.plays("gas", "draw A02")
    assert race.car("red") == "G2:22"
    race.plays("dialed_in 2")
    assert race.car("red") == "LL:21"


@clause("VL-78", "VL-128")
def test_a_pit_exit_to_the_groove():
    race = Position(red="G2:22", blue="G1:30", players="red blue", options={"race": "iron_bowl_90"})
    race.plays("gas")
    race.takes(1)
    assert race.car("red") == "G1:20"


@clause("VL-75", "VL-128")
@pytest.mark.parametrize(
    ("stop", "draws", "back"), [("gas", 1, "LL:21"), ("2-tire", 2, "LL:13"), ("4-tire", 4, "LL:9")]
)
def test_a_long_pit_road(stop: str, draws: int, back: str):
    race = Position(red="G2:22", blue="G1:30", players="red blue", options={"race": "thunder_120"})
    race.plays(stop)
    race.takes(draws)
    assert race.car("red") == back


@clause("VL-79")
@pytest.mark.parametrize("number", ["1", "4"])
def test_sputtering(number: str):
    race = Position(red="G2:22 worn", blue="G1:30", players="red blue")
    race.plays("FUMES", number)
    assert race.car("red") == "G2:16"
    assert race.has("red", "must_pit")
    assert is_done(race)


@clause("VL-79")
@pytest.mark.parametrize("number", ["5", "6"])
def test_a_little_gas_is_a_card_played_at_once(number: str):
    race = Position(red="G2:22 worn", blue="G1:30", players="red blue")
    race.plays("FUMES", number, "draw A06")
    assert race.state.move_left == 5
    assert race.choices == {"S", "I", "O", "END"}
    assert race.hand() == []


@clause("VL-79")
def test_a_yellow_flag_stop_clears_the_duty_to_pit_and_staying_out_does_not():
    cars = {"white": "G1:26", "yellow": "G1:24", "green": "G1:22"}
    more = {"orange": "G1:20", "black": "G1:18", "purple": "G1:16"}
    race = Position(
        {"red": "G1:30 must_pit", "blue": "G1:28 must_pit", **cars, **more}, players="red blue", at="yellow"
    )
    race.plays("PIT", "G1", "set 1")
    race.plays_first("L01")
    assert not race.has("red", "must_pit")
    assert race.has("blue", "must_pit")
