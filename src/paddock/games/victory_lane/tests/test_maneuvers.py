"""Maneuvers: VL-53 to VL-65, VL-127."""

import pytest

from paddock.testing import clause

from .position import Position

pytestmark = pytest.mark.usefixtures("both_backends")


def is_done(race: Position, color: str = "red") -> bool:
    return race.state.car == -1 or race.active != color


@clause("VL-53")
@pytest.mark.parametrize(
    ("blue", "red", "swapped"),
    [("G1:10", "G1:10", "G1:8"), ("LL:9", "LL:9", "G1:8"), ("G2:10", "G2:10", "G1:8")],
)
def test_a_crossover_exchanges_with_any_forward_car(blue: str, red: str, swapped: str):
    race = Position(red="G1:8", blue=blue, players="red blue", hand="crossover 4")
    race.plays("crossover 4", "CROSSOVER blue")
    assert race.cars("red", "blue") == [red, swapped]


@clause("VL-53")
def test_a_car_beside_is_no_forward_car():
    race = Position(red="G1:8", blue="G2:8", players="red blue", hand="crossover 4")
    race.plays("crossover 4")
    assert race.choices == {"S", "I", "O", "END"}


@clause("VL-54", "VL-56")
def test_a_draft_needs_a_line_that_can_advance():
    race = Position(red="G1:8", blue="G1:6", white="G1:10", players="red blue white", hand="draft_run 3")
    race.plays("draft_run 3", "DRAFT")
    assert race.cars("red", "blue", "white") == ["G1:10", "G1:8", "G1:12"]
    assert "chance" not in race.to_act  # no risk test
    race = Position(red="LL:21", blue="LL:23", white="G1:24", players="red blue white", hand="draft_run 3")
    race.plays("draft_run 3")
    assert "DRAFT" not in race.choices
    race = Position(red="LL:21", blue="LL:23", players="red blue", hand="draft_run 3")
    race.plays("draft_run 3", "DRAFT")
    assert race.cars("red", "blue") == ["LL:23", "G1:24"]  # the front car merges


@clause("VL-55")
def test_a_side_draft_moves_a_car_beside_one_space_back():
    race = Position(red="G1:8", blue="LL:7", white="G2:8", players="red blue white", hand="side_draft 4")
    race.plays("side_draft 4")
    assert {"SIDE_DRAFT blue", "SIDE_DRAFT white"} <= race.choices
    race.plays("SIDE_DRAFT white")
    assert race.cars("red", "blue", "white") == ["G1:8", "LL:7", "G2:6"]


@clause("VL-56")
def test_a_maneuver_that_cannot_be_performed_is_lost():
    race = Position(red="G1:8", blue="G1:30", players="red blue", hand="crossover 3")
    race.plays("crossover 3", "S", "S", "S")
    assert is_done(race)


@clause("VL-57")
@pytest.mark.parametrize(("card", "steps"), [("draft_run 4", 4), ("draft_run 3", 3)])
def test_draft_run_drafts_before_or_after_but_not_both(card: str, steps: int):
    race = Position(red="G1:8", blue="G1:10", players="red blue", hand=card)
    race.plays(card)
    assert race.state.move_left == steps
    race.plays("DRAFT", *["S", "1", "2"] * steps)  # pushes blue all the way
    assert is_done(race)
    race = Position(red="G1:8", blue="G1:10", players="red blue", hand=card)
    race.plays(card, *["S", "1", "2"] * steps, "DRAFT")
    assert race.car("red") == f"G1:{10 + 2 * steps}"


@clause("VL-58")
def test_ride_the_draft_moves_the_line_two_and_draws():
    race = Position(red="G1:8", blue="G1:10", players="red blue", hand="ride_the_draft")
    race.plays("ride_the_draft")
    assert race.choices == {"RIDE", "END"}
    race.plays("RIDE")
    assert race.cars("red", "blue") == ["G1:12", "G1:14"]
    race.plays("draw A01")
    assert race.hand() == ["pedal_down"]
    assert is_done(race)


