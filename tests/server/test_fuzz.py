"""Fuzzing: twenty thousand invalid messages; each is refused with a reason, nothing breaks, nothing leaks."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from paddock.games._template import GAME as RIDGE_RUN
from paddock.server import Settings, make_hall, open_store
from paddock.server.line.connection import Connection
from paddock.server.line.outbox import frame_of
from paddock.server.line.wire import Created, NewTable, SeatWish
from paddock.server.table.hall import Hall
from paddock.server.table.room import Room
from paddock.server.table.sight import encode

from .harness import AT_ONCE, FREELY, QUICKLY, House, finish, serving
from .hostile import MAKERS, MINE, is_meant, oversized

MESSAGES = 20_000
PATIENT = replace(QUICKLY, limits=replace(FREELY, bad_messages=10**9, outbox=10**9))

Line = Connection


async def table_of_people(settings: Settings) -> tuple[Hall, Room, Created]:
    """Ridge Run for four, all in one browser; Bea (seat 1) acts, and Ana's card is a secret."""
    hall = make_hall([RIDGE_RUN], open_store("sqlite://:memory:"), settings)
    row, created = await hall.house.founder.from_request(RIDGE_RUN, NewTable("_template", [SeatWish("me")] * 4))
    room = await hall.found(row)
    await room.playing.play(0, 1)
    return hall, room, created


def answers(line: Line) -> list[dict[str, Any]]:
    code = line.outbox.code
    found = json.loads(frame_of(line.outbox.taken()))
    return found if code is None else [*found, {"type": "closed", "code": code}]


async def line_for(hall: Hall, room: Room, *keys: str) -> Line:
    line = Connection(hall, room.row.id)
    await line.receive(encode({"type": "hello", "keys": list(keys)}))
    assert answers(line)[0]["type"] == "welcome"
    return line


@pytest.mark.long
def test_twenty_thousand_bad_messages_are_refused_one_by_one():
    async def run() -> None:
        hall, room, created = await table_of_people(PATIENT)
        bea = await line_for(hall, room, created.keys[MINE].key)
        before, row = list(room.match.script), encode(room.row)
        chance = random.Random(3)
        sent = 0
        while sent < MESSAGES:
            message = MAKERS[sent % len(MAKERS)](chance, room.ply)
            if is_meant(message, room.ply):
                continue
            await bea.receive(message)
            heard = answers(bea)
            if heard[-1]["type"] == "closed":  # the message was too large
                assert heard.pop()["code"] == 1009
                bea.gone()
                bea = await line_for(hall, room, created.keys[MINE].key)
            check_refusal(heard, room, message)
            sent += 1
        assert room.match.script == before
        assert encode(room.row) == row
        await bea.receive(encode({"type": "move", "seat": MINE, "ply": room.ply, "move": 1}))
        assert room.match.actor == 2  # the race still goes on
        await hall.close()

    finish(run())


def check_refusal(heard: list[dict[str, Any]], room: Room, message: Any) -> None:
    refused = [one for one in heard if one["type"] == "refused"]
    assert len(refused) == 1, (message, heard)
    assert {one["type"] for one in heard} <= {"refused", "position"}, (message, heard)
    assert refused[0]["reason"]
    assert "Traceback" not in refused[0]["reason"]
    if refused[0]["alternatives"]:
        assert refused[0]["clause"] == "RR-10"
        assert [one["move"] for one in refused[0]["alternatives"]] == [1, 2, 3, 4]
    for one in heard:
        if one["type"] == "position":
            assert one["seat"] == MINE
            assert [car["card"] for seat, car in enumerate(one["view"]["cars"]) if seat != MINE] == [-1, -1, -1]


def test_an_illegal_move_is_answered_with_the_clause_and_the_legal_ones():
    async def run() -> None:
        hall, room, created = await table_of_people(PATIENT)
        bea = await line_for(hall, room, created.keys[MINE].key)
        await bea.receive(encode({"type": "move", "seat": MINE, "ply": room.ply, "move": 6}))
        refused = answers(bea)[0]
        card = room.match.state.card[MINE]
        words = ["gear 1", "gear 2", "gear 3", f"play the boost of {card}"]
        assert refused["clause"] == "RR-10"
        assert [one["words"] for one in refused["alternatives"]] == words
        await hall.close()

    finish(run())


def test_who_does_not_act_is_told_no_alternatives():
    async def run() -> None:
        hall, room, created = await table_of_people(PATIENT)
        ana = await line_for(hall, room, created.keys[0].key)
        await ana.receive(encode({"type": "move", "seat": 0, "ply": room.ply, "move": 4}))
        refused = answers(ana)[0]
        assert refused["reason"] == "it is blue's turn"
        assert refused["alternatives"] == []
        await hall.close()

    finish(run())


