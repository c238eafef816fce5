"""NPDs and solo play: VL-80 to VL-87, VL-115 to VL-119."""

import pytest

from paddock.testing import clause

from ..events import EVENTS, GOES_TO_BOX
from ..state import CHOOSE_ANNOUNCE
from .position import COLORS, NewRace, Position

pytestmark = pytest.mark.usefixtures("both_backends")
EIGHT = {color: f"G{1 + i % 2}:{30 - 4 * (i // 2)}" for i, color in enumerate(COLORS)}


def is_done(race: Position, color: str) -> bool:
    return race.state.car == -1 or race.active != color


@clause("VL-80")
def test_an_npd_rolls_and_its_player_uses_the_face_in_any_order():
    # orange rolls a 3: Move 4, Crossover
    cars = {"orange": "G2:8", "red": "G1:30", "white": "G2:10"}
    race = Position(cars, players="red white", mates={"orange": "red"})
    race.plays("3")
    assert race.to_act == "0"
    race.plays("CROSSOVER white", "S", "S", "S", "S")
    assert race.car("orange") == "G2:18"
    race = Position(cars, players="red white", mates={"orange": "red"})
    race.plays("3", "I", "S", "S", "O")
    assert race.car("orange") == "G2:16"
    assert is_done(race, "orange")


@clause("VL-81", "VL-82")
def test_a_single_action_is_a_move_that_must_be_driven_out():
    race = Position(orange="G2:8", red="G1:30", players="red white", mates={"orange": "red"})
    race.plays("1")  # Move 5
    for _ in range(4):
        assert "END" not in race.choices
        race.plays("S")
    assert race.choices == {"S", "I", "O"}


@clause("VL-81")
def test_of_two_actions_one_is_enough():
    cars = {"orange": "G2:8", "red": "G1:30", "white": "G2:10"}
    race = Position(cars, players="red white", mates={"orange": "red"})
    race.plays("3")  # Move 4, Crossover
    assert "END" not in race.choices
    race.plays("CROSSOVER white")
    assert "END" in race.choices
    race.plays("S")
    assert "END" in race.choices  # the Move is under way, but the maneuver was enough


@clause("VL-81", "VL-82")
def test_of_three_actions_two_are_needed():
    # orange rolls a 5: Move 3, Draft, Crossover
    cars = {"orange": "G2:8", "red": "G1:30", "white": "G2:10"}
    race = Position(cars, players="red white", mates={"orange": "red"})
    race.plays("5", "DRAFT")
    assert "END" not in race.choices
    race.plays("I")
    assert "END" not in race.choices  # in mid-Move
    race.plays("S", "S")
    assert is_done(race, "orange")


@clause("VL-81")
def test_an_npd_with_nothing_to_do_may_stop():
    # Boxed in at the end of the Low Line behind a run that cannot be pushed; red rolls 2: Move 5
    race = Position(orange="LL:23", red="G1:24", players="red white", mates={"orange": "red"})
    race.plays("1")
    assert is_done(race, "orange")
    assert race.car("orange") == "LL:23"


@clause("VL-83")
def test_viable_maneuvers_of_an_npd():
    # orange rolls a 2: Move 3, Side Draft, Draft
    cars = {"orange": "G2:8", "red": "G1:8", "white": "G2:6"}
    race = Position(cars, players="red white", mates={"orange": "red"})
    race.plays("2")
    assert {"DRAFT", "SIDE_DRAFT red"} <= race.choices
    race = Position(orange="G2:8", red="G1:10", white="G2:4", players="red white", mates={"orange": "red"})
    race.plays("2")
    assert not {choice for choice in race.choices if "DRAFT" in choice}


@clause("VL-84")
def test_a_multi_push_costs_an_npd_its_maneuvers_and_its_minimum():
    # orange rolls a 5: Move 3, Draft, Crossover
    cars = {"orange": "G2:8", "red": "G2:10 worn", "white": "G2:12 worn"}
    race = Position(cars, players="red white", mates={"orange": "red"})
    race.plays("5", "S", "1", "2", "3")
    assert race.state.maneuvers == 0
    race.plays("I", "S")
    assert is_done(race, "orange")  # two actions were needed, but the maneuvers are lost
    race = Position(cars, players="red white", mates={"orange": "red"})
    race.plays("5", "DRAFT")
    assert "S" not in race.choices


@clause("VL-85")
def test_an_npd_that_fails_a_push_test_is_done():
    race = Position(orange="G2:8", red="G2:10 worn", players="red white", mates={"orange": "red"})
    race.plays("1", "S", "4", "4")
    assert is_done(race, "orange")
    assert race.cars("red", "orange") == ["G2:8", "G2:6"]