@clause("VL-58")
def test_ride_the_draft_without_a_line_does_nothing():
    race = Position(red="G1:8", blue="G1:12", players="red blue", hand="ride_the_draft")
    race.plays("ride_the_draft")
    assert is_done(race)
    assert (race.car("red"), race.hand()) == ("G1:8", [])


@clause("VL-59")
@pytest.mark.parametrize(("red", "window", "blue", "steps"), [("G1:8", 16, "G2:44", 5), ("G1:12", 16, "G2:34", 4)])
def test_dialed_in_by_the_token(red: str, window: int, blue: str, steps: int):
    race = Position(red=red, blue=blue, players="red blue", window=window, hand="dialed_in 2")
    race.plays("dialed_in 2", "S", "S", "BONUS")
    assert race.state.bonus_left == steps


@clause("VL-59")
@pytest.mark.parametrize(("number", "steps"), [("2", 2), ("4", 2), ("6", 2)])
def test_dialed_in_without_a_token_needs_an_even_number(number: str, steps: int):
    race = Position(red="G1:8 worn", blue="G2:30", players="red blue", hand="dialed_in 2")
    race.plays("dialed_in 2", "S", "S", "BONUS", number)
    assert race.state.bonus_left == steps
    race.plays("S", "S")
    assert is_done(race)
    race = Position(red="G1:8 worn", blue="G2:30", players="red blue", hand="dialed_in 2")
    race.plays("dialed_in 2", "S", "S", "BONUS", "3")
    assert is_done(race)
    assert race.car("red") == "G1:12"


@clause("VL-60")
@pytest.mark.parametrize(("number", "where"), [("2", "G1:10"), ("3", "G1:6"), ("6", "G1:6")])
def test_trading_paint(number: str, where: str):
    race = Position(red="G1:8 worn", blue="G1:10", players="red blue", hand="trading_paint 4")
    race.plays("trading_paint 4", "PAINT blue", number)
    assert race.car("blue") == where  # back 2 from 10: 6, as red is on 8 and only passed


@clause("VL-60")
def test_trading_paint_needs_a_touching_car():
    cars = {"red": "G1:8", "blue": "G2:10", "white": "LL:7", "green": "G2:8"}
    race = Position(cars, players="red blue white green", hand="trading_paint 4")
    race.plays("trading_paint 4")
    painted = {choice for choice in race.choices if choice.startswith("PAINT")}
    assert painted == {"PAINT white", "PAINT green"}  # blue is diagonally ahead


@clause("VL-61")
@pytest.mark.parametrize(("card", "start", "lane"), [("low_line 4", "LL:5", "LL"), ("high_line 4", "HL:9", "HL")])
def test_a_line_card_gives_two_steps_on_its_lane(card: str, start: str, lane: str):
    race = Position(red=start, blue="G1:30", players="red blue", hand=card)
    race.plays(card, "S", "S", "S", "S")
    assert race.choices == {"BONUS", "END"}
    race.plays("BONUS", "S", "S")
    assert race.car("red") == f"{lane}:{int(start[3:]) + 12}"
    assert is_done(race)
    race = Position(red="G1:8", blue="G1:30", players="red blue", hand=card)
    race.plays(card, "S", "S", "S", "S")
    assert is_done(race)


@clause("VL-62")
def test_slingshot_needs_a_car_in_front_and_adds_two():
    race = Position(red="G1:8", blue="G2:10", players="red blue", hand="slingshot 3")
    race.plays("slingshot 3", "SLINGSHOT")
    assert race.view["turn"]["left"] == "5 of 5 steps left"
    race = Position(red="G1:8", blue="G2:8", players="red blue", hand="slingshot 3")
    race.plays("slingshot 3")
    assert "SLINGSHOT" not in race.choices


@clause("VL-63")
@pytest.mark.parametrize(("number", "move"), [("1", 4), ("2", 4), ("3", 5), ("4", 5), ("5", 6), ("6", 6)])
def test_pedal_down_rolls_for_the_move(number: str, move: int):
    race = Position(red="G1:8 worn", blue="G1:10", white="G1:12", players="red blue white", hand="pedal_down")
    race.plays("pedal_down", number)
    assert race.state.move_left == move
    assert "S" in race.choices  # a multi push


