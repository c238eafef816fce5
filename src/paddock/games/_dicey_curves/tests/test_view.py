"""What a client is told."""

import json

import pytest

from .. import GAME
from ..table import card_types, components
from ..view import spot_xy
from .position import NewRace, Position, as_view


def test_the_scene_has_slots_card_types_and_danger_cards():
    scene = GAME.scene(Position(A="1.L1", B="1.R1", dice="1").table)
    assert len(scene["slots"]) == 36
    assert [kind["id"] for kind in scene["kinds"]][:3] == ["start", "finish", "straight_away"]
    assert [danger["name"] for danger in scene["dangers"]][-1] == "Super Size Your Combo"
    assert scene["cards_to_finish"] == [12, 16]
    json.dumps(scene)


def test_a_spot_in_a_straight_slot_is_drawn_along_the_driver():
    # Slot 0 goes right from (0, 83.3) to (166.7, 83.3); u = 0.5, v = 1 is the middle of its right edge, 42 below.
    assert spot_xy(0, 0.5, 1.0) == (83.3, 125.3)


def test_every_place_of_every_slot_lies_in_the_square():
    for index in range(36):
        for card in card_types():
            for spot in card["spots"]:
                x, y = spot_xy(index, spot["u"], spot["v"])
                assert -1 <= x <= 1001
                assert -1 <= y <= 1001


def test_neighbouring_slots_meet():
    for one, two in zip(components("layout")["slot"], components("layout")["slot"][1:], strict=False):
        for v in (-1.0, 0.0, 1.0):
            assert spot_xy(one["k"], 1.0, v) == pytest.approx(spot_xy(two["k"], 0.0, v), abs=0.3)


def test_the_view_shows_the_track_with_its_items():
    race = Position(
        "SA GL SA", A="1.L1", B="1.R1", dice="1", cubes={"3.L1": 2}, gate_cubes={2: "1"}, barrels="1.L3", shop="2.R3"
    )
    view = as_view(race)
    assert [card["name"] for card in view["track"]] == [
        "Start",
        "Straight-Away",
        "Gentle Curve (left)",
        "Straight-Away",
    ]
    assert [gate["size"] for gate in view["track"][2]["gates"]] == [3, 2]
    assert [gate["cube"] for gate in view["track"][2]["gates"]] == [False, True]
    spots = {spot["name"]: spot for card in view["track"] for spot in card["spots"]}
    assert spots["3.L1"]["cubes"] == 2
    assert spots["1.L3"]["barrel"]
    assert spots["2.R3"]["shop"]
    assert view["piles"] == {"cubes": 24 - 3, "barrels": 5, "chips": 40}
    json.dumps(view)


def test_the_view_tells_the_least_and_most_cards_to_finish():
    race = Position("WO SA", A="1.L1", B="1.R1", dice="1")
    assert as_view(race)["to_finish"] == [10, 14]
    assert as_view(Position("WO FI", A="1.L1", B="1.R1", dice="1"))["to_finish"] is None


def test_reachable_spots_come_with_the_least_dice():
    race = Position("SA SA SA", A="1.L2", B="0.L1", dice="1 1 4")
    reach = as_view(race)["reachable"]
    assert [entry["car"] for entry in reach] == [race.car("A1")]
    assert {(end["name"], end["size"]) for end in reach[0]["ends"]} == {
        ("1.L3", 1),
        ("1.R3", 1),
        ("2.L1", 2),
        ("2.R1", 2),
    }


def test_a_gate_shortens_what_is_reachable():
    race = Position("GL SA SA", A="0.L4", B="0.L1", dice="1 1 1 1")
    ends = as_view(race)["reachable"][0]["ends"]
    assert {(end["name"], end["size"]) for end in ends} == {("1.L1", 1), ("1.R1", 1)}


def test_the_combos_are_listed_the_largest_first():
    view = as_view(Position(A="1.L1", B="0.L1", dice="2 3 3 4"))
    assert view["combos"][0] == {"move": 190, "dice": "2 3 4", "size": 3}  # row 234 is the sixth: 185 + 5
    assert {combo["dice"] for combo in view["combos"]} == {"2 3 4", "3 3", "2 3", "3 4", "2", "3", "4"}


def test_the_window_tells_who_has_the_say_and_the_first_roll():
    race = Position(A="1.L1", B="1.R1", at="window", damage={"A": 1}, hands={"B": "critter_crossing repair_shop"})
    race.plays("pass", "critter_crossing", "minor_debris")
    window = as_view(race)["window"]
    assert (window["sayer"], window["first_roll"], window["critters"]) == (0, 3, 1)
    assert as_view(race)["players"][0]["next_dice"] == 4


def test_a_race_that_has_not_begun_can_be_shown():
    view = as_view(NewRace(8))
    assert view["cars"] == []
    assert view["turn"] is None
