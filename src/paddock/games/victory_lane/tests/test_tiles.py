"""Tiles, tokens, custom races and decks: VL-106 to VL-112, VL-125, VL-128, VL-129."""

import pytest

from paddock.engine import OptionError
from paddock.testing import clause

from .position import COLORS, NewRace, Position

pytestmark = pytest.mark.usefixtures("both_backends")


@clause("VL-106", "VL-108")
def test_a_rotation_changes_every_display_position():
    race = Position(red="G1:30", blue="G2:20", players="red blue", hand="open_track 5")
    race.plays("open_track 5", "S")
    assert race.state.window == 16
    assert [race.view["cars"][car]["display"] for car in (0, 1)] == [16, 4]
    assert race.token("blue") == ""  # on the front tile, now the back tile


@clause("VL-107")
def test_a_car_behind_does_not_rotate_the_tiles():
    race = Position(red="G1:14", blue="G2:40", players="red blue", window=16, hand="open_track 5")
    race.plays("open_track 5", "S")
    assert (race.car("red"), race.state.window, race.token("red")) == ("G1:16", 16, "")


@clause("VL-108")
def test_lapped_cars_stay_lapped_on_a_rotation():
    race = Position(red="G1:46", blue="G2:10", white="G2:20", players="red blue white", window=16, hand="open_track 5")
    race.plays("open_track 5", "S")
    assert race.state.window == 32
    assert [race.token(color) for color in ("blue", "white")] == ["Lapped", "Move Over"]


@clause("VL-109")
def test_more_than_one_lap_down_is_not_tracked():
    race = Position(red="G1:72", blue="G2:10", players="red blue", window=48, hand="open_track 5")
    race.plays("open_track 5", "S")
    assert race.car("blue") == "G2:10"  # 64 behind
    race.plays("S")
    assert race.car("blue") == "G2:42"


@clause("VL-110")
def test_a_lap_is_regained_when_the_leader_drops_back():
    race = Position(red="G1:44 worn", blue="HL:11", players="red blue", window=16)
    assert race.token("blue") == "Lapped"  # 33 behind
    race.plays("FUMES", "1")
    assert race.car("red") == "G1:38"
    assert race.token("blue") == "Move Over"


@clause("VL-111")
def test_tiles_rotate_back_when_nobody_is_left_on_the_lead_lap():
    race = Position(red="G1:32 worn", blue="G2:28", players="red blue", window=16)
    race.plays("FUMES", "1")
    assert race.car("red") == "G1:26"
    assert race.state.window == 16
    race = Position(red="G1:34 worn", blue="G2:30", players="red blue", window=32)
    assert race.token("blue") == "Move Over"
    race.plays("FUMES", "1")
    assert race.car("red") == "G1:28"
    assert race.state.window == 16
    assert race.token("blue") == ""


@clause("VL-111")
def test_a_car_that_drops_below_the_window_shows_move_over():
    race = Position(red="G1:18 worn", blue="G2:40", players="red blue", window=16)
    race.plays("FUMES", "1")
    assert (race.car("red"), race.token("red"), race.view["cars"][0]["display"]) == ("G1:12", "Move Over", 28)


@clause("VL-112")
def test_the_loop_is_closed_for_lines_pushes_and_neighbours():
    cars = {"red": "G1:30", "blue": "G1:0", "white": "G2:30"}
    race = Position(cars, players="red blue white", hand="draft_run 3")
    race.plays("draft_run 3", "DRAFT")
    assert race.cars("red", "blue") == ["G1:32", "G1:2"]
    race = Position(cars, players="red blue white", hand="open_track 5")
    race.plays("open_track 5", "S")
    assert race.cars("red", "blue") == ["G1:32", "G1:2"]
    race = Position(
        red="G1:0", blue="LL:31", players="red blue", hand="side_draft 4", options={"race": "gulf_coast_100"}
    )
    race.plays("side_draft 4")
    assert "SIDE_DRAFT blue" in race.choices


CUSTOM = """
[[race]]
left = "1B"
right = "2A"
stage_laps = [12, 9, 5]
hand_size = 2
wide_penalty = 1
lane_bonus = { LL = 1, G1 = 2 }
"""


@clause("VL-125")
def test_a_race_of_ones_own_from_a_file():
    race = NewRace(2, {"race": CUSTOM})
    t = race.table
    assert (t.stages, t.stage_laps[:3], t.hand_size, t.wide_penalty, t.push_penalty) == (3, [12, 9, 5], 2, 1, 2)
    assert t.lane_bonus == [1, 2, 0, 0]
    assert (t.exists[3 * 32 + 1], t.exists[25]) == (1, 0)
    race.plays_first("L01")
    assert race.state.cards[:2] == [2, 2]  # discarded down after qualifying
    while race.to_act != "over":
        race.takes(1)
    assert sum(race.points(*COLORS)) == 7 + 7 + 45


@clause("VL-125")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('left = "2A"', "left must be 1A or 1B"),
        ("stage_laps = [109]", "stage_laps must be a whole number from 1 to 108"),
        ("stage_laps = []", "stage_laps must be a list"),
        ("hand_size = 6", "hand_size must be a whole number from 1 to 5"),
        ("lane_bonus = { XX = 1 }", "lane_bonus must be a table"),
        ('pit_exit = "HL"', "pit_exit must be LL or G"),
        ("stage_laps", "this is no TOML file"),
    ],
)
def test_a_wrong_race_is_refused_with_a_sentence(line: str, words: str):
    with pytest.raises(OptionError, match=words):
        NewRace(2, {"race": f"[[race]]\n{line}\n"})


@clause("VL-128")
def test_a_lane_bonus_holds_for_npd_moves_but_not_for_bonus_steps():
    options = {"race": "prairie_90"}
    race = Position(orange="LL:3", red="G1:30", players="red white", mates={"orange": "red"}, options=options)
    race.plays("1", *["S"] * 5)  # Move 5
    assert race.choices == {"S", "O", "END"}
    race = Position(red="LL:3", blue="G1:30", players="red blue", hand="low_line 3", options=options)
    race.plays("low_line 3", "S", "S", "S", "BONUS", "S", "S")
    assert race.state.car == -1 or race.active != "red"


@clause("VL-129")
def test_an_empty_deck_is_made_of_the_discard_pile():
    race = Position(red="G1:8", blue="G1:30", players="red blue", discard="all")
    assert race.state.deck_cards == 0
    race.plays("gas")
    assert race.state.deck_cards == 52
    assert len(race.choices) == 52
