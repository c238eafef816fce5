"""Twenty minutes of races that begin and end: at the end the server holds no more than after the first hundred."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from tests.server.killing import LiveRace, Race, likely
from tests.server.racing import FAST

from paddock.engine import Game

from .. import usage
from .kills import LIVE, ME
from .proof import Proof
from .servers import GAMES, NO_ANSWER, Server, Wanted, ask, store_of, until

SECONDS = 1_200  # after the first races
FIRST = 100  # races before the first measure
GROWTH = 1.10  # of memory
SPARE = 4  # files or threads that may come and go
SHORT: dict[str, dict[str, object]] = {"nestorgames_gp": {"laps": 1, "race_end": "first"}}
WORKER_STARTS = 120.0  # seconds for the first table: the worker that checks options starts then
EMPTY = 60.0  # seconds for the last room to be unloaded


@dataclass(frozen=True)
class Held:
    """What a server without any guest holds."""

    memory: int  # bytes
    files: int
    threads: int
    tasks: int
    rooms: int

    def __str__(self) -> str:
        counts = f"{self.files} files, {self.threads} threads, {self.tasks} tasks, {self.rooms} rooms"
        return f"{self.memory / 1e6:.1f} MB, {counts}"


def run(proof: Proof) -> None:
    """The proof."""
    server = Server(Wanted(store_of(proof.folder), fast=FAST, unload_after=0.5))
    goal = proof.aim("seconds of races", SECONDS)
    try:
        _race(proof, server, lambda: proof.done["races"] >= proof.many(FIRST, 24))
        first, began = _held(server), time.monotonic()
        raced = proof.done["races"]
        _race(proof, server, lambda: time.monotonic() - began >= goal)
        proof.count("seconds of races", int(time.monotonic() - began))
        last = _held(server)
        for fault in server.faults():
            proof.fail(f"the server's log: {fault}")
    finally:
        server.end()
    proof.measured[f"after {raced} races"] = str(first)
    proof.measured["at the end"] = str(last)
    _judge(proof, first, last)


def _judge(proof: Proof, first: Held, last: Held) -> None:
    grown = last.memory / first.memory
    proof.measured["memory"] = f"{100 * (grown - 1):+.1f} %"
    proof.check(grown <= GROWTH, f"memory grew by {100 * (grown - 1):.1f} %")
    proof.check(last.rooms == 0, f"{last.rooms} rooms are left")
    for what in ("files", "threads", "tasks"):
        before, after = getattr(first, what), getattr(last, what)
        proof.check(after <= before + SPARE, f"{before} {what} have become {after}")


def _race(proof: Proof, server: Server, is_enough: Callable[[], bool]) -> None:
    """Races in all games at the same time, until there were enough."""
    stopped = threading.Event()
    threads = [threading.Thread(target=_races, args=(proof, server, game, False, stopped)) for game in GAMES]
    threads += [
        threading.Thread(target=_races, args=(proof, server, game, True, stopped)) for game in GAMES if game.live
    ]
    for thread in threads:
        thread.start()
    while not is_enough() and not proof.is_late:
        time.sleep(0.5)
    stopped.set()
    for thread in threads:
        thread.join(60)
        proof.check(not thread.is_alive(), "a race hangs")


def _races(proof: Proof, server: Server, game: Game, by_clock: bool, stopped: threading.Event) -> None:
    """One race after the other; the last one stays as it is."""
    while not stopped.is_set():
        bots = [{"kind": "bot"}] if game.seats[1] > 2 else []
        options = LIVE if by_clock else SHORT.get(game.id, {})
        try:
            status, made = ask(
                server.port,
                "/api/tables",
                {"game": game.id, "seats": [ME, ME, *bots], "options": options},
                WORKER_STARTS,
            )
        except NO_ANSWER as error:
            proof.fail(f"no new table: {error!r}")
            continue
        if not proof.check(status == 201, f"no new table: {status} {made}"):
            return
        race = (LiveRace if by_clock else Race)(
            server, made["table"], {one["seat"]: one["key"] for one in made["keys"]}
        )
        race.choose, race.stopped = likely, stopped
        race.run()
        for problem in race.problems:
            proof.fail(problem)
        proof.check(race.breaks == 0, f"a line to {race.table} broke")
        proof.count("races", race.over)


def _held(server: Server) -> Held:
    """When everybody has gone and the rooms are empty."""

    def gauge(name: str) -> int:
        _, text = ask(server.port, "/metrics")
        return next(int(float(line.split()[1])) for line in text.decode().splitlines() if line.startswith(f"{name} "))

    until(lambda: gauge("paddock_rooms") == 0, "the end of the last room", EMPTY)
    rooms, tasks = gauge("paddock_rooms"), gauge("paddock_tasks")
    return Held(usage.memory(server.pid), usage.open_files(server.pid), usage.threads(server.pid), tasks, rooms)
