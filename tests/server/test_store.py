"""The stores: durable, append-only, and a second writer loses cleanly."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from paddock.engine import FairDice, Match, TakeBack
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server import StoreError, make_hall, open_store
from paddock.server.line.connection import Connection
from paddock.server.line.refusals import RefusedError
from paddock.server.line.wire import NewTable, SeatWish
from paddock.server.store import writer
from paddock.server.store.loading import load_race
from paddock.server.store.snapshots import bytes_to_match, match_to_bytes
from paddock.server.store.sqlite_store import SqliteStore
from paddock.server.store.store import (
    NO_PRESSES,
    EntryRow,
    EntryTakenError,
    NoTableError,
    Presses,
    SeatRow,
    SnapshotRow,
    Store,
    TableChangedError,
    TableRow,
)
from paddock.server.store.urls import is_postgres
from paddock.server.table.sight import encode
from paddock.server.table.telling import plies_since

from .harness import QUICKLY, House, finish, games, serving, spoil, store_in

Work = Callable[[Store], Awaitable[None]]


def with_stores(url: str, *works: Work) -> None:
    async def run() -> None:
        for work in works:
            store = open_store(url, shared=True)
            try:
                await work(store)
            finally:
                await store.close()

    finish(run())


def row(table_id: str = "one") -> TableRow:
    seats = [SeatRow("Ana", "person", "quick", "hash", True), SeatRow("", "bot", "quick")]
    return TableRow(table_id, "_template", "digest", {"length": 6}, seats, b"\x01" * 32, 5.0)


def test_what_was_awaited_is_there_for_the_next_process(store_url: str):
    moves = [EntryRow(0, -1, 2), EntryRow(0, 0, 3, 1.5), EntryRow(1, 0, 1)]

    async def write(store: Store) -> None:
        await store.create(row(), moves[:1])
        await store.append("one", 1, moves[1:])

    async def read(store: Store) -> None:
        assert await store.load("one") == row()
        assert await store.entries("one") == moves
        assert await store.entries("one", 2) == moves[2:]

    with_stores(store_url, write, read)


def test_the_second_writer_of_an_entry_loses(store_url: str):
    async def race(first: Store) -> None:
        second = open_store(store_url, shared=True)
        await first.create(row(), [])
        await first.append("one", 0, [EntryRow(0, 0, 1)])
        with pytest.raises(EntryTakenError):
            await second.append("one", 0, [EntryRow(0, 0, 2), EntryRow(0, 1, 2)])
        assert await second.entries("one") == [EntryRow(0, 0, 1)]  # nothing of it was written
        await second.append("one", 1, [EntryRow(0, 1, 2)])
        await second.close()

    with_stores(store_url, race)


def test_one_failed_job_does_not_harm_the_others_of_its_commit(store_url: str):
    async def work(store: Store) -> None:
        await store.create(row(), [])
        jobs = [store.append("one", entry, [EntryRow(0, 0, entry)]) for entry in (0, 1, 1, 2, 0, 3)]
        results = await asyncio.gather(*jobs, return_exceptions=True)
        assert [isinstance(result, EntryTakenError) for result in results] == [False, False, True, False, True, False]
        assert [entry.number for entry in await store.entries("one")] == [0, 1, 2, 3]

    with_stores(store_url, work)


@pytest.mark.parametrize("taken", [False, True])
def test_moves_and_other_jobs_share_a_commit(taken: bool, store_url: str):
    snapshot = SnapshotRow(2, "rules", b"data")

    async def work(store: Store) -> None:
        stale = row()
        await store.create(row(), [])
        await store.create(row("two"), [EntryRow(0, 0, 0)])
        stale.revision = 7
        results = await asyncio.gather(
            store.append("one", 0, [EntryRow(0, 0, 0), EntryRow(0, 1, 1)]),
            store.save(stale),
            store.save_snapshot("one", snapshot),
            store.append("two", 0 if taken else 1, [EntryRow(0, 0, 1)]),
            store.append("one", 2, [EntryRow(0, 0, 2)]),
            return_exceptions=True,
        )
        assert [type(result) for result in results if result is not None] == (
            [TableChangedError, EntryTakenError] if taken else [TableChangedError]
        )
        assert [entry.number for entry in await store.entries("one")] == [0, 1, 2]
        assert [entry.number for entry in await store.entries("two")] == ([0] if taken else [0, 1])
        assert (await store.race("one", snapshot.rules)).snapshot == snapshot

    with_stores(store_url, work)


def test_a_stale_change_of_a_table_is_refused(store_url: str):
    async def work(store: Store) -> None:
        await store.create(row(), [])
        mine, theirs = await store.load("one"), await store.load("one")
        mine.status = "racing"
        await store.save(mine)
        theirs.status = "over"
        with pytest.raises(TableChangedError):
            await store.save(theirs)
        assert (await store.load("one")).status == "racing"
        with pytest.raises(NoTableError):
            await store.load("another")

    with_stores(store_url, work)


def test_a_folder_is_made_for_the_file(tmp_path: Path):
    with_stores(store_in(tmp_path / "deep"), lambda store: store.create(row(), []))
    assert (tmp_path / "deep" / "races.sqlite").is_file()


def test_a_key_cannot_be_read_from_the_store(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        table = house.table("me", "bot")
    assert (tmp_path / "races.sqlite").stat().st_mode & 0o077 == 0  # others on this machine cannot read it
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert table.id.encode() in stored
    assert table.keys[0].encode() not in stored


def test_two_servers_on_one_store_agree(store_url: str):
    """The same table is open in two processes: the slower mover is refused and gets the position."""
    with serving(open_store(store_url, shared=True)) as one, serving(open_store(store_url, shared=True)) as two:
        table = one.table("me", "open")
        table.join("Bea")
        with table.client(0) as here, two.client(table.id, table.keys[0]) as there:
            here.my_turn(0)
            there.my_turn(0)
            here.move(0, 1)
            here.hear("position", lambda p: p["actor"] == 1)
            there.move(0, 1)
            assert "another move was stored first" in there.refused()["reason"]
            assert there.position[0] == here.position[0]
            assert there.plies == here.plies


def test_a_store_of_a_later_paddock_is_not_touched(store_url: str):
    with_stores(store_url, lambda store: store.create(row(), []))
    later = "UPDATE schema_version SET version=99" if is_postgres(store_url) else "PRAGMA user_version=99"
    spoil(store_url, later)
    with pytest.raises(StoreError, match="later paddock"):
        open_store(store_url)


@pytest.mark.parametrize("url", ["mysql://here", "sqlite://", "sqlite:///", "races.sqlite"])
def test_a_strange_store_is_named(url: str):
    with pytest.raises(StoreError, match="sqlite:///path, sqlite://:memory: or postgresql://"):
        open_store(url)


def test_a_store_that_cannot_be_opened_says_so(tmp_path: Path):
    (tmp_path / "races.sqlite").mkdir()
    with pytest.raises(StoreError, match="cannot be opened"):
        open_store(store_in(tmp_path))


# Snapshots


def raced(turns: int) -> Match:
    """A race in which every fifth move is taken back."""
    match = Match(RIDGE_RUN, ["Ana", "Bea"], {"length": 60}, FairDice(bytes(32)))
    match.settle()
    for turn in range(turns):
        match.play(match.choices()[turn % 3].move)
        if turn % 5 == 4:
            match.take_back(len(match.plies) - 1)
            match.settle()
    return match


def test_a_snapshot_brings_back_everything():
    match = raced(25)
    twin = Match(RIDGE_RUN, ["Ana", "Bea"], {"length": 60}, FairDice(bytes(32)))
    kept = bytes_to_match(match_to_bytes(match, [1.5, 2.0], [3]), twin)
    assert (kept.spent, kept.late) == ([1.5, 2.0], [3])
    assert (twin.state, twin.plies, twin.script) == (match.state, match.plies, match.script)
    for one in (match, twin):
        one.take_back(10)
        one.settle()
        one.play(one.choices()[2].move)
    assert twin.plies == match.plies  # dice taken back are drawn again, the same in both


async def stored_race(store: Store) -> tuple[TableRow, Match]:
    match = raced(25)
    table = replace(row(), rules=RIDGE_RUN.rules_digest, options={"length": 60}, secret=bytes(32), status="racing")
    hall = make_hall(games(), store, QUICKLY)
    await store.create(table, [])
    room = await hall.room("one")
    room.race.match = match
    await room.storing.keep_snapshot()
    return table, match


def test_a_snapshot_of_other_rules_is_not_used(store_url: str):
    async def work(store: Store) -> None:
        table, match = await stored_race(store)
        used = await load_race(store, RIDGE_RUN, table, QUICKLY.sources)
        assert len(used.match.plies) == len(match.plies)
        snapshot = (await store.race("one", RIDGE_RUN.rules_digest)).snapshot
        assert snapshot
        await store.save_snapshot("one", replace(snapshot, rules="other"))
        played_again = await load_race(store, RIDGE_RUN, table, QUICKLY.sources)
        assert len(played_again.match.plies) == 2  # this test stored as entries the first two cards alone

    with_stores(store_url, work)


def test_a_race_that_these_rules_do_not_allow_can_still_be_read(store_url: str):
    with serving(store_url) as house:
        table = house.table("me", "bot", game="nestorgames_gp")
        with table.client(0) as ana:
            ana.my_turn(0)
            ana.move(0)
            ana.my_turn(0)
    spoil(store_url, "DELETE FROM snapshots")
    ((last,),) = spoil(store_url, "SELECT MAX(entry) FROM moves")
    spoil(store_url, "UPDATE moves SET number=9999 WHERE entry=?", last)
    with serving(store_url) as house:
        with house.client(table.id, table.keys[0]) as ana:
            note = ana.hear("welcome")["table"]["note"]
            assert note == f"recorded under other rules; these can follow it for {last} plies"
            position = ana.hear("position")
            assert (position["ply"], position["choices"]) == (last, [])
            ana.say("move", seat=0, ply=last, move=0)
            assert "can only be read" in ana.refused()["reason"]
        lines = house.http.get(f"/api/tables/{table.id}/record").text.splitlines()
        assert f"{last} * 9999" in lines or f"{last} 1 9999" in lines or f"{last} 0 9999" in lines
        assert house.get(f"/api/tables/{table.id}/verify")["verdict"] == "not true"


# Rooms


def test_a_room_nobody_is_in_is_unloaded_and_comes_back(store_url: str):
    settings = replace(QUICKLY, pace=replace(QUICKLY.pace, unload_after=0.1))
    with serving(store_url, settings) as house:
        table = house.table("me", "bot")
        with table.client(0) as ana:
            ana.my_turn(0)
            ana.move(0, 1)
            before = ana.my_turn(0)
        wait_until_empty(house)
        with table.client(0) as ana:
            assert ana.my_turn(0) == before


def wait_until_empty(house: House) -> None:
    assert house.hall
    end = time.monotonic() + 5
    while house.hall.rooms and time.monotonic() < end:
        time.sleep(0.02)
    assert house.hall.rooms == {}


def test_a_failing_store_changes_nothing_that_anybody_sees():
    class Failing(SqliteStore):
        fails = False

        async def append(
            self, table_id: str, first: int, entries: list[EntryRow], presses: Presses = NO_PRESSES
        ) -> None:
            if self.fails:
                raise StoreError("the disk is full")
            await super().append(table_id, first, entries, presses)

    async def run() -> None:
        store = Failing(":memory:")
        hall = make_hall(games(), store, QUICKLY)
        wish = NewTable("_template", [SeatWish("me"), SeatWish("me")])
        table, _ = await hall.house.founder.from_request(RIDGE_RUN, wish)
        room = await hall.found(table)
        before = list(room.match.script), room.match.state.copy()
        store.fails = True
        with pytest.raises(RefusedError, match="the disk is full"):
            await room.playing.play(0, 1)
        assert (room.match.script, room.match.state) == before
        store.fails = False
        await room.playing.play(0, 1)
        assert len(room.match.script) == len(before[0]) + 1
        await hall.close()

    finish(run())


def test_nobody_hears_of_a_move_before_it_is_stored():
    class Slow(SqliteStore):
        gate = asyncio.Event()

        async def append(
            self, table_id: str, first: int, entries: list[EntryRow], presses: Presses = NO_PRESSES
        ) -> None:
            await self.gate.wait()
            await super().append(table_id, first, entries, presses)

    async def run() -> None:
        store = Slow(":memory:")
        store.gate.set()
        hall = make_hall(games(), store, QUICKLY)
        row, created = await hall.house.founder.from_request(RIDGE_RUN, NewTable("_template", [SeatWish("me")] * 2))
        room = await hall.found(row)
        ana, fan, late = (Connection(hall, row.id) for _ in range(3))
        await ana.receive(encode({"type": "hello", "keys": [created.keys[0].key]}))
        await fan.receive(encode({"type": "hello"}))
        heard = len(ana.outbox), len(fan.outbox)
        store.gate.clear()
        move = asyncio.create_task(ana.receive(encode({"type": "move", "seat": 0, "ply": room.ply, "move": 1})))
        hello = asyncio.create_task(late.receive(encode({"type": "hello"})))
        await asyncio.sleep(0.05)
        assert (len(ana.outbox), len(fan.outbox), len(late.outbox)) == (*heard, 0)
        assert room.info.entries == 2  # the first cards
        store.gate.set()
        await asyncio.gather(move, hello)
        assert len(fan.outbox) > heard[1]
        assert len(late.outbox) > 0
        assert room.info.entries == 3
        await hall.close()

    finish(run())


def test_what_a_client_has_missed_is_found_from_its_last_entry():
    script: list[tuple[int, int] | TakeBack] = [(0, 1), (1, 1), (0, 2), TakeBack(1, -1), (1, 3), (0, 4)]
    # plies after each entry: 1, 2, 3, 1, 2, 3
    assert plies_since(script, 3, 6) == (3, None)
    assert plies_since(script, 3, 5) == (2, None)
    assert plies_since(script, 3, 4) == (1, None)
    assert plies_since(script, 3, 3) == (1, TakeBack(1, -1))
    assert plies_since(script, 3, 1) == (1, None)  # had one ply, and that one still stands
    assert plies_since(script, 3, 0) == (0, None)


def test_more_entries_than_one_statement_carries_are_all_stored(store_url: str):
    moves = [EntryRow(0, number % 4, number, 0.5) for number in range(400)]  # of six values each

    async def work(store: Store) -> None:
        await store.create(row(), moves)
        await store.create(row("two"), [])
        await store.append("two", 0, moves)
        assert await store.entries("one") == moves
        assert await store.entries("two") == moves

    with_stores(store_url, work)


def test_of_many_entries_all_or_none_are_stored(store_url: str):
    late = [EntryRow(0, 0, 0)]

    async def work(store: Store) -> None:
        await store.create(row(), [])
        await store.append("one", 150, late)  # another writer has stored this entry already
        many = [EntryRow(0, 1, number) for number in range(200)]
        with pytest.raises(EntryTakenError):
            await store.append("one", 0, many)
        assert await store.entries("one") == late

    with_stores(store_url, work)


def moves_from(first: int, many: int = 1) -> writer.Rows:
    return writer.Rows([("one", number, 0, 0, number, 0.0, None) for number in range(first, first + many)])


def test_the_loop_writes_itself_only_while_that_takes_little_time(tmp_path: Path):
    """Token bucket: twenty milliseconds, each write counted as at least 0.4: fifty writes, and 150 more a second."""
    path, time = str(tmp_path / "races.sqlite"), [0.0]

    async def work(store: Store) -> None:
        here = writer.Here(path, lambda: time[0])
        assert not here.takes(moves_from(0))  # the budget is still empty
        time[0] = 1.0
        taken = [here.takes(moves_from(entry)) for entry in range(80)]
        written = taken.count(True)
        assert written in (50, 51)
        assert taken == [True] * written + [False] * (80 - written)
        assert [entry.number for entry in await store.entries("one")] == list(range(written))
        time[0] = 2.0
        assert not here.takes(moves_from(200, writer.MOST_ROWS + 1))  # more than one statement
        assert here.takes(moves_from(100))
        here.close()

    with_stores(f"sqlite:///{path}", work)


def test_after_a_long_write_the_loop_leaves_it_to_the_thread(tmp_path: Path):
    """A write of one second uses up the budget for 6.7 seconds from its beginning, less what had accumulated."""
    path = str(tmp_path / "races.sqlite")
    times = iter([0.0, 1.0, 2.0, 7.0, 7.0, 7.8, 7.8])  # the first write takes from 1.0 to 2.0

    async def work(store: Store) -> None:
        here = writer.Here(path, lambda: next(times))
        assert [here.takes(moves_from(entry)) for entry in range(3)] == [True, False, True]
        here.close()

    with_stores(f"sqlite:///{path}", work)


def test_the_loop_does_not_wait_for_another_writer(tmp_path: Path):
    path = str(tmp_path / "races.sqlite")

    async def work(store: Store) -> None:
        await store.create(row(), [])
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            append = asyncio.create_task(store.append("one", 0, [EntryRow(0, 0, 7)]))
            await asyncio.sleep(0.05)
            assert not append.done()
            other.execute("ROLLBACK")
        await append
        assert [entry.number for entry in await store.entries("one")] == [7]

    with_stores(f"sqlite:///{path}", work)


def test_the_log_is_long_from_the_start_and_nothing_else_is(tmp_path: Path):
    """A growing write-ahead log would make some commits wait long."""
    path = tmp_path / "races.sqlite"
    log = tmp_path / "races.sqlite-wal"

    async def work(store: Store) -> None:
        await store.create(row(), [EntryRow(0, 0, 7)])
        before = log.stat().st_size
        assert before >= writer.FIRST_LOG
        assert path.stat().st_size < before / 100
        again = SqliteStore(str(path), shared=True)  # another process opens it and finds it long enough
        await again.append("one", 1, [EntryRow(0, 1, 8)])
        await again.close()
        assert log.stat().st_size == before
        assert [entry.number for entry in await store.entries("one")] == [7, 8]
        with closing(sqlite3.connect(path)) as other:
            assert other.execute("SELECT count(*) FROM sqlite_master WHERE name = 'filler'").fetchone() == (0,)
            assert other.execute("PRAGMA integrity_check").fetchone() == ("ok",)

    with_stores(f"sqlite:///{path}", work)


def test_the_log_is_moved_into_the_file_while_a_race_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Commits go to the write-ahead log; a checkpoint moves them into the file, and then the log may restart: bytes 12
    to 15 of a log count its restarts."""
    path = tmp_path / "races.sqlite"
    monkeypatch.setattr(writer, "CHECKPOINT_EVERY", 20 * writer.USUAL_SIZE)
    monkeypatch.setattr(writer, "LONG_LOG", 50)

    def begun_anew() -> int:
        return int.from_bytes(Path(f"{path}-wal").read_bytes()[12:16], "big")

    async def race(store: Store) -> None:
        await store.create(row(), [])
        before, end = path.stat().st_size, time.monotonic() + 60
        written = 0
        while path.stat().st_size <= before or begun_anew() < 1:
            assert time.monotonic() < end
            await store.append("one", written, [EntryRow(0, 0, written)])
            written += 1
        assert await store.entries("one") == [EntryRow(0, 0, number) for number in range(written)]

    with_stores(f"sqlite:///{path}", race)


