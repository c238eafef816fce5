"""A new process takes over while people race, live races too: no connection is lost and none is refused."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from paddock.engine import Game, read_record, verify_record
from paddock.server import listen

from .harness import WAIT, Client, House, Made, store_in
from .test_killed import Race
from .test_live import GO_FIRST, LIVE, Racer

PATIENCE = 60.0
LONG = {"laps": 9}
FREELY = ("--set", "limits.message_burst=100000", "--set", "limits.bad_messages=100000")
INHERIT = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""


class Served:
    """A separate `paddock serve` process, whose log is a file."""

    def __init__(self, folder: Path, number: int, *words: str, listener: socket.socket | None = None, store: str = ""):
        self.log = folder / f"log{number}"
        serve = ["-m", "paddock", "serve", "--no-open", "--store", store or store_in(folder), *FREELY, *words]
        handed = ["-c", INHERIT, str(listener.fileno())] if listener else []
        with self.log.open("wb") as opened:
            self.process = subprocess.Popen(
                [sys.executable, *handed, *serve], stderr=opened, pass_fds=[listener.fileno()] if listener else []
            )

    def wait(self) -> None:
        """Wait until it listens."""
        until(lambda: "listening" in self.log.read_text() or self.process.poll() is not None)
        assert self.process.poll() is None, self.log.read_text()

    def problems(self) -> list[str]:
        return [line for line in self.log.read_text().splitlines() if json.loads(line)["level"] != "info"]


class Knocker:
    """A client that connects again and again, and must never be refused."""

    def __init__(self, port: int):
        self.port, self.knocks, self.done = port, 0, False
        self.refused: list[OSError] = []
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        while not self.done:
            try:
                socket.create_connection(("127.0.0.1", self.port), WAIT).close()
                self.knocks += 1
            except OSError as error:
                self.refused.append(error)
            threading.Event().wait(0.005)

    def stop(self) -> None:
        self.done = True
        self.thread.join(WAIT)


class Pressing(Racer):
    """Presses at the pace of the server's real clock."""

    def is_running(self) -> bool:
        return bool(self.live.get("go")) and time.time() > self.live["go"] + 0.05

    def hear_the_end(self) -> None:
        """Receive everything until the connection closes."""
        with suppress(ConnectionClosed):
            while True:
                self.listen(WAIT)


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        threading.Event().wait(0.01)


