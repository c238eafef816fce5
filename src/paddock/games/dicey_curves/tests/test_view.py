"""The view that clients draw."""

import json
import random
from itertools import pairwise

import pytest

from paddock.engine import Match, Options, SeededDice
from paddock.testing import clause

from .. import GAME
from ..events import STEPPED, TOOK_CUBES, TOOK_GATE_CUBE, TOOK_ON_THE_WAY, TURN
from ..rules.model import (
    spot_named,
    successor,
)
from ..state import CHOOSE_ACT, CHOOSE_DICE, CHOOSE_STEP, DECLARE, DRIVE, NO_RUN, OFF, STEP, STOP
from ..table import components
from ..words import dice_name, spot_code
from .position import NewRace, Position


def test_the_scene_has_slots_card_types_and_danger_cards():
    scene = GAME.scene(Position(A="1.L1", B="1.R1", dice="1").table)
    assert len(scene["slots"]) == 36
    assert [kind["id"] for kind in scene["kinds"]][:3] == ["start", "finish", "straight_away"]
    assert [danger["name"] for danger in scene["dangers"]][-1] == "Super Size Your Combo"
    assert scene["cards_to_finish"] == [12, 16]
    json.dumps(scene)


def test_neighbouring_slots_meet():
    for one, two in pairwise(components("layout")["slot"]):
        assert (one["x1"], one["y1"], one["dir_out"]) == (two["x0"], two["y0"], two["dir_in"])


def test_the_view_shows_the_track_with_its_items():
    race = Position(
        "SA GL SA", A="1.L1", B="1.R1", dice="1", cubes={"3.L1": 2}, gate_cubes={2: "1"}, barrels="1.L3", shop="2.R3"
    )
    view = race.view
    kinds = GAME.scene(race.table)["kinds"]
    assert [kinds[kind]["name"] for kind in view["track"]] == [
        "Start",
        "Straight-Away",
        "Gentle Curve (left)",
        "Straight-Away",
    ]
    # A spot is 16 times the card plus its place in the list: L1 L2 L3 R1 .. on Straight-Away, L1 L2 R1 R2 R3 on GL.
    assert view["items"] == {"cubes": {"48": 2}, "gate_cubes": [[2, 1]], "barrels": [16 + 2], "shop": 32 + 4}
    assert view["piles"] == {"cubes": 24 - 3, "barrels": 5, "chips": 40}
    json.dumps(view)


def test_the_view_tells_the_least_and_most_cards_to_finish():
    race = Position("WO SA", A="1.L1", B="1.R1", dice="1")
    assert race.view["to_finish"] == [10, 14]
    assert Position("WO FI", A="1.L1", B="1.R1", dice="1").view["to_finish"] is None


def name_of(race: Position, spot: int) -> str:
    return spot_code(race.table, race.state, spot)


def ends_of(race: Position, car: str) -> dict[int, set[str]]:
    """Where a car may end, by size of the play."""
    reach = next(one for one in race.view["reachable"] if one["car"] == race.car(car))
    return {play["size"]: {name_of(race, end["spot"]) for end in play["ends"]} for play in reach["plays"]}


def test_reachable_spots_come_with_the_size_they_take():
    race = Position("SA SA SA", A="1.L2", B="0.L1", dice="1 1 4")
    assert ends_of(race, "A1") == {1: {"1.L3", "1.R3"}, 2: {"2.L1", "2.R1"}}


def test_a_gate_shortens_what_is_reachable():
    race = Position("GL SA SA", A="0.L4", B="0.L1", dice="1 1 1 1")
    assert ends_of(race, "A1") == {size: {"1.L1", "1.R1"} for size in (1, 2, 3, 4)}


def test_with_gates_of_one_step_a_run_ends_behind_the_gate():
    race = Position("SL SA SA", A="1.R1", B="0.L1", dice="1 1 1", options={"gates": "step"})
    assert ends_of(race, "A1") == {3: {"1.R2"}}


def test_the_way_to_a_reachable_spot_meets_as_few_cubes_as_possible():
    # Example 17: cubes on 2.L1 and 2.R3; from 1.R3 three steps end on 2.L3 by way of 2.R1 and a spot of row 2.
    race = Position("SA SA SA", A="1.R3", B="0.L1", dice="1 1 1", cubes={"2.L1": 1, "2.R3": 1})
    plays = race.view["reachable"][0]["plays"]
    ends = {name_of(race, end["spot"]): end for end in plays[-1]["ends"]}
    assert ends["2.L3"]["cubes"] == 0
    assert name_of(race, ends["2.L3"]["way"][0]) == "2.R1"
    assert ends["2.R3"]["cubes"] == 1


