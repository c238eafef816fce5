"""What clients draw: the scene, the position, and what a choice leads to."""

import json

import pytest

from paddock.engine import OptionError
from paddock.testing import clause

from .. import GAME
from ..state import CARD_TYPE, END, FUMES, GO_TO_PITS, OPEN_TRACK, PIT, STEP, TO_INSIDE
from .position import COLORS, NewRace, Position

SINGLE = {color: f"G1:{30 - 2 * i}" for i, color in enumerate(COLORS)}


def test_the_scene_has_the_loop_the_cards_and_the_race():
    scene = GAME.scene(NewRace(3).table)
    # four lanes of 16 spaces, less 3 of the High Line on 1A and 4 of the Low Line on 2A
    assert len(scene["spaces"]) == 64 - 7
    assert scene["race"]["name"] == "B-Con 80"
    assert scene["race"]["stage_laps"] == [40, 40]
    assert len(scene["cards"]) == 52
    assert len(scene["types"]) == 20
    assert len(scene["laps_cards"]) == 16
    assert scene["laps_cards"][2]["events"][1]["text"].startswith("Tire Wear: ")
    assert [box["modifier"] for box in scene["pit_boxes"]] == [-2, -1, -1, 0, 0, 1, 1, 2]
    grid = [space for space in scene["spaces"] if space["mark"] == "grid"]
    assert sorted({space["row"] for space in grid}) == [1, 2, 3, 4, 5, 6]
    json.dumps(scene)


def test_a_custom_race_is_told_with_its_numbers():
    scene = GAME.scene(NewRace(2, {"race": '[[race]]\nright = "2B"\nstage_laps = [7]\n'}).table)
    assert (scene["race"]["name"], scene["race"]["stage_laps"], scene["race"]["right"]) == ("Custom race", [7], "2B")


@clause("VL-125")
def test_a_custom_race_is_told_with_its_name_and_its_text():
    scene = GAME.scene(NewRace(2, {"race": '[[race]]\nname = "Nürnberg 7"\ntext = "A wide road."\n'}).table)
    assert (scene["race"]["name"], scene["race"]["text"]) == ("Nürnberg 7", "A wide road.")
    assert GAME.scene(NewRace(2, {"race": "[[race]]\nhand_size = 3\n"}).table)["race"]["text"] == ""


@clause("VL-125")
@pytest.mark.parametrize(
    "wrong", ['name = ""', f'name = "{"n" * 41}"', "name = 5", f'text = "{"t" * 201}"', 'text = "a\\nb"']
)
def test_a_name_or_a_text_that_cannot_be_shown_is_refused(wrong: str):
    with pytest.raises(OptionError, match="must be a line of"):
        NewRace(2, {"race": f"[[race]]\n{wrong}\n"})


@clause("VL-125")
def test_a_file_with_two_races_is_refused():
    with pytest.raises(OptionError, match=r"must hold one \[\[race\]\] table"):
        NewRace(2, {"race": "[[race]]\nstage_laps = [7]\n[[race]]\nstage_laps = [9]\n"})


def test_cars_are_told_with_all_that_lies_on_them():
    race = Position(red="G1:40 worn", blue="G2:12", players="red blue", window=16, hand="open_track 5")
    red, blue = race.view["cars"][:2]
    assert (red["lane"], red["distance"], red["display"], red["token"]) == (1, 40, 24, "")
    assert (blue["lane"], blue["distance"], blue["display"], blue["token"]) == (2, 12, 28, "move_over")
    assert (red["fresh_tires"], blue["fresh_tires"]) == (False, True)
    assert (red["kind"], red["owner"]) == ("primary", 0)
    assert race.view["cars"][2]["owner"] is None
    json.dumps(race.view)


def test_a_step_is_told_with_whom_it_pushes_and_the_risk():
    race = Position(red="G1:8", blue="G1:10", white="G1:12", players="red blue white", hand="open_track 5")
    race.plays("open_track 5")
    straight = race.view["steps"][0]
    # two pairs of neighbours: 1 - (5/6)^2 = 11/36
    assert straight == {"move": 1, "to": 32 + 10, "pushes": [1, 2], "risk": 31}
    assert race.view["turn"]["move_left"] == 5


def test_pit_returns_are_told_and_come_true():
    for i, stop in enumerate(("gas", "2-tire", "4-tire")):
        race = Position(red="G2:22", blue="LL:21", players="red blue")
        told = race.view["pit_returns"][i]
        race.plays(stop)
        race.takes(told["draws"])
        assert (race.state.cell[0], race.state.distance[0]) == (told["to"], told["distance"])


def test_a_test_is_told_die_by_die_with_who_decides():
    race = Position(red="G1:8", blue="G1:10", players="red blue", hand="open_track 5")
    race.plays("open_track 5", "S", "4")
    assert race.view["test"]["cars"] == [
        {"car": 1, "die": 4, "passed": False},
        {"car": 0, "die": None, "passed": False},
    ]
    race.plays("4")
    assert (race.view["test"]["kind"], race.view["test"]["decides"]) == ("push", 1)


