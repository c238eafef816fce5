"""A load test on loopback: many tables in one server process, real sockets, a real file.

    python -m bench.load                      # 200 tables of 4 clients at 1,000 moves a second, then at full speed
    python -m bench.load --tables 50 --seconds 5 --rate 500

The clients run in a separate process. A move counts when it was stored and has arrived at all other seats; its
latency is the time from sending it to its arrival at each of them.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import httpx
import msgspec
import uvloop
from tests.server.process import FREELY, print_port, run

from paddock.engine import FairDice, Match
from paddock.games import all_games
from paddock.server import Pace, Settings, listen, make_hall, open_store
from paddock.server.http.running import calm_memory
from paddock.server.line.connection import Connection
from paddock.server.store.snapshots import match_to_bytes, script_to_row
from paddock.server.store.store import SeatRow, SnapshotRow, TableRow
from paddock.server.store.stores import store_of
from paddock.server.table.sight import encode

from . import usage
from .lines import Line

ROOT = Path(__file__).parents[1]
SEATS = 4
UNLIMITED = replace(FREELY, sockets=10**6, sockets_an_address=10**6, connections_an_address=10**5)


class Choice(msgspec.Struct):
    """The fields of a choice that the client needs."""

    move: int


class Heard(msgspec.Struct):
    """The fields of a message that the client needs."""

    type: str
    ply: int = 0
    actor: int = -1
    choices: list[Choice] = []


_read = msgspec.json.Decoder(list[Heard]).decode


@dataclass
class Tally:
    """The measurements."""

    arrivals: list[float] = field(default_factory=list[float])  # seconds from sending to each other seat
    moves: int = 0  # arrived at all other seats
    refused: int = 0
    heard: int = 0  # bytes


@dataclass
class LoadTable:
    """One table of four clients."""

    id: str
    keys: list[str]
    tally: Tally
    pause: float  # seconds from one move to the next; 0: at once
    racing: bool = False
    moved_at: float = 0.0
    lines: list[Line] = field(default_factory=list[Line])
    sent: dict[int, tuple[float, list[int]]] = field(default_factory=dict[int, tuple[float, list[int]]])
    measuring: bool = False
    first: tuple[int, Heard] | None = None  # who has to move before the race, and what they heard

    async def open(self, port: int) -> None:
        """Connect all seats."""
        for seat, key in enumerate(self.keys):
            line = await Line.open(port, f"/ws/{self.id}")
            line.hear = partial(self._hear, seat)
            line.say(msgspec.json.encode({"type": "hello", "keys": [key]}))
            self.lines.append(line)

    def race(self) -> None:
        """Play from now on."""
        self.racing = True
        if self.first:
            self._think(*self.first)

    def rest(self) -> None:
        """Make no move until `race` is called again."""
        self.racing, self.first = False, None

    def _hear(self, seat: int, text: bytes) -> None:
        self.tally.heard += len(text)
        for heard in _read(text):
            if heard.type == "refused":
                self.tally.refused += 1
            if heard.type == "position":
                self._arrival(seat, heard.ply)
                if heard.choices:
                    self._think(seat, heard)

    def _arrival(self, seat: int, ply: int) -> None:
        """Record that a seat has received every move before this ply."""
        for sent_ply, (sent_at, missing) in list(self.sent.items()):
            if sent_ply >= ply or seat not in missing:
                continue
            missing.remove(seat)
            if self.measuring:
                self.tally.arrivals.append(time.perf_counter() - sent_at)
            if not missing:
                del self.sent[sent_ply]
                self.tally.moves += self.measuring

    def _think(self, seat: int, heard: Heard) -> None:
        if not self.racing:
            self.first = seat, heard
            return
        left = self.moved_at + self.pause * random.uniform(0.7, 1.3) - time.perf_counter()
        if self.pause and left > 0.0:
            asyncio.get_running_loop().call_later(left, self._move, seat, heard)
        else:
            self._move(seat, heard)

    def _move(self, seat: int, heard: Heard) -> None:
        self.moved_at = time.perf_counter()
        move = random.choice(heard.choices).move
        self.sent[heard.ply] = (self.moved_at, [other for other in range(SEATS) if other != seat])
        self.lines[seat].say(msgspec.json.encode({"type": "move", "seat": seat, "ply": heard.ply, "move": move}))


# The server's process


def run_server(store: str, is_node: bool = False) -> None:
    """Run the server, alone or as one of several nodes, and print its port."""
    settings, listener = Settings(UNLIMITED, Pace(bot_delay=(0.0, 0.0), unload_after=600), store=store), None
    if is_node:
        listener = listen("127.0.0.1", 0)
        settings = replace(settings, node_address=f"http://127.0.0.1:{listener.getsockname()[1]}")
    hall = make_hall(all_games(), store_of(settings), settings)
    calm_memory()
    run(hall, print_port, listener)


class Process:
    """The server as another process."""

    def __init__(self, store: str, is_node: bool = False):
        command = [sys.executable, "-m", "bench.load", "--serve", store, *(["--node"] if is_node else [])]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self.process.stdout
        self.port = int(self.process.stdout.readline())

    def memory(self) -> int:
        """Resident bytes."""
        return usage.memory(self.process.pid)

    def cpu(self) -> tuple[float, float]:
        """Seconds of processor time used by the program and by the system for it."""
        return usage.cpu(self.process.pid)

    def close(self) -> None:
        """Shut it down with SIGTERM."""
        self.process.terminate()
        self.process.wait(20)


# The run


async def load(server: Process, game: str, tables: int, seconds: float, rates: list[float]) -> dict[str, Any]:
    """Create the tables, connect all clients, then race at each rate."""
    results: dict[str, Any] = {"tables": tables, "connections": tables * SEATS}
    base = server.memory()
    made = await make_tables(server.port, game, tables)
    with_tables = server.memory()
    for table in made:
        await table.open(server.port)
    await asyncio.sleep(1.0)
    with_lines = server.memory()
    results["KiB a table"] = round((with_tables - base) / tables / 1024, 1)
    results["KiB an idle connection"] = round((with_lines - with_tables) / tables / SEATS / 1024, 1)
    for table in made:
        table.race()
    for rate in rates:
        results[f"at {rate:g} moves a second" if rate else "as fast as it goes"] = await measure(
            server, made, seconds, rate
        )
    for line in [line for table in made for line in table.lines]:
        line.close()
    results["KiB a table after racing"] = round((server.memory() - base) / tables / 1024, 1)
    return results


async def make_tables(port: int, game: str, tables: int) -> list[LoadTable]:
    """Create tables whose four seats are all ours."""
    body = {"game": game, "seats": [{"kind": "me"}] * SEATS, "private": False}
    found: list[LoadTable] = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as http:
        for _ in range(tables):
            created = (await http.post("/api/tables", json=body)).json()
            found.append(LoadTable(created["table"], [key["key"] for key in created["keys"]], Tally(), 1.0))
    return found


class Measured(Protocol):
    """One server, or several."""

    def cpu(self) -> tuple[float, float]:
        """Seconds of processor time, of programs and system."""
        ...


async def measure(server: Measured, tables: list[LoadTable], seconds: float, rate: float) -> dict[str, Any]:
    """Measure one rate for `seconds`, after a second of warm-up."""
    tally = Tally()
    for table in tables:
        table.pause = len(tables) / rate if rate else 0.0
    await asyncio.sleep(1.0)
    for table in tables:
        table.tally, table.measuring = tally, True
        table.sent.clear()
    cpu, stolen, start, sticks = server.cpu(), stolen_ms(), time.perf_counter(), list[float]()
    while (left := start + seconds - time.perf_counter()) > 0.0:
        await asyncio.sleep(min(left, 0.25))
        sticks.append(yardstick())
    took = time.perf_counter() - start
    for table in tables:
        table.measuring = False
    times = sorted(tally.arrivals) or [0.0]
    used = [round(1e6 * (b - a) / max(1, tally.moves)) for a, b in zip(cpu, server.cpu(), strict=True)]
    stick = sorted(sticks)[len(sticks) // 2]
    return {
        "moves/s stored and delivered": round(tally.moves / took),
        "p50 ms": round(1000 * times[len(times) // 2], 1),
        "p99 ms": round(1000 * times[int(len(times) * 0.99)], 1),
        "server CPU us a move": used,
        "processor time taken away by the host, ms": stolen_ms() - stolen,
        "yardstick us": round(1e6 * stick),
        "server CPU a move, in yardsticks": round(sum(used) / 1e6 / stick, 2),
        "KiB to clients a move": round(tally.heard / 1024 / max(1, tally.moves), 1),
        "refused": tally.refused,
    }


def yardstick() -> float:
    """Seconds of processor time for a fixed piece of work: a reference, because a shared machine varies in speed."""
    start = time.thread_time()
    sum(number * number % 7 for number in range(8_000))
    return time.thread_time() - start


def stolen_ms() -> int:
    """Steal time of a virtual machine in milliseconds since boot; 0 if the system does not report it."""
    counts = Path("/proc/stat")
    return 10 * int(counts.read_text().split(maxsplit=9)[8]) if counts.exists() else 0


def disk_times(folder: str, pages: int = 300) -> dict[str, Any]:
    """Percentiles of an fdatasync of one page on an idle disk, which every move waits for."""
    times: list[float] = []
    with Path(folder, "disk").open("wb", buffering=0) as file:
        for _ in range(pages):
            file.write(bytes(4096))
            start = time.perf_counter()
            os.fdatasync(file)
            times.append(time.perf_counter() - start)
            time.sleep(0.003)
    times.sort()
    return {f"disk alone, p{share} ms": round(1000 * times[len(times) * share // 100], 2) for share in (50, 99)}


# Opening a long race


async def opening(path: str, game_id: str, entries: int = 500) -> dict[str, Any]:
    """Milliseconds from hello to the last message about a stored long race, with and without a snapshot."""
    game = next(game for game in all_games() if game.id == game_id)
    match = raced(game, entries)
    results: dict[str, Any] = {"entries": len(match.script)}
    for name, with_snapshot in (("with a snapshot", True), ("played again", False)):
        store = open_store(f"sqlite:///{path}.{with_snapshot}")
        row = stored_row(game, match)
        await store.create(row, [script_to_row(entry) for entry in match.script])
        if with_snapshot:
            data = match_to_bytes(match, [0.0] * len(match.names), [])
            await store.save_snapshot(row.id, SnapshotRow(len(match.script), game.rules_digest, data))
        hall = make_hall([game], store, Settings())
        line = Connection(hall, row.id)
        start = time.perf_counter()
        await line.receive(encode({"type": "hello", "keys": []}))
        results[f"ms, {name}"] = round(1000 * (time.perf_counter() - start), 1)
        await hall.close()
    return results


def raced(game: Any, entries: int) -> Match:
    """A race of random moves with the most seats, up to about `entries` entries."""
    for secret in range(100):
        chance = random.Random(secret)
        match = Match(game, game.seats[1], {}, FairDice(secret.to_bytes(32, "big")))
        match.settle()
        while not match.is_over and len(match.script) < entries:
            match.play(chance.choice(match.choices()).move)
        if len(match.script) >= entries:
            return match
    raise AssertionError(f"no race of {entries} entries")


def stored_row(game: Any, match: Match) -> TableRow:
    """The stored row of a race's table."""
    seats = [SeatRow("", "person", "quick") for _ in match.names]
    secret = bytes.fromhex(match.dice.reveal()) if isinstance(match.dice, FairDice) else bytes(32)
    return TableRow("long", game.id, game.rules_digest, dict(match.options), seats, secret, 0.0, "racing")


def main() -> None:
    """Run and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="nestorgames_gp")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rate", type=float, action="append", help="moves a second; 0: as fast as it goes")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--node", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        run_server(chosen.serve, chosen.node)
        return
    with tempfile.TemporaryDirectory() as folder:
        server = Process(f"sqlite:///{folder}/races.sqlite")
        try:
            found = uvloop.run(load(server, chosen.game, chosen.tables, chosen.seconds, chosen.rate or [1000.0, 0.0]))
        finally:
            server.close()
        found |= disk_times(folder)
        found["opening a stored race"] = asyncio.run(opening(f"{folder}/long.sqlite", chosen.game))
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