def test_super_size_is_counted_in_what_its_holder_may_reach():
    race = Position("GL SA SA", A="1.L1", B="0.L1", dice="4", hands={"A": "super_size_your_combo nitro_boost"})
    assert ends_of(race, "A1") == {3: {"2.L2", "2.R2"}}  # example 2: gate of 3, 1.L2 > 2.x > row 2


def test_the_combos_are_listed_the_largest_first():
    view = Position(A="1.L1", B="0.L1", dice="2 3 3 4").view
    assert view["combos"][0] == {"move": 190, "dice": "2 3 4", "size": 3}  # row 234 is the sixth: 185 + 5
    assert {combo["dice"] for combo in view["combos"]} == {"2 3 4", "3 3", "2 3", "3 4", "2", "3", "4"}


def test_the_window_tells_who_has_the_say_and_the_first_roll():
    race = Position(A="1.L1", B="1.R1", at="window", damage={"A": 1}, hands={"B": "critter_crossing repair_shop"})
    race.plays("pass", "critter_crossing", "minor_debris")
    window = race.view["window"]
    assert (window["sayer"], window["first_roll"], window["critters"]) == (0, 3, 1)
    assert race.view["players"][0]["next_dice"] == 4


def homes_of(race: Position) -> dict[str, str]:
    """Where each choice is made on the screen, by its words."""
    return {
        GAME.words.move_to_words(race.table, race.state, move): GAME.home(race.table, race.state, move)
        for move in race.runner.legal()
    }


def test_a_card_is_played_from_the_hand_and_a_pass_is_in_the_dock():
    race = Position(A="1.L1", B="1.R1", at="window", hands={"A": "instant_damage lane_closed"})
    assert homes_of(race) == {
        "pass": "dock",
        "pass until the roll": "dock",
        "play Instant Damage": "hand",
        "play Lane Closed": "hand",
    }
    race.plays("instant_damage")
    assert set(homes_of(race).values()) == {"hand"}


def test_a_car_is_driven_on_the_board_and_chips_lie_with_the_dice():
    race = Position(A="1.L1", B="1.R1", dice="3 4", chips={"A": 1}, hands={"A": "super_size_your_combo instant_damage"})
    assert homes_of(race) == {
        "end turn": "dock",
        "drive red": "board",
        "borrow blue": "dice",
        "juke red and blue": "dice",
    }
    race.plays("drive A1")
    assert homes_of(race) == {"Super Size Your Combo": "hand", "3": "dice", "4": "dice", "3 4": "dice"}
    race.plays("3 4")
    assert set(homes_of(race).values()) == {"board"}


def test_the_pairs_that_a_chip_may_swap_are_shown_with_their_moves():
    race = Position(A="1.L1", B="1.R1", dice="3 4", chips={"A": 1})
    (juke,) = race.view["jukes"]
    assert GAME.words.move_to_words(race.table, race.state, juke["move"]) == "juke red and blue"
    assert tuple(juke["cars"]) == (0, 1)
    assert Position(A="1.L1", B="1.R1", dice="3 4").view["jukes"] == []  # without a chip


def test_a_race_that_has_not_begun_can_be_shown():
    view = NewRace(8).view
    assert view["cars"] == []
    assert view["turn"] is None


def cubes_told(race: Position) -> dict[int, dict[str, int]]:
    """Cubes on the way to each end, by size of the play."""
    plays = race.view["reachable"][0]["plays"]
    return {play["size"]: {name_of(race, end["spot"]): end["cubes"] for end in play["ends"]} for play in plays}


@clause("DC-63", "DC-64")
def test_the_cube_of_a_gate_is_told_with_the_size_that_takes_it():
    race = Position("GL SA SA", A="1.L1", B="0.L1", dice="2 2 2 2", gate_cubes={1: "0"})
    # A gate of 3: a play of three takes the cube, one of four does not. Behind 1.L2 lies the next card.
    assert cubes_told(race) == {3: {"2.L2": 1, "2.R2": 1}, 4: {"2.L3": 0, "2.R3": 0}}


