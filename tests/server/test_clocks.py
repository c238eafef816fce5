"""Time for a move, time for a race, and what happens when it is up."""

import sqlite3
import time
from dataclasses import replace
from pathlib import Path

import pytest

from paddock.engine import OVER
from paddock.server.line.wire import Clock
from paddock.server.table.clocks import NOBODY, TableClock

from .harness import QUICKLY, Client, House, Message, serving, store_in


def test_a_clock_for_each_move_starts_anew():
    clock = TableClock(Clock("move", 30), [0.0, 0.0])
    clock.run(0, 100.0)
    assert clock.deadline(110.0) == 20.0
    clock.run(1, 110.0)
    assert (clock.left(0, 120.0), clock.left(1, 120.0)) == (30.0, 20.0)
    assert clock.deadline(150.0) == 0.0


def test_a_clock_for_the_race_adds_up():
    clock = TableClock(Clock("race", 60), [50.0, 0.0])
    clock.run(0, 100.0)
    assert clock.deadline(104.0) == 6.0
    told = clock.told(104.0, 2000.0)
    assert (told.running, told.left, told.time) == (0, [6.0, 60.0], 2000.0)


def test_without_a_clock_nothing_runs():
    clock = TableClock(Clock("none", 0), [0.0])
    clock.run(0, 1.0)
    assert clock.deadline(10**6) is None
    assert clock.told(1.0, 1.0).running == NOBODY


class Hurry:
    """A clock that tests can put forward."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead


def test_a_bot_plays_the_move_when_time_is_up(tmp_path: Path):
    hurry = Hurry()
    settings = replace(QUICKLY, sources=replace(QUICKLY.sources, clock=hurry))
    with serving(store_in(tmp_path), settings) as house:
        table = house.table("me", "open", clock={"kind": "move", "seconds": 5})
        table.join("Bea")
        with table.client(0) as ana, table.client(1) as bea:
            turn = ana.my_turn(0)
            assert turn["clocks"]["running"] == 0
            assert 4.0 < turn["clocks"]["left"][0] <= 5.0
            hurry.ahead += 4.8
            bea.say("leave", seat=1)  # any message that resets the timer
            played = ana.hear("plies", lambda m: m["plies"][0]["actor"] == 0)
            assert played["plies"][0]["ply"] == turn["ply"]
            assert not house.get(f"/api/tables/{table.id}")["seats"][0]["driven"]  # slow, but there


def noticed(plies: list[Message]) -> list[str]:
    """What the table said about plies."""
    return [ply["notice"] for ply in plies if ply["notice"]]


def run_out(hurry: Hurry, bea: Client, seconds: float) -> None:
    """Put the clock forward, and make the server check it."""
    hurry.ahead += seconds
    bea.say("back", seat=1)  # any message that resets the timer


def test_everybody_is_told_that_time_was_up_also_later(tmp_path: Path):
    hurry = Hurry()
    settings = replace(QUICKLY, sources=replace(QUICKLY.sources, clock=hurry), snapshot_every=10**6)
    with serving(store_in(tmp_path), settings) as house:
        table = house.table("me", "open", clock={"kind": "move", "seconds": 60})
        table.join("Bea")
        with table.client(0) as ana, table.client(1) as bea:
            ana.my_turn(0)
            run_out(hurry, bea, 60)
            for client in (ana, bea):
                played = client.hear("plies", lambda m: m["plies"][0]["actor"] == 0)
                assert played["plies"][0]["notice"] == "me0's time is up: a bot moves."
    for forgets in (
        "",
        "DELETE FROM snapshots",
    ):  # from the snapshot kept when the server closed, then from the entries
        with sqlite3.connect(tmp_path / "races.sqlite") as stored:
            stored.execute(forgets)
        with serving(store_in(tmp_path), settings) as later, later.client(table.id) as watcher:
            assert noticed(watcher.hear("plies")["plies"]) == ["me0's time is up: a bot moves."]


def test_a_move_in_time_says_nothing_about_time(tmp_path: Path):
    with serving(store_in(tmp_path), QUICKLY) as house:
        table = house.table("me", "bot", clock={"kind": "move", "seconds": 60})
        with table.client(0) as ana:
            ana.my_turn(0)
            ana.move(0)
            ana.my_turn(0)
            assert noticed([ply for m in ana.heard if m["type"] == "plies" for ply in m["plies"]]) == []


def test_what_is_taken_back_is_no_longer_told(tmp_path: Path):
    hurry = Hurry()
    settings = replace(QUICKLY, sources=replace(QUICKLY.sources, clock=hurry))
    with serving(store_in(tmp_path), settings) as house:
        table = house.table("me", "me", clock={"kind": "move", "seconds": 60})
        with table.client(0, 1) as ana, table.client(1) as bea:
            turn = ana.my_turn(0)
            run_out(hurry, bea, 60)
            ana.hear("plies", lambda m: bool(noticed(m["plies"])))
            ana.say("ask_undo", seat=0, to_ply=turn["ply"])
            ana.say("answer_undo", seat=1, yes=True)
            ana.hear("undone")
            ana.my_turn(0)
            ana.move(0)
            ana.settled()
        with table.client(0) as again:
            assert noticed(again.hear("plies")["plies"]) == []


def test_when_the_time_for_the_race_is_up_it_is_told_once(tmp_path: Path):
    hurry = Hurry()
    settings = replace(QUICKLY, sources=replace(QUICKLY.sources, clock=hurry))
    with serving(store_in(tmp_path), settings) as house:
        table = house.table("me", "open", clock={"kind": "race", "seconds": 60}, options={"length": 20})
        table.join("Bea")
        with table.client(0) as ana, table.client(1) as bea:
            ana.my_turn(0)
            run_out(hurry, bea, 60)
            while bea.hear("position", lambda p: p["actor"] != 0)["actor"] != OVER:
                bea.move(1)
            bea.hear("over")
        replay = house.get(f"/api/tables/{table.id}/replay")
        assert sum(ply["actor"] == 0 for ply in replay["plies"]) > 1
        assert noticed(replay["plies"]) == ["me0's time for the race is up: a bot drives on."]


def test_the_time_used_survives_a_restart(tmp_path: Path):
    hurry = Hurry()
    settings = replace(QUICKLY, sources=replace(QUICKLY.sources, clock=hurry))
    with serving(store_in(tmp_path), settings) as house:
        table = house.table("me", "open", clock={"kind": "race", "seconds": 60})
        table.join("Bea")
        with table.client(0) as ana:
            ana.my_turn(0)
            hurry.ahead += 20
            ana.move(0, 1)
            ana.hear("position", lambda p: p["actor"] == 1)
    with serving(store_in(tmp_path), settings) as later:
        with later.client(table.id, table.keys[0]) as ana:
            left = ana.hear("position")["clocks"]["left"]
        assert left[0] == pytest.approx(40.0, abs=2.0)
        assert left[1] > 55.0


@pytest.mark.parametrize("clock", [{"kind": "move", "seconds": 1}, {"kind": "none", "seconds": 9}])
def test_a_clock_has_sensible_times(house: House, clock: dict[str, object]):
    seats = [{"kind": "me"}, {"kind": "bot"}]
    refused = house.post("/api/tables", {"game": "_template", "seats": seats, "clock": clock}, 400)
    assert "seconds" in refused["error"]
