"""A million messages and files that nobody should send: each is refused in words, and the server goes on.

Messages and raw frames go over websockets, requests and component files over HTTP, to one server, while another line
asks how it is; race records and bundles are read as `paddock verify` reads them.
"""

import asyncio
import io
import json
import random
import struct
import threading
import time
import zipfile
from collections.abc import Awaitable, Callable
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from click import ClickException
from tests.server.harness import Message
from tests.server.hostile import BREAKS, MAKERS, MINE, broken_file, is_meant
from tests.server.hostile import hostile as costly_files
from tests.server.process import FREELY
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from paddock.cli.records import verify_race
from paddock.engine import RecordError, read_record
from paddock.games import all_games
from paddock.series import BundleError, read_bundle

from .. import usage
from .proof import Proof
from .servers import Server, Wanted, answer_seconds, ask, store_of

MESSAGES, FRAMES, REQUESTS, FILES, RECORDS, BUNDLES = 780_000, 10_000, 120_000, 40_000, 20_000, 30_000
LINES = 12  # of each kind at the same time
BATCH = 50  # messages before somebody waits for the answers
STALL = 5.0  # seconds that nobody waits for an answer
GROWTH = 1.25  # of the server's memory after its first tenth of everything
SMALL = 30_000_000  # bytes: less than that is no growth
CPU_SECONDS = 2.0  # for one record or bundle
PATIENT = replace(FREELY, bad_messages=10**9, outbox=10**9, checks_a_minute=10**7, connections_an_address=10**5)
ROOT = Path(__file__).parents[2]
WRONG = "something went wrong here"
Work = Callable[[random.Random], Awaitable[int]]  # does a little; returns how many messages that was


def run(proof: Proof) -> None:
    """The proof."""
    server = Server(Wanted(store_of(proof.folder), limits=PATIENT))
    try:
        asyncio.run(_over_the_wire(proof, server))
        proof.check(server.process.is_alive(), "the server has died")
        for fault in server.faults():
            proof.fail(f"the server's log: {fault}")
    finally:
        server.end()
    _records(proof)
    _bundles(proof)


async def _over_the_wire(proof: Proof, server: Server) -> None:
    status, made = ask(server.port, "/api/tables", {"game": "_template", "seats": [{"kind": "me"}] * 4})
    assert status == 201, made
    keys = [one["key"] for one in made["keys"]]
    table = Table(proof, server.port, made["table"], keys)
    await table.begin()
    watch = Watch(proof, server)
    watching = asyncio.create_task(asyncio.to_thread(watch.run))
    work: list[tuple[str, int, Work]] = [
        ("messages", MESSAGES, table.messages),
        ("raw frames", FRAMES, table.frame),
        ("requests", REQUESTS, Requests(proof, server.port).one),
        ("component files", FILES, Files(proof, server.port).one),
    ]
    await asyncio.gather(*(_many(proof, what, full, do) for what, full, do in work))
    await table.goes_on()
    watch.ended.set()
    await watching


async def _many(proof: Proof, what: str, full: int, do: Work) -> None:
    """So many of one kind, several at the same time."""
    goal = proof.aim(what, full)

    async def some(number: int) -> None:
        chance = proof.random(what, number)
        while proof.done[what] < goal and not proof.is_late:
            try:
                proof.count(what, await asyncio.wait_for(do(chance), 10 * STALL))
            except TimeoutError:
                proof.fail(f"{what}: no answer in {10 * STALL:g} s")
            except (OSError, AssertionError, ConnectionClosed) as error:
                proof.fail(f"{what}: {type(error).__name__} {error}")

    await asyncio.gather(*(some(number) for number in range(LINES)))


class Watch:
    """Somebody else, who wants an answer all the time; and the server's memory."""

    def __init__(self, proof: Proof, server: Server):
        self.proof, self.server = proof, server
        self.ended = threading.Event()
        self.longest = 0.0
        self.first = 0  # bytes after a tenth of everything

    def run(self) -> None:
        """Until it is told to end; in a thread, as the loop is busy with sending."""
        while not self.ended.wait(0.2):
            try:
                took = answer_seconds(self.server.port)
            except (OSError, AssertionError) as error:
                self.proof.fail(f"/health was not answered: {error!r}")
                continue
            self.longest = max(self.longest, took)
            self.proof.check(took < STALL, f"/health took {took:.1f} s")
            goals = self.proof.goals.items()
            if not self.first and all(self.proof.done[what] >= goal / 10 for what, goal in goals):
                self.first = usage.memory(self.server.pid)
        self.tell()

    def tell(self) -> None:
        """At the end."""
        now = usage.memory(self.server.pid)
        self.proof.measured["/health at most"] = f"{self.longest:.2f} s"
        self.proof.measured["memory"] = f"{self.first / 1e6:.0f} MB after a tenth, {now / 1e6:.0f} MB at the end"
        bound = max(GROWTH * self.first, self.first + SMALL)
        self.proof.check(not self.first or now <= bound, f"memory grew from {self.first} to {now}")