@clause("VL-86", "VL-105")
@pytest.mark.parametrize(
    ("drawn", "had_yellow", "is_missed"), [(3, False, False), (4, False, True), (4, True, False), (5, False, False)]
)
def test_npds_pit_with_the_fifth_laps_card(drawn: int, had_yellow: bool, is_missed: bool):
    race = Position(
        EIGHT, players="red blue", mates={"white": "red"}, at="laps", laps_drawn=drawn, had_yellow=had_yellow
    )
    race.plays("L06", "gas")
    race.takes(1)
    assert (race.active == "blue") == is_missed  # white, red's teammate, would be next
    if is_missed:
        race.plays("gas")
        race.takes(1)
        assert race.happened.count("VL-86") == 6
        assert not race.has("white", "sideways")


@clause("VL-87")
def test_npds_score_for_themselves():
    race = Position(EIGHT, players="blue white", mates={"red": "blue"}, at="score", stage=1, points={"red": 3})
    while race.to_act != "over":
        race.takes(1)
    assert sum(race.points(*COLORS)) == 45 + 3
    assert race.scores == race.points("blue", "white")


# Solo


@clause("VL-115", "VL-117")
def test_a_solo_npd_uses_all_it_has_and_asks_nobody():
    # orange rolls a 2: Move 3, Side Draft, Draft. Draft first, then Side Draft, then the steps.
    cars = {"orange": "G2:8", "black": "G2:6", "white": "G1:10", "red": "G1:30"}
    race = Position(cars, players="red")
    race.plays("2")
    assert race.cars("black", "white") == ["G2:8", "G1:8"]
    assert race.car("orange") == "G2:16"


@clause("VL-115")
def test_a_solo_npd_driven_by_the_player_never_brakes():
    race = Position(orange="G2:8", white="G2:10", red="G1:30", players="red", options={"solo_npd": "player"})
    race.plays("3")  # Move 4, Crossover
    assert "END" not in race.choices
    race.plays("I", "S", "S", "S")
    assert is_done(race, "orange")


@clause("VL-116")
@pytest.mark.parametrize(("red", "targets"), [("HL:9", {"CROSSOVER red"}), ("HL:29", {"CROSSOVER white"})])
def test_the_player_must_be_the_target(red: str, targets: set[str]):
    race = Position(orange="G2:8", white="G2:10", red=red, players="red", options={"solo_npd": "player"})
    race.plays("3")
    assert {choice for choice in race.choices if "CROSSOVER" in choice} == targets


@clause("VL-117")
def test_a_solo_npd_with_no_empty_space_pushes():
    cars = {"orange": "G2:8", "white": "G2:10", "blue": "G1:10", "black": "HL:9", "red": "G1:30"}
    race = Position(cars, players="red")
    race.plays("1")  # Move 5
    assert race.cars("orange", "white") == ["G2:10", "G2:12"]
    assert race.to_act == "chance"  # the risk test


@clause("VL-117")
def test_a_side_draft_of_a_solo_npd_takes_the_first_in_running_order():
    # black rolls a 1: Move 3, Side Draft
    cars = {"black": "G1:8", "white": "LL:9", "blue": "G2:8", "red": "G1:30"}
    race = Position(cars, players="red")
    race.plays("1")
    assert race.cars("white", "blue") == ["LL:7", "G2:8"]


@clause("VL-118")
@pytest.mark.parametrize(("announced", "in_pits"), [("PIT", 8), ("STAY", 0)])
@pytest.mark.parametrize("stage_end", [False, True])
def test_solo_npds_pit_only_if_the_player_does(announced: str, in_pits: int, stage_end: bool):
    race = Position(EIGHT, players="green", at="score" if stage_end else "yellow")
    while race.state.phase != CHOOSE_ANNOUNCE:
        race.takes(1)
    assert race.choices == {"PIT", "STAY"}
    race.plays(announced)
    if announced == "STAY":
        assert race.choices == {"G1", "G2"}  # at the player's place in the list
    assert sum(event.event == EVENTS[GOES_TO_BOX] for event in race.events) == in_pits


@clause("VL-118")
def test_a_sideways_solo_npd_stays_out_at_a_caution():
    race = Position({**EIGHT, "red": "G1:30 sideways"}, players="green", at="yellow")
    race.plays("PIT")
    assert race.car("red") == "G1:12"
    assert sum(event.event == EVENTS[GOES_TO_BOX] for event in race.events) == 7


@clause("VL-119", "VL-13")
def test_solo_npds_start_furthest_forward_and_the_player_is_first_player():
    race = NewRace(1)
    race.deals("red")
    race.plays_first("G1")
    while race.to_act != "chance":
        race.plays("G1")
    assert race.state.first_player == 0
    lanes: list[int] = []
    for car in race.state.file:
        before = [lanes.count(1), lanes.count(2)]
        if car:
            assert race.state.cell[car] // 32 == (1 if before[0] <= before[1] else 2)
        lanes.append(race.state.cell[car] // 32)
