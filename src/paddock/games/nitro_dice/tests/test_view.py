"""What clients draw: the scene, the position, and what each choice would cost."""

import json

import pytest

from .. import GAME
from .position import NewRace, Position, space_number


def test_the_scene_has_every_section_space_and_face():
    scene = GAME.scene(NewRace(4).table)
    assert [section["kind"] for section in scene["sections"]][:5] == ["start", "straight", "red", "red", "yellow"]
    assert scene["sections"][9]["kind"] == "garage"
    # 6 straight-type sections of 6 spaces, 12 turns of 5, and 3 in the garage
    assert len(scene["spaces"]) == 6 * 6 + 12 * 5 + 3
    assert len(scene["faces"]) == 23
    assert sum(face["count"] for face in scene["faces"]) == 96
    assert [car["name"] for car in scene["cars"]] == ["red", "blue", "green", "yellow"]
    json.dumps(scene)


def test_a_view_before_the_grid_is_drawn():
    view = NewRace(2).view
    assert view["cars"][0]["space"] is None
    assert view["phase"] == "start"
    json.dumps(view)


def test_hazards_and_piles_are_told():
    race = Position(A="s1.L0 v2", B="s5.L0", hazards={14: "S.a0a2"})
    view = race.view
    assert view["cards"][14]["hazards"] == [space_number("s14.L0"), space_number("s14.L2")]
    assert (view["draw_pile"], view["discard_pile"]) == (80 - 12, 0)
    assert view["movement"] == {"spent": 0, "left": 2, "bonus": 0, "tokens_used": 0}
    assert view["order"] == [0]


def test_the_coming_sections_stand_against_the_hand():
    race = Position(A="s1.L1 v2", B="s5.L0", hands={"A": "S R"})
    ahead = race.view["cars"][0]["ahead"]
    # s1.L1, L2, then s2.L0 L1, s3.L0 L1, s4.L0 L1 L2, s5.L0 L1 L2, s6.L0
    assert [(section["section"], section["type"], section["spaces"]) for section in ahead] == [
        (2, "red", 2),
        (3, "red", 4),
        (4, "yellow", 6),
        (5, "straight", 9),
        (6, "yellow", 12),
    ]
    assert [section["covered"] for section in ahead] == [True, False, False, True, False]


def test_the_coming_sections_of_a_hidden_hand_tell_nothing():
    race = Position(A="s1.L1 v2", B="s5.L0")
    state = race.state
    GAME.contract["conceal"](race.table, state, 1)
    ahead = GAME.view(race.table, state)["cars"][0]["ahead"]
    assert {section["covered"] for section in ahead} == {None}


def test_speeds_are_told_with_what_they_cross():
    race = Position(A="s1.L1 v3", B="s0.L0", at="speed", hands={"A": "S R"})
    by_speed = {speed["move"]: speed for speed in race.view["speeds"]}
    assert by_speed[3] == {"move": 3, "card": False, "needs": ["red"], "uncovered": 0}
    assert by_speed[5] == {"move": 5, "card": True, "needs": ["red", "red"], "uncovered": 1}


@pytest.mark.parametrize(
    ("step", "costs"),
    [
        ("forward", {"to": space_number("s2.L0"), "card": False, "point": True, "handling": "red", "damage": 1}),
        ("lane R", {"to": space_number("s1.R2"), "card": True, "point": False, "handling": None, "damage": 0}),
        ("drift R", {"to": space_number("s2.R0"), "card": True, "point": True, "handling": "red", "pulls": 1}),
        ("brake", {"to": None, "card": True, "point": False, "damage": 0, "pulls": None}),
    ],
)
def test_every_step_is_told_with_its_cost(step: str, costs: dict[str, object]):
    race = Position(X="s1.L2 v3", B="s1.L1 v1", hazards={2: "R.in0"})
    told = race.step_view(step)
    assert {key: told[key] for key in costs} == costs


def test_a_collision_and_a_push_are_told():
    race = Position(X="s9.L0 v3", P="s9.L1", Q="s9.R0")
    assert race.step_view("forward")["collides"] == 1
    assert race.step_view("forward")["damage"] == 1
    assert race.step_view("lane R")["pushes"] == {"seat": 2, "to": space_number("s9.G0")}


def test_the_gap_and_nitrous_are_told():
    race = Position(X="s9.L0 v3", P="s9.L1", Q="s9.R1", options={"nitro_madness": True})
    told = race.step_view("gap R")
    assert (told["to"], told["card"], told["token"], told["damage"]) == (space_number("s9.R2"), True, True, 1)
    assert race.step_view("nitro3")["damage"] == 1
    assert race.step_view("nitro")["token"] is True


def test_a_draft_is_told_with_its_cost():
    race = Position(A="s11.L0 v5", B="s10.L2 v4", hazards={11: "R.in0"})
    race.plays("forward")
    assert race.view["draft"] == {"seat": 1, "to": space_number("s11.L0"), "handling": "red", "hazard": True}


@pytest.mark.parametrize("step", ["forward", "drift R", "lane R"])
def test_what_is_told_is_what_happens(step: str):
    race = Position(X="s1.L2 v3", A="s9.L0", hazards={2: "R.in0out2"}, hands={"X": "S R Y"})
    told = race.step_view(step)
    race.plays(step, *(["S"] if told["card"] else []), *(["match"] if told["handling"] else []))
    assert space_number(race.space("X")) == told["to"]
    assert 9 - race.condition("X") == told["damage"]


