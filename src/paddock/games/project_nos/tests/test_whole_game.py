"""The game as a whole: scene, view, words, estimate, golden playthroughs and saved races."""

import json
from typing import Any

import pytest

from paddock.engine import HERE, Game, Match, SeededDice, read_record, simulate, verify_record
from paddock.testing import CHECKS, Case, Check, check_golden, clause, coverage, golden_cases

from .. import GAME
from ..invariants import faults
from .position import Race, mask

CASES = (
    Case("real time for two", 2, {"clock": "realtime"}),
    Case("simulated, with a bot", 2, {"clock": "simulated", "pilot_2": "master", "track": "midtown"}),
    Case("rounds for three", 3, {"clock": "rounds", "wins_to_win": 1}),
    Case("rounds, many options", 2, {"clock": "rounds", "hand_change": "sticky", "nitrous_release": "locked"}),
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_conformance(check: Check, case: Case):
    check(GAME, case)


@pytest.mark.parametrize("case", golden_cases(GAME), ids=lambda case: case.name)
def test_the_race_is_still_told_the_same_way(case: Case):
    assert check_golden(GAME, case) == []


def test_saved_races_load():
    paths = sorted(GAME.folder.glob("tests/records/*.race"))
    assert paths
    for path in paths:
        assert verify_record(GAME, read_record(path.read_text(encoding="utf-8"))).drawn > 0


def test_every_clause_is_named_by_a_test():
    found = coverage(GAME)
    assert len(found.clauses) == 110
    assert found.missing == []


def test_the_scene_has_everything_that_is_drawn_once():
    scene = GAME.scene(Race("cccwww", "cccvvv").table)
    assert [lane["id"] for lane in scene["lanes"]] == ["red", "orange"]
    assert len(scene["spaces"]) == 12
    assert [kind["id"] for kind in scene["kinds"]][:2] == ["v8", "nitrous"]
    json.dumps(scene)


def test_the_view_colours_every_die():
    race = Race("cccwtx", track="431425", clock="simulated")
    race.has("A", redlines=1, fresh={1: 4, 4: 3, 5: 6, 2: 1})
    dice = GAME.view(race.table, race.state)["racers"][0]["dice"]
    # on a 4: common 4 free, common 1 no fit, wide 3 free, turbo 6 is a 3: one under
    assert [die["light"] for die in dice] == ["free", "none", None, "free", "redline", None]
    assert dice[4]["value"] == 3
    race.has("A", redlines=2)
    assert GAME.view(race.table, race.state)["racers"][0]["dice"][4]["light"] == "explode"


def test_the_view_offers_every_choice_with_its_cost():
    race = Race("cccnww", clock="simulated")
    race.has("A", fresh={1: 4, 4: 6})
    view: dict[str, Any] = GAME.view(race.table, race.state)
    by_move = {choice["move"]: choice for choice in view["choices"]}
    assert sorted(by_move) == sorted(race.runner.legal())
    assert by_move[64] == {"move": 64, "kind": "place", "dice": [0], "redline": True, "explodes": False}
    json.dumps(view)


def test_the_draft_view_has_bars_for_every_kind():
    game = Match(GAME, 2, {"track": "switchback"}, SeededDice(1))
    game.settle()
    draft = game.view(0)["draft"]
    assert draft["bars"]["turbocharger"] == [2, 0, 2, 0, 2, 0]  # 3-6-1-4-2-5
    assert draft["unfinishable"] == []


def test_moves_in_words():
    race = Race("cccntx", track="361425", clock="simulated")
    race.has("A", redlines=2, fresh={1: 4, 4: 6, 5: 6})
    words = {GAME.words.move_to_words(race.table, race.state, move) for move in race.runner.legal()}
    assert "place die 1 (Common 4) on space 1: the engine explodes" in words
    assert "place die 5 (Turbocharger 3) on space 1" in words
    assert "save die 4 (Nitrous 6)" in words
    assert "roll dice 1 and 4 (Common, Nitrous)" in words
    assert GAME.decision(race.table, race.state).question == "red: space 1 wants a 3."


def test_the_position_in_words():
    race = Race("cccnww", "cccvvv", clock="simulated")
    race.has("A", placed="1", redlines=1, saved={4: 6})
    text = GAME.words.position(race.table, race.state)
    assert "track           3  6  1  4  2  5" in text
    assert "1. red          3  .  .  .  .  .  running, 1 redline, 1 roll" in text
    assert "nitrous 6 saved" in text


def test_the_estimate_prefers_who_is_ahead():
    race = Race("cccwww", "cccwww", "cccwww", clock="simulated")
    assert sum(race.runner.estimate()) == 1000
    race.has("B", placed="1 2 3")
    race.has("C", placed="1", redlines=2)
    a, b, c = race.runner.estimate()
    assert b > a
    assert b > c
    race.at(gone=[0, 0, 1, 0])
    assert race.runner.estimate()[2] == 0


def test_the_driver_never_blows_its_engine_and_takes_a_match():
    race = Race("cccwww", clock="simulated", pilot_1="master")
    race.has("A", redlines=2, fresh={1: 4, 2: 3})
    assert race.runner.suggest(1) == 65
    race.has("A", redlines=2, fresh={2: 5})
    assert race.runner.suggest(1) < 64


def test_the_driver_lets_nitrous_follow_at_once():
    race = Race("cccnnn", clock="simulated", pilot_1="master")
    race.roll("1 4", 3, 6)
    for move in (64, 73, 67):  # place the 3, save the 6, place it on the 6
        assert race.runner.suggest(1) == move
        race.apply(move)
        race.shortest()
    assert race.filled() == 2


def test_faults_are_found():
    race = Race("cccwww", "cccvvv")
    s = race.state
    s.pile[0] += 1
    s.redlines[0] = 3
    s.fresh[1], s.placed[1] = mask("1"), mask("1")
    s.die_left[0] -= 1
    assert len(faults(race.table, s)) >= 4


@clause("PN-102")
def test_a_solo_game_takes_the_plies_its_bound_allows():
    for clock in ("realtime", "simulated", "rounds"):
        table = GAME.new_table(1, {"clock": clock})
        assert simulate(GAME, table, 300, on=HERE).plies.max() < GAME.longest(table)
    assert isinstance(GAME, Game)
