"""The server that browsers visit, in a thread; and races played without a browser."""

import json
import socket
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import httpx
from websockets.sync.client import ClientConnection, connect

from paddock.games import all_games
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server import Limits, Pace, Settings, make_hall, make_server, open_store

WAIT = 20.0
AT_ONCE = Pace(bot_delay=(0.0, 0.0))
FREELY = Limits(posts_a_minute=10**6, tables_an_hour=10**6, messages_a_second=1e6, message_burst=10**6)
SHORT = {"laps": 1, "race_end": "first"}
Message = dict[str, Any]


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
        """A race of one car, that takes its choices in turn, against a bot, raced to the flag."""
        made = self.table(game, "me", "bot", options=options)
        key = made["keys"][0]["key"]
        with connect(f"ws://127.0.0.1:{self.port}/ws/{made['table']}", compression=None, proxy=None) as line:
            line.send(json.dumps({"type": "hello", "keys": [key], "entry": 0}))
            _race(line)
        return made["table"]


def _race(line: ClientConnection) -> None:
    while True:
        heard: list[Message] = json.loads(line.recv(WAIT))
        for message in heard:
            if message["type"] == "over":
                return
            if message["type"] == "position" and message["choices"]:
                line.send(json.dumps({"type": "move", "seat": 0, "ply": message["ply"], "move": _in_turn(message)}))


def _in_turn(position: Message) -> int:
    """The first choice, then the second, and so on."""
    choices = cast(list[Message], position["choices"])
    return choices[int(position["ply"]) % len(choices)]["move"]


@contextmanager
def serving(folder: Path, port: int = 0) -> Generator[Site]:
    """All games and Ridge Run, which hides cards; bots move at once."""
    store = open_store(f"sqlite:///{folder / 'races.sqlite'}")
    hall = make_hall([*all_games(), RIDGE_RUN], store, Settings(limits=FREELY, pace=AT_ONCE))
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