def test_the_log_does_not_grow_without_end(tmp_path: Path):
    """Snapshots of long races fill many pages of the write-ahead log, which is still restarted and truncated."""
    path = tmp_path / "races.sqlite"
    log, longest = Path(f"{path}-wal"), 0
    data = bytes(range(256)) * 1000

    async def race(store: Store) -> None:
        nonlocal longest
        for number in range(500):  # 128 million bytes
            await store.save_snapshot("one", SnapshotRow(number, "rules", data))
            longest = max(longest, log.stat().st_size)

    with_stores(f"sqlite:///{path}", race)
    assert longest < writer.LONGEST_LOG + 4 * len(data)


def test_the_log_stays_short_where_nobody_else_empties_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The checkpoint thread may starve on a busy machine: then the writer restarts the log itself."""
    monkeypatch.setattr(writer, "CHECKPOINT_EVERY", 10**12)
    test_the_log_does_not_grow_without_end(tmp_path)


def test_a_slow_checkpoint_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The checkpoint thread may hold its lock for long on a busy machine: the log does not grow meanwhile."""
    checkpoint = writer._checkpoint  # pyright: ignore[reportPrivateUsage]

    def slowly(connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM tables").fetchone()
        time.sleep(3 * writer.LOG_PATIENCE / 1000)
        connection.execute("COMMIT")
        checkpoint(connection)

    monkeypatch.setattr(writer, "LOG_PATIENCE", 50)
    monkeypatch.setattr(writer, "_checkpoint", slowly)
    test_the_log_does_not_grow_without_end(tmp_path)


def test_a_reader_in_the_way_does_not_stop_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The write-ahead log cannot restart while a reader uses it: it keeps growing, and everything is stored."""
    monkeypatch.setattr(writer, "LONGEST_LOG", 1_000_000)
    monkeypatch.setattr(writer, "LOG_PATIENCE", 10)
    path = tmp_path / "races.sqlite"
    data = bytes(range(256)) * 1000

    async def race(store: Store) -> None:
        await store.create(row(), [])
        reader = sqlite3.connect(path)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM tables").fetchone()
        for number in range(80):
            await store.save_snapshot("one", SnapshotRow(number, "rules", data))
        reader.close()
        assert (await store.race("one", "rules")).snapshot == SnapshotRow(79, "rules", data)

    with_stores(f"sqlite:///{path}", race)
