"""Playing an Action card and moving: VL-32, VL-33, VL-35 to VL-47, VL-132."""

import pytest

from paddock.testing import clause

from ..state import CHOOSE_TURN, DISCARDED
from .position import COLORS, Position

pytestmark = pytest.mark.usefixtures("both_backends")
EIGHT = {color: f"G{1 + i % 2}:{30 - 4 * (i // 2)}" for i, color in enumerate(COLORS)}


@clause("VL-32")
def test_rogues_are_driven_by_the_player_who_is_last_at_that_moment():
    # white is behind black, but it is a rogue itself; blue is last among primaries
    race = Position(orange="G2:20", red="G2:24", blue="G1:18", white="G1:2", players="red blue", later="green")
    race.plays("4")
    assert race.to_act == "1"  # blue's player
    assert race.active == "orange"


@clause("VL-32")
def test_the_driver_of_rogues_is_found_anew_before_each():
    # orange rolls a 3: Move 4, Crossover. It exchanges places with red, which falls behind blue.
    cars = {"orange": "G2:16", "red": "G2:18", "blue": "G1:16", "black": "G1:4"}
    race = Position(cars, players="red blue", later="black")
    race.plays("3")
    assert race.to_act == "1"
    race.plays("CROSSOVER red", "END")
    assert race.car("red") == "G2:16"  # level with blue, and outside: now last
    race.plays("1")
    assert (race.active, race.to_act) == ("black", "0")


@clause("VL-33")
@pytest.mark.parametrize(
    ("hand", "car", "choices"),
    [
        ("open_track 5, open_track 5, dialed_in 2", "G1:8", {"open_track 5", "dialed_in 2"}),
        ("", "G1:8", {"FUMES"}),
        ("open_track 5", "G1:8 must_pit", set[str]()),
    ],
)
def test_a_primary_plays_pits_or_runs_on_fumes(hand: str, car: str, choices: set[str]):
    race = Position(red=car, blue="G1:20", players="red blue", hand=hand)
    assert race.choices == choices | {"gas", "2-tire", "4-tire"}


@clause("VL-35")
def test_a_card_is_discarded_when_the_turn_ends_and_none_is_drawn():
    race = Position(red="G1:8", blue="G1:20", players="red blue", hand="open_track 5, steady_pace 4")
    race.plays("open_track 5")
    assert race.state.place.count(DISCARDED) == 0
    race.plays("S", "END")
    assert race.hand() == ["steady_pace 4"]
    assert race.table.type_of[race.state.place.index(DISCARDED)] == 18


@clause("VL-36")
@pytest.mark.parametrize(
    ("start", "ends"),
    [
        ("LL:9", {"S": "LL:11", "O": "G1:10"}),
        ("G1:8", {"S": "G1:10", "I": "LL:9", "O": "G2:10"}),
        ("G2:8", {"S": "G2:10", "I": "G1:10", "O": "HL:9"}),
        ("HL:9", {"S": "HL:11", "I": "G2:10"}),
        ("LL:23", {"O": "G1:24"}),  # the lane ends: 25 is missing on 2A
        ("G2:0", {"S": "G2:2", "I": "G1:2"}),  # HL 1 is missing on 1A
    ],
)
def test_steps_go_forward_only(start: str, ends: dict[str, str]):
    for step, end in ends.items():
        race = Position(red=start, blue="G1:30", players="red blue", hand="open_track 5")
        race.plays("open_track 5")
        assert race.choices == {*ends, "END"}
        race.plays(step)
        assert race.car("red") == end
        assert race.state.move_left == 4  # half a space costs a step, too


@clause("VL-37")
def test_there_is_no_diagonal_push():
    race = Position(red="G1:8", blue="LL:9", white="G2:10", players="red blue white", hand="open_track 5")
    race.plays("open_track 5")
    assert race.choices == {"S", "END"}


@clause("VL-38", "VL-42")
def test_no_maneuver_in_the_middle_of_a_move():
    race = Position(red="G1:8", blue="G1:14", players="red blue", hand="crossover 3")
    race.plays("crossover 3", "S", "S")
    assert race.choices == {"S", "I", "O", "END"}  # blue is straight ahead, but the Move is not complete
    race = Position(red="G1:8", blue="G1:16", players="red blue", hand="crossover 3")
    race.plays("crossover 3", "S", "S", "S")
    assert race.choices == {"CROSSOVER blue", "END"}


@clause("VL-39")
def test_a_move_that_gets_stuck_is_complete():
    # LL 23 is the end of the lane and G1:24 is taken: after one step there is none
    race = Position(red="LL:21", blue="G1:24", players="red blue", hand="side_draft 4")
    race.plays("side_draft 4", "S")
    assert race.happened.count("VL-39") == 1
    assert race.choices == {"SIDE_DRAFT blue", "END"}
    race.plays("SIDE_DRAFT blue")  # opens the way, but the steps are lost
    assert race.car("red") == "LL:23"
    assert race.state.car == -1 or race.active != "red"