@clause("DC-48")
def test_a_declared_super_size_is_not_added_again():
    hand = {"A": "super_size_your_combo super_size_your_combo"}
    race = Position("SA SA SA SA", A="1.L1", B="0.L1", dice="2 4", hands=hand)
    race.plays("drive A1", "super size")
    # One a play: either die is now worth three steps, and the other card cannot be added.
    assert [play["size"] for play in race.view["reachable"][0]["plays"]] == [3]


@clause("DC-48")
def test_every_super_size_in_hand_is_tried_where_they_stack():
    hand = {"A": "super_size_your_combo super_size_your_combo"}
    race = Position("SA SA SA SA", A="1.L1", B="0.L1", dice="2", hands=hand, options={"supersize_stack": True})
    assert sorted(cubes_told(race)) == [1, 3, 5]


def test_a_run_does_not_end_where_the_car_must_drive_on():
    # Two steps from 1.L3: onto the last card laid, and on along it, whatever is laid behind it.
    race = Position("SA SA", A="1.L3", B="0.L1", dice="2 2")
    assert ends_of(race, "A1")[2] == {"2.L2", "2.R2"}


@pytest.mark.parametrize("options", [{}, {"gates": "flow"}, {"short_moves": True}, {"supersize_stack": True}])
def test_what_is_told_is_what_happens(options: Options):
    """Every forecast way, driven through the rules, takes as many cubes as forecast."""
    driven = 0
    for match in racing(options):
        for reach in match.view(match.actor)["reachable"]:
            for play in reach["plays"]:
                for end in play["ends"]:
                    assert drive(match, reach["car"], play["size"], end["way"]) == end["cubes"]
                    driven += 1
    assert driven > 20


def racing(options: Options) -> list[Match]:
    """Positions of a race in Move Cars."""
    match, found = Match(GAME, 2, {"cars_each": 2, **options}, SeededDice(5)), list[Match]()
    match.settle()
    choose = random.Random(5)
    while not match.is_over and len(found) < 12:
        if match.state.phase == CHOOSE_ACT and len(match.choices()) > 1:
            found.append(match.fork())
        match.play(choose.choice(match.choices()).move)
    return found


def drive(match: Match, car: int, size: int, way: list[int]) -> int:
    """Drive a way and count the cubes taken; unknown cards are laid as they come."""
    match, taken = match.fork(), 0
    start = len(match.plies)
    match.play(DRIVE + car)
    while match.state.phase == CHOOSE_DICE:
        sizes = {_sized(match, choice.move): choice.move for choice in match.choices() if choice.move != DECLARE}
        match.play(sizes.get(size, DECLARE))
    while len(_spots(match, start)) < len(way) or (match.state.phase == CHOOSE_STEP and STOP in _moves(match)):
        done = _spots(match, start)
        assert done == way[: len(done)]
        ahead = {successor(match.table, match.state, match.state.spot[car], lane): STEP + lane for lane in range(3)}
        match.play(ahead[way[len(done)]] if len(done) < len(way) else STOP)
    for ply in match.plies[start:]:
        for one in ply.happenings:
            if one.event.kind == TURN:
                return taken
            taken += one.c if one.event.kind in (TOOK_CUBES, TOOK_GATE_CUBE, TOOK_ON_THE_WAY) else 0
    return taken


def _sized(match: Match, move: int) -> int:
    return len(dice_name(match.table, move).split()) + 2 * match.state.declared


def _moves(match: Match) -> list[int]:
    return [choice.move for choice in match.choices()]


def _spots(match: Match, start: int) -> list[int]:
    """The spots driven to since a ply."""
    happened = [one for ply in match.plies[start:] for one in ply.happenings]
    return [spot_named(one.b) for one in happened if one.event.kind == STEPPED]


@clause("DC-94")
def test_the_combos_are_told_when_the_first_car_has_left_the_race():
    race = Position(A="1.L1", B="1.R1", C="0.L1", dice="2 2", options={"finish_mode": "placings"})
    state = race.state
    state.standing[1] &= ~1
    state.spot[0], state.need[0], state.turn = OFF, NO_RUN, 1
    assert [combo["dice"] for combo in GAME.view(race.table, state)["combos"]] == ["2 2", "2"]
