"""Deferred work: it does not delay urgent work, and no message is sent twice or out of order because of it."""

import asyncio
import json
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from websockets.sync.client import ClientConnection, connect

from paddock.games import all_games
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server import make_hall, open_store
from paddock.server.line.connection import Connection
from paddock.server.line.outbox import Outbox, frame_of
from paddock.server.line.wire import NewTable, SeatWish
from paddock.server.settings import Sources
from paddock.server.table.later import PATIENCE, Later
from paddock.server.table.sight import encode

from .harness import FREELY, QUICKLY, WAIT, House, Message, finish, serving

MUCH = 6_000
[LIVE] = [game for game in all_games() if game.live]


def test_one_piece_a_turn_and_a_failing_one_stops_nobody():
    async def run() -> None:
        later, done = Later(), list[str]()

        def fail() -> None:
            done.append("fails")
            raise ValueError("on purpose")

        for piece in (partial(done.append, "first"), fail, partial(done.append, "last")):
            later.add(piece)
        for turn in range(4):
            await asyncio.sleep(0)
            done.append(f"turn {turn}")
        assert done == ["first", "turn 0", "fails", "turn 1", "last", "turn 2", "turn 3"]
        later.add(partial(done.append, "again"))
        await asyncio.sleep(0)
        assert done[-1] == "again"

    finish(run())


def test_what_is_urgent_goes_first_but_not_for_ever():
    async def run() -> None:
        later, done = Later(), list[str]()
        later.urgent.add("a press")
        later.add(partial(done.append, "news"))
        for _ in range(PATIENCE):
            await asyncio.sleep(0)
        assert done == []
        await asyncio.sleep(0)
        assert done == ["news"]
        later.add(partial(done.append, "more"))
        await asyncio.sleep(0)
        assert done == ["news"]
        later.urgent.clear()
        await asyncio.sleep(0)
        assert done == ["news", "more"]

    finish(run())


def test_who_comes_while_news_wait_hears_them_once():
    async def run() -> None:
        hall = make_hall([LIVE], open_store("sqlite://:memory:"), QUICKLY)
        wish = NewTable(LIVE.id, [SeatWish("me"), SeatWish("me")])
        row, created = await hall.house.founder.from_request(LIVE, wish)
        room = await hall.found(row)
        ana, fan = Connection(hall, row.id), Connection(hall, row.id)
        await ana.receive(encode({"type": "hello", "keys": [created.keys[0].key]}))
        plies = [ply["ply"] for ply in heard(ana, "plies")[0]["plies"]]
        assert plies == list(range(room.ply))
        assert plies
        room.telling.tell_soon(room.ply - 1)
        room.telling.show_soon({0})
        await fan.receive(encode({"type": "hello"}))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert [ply["ply"] for said in heard(fan, "plies") for ply in said["plies"]] == plies
        assert [ply["ply"] for said in heard(ana, "plies") for ply in said["plies"]] == plies[-1:]
        await hall.close()

    finish(run())


def test_news_that_wait_are_not_told_again_with_the_end_of_the_race():
    async def run() -> None:
        hall = make_hall([RIDGE_RUN], open_store("sqlite://:memory:"), QUICKLY)
        wish = NewTable(RIDGE_RUN.id, [SeatWish("me"), SeatWish("me")], {"length": 6})
        row, created = await hall.house.founder.from_request(RIDGE_RUN, wish)
        room = await hall.found(row)
        both, fan = Connection(hall, row.id), Connection(hall, row.id)
        await both.receive(encode({"type": "hello", "keys": [one.key for one in created.keys]}))
        await fan.receive(encode({"type": "hello"}))
        save_row, later = room.storing.save_row, hall.house.later

        async def save_while_news_are_told() -> None:
            later.urgent.clear()
            await save_row()

        room.storing.save_row = save_while_news_are_told
        while room.racing:
            later.urgent.add("a press at another table")
            room.telling.tell_soon(len(room.match.script))
            move = {"seat": room.match.actor, "ply": room.ply, "move": room.match.choices()[0].move}
            await both.receive(encode({"type": "move", **move}))
        told = [ply["ply"] for said in heard(fan, "plies") for ply in said["plies"]]
        assert told == list(range(room.ply))
        await hall.close()

    finish(run())


