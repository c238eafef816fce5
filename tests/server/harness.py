"""A real server in a thread on a free port, and clients that talk to it over real sockets."""

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
import psycopg
from websockets.sync.client import ClientConnection, connect

from paddock.engine import Game
from paddock.games import load_game
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server import Pace, Settings, make_hall, make_server, open_store, store_path
from paddock.server.store.store import Store
from paddock.server.store.urls import is_postgres
from paddock.server.table.hall import Hall

from .process import FREELY as FREELY

WAIT = 20.0
AT_ONCE = Pace(bot_delay=(0.0, 0.0), leave_grace=0.0, away_grace=60.0, unload_after=30.0)
QUICKLY = Settings(limits=FREELY, pace=AT_ONCE)
Message = dict[str, Any]


def games() -> list[Game]:
    """Ridge Run hides cards; the other game hides nothing."""
    return [RIDGE_RUN, load_game("nestorgames_gp")]


def finish(work: Coroutine[Any, Any, None]) -> None:
    """Run the coroutine to its end in a separate thread: an open browser keeps a loop running in the main thread."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


class House:
    """A running server."""

    def __init__(self, hall: Hall | None, port: int):
        self.hall = hall
        self.port = port
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=WAIT, trust_env=False, verify=False)

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: Message, status: int = 201) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def table(self, *seats: str, game: str = "_template", **more: Any) -> "Made":
        """A new table; a seat is "me", "open" or "bot"."""
        wishes = [{"kind": seat, "name": "" if seat == "open" else f"{seat}{n}"} for n, seat in enumerate(seats)]
        return Made(self, self.post("/api/tables", {"game": game, "seats": wishes, **more}))

    def client(self, table: str, *keys: str, entry: int = 0) -> "Client":
        return Client(self.port, table, list(keys), entry)


class Made:
    """A new table, and the keys of its seats."""

    def __init__(self, house: House, created: Message):
        self.house = house
        self.id: str = created["table"]
        self.keys: dict[int, str] = {one["seat"]: one["key"] for one in created["keys"]}

    def join(self, name: str) -> int:
        seated = self.house.post(f"/api/tables/{self.id}/join", {"name": name})
        self.keys[seated["seat"]] = seated["key"]
        return seated["seat"]

    def client(self, *seats: int, entry: int = 0) -> "Client":
        return self.house.client(self.id, *(self.keys[seat] for seat in seats), entry=entry)

    def info(self) -> Message:
        return self.house.get(f"/api/tables/{self.id}")


class NotHeardError(AssertionError):
    """Other messages came, but not the one that was waited for."""


class Client:
    """A browser's websocket that keeps every message."""

    patience = WAIT  # seconds for a message that is waited for

    def __init__(self, port: int, table: str, keys: list[str], entry: int = 0, **headers: str):
        uri = f"ws://127.0.0.1:{port}/ws/{table}"
        opened = connect(
            uri, compression=None, proxy=None, max_queue=None, additional_headers=headers, open_timeout=self.patience
        )
        self.socket: ClientConnection = opened.__enter__()
        self.raw: list[str] = []  # frames
        self._waiting: list[Message] = []
        self.heard: list[Message] = []
        self.position: dict[int, Message] = {}
        self.plies: dict[int, dict[int, Message]] = {}
        self.entry = entry
        self.say("hello", keys=keys, entry=entry)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.socket.close()

    def say(self, kind: str, **more: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **more}))

    def next(self, timeout: float = WAIT) -> Message:
        """The next message; a frame holds one or more."""
        if not self._waiting:
            text = self.socket.recv(timeout)
            assert isinstance(text, str)
            self.raw.append(text)
            self._waiting = json.loads(text)
        message = self._waiting.pop(0)
        self.heard.append(message)
        self._keep(message)
        return message

    def _keep(self, message: Message) -> None:
        if message["type"] == "position":
            last = self.position.get(message["seat"], message)
            assert message["entry"] >= last["entry"], "an older position came later"
            self.position[message["seat"]] = message
            self.entry = message["entry"]
            self._complete(message)
        elif message["type"] == "plies":
            mine = self.plies.setdefault(message["seat"], {})
            for ply in message["plies"]:
                assert ply["ply"] not in mine, "a ply came twice"
                mine[ply["ply"]] = ply
        elif message["type"] == "undone":
            for mine in self.plies.values():
                for ply in [ply for ply in mine if ply >= message["to_ply"]]:
                    del mine[ply]

    def _complete(self, position: Message) -> None:
        """A position shows what the last ply before it has led to."""
        last = self.plies.get(position["seat"], {}).get(position["ply"] - 1)
        if last and last["view"] is None:
            last["view"] = position["view"]

    def hear(self, kind: str, where: Callable[[Message], bool] = lambda message: True) -> Message:
        """Wait for a message of that kind."""
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            message = self.next(max(0.1, end - time.monotonic()))
            if message["type"] == kind and where(message):
                return message
        raise NotHeardError(f"no {kind}")

    def refused(self) -> Message:
        return self.hear("refused")

    def settled(self) -> None:
        """Receive everything that was sent before now."""
        self.say("ping", n=len(self.heard))
        wanted = len(self.heard)
        self.hear("pong", lambda message: message["n"] == wanted)

    def move(self, seat: int, move: int | None = None) -> None:
        """Play a move of the acting seat, the first one if none is named."""
        position = self.position[seat]
        chosen = position["choices"][0]["move"] if move is None else move
        self.say("move", seat=seat, ply=position["ply"], move=chosen)

    def at(self, seat: int, entry: int) -> Message:
        """The position of a seat once this many entries have arrived."""
        while seat not in self.position or self.position[seat]["entry"] < entry:
            self.hear("position")
        return self.position[seat]

    def my_turn(self, seat: int) -> Message:
        """Hear everything sent so far, then wait until that seat acts."""
        self.settled()
        while self.position[seat]["actor"] != seat or not self.position[seat]["choices"]:
            self.hear("position")
        return self.position[seat]


