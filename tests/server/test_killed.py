"""The server is killed at random moments of several races; afterwards no move that a client received is missing."""

import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from paddock.engine import FairDice, Match, read_record, verify_record

from .harness import Client, House, games, race_to_the_end, store_in

BROKEN = (WebSocketException, OSError, EOFError, TimeoutError)
KILLS = 6
LONG: dict[str, Any] = {"laps": 9}  # so that no race is over before the last kill
Move = tuple[int, int]


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


class Race:
    """Two people who reconnect whenever the connection breaks, and keep every move they received."""

    def __init__(self, server: Process, table: str, keys: dict[int, str]):
        self.server = server
        self.table = table
        self.keys = keys
        self.entry = {0: 0, 1: 0}
        self.heard: dict[int, Move] = {}
        self.over = False
        self.breaks = 0
        self.problems: list[str] = []
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        while not self.over:
            lines: list[Client] = []
            try:
                for seat in (0, 1):
                    lines.append(Client(self.server.port, self.table, [self.keys[seat]], self.entry[seat]))
                race_to_the_end((lines[0], 0), (lines[1], 1), choose=by_ply)
                self.over = True
            except BROKEN:
                self.breaks += 1
                time.sleep(0.05)
            for seat, line in enumerate(lines):
                self.remember(seat, line)
                line.socket.close()

    def remember(self, seat: int, line: Client) -> None:
        if line.heard and line.heard[0]["entry"] < self.entry[seat]:
            self.problems.append(f"{self.entry[seat]} entries were heard of, the store has {line.heard[0]['entry']}")
        self.entry[seat] = max(self.entry[seat], line.entry)
        for number, ply in line.plies.get(seat, {}).items():
            move = (ply["actor"], ply["move"])
            if self.heard.setdefault(number, move) != move:
                self.problems.append(f"ply {number} was {self.heard[number]} and is {move} now")


def by_ply(position: dict[str, Any]) -> int:
    choices = position["choices"]
    return choices[position["ply"] * 7 % len(choices)]["move"]


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
def server(tmp_path: Path) -> Iterator[Process]:
    process = Process(store_in(tmp_path))
    yield process
    if process.process.poll() is None:
        process.end(signal.SIGKILL)


def test_no_move_is_lost_when_the_server_is_killed(server: Process):
    chance = random.Random(20)
    house = House(None, server.port)
    tables = [house.table("me", "me", game="nestorgames_gp", options=LONG) for _ in range(4)]
    house.http.close()
    races = [Race(server, table.id, table.keys) for table in tables]
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