def test_laps_cautions_and_what_comes_next():
    race = Position(SINGLE, players="red blue", laps=10, at="laps", laps_drawn=3)
    race.plays("L10")
    view = race.view
    assert (view["laps"]["run"], view["laps"]["to_go"], view["laps"]["cautions_left"]) == (16, 24, 2)
    assert view["npd_pit_near"]
    assert view["coming"][0] == 1
    assert view["rogue_driver"] == 1  # blue is behind red
    assert view["quick_pit"]


def test_pit_boxes_are_told():
    race = Position(SINGLE, players="red blue", at="yellow")
    race.plays("PIT")
    assert race.view["boxes"][0] == {"index": 1, "car": 0, "modifier": -2}
    assert race.view["placing"] == 1


def test_hands_are_told_to_their_owner_only():
    race = Position(red="G1:8", blue="G1:20", players="red blue", hand="open_track 5")
    state = race.state
    GAME.contract["conceal"](race.table, state, 1)
    player = GAME.view(race.table, state)["players"][0]
    assert (player["cards"], player["hand"]) == (1, None)
    assert race.view["players"][0]["hand"] == [5]


def test_a_contest_is_told():
    race = Position(red="G1:20", blue="G2:20", players="red blue", at="score", stage=1)
    assert race.view["test"]["kind"] == "contest"
    assert race.view["next_position"] == 1


def test_a_lane_of_the_grid_is_told_with_the_space_it_leads_to():
    race = NewRace(8)
    race.plays_first("G2")
    race.plays("G1")
    # the inside Groove is open from row 2 on, s 10; the outside one from row 1, s 12
    assert race.view["placements"] == [{"move": 43, "to": 32 + 10}, {"move": 44, "to": 64 + 12}]
    race.plays("G1")
    assert race.view["placements"][0]["to"] == 32 + 8


def test_nobody_is_placed_while_cars_race():
    race = Position(SINGLE, players="red blue", hand="open_track 5")
    assert race.view["placements"] == []


def test_a_card_is_told_with_the_spaces_it_leads_to():
    race = Position(red="G1:8", blue="G1:12", players="red blue", hand="steady_pace 4")
    (told,) = race.view["reaches"]
    # straight on blue is in the way; by the other lanes four steps end 4 to 8 half spaces ahead
    assert told["move"] == 61 + 19
    assert told["pushes"] == [32 + 12]
    assert 32 + 10 in told["way"]
    assert set(told["way"]).isdisjoint(told["ends"])
    assert {cell % 32 for cell in told["ends"]} <= set(range(12, 17))


def test_high_gear_leads_straight_ahead():
    race = Position(red="G1:8", blue="G1:30", players="red blue", hand="shift_gears")
    race.plays("shift_gears")
    low, high = race.view["reaches"]
    assert (low["move"], high["move"]) == (32, 33)
    # six spaces of two half units each
    assert (high["way"], high["ends"]) == ([32 + s for s in (10, 12, 14, 16, 18)], [32 + 20])
    assert 32 + 16 in low["ends"]


def test_nothing_is_told_of_cards_that_are_hidden():
    race = Position(red="G1:8", blue="G1:20", players="red blue", hand="open_track 5")
    state = race.state
    GAME.contract["conceal"](race.table, state, 1)
    assert GAME.view(race.table, state)["reaches"] == []


@clause("VL-97")
def test_the_box_where_a_car_would_pit_is_told():
    race = Position(SINGLE, players="red blue", at="yellow")
    assert race.view["pit_entry"] == {"move": 45, "box": 1}
    race.plays("PIT")
    assert race.view["pit_entry"] == {"move": 45, "box": 2}


def homes(race: Position) -> dict[int, str]:
    """Where each answer of the pending decision is given, by its number."""
    return {move: GAME.home(race.table, race.state, move) for move in race.runner.legal()}


def test_a_turn_is_taken_with_a_card_or_where_a_pit_stop_leads():
    race = Position(red="G1:8", blue="G1:20", players="red blue", hand="open_track 5")
    pits = dict.fromkeys(range(PIT, PIT + 3), "board")
    assert homes(race) == {CARD_TYPE + OPEN_TRACK: "hand", **pits}
    assert homes(Position(red="G1:8", blue="G1:20", players="red blue")) == {FUMES: "dock", **pits}


def test_spaces_and_cars_are_named_on_the_board_and_braking_in_the_dock():
    race = Position(red="G1:8", blue="G1:20", players="red blue", hand="open_track 5")
    race.plays("open_track 5")
    assert homes(race) == {END: "dock", **dict.fromkeys(range(STEP, STEP + 3), "board")}


@clause("VL-102")
def test_a_lapped_car_without_a_space_stays_out_with_a_word():
    cars = {"red": "G1:62", "blue": "G1:60", "white": "G1:58", "yellow": "G1:56"}
    lapped = {"green": "G1:22", "orange": "G1:20", "black": "G1:18", "purple": "G1:16"}
    race = Position({**cars, **lapped}, players="red green orange black", window=32, at="yellow")
    race.plays("G1", "G2", "G1")  # red, green and orange: both Lapped Start spaces are taken
    assert homes(race) == {GO_TO_PITS: "board", TO_INSIDE: "dock"}
    assert race.view["placements"] == []
