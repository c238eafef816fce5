"""Rooms that are unloaded leave memory at once, without the garbage collector, which runs rarely in a server."""

import asyncio
import gc
import time
import weakref
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from paddock.engine import Game, Match
from paddock.games import all_games
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server import make_hall, open_store
from paddock.server.line.connection import Connection
from paddock.server.line.protocol import LineProtocol, RequestProtocol
from paddock.server.line.wire import NewTable, SeatWish
from paddock.server.table.sight import encode

from .harness import QUICKLY, WAIT, House, finish

LIVE = next(game for game in all_games() if game.live)


@contextmanager
def no_collector() -> Generator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def turns(number: int) -> None:
    """Let all pending tasks finish."""
    for _ in range(number):
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("game", [RIDGE_RUN, LIVE], ids=["plain", "by a running clock"])
def test_a_room_that_is_unloaded_is_freed(game: Game):
    async def run() -> None:
        settings = replace(QUICKLY, pace=replace(QUICKLY.pace, unload_after=0.0))
        hall = make_hall([game], open_store("sqlite://:memory:"), settings)
        row, created = await hall.house.founder.from_request(game, NewTable(game.id, [SeatWish("me"), SeatWish("bot")]))
        await hall.found(row)
        with no_collector():
            line = Connection(hall, row.id)
            await line.receive(encode({"type": "hello", "keys": [created.keys[0].key]}))
            room = hall.rooms[row.id]
            for _ in range(3):
                if room.match.actor == 0:
                    move = room.match.choices()[0].move
                    await line.receive(encode({"type": "move", "seat": 0, "ply": room.ply, "move": move}))
                await turns(5)
            kept = [weakref.ref(one) for one in (room, room.match, room.telling.sight, line)]
            line.gone()
            del room, line
            await turns(3)
            await hall.sweep()
            assert hall.rooms == {}
            await turns(3)
            assert [ref() for ref in kept] == [None] * 4
        await hall.close()

    finish(run())


def test_a_line_that_is_closed_is_freed(house: House):
    table = house.table("me", "bot")
    kinds = (LineProtocol, RequestProtocol, Connection)

    def left() -> int:
        return sum(type(one) in kinds for one in gc.get_objects())

    with no_collector():
        before = left()
        for _ in range(3):
            with table.client(0) as ana:
                ana.settled()
        end = time.monotonic() + WAIT
        while left() > before and time.monotonic() < end:
            time.sleep(0.05)
        assert left() <= before


def test_a_bot_that_thinks_does_not_keep_an_unloaded_room():
    async def run() -> None:
        settings = replace(QUICKLY, pace=replace(QUICKLY.pace, unload_after=0.0))
        hall = make_hall([RIDGE_RUN], open_store("sqlite://:memory:"), settings)
        row, created = await hall.house.founder.from_request(
            RIDGE_RUN, NewTable(RIDGE_RUN.id, [SeatWish("me"), SeatWish("bot")])
        )
        await hall.found(row)
        thinking = asyncio.Event()

        async def choose(match: Match, seat: int, name: str, seed: int) -> int:
            thinking.set()
            return await asyncio.get_running_loop().create_future()

        hall.house.bots.choose = choose
        with no_collector():
            line = Connection(hall, row.id)
            await line.receive(encode({"type": "hello", "keys": [created.keys[0].key]}))
            room = hall.rooms[row.id]
            move = room.match.choices()[0].move
            await line.receive(encode({"type": "move", "seat": 0, "ply": room.ply, "move": move}))
            await thinking.wait()
            kept = weakref.ref(room)
            line.gone()
            del room, line
            await hall.sweep()
            await turns(3)
            assert kept() is None
        await hall.close()

    finish(run())
