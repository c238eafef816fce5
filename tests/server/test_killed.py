"""The server is killed at random moments of several races; afterwards no move that a client received is missing."""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paddock.engine import FairDice, Match, read_record, verify_record

from .harness import House, games
from .killing import Race

KILLS = 6
LONG: dict[str, Any] = {"laps": 9}  # so that no race is over before the last kill


class Process:
    """A server that is started again after it was killed."""

    def __init__(self, store: str):
        self.store = store
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, str(Path(__file__).parent / "process.py"), self.store]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.port = int(self.process.stdout.readline())

    def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        code = self.process.wait(20)
        assert self.process.stdout
        self.process.stdout.close()
        return code


def undisturbed(game_id: str, names: list[str], secret: str) -> Match:
    """The same race without a server: the same dice and the same choices."""
    game = next(game for game in games() if game.id == game_id)
    match = Match(game, names, LONG, FairDice(bytes.fromhex(secret)))
    match.settle()
    while not match.is_over:
        choices = match.choices()
        match.play(choices[len(match.plies) * 7 % len(choices)].move)
    return match


@pytest.fixture
def server(store_url: str) -> Iterator[Process]:
    process = Process(store_url)
    yield process
    if process.process.poll() is None:
        process.end(signal.SIGKILL)


@pytest.mark.long
def test_no_move_is_lost_when_the_server_is_killed(server: Process):
    chance = random.Random(20)
    house = House(None, server.port)
    tables = [house.table("me", "me", game="nestorgames_gp", options=LONG) for _ in range(4)]
    house.http.close()
    races = [Race(server, table.id, table.keys).start() for table in tables]
    kills = 0
    while kills < KILLS:
        time.sleep(chance.uniform(0.05, 0.4))
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
        kills += 1
        server.start()
    for race in races:
        race.thread.join(60)
        assert race.over
        assert race.problems == []
    assert sum(race.breaks for race in races) >= kills  # each broke a race

    after = House(None, server.port)
    for race in races:
        info = after.get(f"/api/tables/{race.table}")
        alone = undisturbed("nestorgames_gp", [seat["name"] for seat in info["seats"]], info["secret"])
        moves = [(ply.actor, ply.move) for ply in alone.plies]
        assert [race.heard[ply] for ply in sorted(race.heard)] == moves
        assert info["places"] == alone.standings()[0]
        record = read_record(after.http.get(f"/api/tables/{race.table}/record").text)
        assert record.script == moves
        assert verify_record(alone.game, record).match.is_over
    after.http.close()
    assert server.end(signal.SIGTERM) in (0, -signal.SIGTERM)  # it shuts down cleanly, then dies by the same signal