@contextmanager
def serving(
    store: str | Store, settings: Settings | None = None, offered: list[Game] | None = None
) -> Generator[House]:
    """A server in a thread."""
    opened = open_store(store) if isinstance(store, str) else store
    hall = make_hall(offered or games(), opened, settings or QUICKLY)
    server = make_server(hall, "127.0.0.1", 0)
    ready = threading.Event()
    server.on_ready = ready.set  # for the host's commands, too
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert ready.wait(WAIT), "the server does not start"
    house = House(hall, server.servers[0].sockets[0].getsockname()[1])
    try:
        yield house
    finally:
        house.http.close()
        server.should_exit = True
        thread.join(WAIT)
        assert not thread.is_alive(), "the server does not stop"


def store_in(folder: Path) -> str:
    return f"sqlite:///{folder / 'races.sqlite'}"


def spoil(url: str, statement: str, *values: object) -> list[Any]:
    """Change or read what a store keeps behind its back, by a statement with `?` for each value."""
    if is_postgres(url):
        with psycopg.connect(url, autocommit=True) as stored:
            cursor = stored.execute(statement.replace("?", "%s").encode(), values)
            return cursor.fetchall() if cursor.description else []
    with closing(sqlite3.connect(store_path(url), isolation_level=None)) as stored:
        return stored.execute(statement, values).fetchall()


def race_to_the_end(*players: tuple[Client, int], choose: Callable[[Message], int] | None = None) -> None:
    """Each client plays its seat until the race is over."""
    lines = {seat: client for client, seat in players}
    some, mine = players[0]
    entry = 0
    while True:
        position = some.at(mine, entry)
        entry = position["entry"] + 1
        if position["actor"] == -2:
            return
        if position["actor"] in lines:
            seat = position["actor"]
            turn = lines[seat].at(seat, position["entry"])
            if turn["actor"] == seat:  # its line may know more
                lines[seat].move(seat, choose(turn) if choose else None)