class Table:
    """Ridge Run for four; Bea (seat 1) acts, and everybody sends as if they were her."""

    def __init__(self, proof: Proof, port: int, table: str, keys: list[str]):
        self.proof, self.port, self.table, self.keys = proof, port, table, keys
        self.lines: dict[asyncio.Task[Any] | None, ClientConnection] = {}
        self.ply = 0

    async def open(self, seat: int = MINE) -> ClientConnection:
        """A line that has heard the position."""
        uri = f"ws://127.0.0.1:{self.port}/ws/{self.table}"
        line = await connect(uri, compression=None, proxy=None, max_queue=None, ping_interval=None, open_timeout=30)
        await line.send(json.dumps({"type": "hello", "keys": [self.keys[seat]]}))
        self.ply = (await self._until(line, "position"))[-1]["ply"]
        return line

    async def _until(self, line: ClientConnection, kind: str) -> list[Message]:
        """Everything up to a message of that kind."""
        heard: list[Message] = []
        while not heard or heard[-1]["type"] != kind:
            heard += json.loads(await line.recv())
        return heard

    async def begin(self) -> None:
        """Ana moves; then it is Bea's turn."""
        ana = await self.open(0)
        await ana.send(json.dumps({"type": "move", "seat": 0, "ply": self.ply, "move": 1}))
        await self._until(ana, "position")
        await ana.close()

    async def messages(self, chance: random.Random) -> int:
        """A batch on one line, each refused once."""
        task = asyncio.current_task()
        line = self.lines.pop(task, None) or await self.open()
        sent = [one for one in (self._made(chance) for _ in range(BATCH)) if one is not None]
        large = next((number for number, one in enumerate(sent) if len(one) > 16_384), None)
        sent = sent if large is None else sent[: large + 1]
        for one in sent:
            await line.send(one)
        if large is not None:
            await self._closed(line, len(sent))
            return len(sent)
        await line.send('{"type": "ping", "n": 7}')
        self._check(await self._until(line, "pong"), len(sent))
        self.lines[task] = line
        return len(sent)

    def _made(self, chance: random.Random) -> Any:
        message = chance.choice(MAKERS)(chance, self.ply)
        is_text = isinstance(message, str)
        return None if is_meant(message, self.ply) or (is_text and "\ud800" in message) else message

    async def _closed(self, line: ClientConnection, many: int) -> None:
        """After a message that is too large the line is closed."""
        heard: list[Message] = []
        try:
            while True:
                heard += json.loads(await line.recv())
        except ConnectionClosed as closed:
            self.proof.check(bool(closed.rcvd) and closed.rcvd.code == 1009, f"closed with {closed}")
        self._check(heard, many)

    def _check(self, heard: list[Message], many: int) -> None:
        refused = [one for one in heard if one["type"] == "refused"]
        self.proof.check(len(refused) == many, f"{many} messages got {len(refused)} refusals")
        for one in refused:
            self.proof.check(bool(one["reason"]) and WRONG not in one["reason"], f"refused with {one}")
        for one in heard:
            if one["type"] == "position":
                hidden = [car["card"] for seat, car in enumerate(one["view"]["cars"]) if seat != MINE]
                self.proof.check(hidden == [-1] * 3, f"a position shows {hidden}")

    async def frame(self, chance: random.Random) -> int:
        """Bytes that are no proper frame: the line is closed, or nothing happens."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = f"GET /ws/{self.table} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        writer.write(f"{head}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(raw_frame(chance))
        writer.write_eof()
        answer = await reader.read()
        self.proof.check(WRONG.encode() not in answer, f"a frame got {answer[:100]!r}")
        writer.close()
        return 1

    async def goes_on(self) -> None:
        """After all that Bea's position is what it was, and she moves."""
        bea = await self.open()
        await bea.send(json.dumps({"type": "move", "seat": MINE, "ply": self.ply, "move": 1}))
        heard = await asyncio.wait_for(self._until(bea, "position"), 10 * STALL)
        self.proof.check(heard[-1]["actor"] == 2, f"the race does not go on: {heard[-1]['actor']} acts")
        await bea.close()


