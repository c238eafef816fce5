"""How long the server takes with a press in a race by a running clock, while many races run: real sockets, a real file.

    python bench/live.py                      # 50 races of two people and a bot for ten seconds
    python bench/live.py --tables 10 --people 4 --seconds 5

A press is timed from sending it to hearing what became of it. What the rules themselves wait for, the largest credit of
the race and a millisecond, is taken off.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
from load import Process
from websockets.asyncio.client import ClientConnection, connect

OPTIONS = {"modifications": "none", "track": "harbour_mile", "clock": "realtime", "wins_to_win": 3}
REACTION = (0.15, 0.45)  # seconds from seeing to pressing
Message = dict[str, Any]


@dataclass
class Tally:
    """What was measured."""

    measuring: bool = False
    added: list[float] = field(default_factory=list[float])  # milliseconds
    races: int = 0


@dataclass
class Person:
    """One line that presses what it may, a moment after it may."""

    seat: int
    line: ClientConnection
    tally: Tally
    number: int = 0
    waits_for: int = 0  # the number of a press without an answer
    sent: dict[int, float] = field(default_factory=dict[int, float])
    live: Message = field(default_factory=dict[str, Any])
    position: Message = field(default_factory=dict[str, Any])

    async def race(self) -> None:
        """Until cancelled."""
        async for text in self.line:
            for message in json.loads(text):
                await self._hear(message)

    async def _hear(self, message: Message) -> None:
        kind = message["type"]
        if kind == "probe":
            await self._say("probed", number=message["number"])
        elif kind == "live":
            self.live = message
            if self.seat in message["waiting"]:
                await self._say("ready", seat=self.seat)
        elif kind == "fate":
            self._time(message)
        elif kind == "position" and message["seat"] == self.seat:
            self.position = message
            await self._act()
        elif kind == "over":
            self.tally.races += 1

    def _time(self, fate: Message) -> None:
        sent = self.sent.pop(fate["number"], None)
        if sent is not None and self.tally.measuring and fate["what"] != "kept":
            waits = max(self.live["delays"]) + 1
            self.tally.added.append(1000 * (time.perf_counter() - sent) - waits)
        self.waits_for = 0

    async def _act(self) -> None:
        position = self.position
        if not position["choices"] or self.waits_for:
            return
        if position["actor"] == self.seat:  # a trophy
            await self._say("move", seat=self.seat, ply=position["ply"], move=position["choices"][0]["move"])
        elif self.live.get("go"):
            self.number += 1
            self.waits_for = self.number
            asyncio.get_running_loop().call_later(self._pause(), self._press, self.number, position)

    def _pause(self) -> float:
        return max(0.0, self.live["go"] - time.time()) + random.uniform(*REACTION)

    def _press(self, number: int, position: Message) -> None:
        safe = [one for one in position["choices"] if "explodes" not in one["words"]]
        places = [one for one in safe if one["words"].startswith("place")]
        move = (places or safe)[0]["move"]
        self.sent[number] = time.perf_counter()
        said = self._say("press", seat=self.seat, number=number, ply=position["ply"], move=move)
        asyncio.get_running_loop().create_task(said)

    async def _say(self, kind: str, **more: Any) -> None:
        await self.line.send(json.dumps({"type": kind, **more}))


async def people_at_tables(port: int, tables: int, people: int, tally: Tally) -> list[Person]:
    """Tables of so many people and a bot, with everybody connected."""
    seats = [*({"kind": "me"} for _ in range(people)), {"kind": "bot"}]
    body = {"game": "project_nos", "options": OPTIONS, "seats": seats}
    found: list[Person] = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as http:
        for _ in range(tables):
            made = (await http.post("/api/tables", json=body)).json()
            for key in made["keys"]:
                uri = f"ws://127.0.0.1:{port}/ws/{made['table']}"
                line = await connect(uri, compression=None, proxy=None, ping_interval=None, max_queue=None)
                await line.send(json.dumps({"type": "hello", "keys": [key["key"]]}))
                found.append(Person(key["seat"], line, tally))
    return found


async def measure(server: Process, tables: int, people: int, seconds: float) -> dict[str, Any]:
    """Race for so many seconds after everybody has started."""
    tally = Tally()
    everybody = await people_at_tables(server.port, tables, people, tally)
    races = [asyncio.create_task(person.race()) for person in everybody]
    await asyncio.sleep(6.0)
    tally.measuring, cpu = True, server.cpu()
    await asyncio.sleep(seconds)
    used = sum(server.cpu()) - sum(cpu)
    tally.measuring = False
    for race in races:
        race.cancel()
    await asyncio.gather(*races, return_exceptions=True)
    added = sorted(tally.added) or [0.0]
    return {
        "races at once": tables,
        "people": len(everybody),
        "presses/s": round(len(added) / seconds, 1),
        "added ms, p50": round(added[len(added) // 2], 2),
        "added ms, p99": round(added[int(len(added) * 0.99)], 2),
        "share of one processor": round(used / seconds, 2),
        "server CPU ms a press": round(1000 * used / len(added), 2),
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
            found = asyncio.run(measure(server, chosen.tables, chosen.people, chosen.seconds))
        finally:
            server.close()
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