@clause("VL-132")
def test_a_move_without_a_first_step_is_not_begun():
    race = Position(red="LL:23", blue="G1:24", players="red blue", hand="crossover 4")
    race.plays("crossover 4")
    assert race.choices == {"CROSSOVER blue", "END"}
    race.plays("CROSSOVER blue")
    assert race.car("red") == "G1:24"
    assert race.choices == {"S", "O", "END"}
    assert race.state.move_left == 4


@clause("VL-40", "VL-41")
@pytest.mark.parametrize("steps", [0, 1, 3])
def test_a_primary_may_brake_at_any_time(steps: int):
    race = Position(red="G1:8", blue="G1:30", players="red blue", hand="draft_run 4")
    race.plays("draft_run 4", *["S"] * steps, "END")
    assert race.car("red") == f"G1:{8 + 2 * steps}"
    assert race.state.car == -1 or race.active != "red"


@clause("VL-42")
def test_a_maneuver_is_done_once():
    race = Position(red="G1:8", blue="G1:10", players="red blue", hand="draft_run 3")
    race.plays("draft_run 3", "DRAFT")
    assert race.cars("red", "blue") == ["G1:10", "G1:12"]
    assert "DRAFT" not in race.choices
    race.plays("O", "S", "S")
    assert race.car("red") == "G2:16"
    assert race.state.car == -1 or race.active != "red"  # nothing is left: END is automatic


@clause("VL-43", "VL-47")
@pytest.mark.parametrize("card", ["open_track 5", "steady_pace 4", "shift_gears"])
def test_cards_without_maneuver_may_push_many(card: str):
    race = Position(red="G1:8", blue="G1:10", white="G1:12", players="red blue white", hand=card)
    race.plays(card, *(["low"] if card == "shift_gears" else []), "S", "1", "2", "3")
    assert race.cars("red", "blue", "white") == ["G1:10", "G1:12", "G1:14"]
    assert "S" in race.choices


@clause("VL-44", "VL-128")
def test_a_lane_bonus_follows_a_move_completed_on_the_lane():
    options = {"race": "peachtree_100"}
    race = Position(red="HL:9", blue="G1:30", players="red blue", hand="steady_pace 4", options=options)
    race.plays("steady_pace 4", "S", "S", "S", "S")
    assert race.choices == {"S", "I", "END"}
    race.plays("I")
    assert race.car("red") == "G2:18"
    assert race.state.car == -1 or race.active != "red"
    race = Position(red="G2:8", blue="G1:30", players="red blue", hand="steady_pace 4", options=options)
    race.plays("steady_pace 4", "S", "S", "S", "S")
    assert race.state.car == -1 or race.active != "red"


@clause("VL-45", "VL-52")
def test_a_push_moves_the_whole_run_and_only_it():
    cars = {"red": "G1:8", "blue": "G1:10", "white": "G1:14", "green": "G2:10"}
    race = Position(cars, players="red blue white green", hand="open_track 5")
    race.plays("open_track 5", "S")
    assert race.cars("red", "blue", "white", "green") == ["G1:10", "G1:12", "G1:14", "G2:10"]
    assert race.state.test[: race.state.test_cars] == [1, 0]  # white and green take no part


@clause("VL-46")
def test_a_run_at_a_lanes_end_cannot_be_pushed():
    race = Position(red="LL:21", blue="LL:23", players="red blue", hand="open_track 5")
    race.plays("open_track 5")
    assert race.choices == {"O", "END"}


@clause("VL-47")
def test_single_pushes_are_no_multi_push():
    race = Position(red="G1:8", blue="G1:10", players="red blue", hand="crossover 3")
    race.plays("crossover 3", "S", "1", "2", "S", "1", "2", "S", "1", "2")
    assert race.choices == {"CROSSOVER blue", "END"}


@clause("VL-47")
def test_no_multi_push_after_a_maneuver():
    cars = {"red": "G1:8", "blue": "G1:10", "white": "G1:12", "green": "LL:9"}
    race = Position(cars, players="red blue white green", hand="side_draft 4")
    race.plays("side_draft 4", "SIDE_DRAFT green")
    assert "S" not in race.choices
    cars = {"red": "G1:8", "blue": "G1:10", "green": "LL:9"}
    race = Position(cars, players="red blue green", hand="side_draft 4")
    race.plays("side_draft 4", "SIDE_DRAFT green")
    assert "S" in race.choices  # one car may still be pushed


def test_the_next_car_follows():
    race = Position(EIGHT, players="red blue", later="blue", hand="ride_the_draft")
    race.plays("ride_the_draft")
    if race.active == "red":
        race.plays("END")
    assert (race.active, race.state.phase) == ("blue", CHOOSE_TURN)
