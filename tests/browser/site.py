"""The server for browser tests, in a thread; and races played without a browser."""

import hashlib
import json
import os
import re
import socket
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import httpx
from tests.server.process import FREELY
from websockets.sync.client import ClientConnection, connect

from paddock.games import all_games
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server import Pace, Settings, Sources, make_hall, make_server, open_store

WAIT = 60.0
AT_ONCE = Pace(bot_delay=(0.0, 0.0))
SHORT = {"laps": 1, "race_end": "first"}
Message = dict[str, Any]
Wanted = Callable[[Message], bool]  # whether this is the position to stop at
Choosing = Callable[[Message], int]  # the move to make


@dataclass
class Luck:
    """Where dice and bots come from: a test has the same ones in every run, whatever runs beside or before it.

    TEST_LUCK=2 gives every test other dice (tools/repeat_tests.py does that).
    """

    whose: str = ""
    given: int = 0

    @contextmanager
    def of(self, whose: str) -> Generator[None]:
        """The luck of a test or a fixture, from its beginning; afterwards that of whoever had it before."""
        before = self.whose, self.given
        self.whose, self.given = whose, 0
        try:
            yield
        finally:
            self.whose, self.given = before

    def secret(self) -> bytes:
        """The dice of a table."""
        self.given += 1
        return hashlib.sha256(f"{os.environ.get('TEST_LUCK', '')} {self.whose} {self.given}".encode()).digest()

    def seed(self) -> int:
        """The choices of a table's bots."""
        return int.from_bytes(self.secret()[:3])


LUCK = Luck()


def usual(position: Message) -> int:
    """What a quick driver would do, else the first choice."""
    choices = cast(list[Message], position["choices"])
    return next((one["move"] for one in choices if one["likely"]), choices[0]["move"])


def in_turn(position: Message) -> int:
    """The first choice, then the second, and so on."""
    choices = cast(list[Message], position["choices"])
    return choices[int(position["ply"]) % len(choices)]["move"]


@dataclass
class Site:
    """A running server."""

    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def post(self, path: str, body: Message) -> Message:
        answer = httpx.post(f"{self.address}{path}", json=body, trust_env=False, timeout=WAIT)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def table(self, game: str, *seats: str, **more: Any) -> Message:
        """A table made without a browser; a seat is "me", "open" or "bot"."""
        wishes = [{"kind": seat} for seat in seats]
        return self.post("/api/tables", {"game": game, "seats": wishes, **more})

    def finished(self, game: str, options: Message) -> str:
        """A race of one car against a bot, raced to the flag."""
        made = self.table(game, "me", "bot", options=options)
        self.finish(made)
        return made["table"]

    def finish(self, made: Message, choose: Choosing = in_turn) -> None:
        """Race the held seats to the flag, by default taking choices in turn."""
        with self.line(made) as line:
            for position in _turns(line):
                _play(line, position, choose(position))

    def drive(self, made: Message, wanted: Wanted, choose: Choosing = usual) -> None:
        """Race the held seats, by default as a quick driver would, until a wanted position comes up."""
        if not self.comes_to(made, wanted, choose):
            raise AssertionError("the race was over before it came to that")

    def comes_to(self, made: Message, wanted: Wanted, choose: Choosing = usual) -> bool:
        """The same; False if the race ends before that."""
        with self.line(made) as line:
            for position in _turns(line):
                if wanted(position):
                    return True
                _play(line, position, choose(position))
        return False

    def raced_to(self, wanted: Wanted, game: str, *seats: str, **more: Any) -> Message:
        """A table at a wanted position; not every race comes to it, so another is raced until one does."""
        while True:
            made = self.table(game, *seats, **more)
            if self.comes_to(made, wanted):
                return made

    @contextmanager
    def line(self, made: Message) -> Generator[ClientConnection]:
        """A line that holds all seats of its maker."""
        with connect(f"ws://127.0.0.1:{self.port}/ws/{made['table']}", compression=None, proxy=None) as line:
            line.send(json.dumps({"type": "hello", "keys": [one["key"] for one in made["keys"]], "entry": 0}))
            yield line


def asked(question: str) -> Wanted:
    """Whether the question matches a pattern."""
    return lambda position: bool(re.search(question, position["decision"]["question"]))


def offered(words: str) -> Wanted:
    """Whether the words of a move match a pattern."""
    return lambda position: any(re.search(words, choice["words"]) for choice in position["choices"])


def _turns(line: ClientConnection) -> Iterator[Message]:
    """The positions with something to decide, to the flag."""
    while True:
        heard: list[Message] = json.loads(line.recv(WAIT))
        if any(message["type"] == "over" for message in heard):
            return
        yield from (message for message in heard if message["type"] == "position" and message["choices"])


def _play(line: ClientConnection, position: Message, move: int) -> None:
    line.send(json.dumps({"type": "move", "seat": position["seat"], "ply": position["ply"], "move": move}))


@contextmanager
def serving(
    folder: Path,
    port: int = 0,
    origins: tuple[str, ...] = (),
    network: Callable[[], str] = lambda: "",
    pace: Pace = AT_ONCE,
) -> Generator[Site]:
    """All games and Ridge Run, which hides cards; bots move at once unless told."""
    store = open_store(f"sqlite:///{folder / 'races.sqlite'}")
    sources = Sources(network=network, secret=LUCK.secret, seed=LUCK.seed)
    settings = Settings(limits=FREELY, pace=pace, sources=sources, origins=origins)
    hall = make_hall([*all_games(), RIDGE_RUN], store, settings)
    server = make_server(hall, "127.0.0.1", port)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = time.monotonic() + WAIT
    while not server.started:
        assert time.monotonic() < end, "the server does not start"
        time.sleep(0.01)
    try:
        yield Site(server.servers[0].sockets[0].getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(WAIT)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(site: Site, is_running: Callable[[], bool], said: Callable[[], str] = lambda: "") -> None:
    """Until a server answers that was started as a process; else what it said."""
    end = time.monotonic() + 3 * WAIT
    while True:
        try:
            if httpx.get(f"{site.address}/ready", trust_env=False, timeout=WAIT).status_code == 200:
                return
        except httpx.TransportError:
            assert is_running(), f"the server has ended: {said()}"
            assert time.monotonic() < end, f"the server does not start: {said()}"
        time.sleep(0.02)