def raw_frame(chance: random.Random) -> bytes:
    """A frame with something wrong: kind, length, mask, text, or everything."""
    kind = chance.choice([0x81, 0x82, 0x01, 0x80, 0x88, 0x89, 0x8A, 0xF1, chance.randrange(256)])
    data = bytes(chance.randrange(256) for _ in range(chance.randrange(200)))
    size = chance.choice(
        [
            bytes([0x80 | min(len(data), 125)]),
            bytes([len(data) % 126]),
            struct.pack(">BH", 0x80 | 126, chance.choice([len(data), 0, 65_535])),
            struct.pack(">BQ", 0x80 | 127, chance.choice([len(data), 2**63 - 1, 2**63, 10**6])),
        ]
    )
    return bytes([kind]) + size + bytes(4) + data


# Requests


class Requests:
    """Requests with something wrong, a connection each."""

    PATHS = (
        "/api/tables",
        "/api/quick",
        "/api/series",
        "/api/tables/x/join",
        "/api/tables/x/fork",
        "/api/series/x/next",
        "/api/games/nitro_dice/workshop/make",
        "/api/tables/%00/replay",
        "/api/tables/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/health?" + "a" * 9000,
        "*",
        "http://elsewhere/api/tables",
        "//",
        "/ws/x",
    )
    FIELDS = (
        "game",
        "name",
        "seats",
        "options",
        "agreed",
        "venues",
        "keys",
        "ply",
        "seat",
        "size",
        "seed",
        "clock",
        "x",
    )
    VALUES = cast(
        list[Any],
        json.loads(
            """[null, true, -1, 0, 1e30, 1.5, "", "nitro_dice", "\\u0000", [], {}, [[[[[]]]]], [{"kind": "me"}],
            [{"kind": "me"}, {"kind": "me"}], [{"kind": "bot", "level": "x"}], {"track": "x"}, {"laps": -1},
            {"mode": "move", "seconds": -1}]"""
        ),
    )

    def __init__(self, proof: Proof, port: int):
        self.proof, self.port = proof, port

    async def one(self, chance: random.Random) -> int:
        """One request, and whatever comes back."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        sent = self.made(chance)
        writer.write(sent)
        writer.write_eof()
        try:
            answer = await reader.read()
        except ConnectionResetError:  # it was refused before it was read to its end
            answer = b""
        head = answer.partition(b"\r\n")[0]
        self.proof.check(b" 500 " not in head and WRONG.encode() not in answer, f"{sent[:300]!r} got {answer[:200]!r}")
        writer.close()
        return 1

    def made(self, chance: random.Random) -> bytes:
        """A request."""
        kind = chance.randrange(4)
        if kind == 0:
            return bytes(chance.randrange(256) for _ in range(chance.randrange(400)))
        if kind == 1:
            return self._strange_head(chance)
        fields = {name: chance.choice(self.VALUES) for name in chance.sample(self.FIELDS, chance.randrange(6))}
        body = json.dumps(fields).encode()
        if kind == 3:
            cut = chance.randrange(len(body))
            body = body[:cut] + chance.choice([b"", b"\xff", b"[" * 5000, b"\x00", body])
        return self._head("POST", chance.choice(self.PATHS), len(body)) + body

    def _strange_head(self, chance: random.Random) -> bytes:
        method = chance.choice(["GET", "POST", "PUT", "HEAD", "OPTIONS", "TRACE", "CONNECT", "get", "X" * 500])
        size = chance.choice([0, -1, 10**18, 5])
        more = chance.choice(
            [
                b"Transfer-Encoding: chunked\r\n\r\nzz\r\nhello",
                b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nhello",
                b"X: " + b"y" * 70_000 + b"\r\n\r\n",
                b"".join(b"X%d: 1\r\n" % n for n in range(300)) + b"\r\n",
                b"Host: evil.example\r\n\r\n",
                b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello",
                b"Origin: https://evil.example\r\n\r\n{}",
                b": empty\r\nno colon\r\n\r\n",
                b"X-Forwarded-For: " + b"1.2.3.4, " * 500 + b"\r\n\r\n",
                b"If-None-Match: \xff\xfe\r\nAccept-Encoding: gzip\r\n\r\n",
            ]
        )
        return self._head(method, chance.choice(self.PATHS), size)[:-2] + more

    def _head(self, method: str, path: str, size: int) -> bytes:
        said = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        return f"{said}Content-Type: application/json\r\nContent-Length: {size}\r\n\r\n".encode()


class Files:
    """Component files of all games that take some."""

    def __init__(self, proof: Proof, port: int):
        self.proof, self.port = proof, port
        self.games = [game for game in all_games() if game.workshop]
        self.costly = costly_files()

    async def one(self, chance: random.Random) -> int:
        """A file, checked in the workshop; the costly ones now and then."""
        game = chance.choice(self.games)
        text = chance.choice(self.costly) if chance.random() < 0.02 else broken_file(game, chance.randrange(10**9))
        path = f"/api/games/{game.id}/workshop/check"
        status, answer = await asyncio.to_thread(ask, self.port, path, {"text": text}, 10 * STALL)
        self.proof.check(status in (200, 413, 503), f"a file of {game.id} got {status} {str(answer)[:200]}")
        return 1


# Records and bundles


def _records(proof: Proof) -> None:
    """Race records that were changed anyhow: read, or refused with a sentence."""
    kept = sorted(ROOT.glob("src/paddock/games/*/tests/**/*.race")) + sorted(ROOT.glob("tests/**/*.race"))
    texts = {path: path.read_text("utf-8") for path in kept if path.stat().st_size < 40_000}
    chance, goal = proof.random("records"), proof.aim("race records", RECORDS)
    while proof.done["race records"] < goal and not proof.is_late:
        text = spoilt(chance, chance.choice(list(texts.values())))
        started = time.process_time()
        wrong = wrong_with_reading(text)
        proof.check(not wrong, f"a record: {wrong}: {text[:300]!r}")
        took = time.process_time() - started
        proof.check(took < CPU_SECONDS, f"a record took {took:.1f} s")
        proof.count("race records")


def wrong_with_reading(text: str) -> str:
    """What goes wrong when `paddock verify` reads a record, beside a refusal with a sentence; "" if nothing does."""
    try:
        with redirect_stdout(io.StringIO()):
            verify_race("a record", read_record(text))
    except (RecordError, ClickException):
        return ""
    except Exception as error:
        return f"{type(error).__name__} {error}"
    return ""


def spoilt(chance: random.Random, text: str) -> str:
    """A text file with something changed."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    kind = chance.randrange(7)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, chance.choice(lines))
    elif kind == 2:
        words = lines[at].split(" ")
        words[chance.randrange(len(words))] = chance.choice(["", "-1", "9" * 400, "x", "\u0000", "[]", "0", "1e9", "²"])
        lines[at] = " ".join(words)
    elif kind == 3:
        lines = lines[:at]
    elif kind == 4:
        other = chance.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    else:
        return chance.choice(BREAKS)(chance, text + "[[")
    return "\n".join(lines)


