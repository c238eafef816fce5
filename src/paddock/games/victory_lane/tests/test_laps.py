"""Rounds and the Laps phase: VL-16 to VL-30, VL-34, VL-130, VL-131."""

import pytest

from paddock.testing import clause

from ..rules.model import list_running_order
from ..state import CHOOSE_TURN, DRAW_LAPS, RACE_OVER
from .position import COLORS, Position

pytestmark = pytest.mark.usefixtures("both_backends")
EIGHT = {color: f"G{1 + i % 2}:{30 - 4 * (i // 2)}" for i, color in enumerate(COLORS)}


@clause("VL-16", "VL-34")
def test_a_round_is_laps_drivers_and_status():
    race = Position(red="G1:8", blue="G1:20", players="red blue", later="blue", at="laps", laps=20)
    race.plays("L10")
    assert race.state.phase == CHOOSE_TURN
    assert race.state.laps_run == 26
    race = Position(red="G1:8", blue="G1:20", players="red blue", hand="ride_the_draft", laps=20)
    race.plays("ride_the_draft")  # nothing to ride: the turn and the round are over
    assert race.state.phase == DRAW_LAPS


@clause("VL-17", "VL-31")
def test_turns_go_round_from_the_first_player_each_area_left_to_right():
    mates = {"white": "red", "green": "blue"}
    race = Position(EIGHT, players="red blue yellow", mates=mates, first=1, at="laps")
    race.plays("L10")
    # alignment is the order of the teams: blue green | yellow | red white | rogues orange black purple
    assert race.sequence == ["blue", "green", "yellow", "red", "white", "orange", "black", "purple"]


@clause("VL-18")
def test_laps_are_added_after_the_events():
    race = Position(EIGHT, players="red blue", at="laps", laps=5)
    race.plays("L14")  # Chase The Pack, Horsepower
    assert race.state.laps_run == 5
    for _ in range(8):
        race.plays("1")
        if "KEEP" in race.choices:
            race.plays("KEEP")
    assert race.state.laps_run == 11


@clause("VL-19", "VL-20")
def test_line_energy_moves_every_line_once_and_blocked_cars_stay():
    race = Position(red="G1:8", blue="G1:10", white="G2:8", green="G2:10", orange="HL:11", at="event", card="L01")
    assert race.cars("red", "blue", "white", "green", "orange") == ["G1:10", "G1:12", "G2:10", "G2:12", "HL:11"]
    # A line whose front car cannot merge at the lane's end stays: LL 23 ends, G1:24 is taken
    race = Position(red="LL:21", blue="LL:23", green="G1:24", at="event", card="L01")
    assert race.cars("red", "blue", "green") == ["LL:21", "LL:23", "G1:24"]


@clause("VL-20")
def test_line_energy_fixes_the_lines_at_the_start():
    # red and blue come up behind green, which was in no line
    race = Position(red="G1:4", blue="G1:6", green="G1:10", at="event", card="L01")
    assert race.cars("red", "blue", "green") == ["G1:6", "G1:8", "G1:10"]


@clause("VL-21")
def test_freight_train_moves_lines_of_three_two_spaces():
    race = Position(red="G1:4", blue="G1:6", white="G1:8", green="G2:4", orange="G2:6", at="event", card="L05")
    assert race.cars("red", "blue", "white") == ["G1:8", "G1:10", "G1:12"]
    assert race.cars("green", "orange") == ["G2:4", "G2:6"]


@clause("VL-22")
def test_a_line_run_moves_the_cars_on_that_lane_when_it_starts():
    race = Position(red="LL:5", blue="LL:7", white="G1:10", green="HL:9", at="event", card="L06")
    assert race.cars("red", "blue", "white", "green") == ["LL:7", "LL:9", "G1:10", "HL:9"]
    race = Position(red="LL:5", green="HL:9", orange="HL:13", at="event", card="L07")
    assert race.cars("red", "green", "orange") == ["LL:5", "HL:11", "HL:15"]


@clause("VL-23", "VL-30")
def test_clean_air_moves_the_first_car_level_the_inside_one():
    race = Position(red="G2:20", blue="G1:20", at="event", card="L13")
    assert race.cars("red", "blue") == ["G2:20", "G1:22"]


@clause("VL-24", "VL-30")
def test_chase_the_pack_moves_the_last_car_up_to_two():
    race = Position(red="G1:8", blue="G2:8", white="G1:20", at="event", card="L14")
    assert race.cars("red", "blue") == ["G1:8", "G2:12"]  # level: the outside one is last
    race = Position(red="G1:8", blue="G1:12", at="event", card="L14")
    assert race.car("red") == "G1:10"  # and stops at the first failure


