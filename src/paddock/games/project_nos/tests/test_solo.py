"""Solo (PN-60..65)."""

import pytest

from paddock.testing import clause

from .. import GAME, solo
from ..solo import Result
from ..state import EXPLODED, FINISHED, RANKING, STALLED
from .position import Game, Race


@clause("PN-60")
def test_a_solo_game_is_three_picks_and_one_race():
    game = Game(1)
    game.deal("361425")
    assert game.to_act == "A"  # nobody draws who begins
    game.act("take v8", "die blue", "die blue")
    race = Race("cccvvv")
    race.stands("A", FINISHED, 6, ended=11)
    race.goes_on(RANKING)
    assert race.to_act == "over"
    assert sum(race.state.trophies[0]) == 0


@clause("PN-61")
def test_the_solo_time_runs_from_go_to_the_finish():
    race = Race("cccwww", clock="simulated", pilot_1="master")
    race.has("A", placed="2 3 4 5 6", fresh={1: 5})
    race.act("place 1")
    assert solo.result(race.table, race.state).count == 180 + 180
    assert race.scores == [360]


@clause("PN-62")
@pytest.mark.parametrize(("time", "rating"), [(14999, "master"), (25000, "pro"), (35000, "amateur"), (99999, "novice")])
def test_the_rating_of_a_time(time: int, rating: str):
    race = Race("cccwww", clock="simulated")
    race.stands("A", FINISHED, 6, ended=time)
    assert solo.result(race.table, race.state).rating == rating


@clause("PN-63")
@pytest.mark.parametrize("status", [EXPLODED, STALLED])
def test_who_does_not_finish_has_no_time(status: int):
    race = Race("cccwww", clock="simulated")
    race.stands("A", status, 5, ended=9000)
    assert solo.result(race.table, race.state) == Result("deal", 0, "none", True)
    race.goes_on(RANKING)
    assert race.scores == [0]


@clause("PN-64")
def test_without_a_clock_the_rolls_are_rated():
    bounds = {8: "master", 9: "pro", 12: "pro", 13: "amateur", 17: "amateur", 18: "novice"}
    assert {rolls: solo.rating_of_rolls(rolls) for rolls in bounds} == bounds
    race = Race("cccwww")
    race.stands("A", FINISHED, 6, ended=9)
    race.at(rolls=[9, 0, 0, 0])
    assert solo.result(race.table, race.state) == Result("deal", 9, "pro", False)
    assert race.scores == [9]


@clause("PN-65")
def test_a_result_is_told_with_the_strip_it_is_kept_under():
    race = Race("cccwww", clock="realtime", strip="ladder", track="123456")
    race.stands("A", FINISHED, 6, ended=14_000)
    told = GAME.view(race.table, race.state)["solo"]
    assert told == {"strip": "ladder", "count": 14_000, "rating": "master", "timed": True}
    assert solo.strip_name(Game(1).table) == "deal"
    assert solo.strip_name(Game(1, track="values = [1, 1, 1, 1, 1, 1]\n").table) == "own"