Opened = Callable[[int], House]


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Opens HTTP clients for a server on a port; they are closed after the test."""
    houses: list[House] = []

    def open_house(port: int) -> House:
        houses.append(House(None, port))
        return houses[-1]

    yield open_house
    for house in houses:
        house.http.close()


@pytest.fixture
def ended() -> Iterator[list[Served]]:
    """Servers that are ended in any case."""
    servers: list[Served] = []
    yield servers
    for server in servers:
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait()


@contextmanager
def knocked(port: int) -> Generator[None]:
    knocker = Knocker(port)
    yield
    knocker.stop()
    assert knocker.refused == []
    assert knocker.knocks


def timed_race(house: House, game: Game) -> tuple[Made, Pressing]:
    """A live race with at least one press."""
    made = house.table("me", game=game.id, options=GO_FIRST)
    racer = Pressing(made.client(0), 0)
    racer.get_ready()
    until_pressed(racer, 2)
    return made, racer


def until_pressed(racer: Pressing, times: int) -> None:
    end = time.monotonic() + PATIENCE
    while sum(fate["what"] == "accepted" for fate in racer.fates) < times:
        assert time.monotonic() < end, racer.client.heard[-3:]
        racer.drive()


def answered(line: socket.socket) -> bytes:
    """The first bytes of an answer."""
    line.settimeout(PATIENCE)
    return line.recv(12)


def goes_on(house: House, game: Game, made: Made, before: Pressing, new: Callable[[], Served]) -> None:
    """The same person reconnects, races to the end, and everything they received is in the record.

    A request before the new process is up waits and is answered.
    """
    before.hear_the_end()
    before.client.socket.close()
    with socket.create_connection(("127.0.0.1", house.port), WAIT) as early:
        early.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        new().wait()
        assert answered(early) == b"HTTP/1.1 200"
    (closing,) = [one for one in before.client.heard if one["type"] == "closing"]
    assert closing["again"] is True
    with Client(house.port, made.id, [made.keys[0]], before.client.entry) as client:
        assert client.hear("welcome")["entry"] >= before.client.entry
        again = Pressing(client, 0)
        again.number = 1_000  # numbers of presses are not used twice
        again.get_ready()
        end = time.monotonic() + PATIENCE
        while again.over is None:
            assert time.monotonic() < end, client.heard[-3:]
            again.drive()
    record = read_record(house.http.get(f"/api/tables/{made.id}/record").text)
    assert verify_record(game, record).match.is_over
    told = [fate["time"] for racer in (before, again) for fate in racer.fates if fate["what"] == "accepted"]
    stored = [fate.input.te for fate in record.presses if fate.what == "accepted"]
    assert [time for time in told if time not in stored] == []


def race_stays_whole(house: House, race: Race) -> None:
    race.thread.join(PATIENCE)
    assert race.over
    assert race.problems == []
    record = read_record(house.http.get(f"/api/tables/{race.table}/record").text)
    assert [race.heard[ply] for ply in sorted(race.heard)] == record.script


@pytest.mark.long
def test_a_new_process_takes_over_from_a_running_one(
    store_url: str, tmp_path: Path, ended: list[Served], opened: Opened, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # of the admin socket of a database's server
    with listen("127.0.0.1", 0) as found:
        port = found.getsockname()[1]
    game = LIVE[0]
    old = Served(tmp_path, 0, "--port", str(port), store=store_url)
    ended.append(old)
    old.wait()
    house = opened(port)
    table = house.table("me", "me", game="nestorgames_gp", options=LONG)
    made, racer = timed_race(house, game)
    race = Race(house, table.id, table.keys).start()
    with knocked(port):
        new = Served(tmp_path, 1, "--take-over", store=store_url)
        ended.append(new)
        goes_on(house, game, made, racer, lambda: new)
        assert old.process.wait(PATIENCE) == 0
    race_stays_whole(house, race)
    assert (old.problems(), new.problems()) == ([], [])
    new.process.send_signal(signal.SIGTERM)
    assert new.process.wait(PATIENCE) == 0


@pytest.mark.long
def test_a_socket_of_systemd_outlives_a_restart(tmp_path: Path, ended: list[Served], opened: Opened):
    game = LIVE[0]
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        old = Served(tmp_path, 0, listener=listener)
        ended.append(old)
        old.wait()
        assert f":{port}/" in old.log.read_text()
        house = opened(port)
        made, racer = timed_race(house, game)
        with knocked(port):
            old.process.send_signal(signal.SIGTERM)
            racer.hear_the_end()  # the server does not wait for a client that does not read
            assert old.process.wait(PATIENCE) == 0

            def begin() -> Served:
                ended.append(Served(tmp_path, 1, listener=listener))
                return ended[-1]

            goes_on(house, game, made, racer, begin)
        assert [server.problems() for server in ended] == [[], []]


@pytest.mark.parametrize(
    ("number", "told"), [("2", "systemd hands over 2 sockets, and one is needed"), ("", "no sockets")]
)
def test_sockets_that_cannot_be_used_are_refused_with_a_sentence(tmp_path: Path, number: str, told: str):
    serve = ["-m", "paddock", "serve", "--no-open", "--store", store_in(tmp_path)]
    code = f"import os, sys; os.environ.update(LISTEN_FDS={number!r}, LISTEN_PID=str(os.getpid())); "
    code += "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    refused = subprocess.run(
        [sys.executable, "-c", code, *serve], capture_output=True, text=True, check=False, env={**os.environ}
    )
    assert refused.returncode == 2
    assert told in refused.stderr


def test_a_server_that_finds_none_to_take_over_from_begins(tmp_path: Path, ended: list[Served], opened: Opened):
    with listen("127.0.0.1", 0) as found:
        port = found.getsockname()[1]
    server = Served(tmp_path, 0, "--take-over", "--port", str(port))
    ended.append(server)
    server.wait()
    assert opened(port).get("/health") == {"status": "ok"}