@clause("VL-25", "VL-67")
def test_horsepower_is_a_die_for_each_car_in_running_order():
    cars = {"red": "G1:8", "blue": "G2:20", "white": "G2:10"}
    race = Position(cars, players="red blue", at="event", card="L14", event=1)
    assert race.roller == "blue"
    race.plays("5", "REROLL", "6")
    assert race.car("blue") == "G2:22"
    assert race.has("blue", "worn")
    assert race.roller == "white"
    race.plays("6")
    assert race.car("white") == "G2:12"
    race.plays("3", "KEEP")
    assert race.car("red") == "G1:8"


@clause("VL-25", "VL-30")
def test_who_rolls_for_horsepower_is_settled_when_the_event_starts():
    cars = {"red": "G1:8", "blue": "G2:20", "white": "G2:10"}
    race = Position(cars, players="red blue", at="event", card="L14", event=1)
    state = race.state
    list_running_order(state)  # as other rules do
    race.puts(state)
    race.plays("5", "KEEP")
    assert race.roller == "white"


@clause("VL-26")
def test_tire_wear_is_for_primaries_with_worn_tires():
    cars = {"red": "G1:8 worn", "blue": "G2:20 worn", "white": "G2:10", "green": "HL:11"}
    race = Position(cars, players="red blue green", at="event", card="L03", event=1)
    assert race.roller == "blue"
    race.plays("3")
    assert race.car("blue") == "G2:18"
    assert race.roller == "red"
    race.plays("4")
    assert race.car("red") == "G1:8"
    assert race.state.laps_run == 7  # nobody else rolls


@clause("VL-27")
@pytest.mark.parametrize(("card", "draws"), [("L10", 3), ("L06", 2)])
def test_quick_pit_draws_one_more_this_round(card: str, draws: int):
    race = Position(EIGHT, players="red blue", at="laps")
    race.plays(card, "2-tire")
    assert race.state.to_draw == draws
    race.plays_first("L01")
    assert race.state.quick_pit == 0


@clause("VL-28", "VL-74")
def test_a_wide_test_comes_in_the_laps_phase():
    race = Position(red="G1:8", blue="G2:8", players="red blue", at="laps")
    race.plays("L11", "1", "2")
    assert race.happened.count("VL-71") == 3  # two dice, and all pass
    assert race.state.phase == CHOOSE_TURN


@clause("VL-29", "VL-105")
@pytest.mark.parametrize("card", ["L15", "L16"])
def test_a_caution_adds_its_laps_and_stops_the_round(card: str):
    race = Position(EIGHT, players="red blue", at="laps", laps=10)
    race.plays(card)
    assert race.state.laps_run == 10 + (5 if card == "L15" else 4)
    assert race.state.flag == 1
    assert race.choices == {"PIT", "G1", "G2"}
    race.plays_first("L01")
    assert (race.state.round, race.state.flag, race.state.had_yellow) == (3, 0, 1)


@clause("VL-34")
def test_a_stage_ends_when_its_laps_are_run_and_surplus_is_lost():
    race = Position(EIGHT, players="red blue", laps=44, at="status")
    assert race.points("red") == [0]  # level with blue: they race for first
    race.plays_first("L01")
    assert (race.state.stage, race.state.laps_run) == (1, 0)
    assert Position(red="G1:8", blue="G1:20", players="red blue", laps=39, at="status").state.phase == DRAW_LAPS


@clause("VL-130")
def test_the_laps_deck_is_not_shuffled_at_a_caution():
    race = Position(EIGHT, players="red blue", at="laps", laps=10)
    race.plays("L15")
    race.plays_first("L01")
    assert "L15" not in race.choices
    assert len(race.choices) == 15


@clause("VL-130")
def test_a_laps_deck_that_runs_out_is_shuffled_and_the_count_goes_on():
    race = Position(red="G1:8", blue="G1:20", players="red blue", at="laps", laps_drawn=16, played_laps=16, laps=9)
    assert len(race.choices) == 16
    assert (race.state.laps_run, race.state.laps_drawn) == (9, 16)


@clause("VL-131")
def test_the_flag_is_green_yellow_and_checkered():
    race = Position(EIGHT, players="red blue", at="laps", laps=10)
    assert race.view["flag"] == "green"
    race.plays("L15")
    assert race.view["flag"] == "yellow"
    race.plays_first("L01")
    assert race.view["flag"] == "green"
    race = Position(red="G1:20", blue="G1:16", players="red blue", at="score", stage=1)
    assert (race.view["flag"], race.state.phase) == ("checkered", RACE_OVER)
