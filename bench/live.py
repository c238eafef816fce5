"""Latency of a press in races by a running clock while many races run: real sockets, a real file.

    python -m bench.live                      # 50 races of two people and a bot for ten seconds
    python -m bench.live --tables 10 --people 4 --seconds 5

The latency of a press is the time from sending it to receiving its fate, minus what the rules themselves wait for: the
largest credit of the race and a millisecond. It includes the clients, which share the processors. The server also
measures its part alone, from the moment the rules accept a press until its answer is sent. Everything is on disk before
it is sent: the report has the time of an fdatasync on this disk in the same run.
"""

import argparse
import asyncio
import json
import random
import re
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
import uvloop

from .lines import Line
from .load import Process, disk_times, stolen_ms

OPTIONS = {"modifications": "none", "track": "harbour_mile", "clock": "realtime", "wins_to_win": 3}
BUCKET = re.compile(r'paddock_(press|append)_seconds_bucket\{le="\+?([^"]+)"\} (\d+)')
REACTION = (0.15, 0.45)  # shortest and longest reaction time in seconds


class Choice(msgspec.Struct):
    """The fields of a choice that a client needs."""

    move: int
    words: str


class Heard(msgspec.Struct):
    """The fields of a message that a client needs."""

    type: str
    seat: int = -1
    number: int = 0
    ply: int = 0
    actor: int = -1
    what: str = ""
    waiting: list[int] = []
    delays: list[int] = []
    go: float = 0.0
    choices: list[Choice] = []


_read = msgspec.json.Decoder(list[Heard]).decode
NOTHING = Heard("")


@dataclass
class Tally:
    """The measurements."""

    measuring: bool = False
    added: list[float] = field(default_factory=list[float])  # milliseconds
    races: int = 0


@dataclass
class Person:
    """One client, which presses what it may after a reaction time."""

    seat: int
    line: Line
    tally: Tally
    number: int = 0
    waits_for: int = 0  # the number of a press without an answer
    sent: dict[int, float] = field(default_factory=dict[int, float])
    live: Heard = NOTHING

    def hear(self, text: bytes) -> None:
        """Handle all messages of a frame."""
        now = time.perf_counter()
        for heard in _read(text):
            self._hear(heard, now)

    def _hear(self, heard: Heard, now: float) -> None:
        if heard.type == "probe":
            self._say("probed", number=heard.number)
        elif heard.type == "live":
            self.live = heard
            if self.seat in heard.waiting:
                self._say("ready", seat=self.seat)
        elif heard.type == "fate":
            self._time(heard, now)
        elif heard.type == "position" and heard.seat == self.seat:
            self._act(heard)
        elif heard.type == "over":
            self.tally.races += 1

    def _time(self, fate: Heard, now: float) -> None:
        sent = self.sent.pop(fate.number, None)
        if sent is not None and self.tally.measuring and fate.what != "kept":
            self.tally.added.append(1000 * (now - sent) - max(self.live.delays) - 1)
        self.waits_for = 0

    def _act(self, position: Heard) -> None:
        if not position.choices or self.waits_for:
            return
        if position.actor == self.seat:  # a trophy
            self._say("move", seat=self.seat, ply=position.ply, move=position.choices[0].move)
        elif self.live.go:
            self.number += 1
            self.waits_for = self.number
            asyncio.get_running_loop().call_later(self._pause(), self._press, self.number, position)

    def _pause(self) -> float:
        return max(0.0, self.live.go - time.time()) + random.uniform(*REACTION)

    def _press(self, number: int, position: Heard) -> None:
        safe = [one for one in position.choices if "explodes" not in one.words]
        places = [one for one in safe if one.words.startswith("place")]
        move = (places or safe)[0].move
        self.sent[number] = time.perf_counter()
        self._say("press", seat=self.seat, number=number, ply=position.ply, move=move)

    def _say(self, kind: str, **more: Any) -> None:
        self.line.say(msgspec.json.encode({"type": kind, **more}))


async def people_at_tables(port: int, tables: int, people: int, tally: Tally) -> list[Person]:
    """Create `tables` tables of `people` people and a bot, and connect all people."""
    seats = [*({"kind": "me"} for _ in range(people)), {"kind": "bot"}]
    body = {"game": "project_nos", "options": OPTIONS, "seats": seats}
    found: list[Person] = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as http:
        for _ in range(tables):
            made = (await http.post("/api/tables", json=body)).json()
            for key in made["keys"]:
                line = await Line.open(port, f"/ws/{made['table']}")
                found.append(Person(key["seat"], line, tally))
                line.hear = found[-1].hear
                line.say(msgspec.json.encode({"type": "hello", "keys": [key["key"]]}))
    return found


async def measure(server: Process, tables: int, people: int, seconds: float) -> dict[str, Any]:
    """Measure for `seconds` after all races have started."""
    tally = Tally()
    everybody = await people_at_tables(server.port, tables, people, tally)
    await asyncio.sleep(6.0)
    tally.measuring, cpu, stolen, before = True, server.cpu(), stolen_ms(), await counted(server.port)
    await asyncio.sleep(seconds)
    used, stolen = sum(server.cpu()) - sum(cpu), stolen_ms() - stolen
    tally.measuring, after = False, await counted(server.port)
    for person in everybody:
        person.line.close()
    added = sorted(tally.added) or [0.0]
    return {
        "races at once": tables,
        "people": len(everybody),
        "presses/s": round(len(added) / seconds, 1),
        "added ms, p50": round(added[len(added) // 2], 2),
        "added ms, p99": round(added[int(len(added) * 0.99)], 2),
        **in_the_server({bound: after[bound] - before[bound] for bound in after}),
        "processor time taken away by the host, ms": stolen,
        "share of one processor": round(used / seconds, 2),
        "server CPU ms a press": round(1000 * used / len(added), 2),
    }


async def counted(port: int) -> dict[tuple[str, float], int]:
    """The server's histogram buckets of presses and writes: by kind and upper bound the cumulative count."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http:
        lines = (await http.get("/metrics")).text.splitlines()
    found = [BUCKET.fullmatch(line) for line in lines]
    return {(one[1], float(one[2])): int(one[3]) for one in found if one}


def in_the_server(below: dict[tuple[str, float], int]) -> dict[str, Any]:
    """The share of presses answered within 5 ms, their 99th percentile, and the number of slow writes."""
    presses = max(1, below["press", float("inf")])
    enough = next(bound for what, bound in sorted(below) if what == "press" and below[what, bound] >= 0.99 * presses)
    return {
        "in the server, % below 5 ms": round(100 * below["press", 0.005] / presses, 1),
        "in the server, p99 at most ms": 1000 * enough,
        "writes over 5 ms": below["append", float("inf")] - below["append", 0.005],
        "writes": below["append", float("inf")],
    }


def main() -> None:
    """Run and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--people", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=10.0)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Process(f"sqlite:///{folder}/races.sqlite")
        try:
            found = uvloop.run(measure(server, chosen.tables, chosen.people, chosen.seconds))
            found |= disk_times(folder)
        finally:
            server.close()
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