def heard(line: Connection, kind: str) -> list[Message]:
    """Messages of one kind among those that wait."""
    messages = json.loads(frame_of(line.outbox.taken()))
    return [message for message in messages if message["type"] == kind]


def test_a_press_does_not_change_what_the_race_has_gone_beyond():
    """A message that arrived before the race went on, but was handled after it, counts from the later time."""
    now = [1000.0]
    settings = replace(QUICKLY, sources=Sources(clock=lambda: now[0]))

    async def run() -> None:
        hall = make_hall([LIVE], open_store("sqlite://:memory:"), settings)
        wish = NewTable(LIVE.id, [SeatWish("me")], {"modifications": "none", "track": "ladder"})
        row, created = await hall.house.founder.from_request(LIVE, wish)
        room = await hall.found(row)
        ana = Connection(hall, row.id)
        await ana.receive(encode({"type": "hello", "keys": [created.keys[0].key]}))
        await ana.receive(encode({"type": "ready", "seat": 0}))
        assert room.live_clock
        assert room.live_clock.race
        presses = room.live_clock.race.match.presses
        now[0] += 5.0  # three seconds of lights, and two of the race
        await press(ana, 1, now[0])
        now[0] += 0.125  # the race goes on to 2.125
        await until(lambda: len(presses) == 1)
        await press(ana, 2, now[0] - 0.5)
        now[0] += 2.0
        await until(lambda: len(presses) == 2)
        assert [fate.input.read_at for fate in presses] == [2000, 2125]
        await hall.close()

    finish(run())


async def press(line: Connection, number: int, at: float) -> None:
    """Roll the first two dice with a message that arrived at a given time."""
    await line.receive(encode({"type": "press", "seat": 0, "number": number, "ply": 0, "move": 3}), at)


async def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


class Kept:
    """A transport that accepts and keeps everything."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.clock = time.monotonic

    def arrived(self) -> float:
        return self.clock()

    def sends(self, text: bytes) -> bool:
        self.frames.append(text)
        return True

    def hurry(self) -> None:
        """Nothing to do: it never waits."""

    def abort(self) -> None:
        """Nothing to do: it is never aborted."""


def test_a_message_does_not_overtake_one_that_is_being_sent():
    async def run() -> None:
        wire = Kept()
        outbox = Outbox(wire)
        outbox.put(b"1")  # no sender waits for it, so it is queued
        assert await outbox.next() == ([b"1"], None)
        outbox.put(b"2")  # 1 is being sent
        assert wire.frames == []
        assert await outbox.next() == ([b"2"], None)
        waiting = asyncio.create_task(outbox.next())
        await asyncio.sleep(0)
        outbox.put(b"3")
        assert wire.frames == [b"[3]"]
        outbox.close(1000)
        assert await waiting == ([], 1000)

    finish(run())


def test_a_reader_who_falls_behind_gets_everything_in_order():
    """While a client does not read, messages queue up; later ones do not overtake them when it reads again."""
    settings = replace(QUICKLY, limits=replace(FREELY, outbox=10**6, bad_messages=10**6))
    with serving("sqlite://:memory:", settings) as house:
        table = house.table("me", "me")
        uri = f"ws://127.0.0.1:{house.port}/ws/{table.id}"
        with connect(uri, compression=None, proxy=None, max_queue=1, max_size=None, ping_interval=None) as line:
            line.send(json.dumps({"type": "hello", "keys": [table.keys[0]]}))
            asking = threading.Thread(target=ask_much, args=(line,))
            asking.start()
            wait_until_behind(house, table.id)
            numbers: list[int] = []
            while len(numbers) < MUCH:
                numbers += [said["n"] for said in json.loads(line.recv(WAIT)) if said["type"] == "pong"]
            asking.join()
        assert numbers == list(range(MUCH))


def ask_much(line: ClientConnection) -> None:
    """Numbered pings, and between them a move at an impossible ply: its answer is the whole position."""
    for number in range(MUCH):
        line.send(json.dumps({"type": "move", "seat": 0, "ply": 10**6, "move": 1}))
        line.send(json.dumps({"type": "ping", "n": number}))


def wait_until_behind(house: House, table: str) -> None:
    assert house.hall
    end = time.monotonic() + WAIT
    while not any(len(one.outbox) for one in house.hall.rooms[table].lines if isinstance(one, Connection)):
        assert time.monotonic() < end, "the reader does not fall behind"
        time.sleep(0.001)