@clause("VL-64")
def test_shift_gears():
    race = Position(red="G1:8", blue="G1:30", players="red blue", hand="shift_gears")
    race.plays("shift_gears", "low")
    assert (race.state.move_left, race.choices) == (4, {"S", "I", "O", "END"})
    race = Position(red="G1:8", blue="G1:30", players="red blue", hand="shift_gears")
    race.plays("shift_gears", "high")
    assert (race.state.move_left, race.choices) == (6, {"S", "END"})


@clause("VL-64")
def test_a_lane_bonus_after_high_gear_is_free():
    race = Position(red="HL:3", blue="G1:30", players="red blue", hand="shift_gears", options={"race": "sunset_55"})
    race.plays("shift_gears", "high", *["S"] * 6)
    assert race.choices == {"S", "I", "END"}


@clause("VL-65")
def test_bonus_steps_come_after_the_lane_bonus_and_push_one_car_at_most():
    cars = {"red": "LL:3", "blue": "LL:15", "white": "LL:17"}
    options = {"race": "prairie_90"}
    race = Position(cars, players="red blue white", hand="low_line 4", options=options)
    race.plays("low_line 4", "S", "S", "S", "S")
    assert race.choices == {"S", "O", "BONUS", "END"}  # the lane bonus step, or at once the card's bonus
    race.plays("S", "BONUS")
    assert race.car("red") == "LL:13"
    assert race.choices == {"O", "END"}  # two cars ahead
    race = Position(red="LL:3", blue="LL:13", players="red blue", hand="low_line 4")
    race.plays("low_line 4", "S", "S", "S", "S", "BONUS", "S", "1", "2")
    assert race.car("blue") == "LL:15"  # one car may be pushed
    race.plays("END")
    assert is_done(race)


@clause("VL-65")
def test_choosing_the_bonus_gives_up_the_lane_bonus():
    race = Position(red="LL:3", blue="G1:30", players="red blue", hand="low_line 4", options={"race": "prairie_90"})
    race.plays("low_line 4", "S", "S", "S", "S", "BONUS", "S", "S")
    assert race.car("red") == "LL:15"
    assert is_done(race)


@clause("VL-127", "VL-54", "VL-58", "VL-20", "VL-21")
def test_the_draft_bonus_adds_to_drafts_and_line_events():
    options = {"race": "gulf_coast_100"}
    cars = {"red": "G1:8", "blue": "G1:10", "white": "G1:12"}
    race = Position(cars, players="red blue white", hand="draft_run 3", options=options)
    race.plays("draft_run 3", "DRAFT")
    assert race.car("red") == "G1:12"
    race = Position(cars, players="red blue white", hand="ride_the_draft", options=options)
    race.plays("ride_the_draft", "RIDE")
    assert race.car("red") == "G1:14"
    assert Position(cars, at="event", card="L01", options=options).car("red") == "G1:12"
    assert Position(cars, at="event", card="L05", options=options).car("red") == "G1:14"


@clause("VL-53", "VL-55", "VL-60")
@pytest.mark.parametrize(
    ("card", "maneuver", "red"),
    [
        ("crossover 4", "CROSSOVER red", "G1:8"),
        ("side_draft 4", "SIDE_DRAFT red", "G2:6"),
        ("trading_paint 4", "PAINT red", "G1:6"),
    ],
)
def test_the_first_and_the_last_team_can_be_targets_too(card: str, maneuver: str, red: str):
    where = "G2:8" if card == "side_draft 4" else "G1:10"
    for color in ("red", "purple"):
        cars = {"blue": "G1:8 worn", color: where}
        race = Position(cars, players=f"blue {color}", hand=card)
        race.plays(card, maneuver.replace("red", color), *(["4"] if "PAINT" in maneuver else []))
        assert race.car(color) == red