def test_a_card_to_be_laid_is_told_with_its_places():
    race = Position(A="s1.L0 v2", B="s5.L0", hands={"A": "S.a0 S.a0"}, at="place")
    assert race.view["places"] == []
    race.plays("S.a0")
    # Straights are 1, 5, 10 and 14; on 1 and 5 there are cars. Turned round, hazard a0 is on R2.
    told = [(place["section"], place["flip"], place["hazards"]) for place in race.view["places"]]
    assert told == [
        (10, 0, [space_number("s10.L0")]),
        (10, 1, [space_number("s10.R2")]),
        (14, 0, [space_number("s14.L0")]),
        (14, 1, [space_number("s14.R2")]),
    ]


def test_the_choice_of_a_card_and_what_lies_on_the_track_are_known_by_their_face():
    race = Position(A="s1.L0 v2", B="s5.L0", hazards={14: "S.a0a2"})
    faces = GAME.scene(race.table)["faces"]
    assert [face["move"] for face in faces] == list(range(30, 53))
    cards = race.view["cards"]
    assert faces[cards[14]["face"]]["id"] == "S.a0a2"
    assert (cards[0]["face"], cards[9]["face"]) == (None, None)


def test_the_card_that_pays_for_a_speed_covers_no_section():
    """The section behind s0.L2 is a straight; a change by two costs the only card there is."""
    race = Position(A="s0.L2 v1 p18", B="s5.L0", at="speed", hands={"A": "S", "B": "S"})
    by_speed = {speed["move"]: speed for speed in race.view["speeds"]}
    assert by_speed[2] == {"move": 2, "card": False, "needs": ["straight"], "uncovered": 0}
    assert by_speed[3] == {"move": 3, "card": True, "needs": ["straight"], "uncovered": 1}


def test_of_the_cards_that_could_pay_for_a_speed_the_one_missed_least_is_counted():
    race = Position(A="s0.L2 v1 p18", B="s5.L0", at="speed", hands={"A": "S Y", "B": "S"})
    assert {speed["move"]: speed["uncovered"] for speed in race.view["speeds"]} == {0: 0, 1: 0, 2: 0, 3: 0}


def test_speeds_of_a_hidden_hand_tell_nothing_of_what_it_covers():
    race = Position(A="s1.L1 v3", B="s0.L0", at="speed", hands={"A": "S R"})
    state = race.state
    GAME.contract["conceal"](race.table, state, 1)
    assert {speed["uncovered"] for speed in GAME.view(race.table, state)["speeds"]} == {None}


def test_how_many_cards_are_paid_one_after_another():
    race = Position(A="s1.L2 v2", B="s5.L0", hands={"A": "S S S R"})
    assert race.view["to_pay"] == 0
    race.plays("forward")
    assert (race.view["match"], race.view["to_pay"]) == ("red", 0)
    race.answers("three")
    assert (race.view["match"], race.view["to_pay"]) == (None, 3)
    race.answers("S")
    assert race.view["to_pay"] == 2
    assert Position(A="s5.L1 c2", B="s5.L0", at="check", hands={"A": "S S S R", "B": ""}).view["to_pay"] == 2  # ND-103
    braking = Position(A="s1.L0 v2", B="s5.L0")
    braking.answers("brake")
    assert braking.view["to_pay"] == 1


def homes(race: Position) -> dict[str, set[str]]:
    """Where each answer is given, by its words."""
    found: dict[str, set[str]] = {}
    for move in race.runner.legal():
        home = GAME.home(race.table, race.state, move)
        found.setdefault(home, set()).add(GAME.words.move_to_words(race.table, race.state, move))
    return found


def test_steps_are_taken_on_the_road_and_the_rest_is_said():
    race = Position(X="s9.R0 v3 c5", P="s9.R1", Q="s9.L1")
    found = homes(race)
    assert found["dock"] == {"brake", "use nitrous"}
    assert found["board"] == {
        "go forward",
        "change lanes to the left lane",
        "change lanes to the garage",
        "drift to the garage",
        "shoot the gap to the left lane",
        "shoot the gap to the right lane",
    }
    race = Position(X="s9.G1 v2 c5 n0", A="s1.L0")
    assert "repair in the garage" in homes(race)["dock"]


def test_speeds_are_on_the_dial_and_cards_in_the_hand():
    assert homes(Position(A="s5.L0 v4", B="s1.L0", at="speed")) == {"dice": {f"speed {speed}" for speed in range(2, 7)}}
    race = Position(X="s1.L2 v3", A="s9.L0", hands={"X": "S.a0 R R.in0out2"})
    race.plays("forward")
    assert homes(race) == {"hand": {"pay with a red card"}, "dock": {"pay with any three cards", "take damage"}}
    race.answers("match")
    assert homes(race) == {"hand": {"red (clean)", "red (hazards inside 1, outside 3)"}}
    race = Position(X="s2.L0 v0 n0", A="s9.L0", hands={"X": "S.a0"}, at="place")
    assert homes(race) == {"hand": {"straight (hazard left 1)"}, "dock": {"leave the track as it is"}}
    race.answers("S.a0")
    assert set(homes(race)) == {"board"}