@pytest.mark.parametrize("key", ["", "x", "\x00", "é" * 50])
def test_a_wrong_key_makes_a_spectator(key: str):
    async def run() -> None:
        hall, room, _ = await table_of_people(PATIENT)
        line = await line_for(hall, room, key)
        assert line.seats == []
        await line.receive(encode({"type": "move", "seat": MINE, "ply": room.ply, "move": 1}))
        assert answers(line)[0]["reason"] == "you do not hold seat 1"
        await hall.close()

    finish(run())


def test_a_message_too_large_is_refused_and_the_line_closed():
    async def run() -> None:
        hall, room, created = await table_of_people(PATIENT)
        line = await line_for(hall, room, created.keys[MINE].key)
        await line.receive(oversized(random.Random(1), room.ply))
        refused, closed = answers(line)
        assert "at most 16384 bytes" in refused["reason"]
        assert closed == {"type": "closed", "code": 1009}
        await line.receive(encode({"type": "ping"}))
        assert answers(line) == [closed]  # and no further message comes
        await hall.close()

    finish(run())


def test_messages_too_fast_are_refused_and_the_line_closed():
    async def run() -> None:
        hall, room, _ = await table_of_people(
            replace(QUICKLY, limits=replace(FREELY, messages_a_second=1, message_burst=5))
        )
        line = await line_for(hall, room)
        for _ in range(10):
            await line.receive(encode({"type": "ping"}))
        heard = answers(line)
        assert [one["type"] for one in heard] == ["pong"] * 4 + ["refused", "closed"]
        assert heard[-2]["reason"] == "too fast: at most 1 messages a second"
        await hall.close()

    finish(run())


def test_a_reader_too_slow_is_dropped():
    async def run() -> None:
        hall, room, _ = await table_of_people(replace(QUICKLY, limits=replace(FREELY, outbox=20)))
        line = Connection(hall, room.row.id)
        await line.receive(encode({"type": "hello"}))
        for number in range(50):
            await line.receive(encode({"type": "ping", "n": number}))
        assert answers(line)[-1] == {"type": "closed", "code": 1008}
        await hall.close()

    finish(run())


def test_before_hello_nothing_is_possible():
    async def run() -> None:
        hall, room, _ = await table_of_people(PATIENT)
        line = Connection(hall, room.row.id)
        await line.receive(encode({"type": "start"}))
        assert answers(line)[0]["reason"] == "say hello first"
        lost = Connection(hall, "nowhere")
        await lost.receive(encode({"type": "hello"}))
        assert answers(lost)[0]["reason"] == "there is no such table"
        await hall.close()

    finish(run())


def test_some_hundred_bad_messages_over_a_real_socket(house: House):
    table = house.table("me", "me", "me", "me")
    assert house.hall
    chance = random.Random(5)
    with table.client(0) as ana, table.client(1) as bea:
        ana.my_turn(0)
        ana.move(0, 1)
        bea.my_turn(1)
        room = house.hall.rooms[table.id]
        sent = 0
        for number in range(400):
            message = MAKERS[number % len(MAKERS)](chance, room.ply)
            if is_meant(message, room.ply) or (isinstance(message, str) and "\ud800" in message):
                continue
            try:
                bea.socket.send(message)
                bea.refused()
                sent += 1
                if "16384 bytes" in bea.heard[-1]["reason"]:
                    bea = table.client(1)
                    bea.my_turn(1)
            except ConnectionClosed:  # too many in a row
                bea = table.client(1)
                bea.my_turn(1)
        assert sent > 300
        bea.settled()
        bea.move(1, 1)
        ana.hear("position", lambda p: p["actor"] == 2)
        bea.socket.close()


def test_a_frame_beyond_all_measure_closes_the_line(house: House):
    table = house.table("me", "bot")
    with table.client(0) as ana:
        ana.my_turn(0)
        ana.socket.send("x" * 200_000)
        with pytest.raises(ConnectionClosed):
            ana.hear("nothing")
    with table.client(0) as again:
        again.my_turn(0)


def test_a_text_that_is_no_utf_8_closes_the_line_and_writes_nothing_to_the_log(
    house: House, caplog: pytest.LogCaptureFixture
):
    table = house.table("me", "bot")
    with table.client(0) as ana:
        ana.my_turn(0)
        ana.socket.send(b"\xff{}", text=True)
        with pytest.raises(ConnectionClosed) as closed:
            ana.hear("nothing")
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1007
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_line_that_says_nothing_is_closed():
    settings = Settings(replace(FREELY, hello_seconds=0.1), AT_ONCE)
    with serving("sqlite://:memory:", settings) as house:
        table = house.table("me", "bot")
        with (
            connect(f"ws://127.0.0.1:{house.port}/ws/{table.id}", proxy=None) as socket,
            pytest.raises(ConnectionClosed),
        ):
            socket.recv(5)