def _bundles(proof: Proof) -> None:
    """Zips of a season that were changed anyhow."""
    good = _a_bundle()
    chance, goal = proof.random("bundles"), proof.aim("bundles", BUNDLES)
    path = proof.folder / "season.zip"
    while proof.done["bundles"] < goal and not proof.is_late:
        data = bytearray(good)
        for _ in range(chance.randrange(1, 12)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(data[: chance.choice([len(data), chance.randrange(len(data))])])
        started = time.process_time()
        try:
            read_bundle(path)
        except BundleError:
            pass
        except Exception as error:
            kept = proof.folder.parent / f"torture-bundle-{proof.done['bundles']}.zip"
            kept.write_bytes(path.read_bytes())
            proof.fail(f"a bundle: {type(error).__name__} {error}; it is kept as {kept.name}")
        took = time.process_time() - started
        proof.check(took < CPU_SECONDS, f"a bundle took {took:.1f} s")
        proof.count("bundles")


def _a_bundle() -> bytes:
    """Of two races."""
    data = io.BytesIO()
    record = next(iter(sorted(ROOT.glob("src/paddock/games/*/tests/**/*.race")))).read_text("utf-8")
    agreed = '{"game": "nestorgames_gp", "drivers": ["A", "B"], "options": {}, "race_options": {}, "venues": []}'
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name in ("race-01.race", "race-02.race"):
            bundle.writestr(name, record)
        bundle.writestr("sheet.csv", "name,total\nA,1\nB,2\n")
        bundle.writestr("series.json", agreed)
    return data.getvalue()
