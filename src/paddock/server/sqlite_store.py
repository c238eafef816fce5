"""The embedded store: SQLite in WAL mode with synchronous FULL, one writer thread, and group commit.

Every request is a job for the thread. It takes all jobs that wait, runs each in a savepoint of one transaction, commits
once, and only then answers: what was awaited is on disk.
"""

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from paddock.engine.live import Fate

from .store import (
    NO_PRESSES,
    EntryRow,
    EntryTakenError,
    NoTableError,
    Presses,
    SeriesRow,
    SnapshotRow,
    StoreError,
    TableChangedError,
    TableRow,
)
from .wire import Status

T = TypeVar("T")
MEMORY = ":memory:"
VERSION = 1
GROUP = 256  # jobs in one commit at most
SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, status TEXT NOT NULL, private INTEGER NOT NULL, created REAL NOT NULL,
    revision INTEGER NOT NULL, data BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tables_by_status ON tables (status, private, created);
CREATE TABLE IF NOT EXISTS moves (
    table_id TEXT NOT NULL, entry INTEGER NOT NULL, kind INTEGER NOT NULL, actor INTEGER NOT NULL,
    number INTEGER NOT NULL, spent REAL NOT NULL, UNIQUE (table_id, entry)
);
CREATE TABLE IF NOT EXISTS presses (
    table_id TEXT NOT NULL, number INTEGER NOT NULL, data BLOB NOT NULL, UNIQUE (table_id, number)
);
CREATE TABLE IF NOT EXISTS snapshots (
    table_id TEXT PRIMARY KEY, entry INTEGER NOT NULL, rules TEXT NOT NULL, data BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS series (
    id TEXT PRIMARY KEY, created REAL NOT NULL, revision INTEGER NOT NULL, data BLOB NOT NULL
) WITHOUT ROWID;
"""
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(TableRow).decode
_decode_fate = msgspec.json.Decoder(Fate).decode
_decode_series = msgspec.json.Decoder(SeriesRow).decode
Observer = Callable[[float, int], None]  # seconds of a commit, jobs in it


class Job:
    """Something for the thread to do, and where its answer goes."""

    __slots__ = ("answer", "error", "future", "loop", "work")

    def __init__(self, work: Callable[[sqlite3.Connection], Any]):
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.answer: Any = None
        self.error: Exception | None = None

    def settle(self) -> None:
        """Give the answer, in the loop."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.answer)
        else:
            self.future.set_exception(self.error)


class SqliteStore:
    """A store in one file."""

    def __init__(self, path: str, observe: Observer | None = None):
        self.observe = observe
        self._path = path
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._connection = self._open()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def _open(self) -> sqlite3.Connection:
        try:
            if self._path != MEMORY:
                Path(self._path).parent.mkdir(parents=True, exist_ok=True)
                Path(self._path).touch(0o600)  # it holds the secrets of running races
            connection = sqlite3.connect(self._path, check_same_thread=False, isolation_level=None, timeout=10)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            _prepare(connection)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"the store {self._path} cannot be opened: {error}") from None
        return connection

    # The thread

    def _run(self) -> None:
        while True:
            jobs = self._waiting()
            if jobs:
                self._commit(jobs)
            if not jobs or jobs[-1] is None:
                break
        self._connection.close()

    def _waiting(self) -> list[Job | None]:
        """At least one job, and all that have come meanwhile; None is the last one ever."""
        jobs: list[Job | None] = [self._jobs.get()]
        while jobs[-1] is not None and len(jobs) < GROUP:
            try:
                jobs.append(self._jobs.get_nowait())
            except queue.Empty:
                break
        return jobs

    def _commit(self, waiting: list[Job | None]) -> None:
        jobs = [job for job in waiting if job is not None]
        started = time.perf_counter()
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                _attempt(self._connection, job)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            _roll_back(self._connection)
            for job in jobs:
                job.error = StoreError(f"the store could not write: {error}")
        if self.observe and jobs:
            self.observe(time.perf_counter() - started, len(jobs))
        _answer(jobs)

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreError("the store is closed")
        job = Job(work)
        self._jobs.put(job)
        return await job.future

    # What a store does

    async def create(self, table: TableRow, entries: list[EntryRow]) -> None:
        """A new table, with the entries it takes over."""
        row = (table.id, table.status, table.private, table.created, table.revision, _encode(table))

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO tables VALUES (?,?,?,?,?,?)", row)
            _insert(connection, table.id, 0, entries)

        await self._do(work)

    async def load(self, table_id: str) -> TableRow:
        """A table, or NoTableError."""

        def work(connection: sqlite3.Connection) -> TableRow:
            found = connection.execute("SELECT data FROM tables WHERE id=?", (table_id,)).fetchone()
            if not found:
                raise NoTableError("there is no such table")
            return _decode(found[0])

        return await self._do(work)

    async def save(self, table: TableRow) -> None:
        """Change a table; TableChangedError if somebody was faster."""
        before = table.revision
        data = _encode(replace(table, revision=before + 1))
        row = (table.status, table.private, before + 1, data, table.id, before)
        statement = "UPDATE tables SET status=?, private=?, revision=?, data=? WHERE id=? AND revision=?"

        def work(connection: sqlite3.Connection) -> None:
            if connection.execute(statement, row).rowcount != 1:
                raise TableChangedError("the table was changed by somebody else at the same moment")

        await self._do(work)
        table.revision = before + 1

    async def append(self, table_id: str, first: int, entries: list[EntryRow], presses: Presses = NO_PRESSES) -> None:
        """Add entries and presses; all or none; EntryTakenError if somebody was faster."""

        def work(connection: sqlite3.Connection) -> None:
            _insert(connection, table_id, first, entries)
            rows = [(table_id, number, _encode(fate)) for number, fate in enumerate(presses.fates, presses.first)]
            connection.executemany("INSERT INTO presses VALUES (?,?,?)", rows)

        await self._do(work)

    async def presses(self, table_id: str) -> list[Fate]:
        """What people did by a running clock, in order."""
        statement = "SELECT data FROM presses WHERE table_id=? ORDER BY number"
        rows = await self._do(lambda connection: connection.execute(statement, (table_id,)).fetchall())
        return [_decode_fate(row[0]) for row in rows]

    async def entries(self, table_id: str, start: int = 0) -> list[EntryRow]:
        """The entries from a number on."""
        statement = "SELECT kind, actor, number, spent FROM moves WHERE table_id=? AND entry>=? ORDER BY entry"
        rows = await self._do(lambda connection: connection.execute(statement, (table_id, start)).fetchall())
        return [EntryRow(*row) for row in rows]

    async def snapshot(self, table_id: str) -> SnapshotRow | None:
        """The last snapshot."""
        statement = "SELECT entry, rules, data FROM snapshots WHERE table_id=?"
        row = await self._do(lambda connection: connection.execute(statement, (table_id,)).fetchone())
        return SnapshotRow(*row) if row else None

    async def save_snapshot(self, table_id: str, snapshot: SnapshotRow) -> None:
        """Keep a snapshot instead of older ones."""
        statement = "INSERT OR REPLACE INTO snapshots VALUES (?,?,?,?)"
        row = (table_id, snapshot.entry, snapshot.rules, snapshot.data)
        await self._do(lambda connection: connection.execute(statement, row).rowcount)

    async def listed(self, status: Status, limit: int) -> list[TableRow]:
        """Public tables of that status, newest first."""
        statement = "SELECT data FROM tables WHERE status=? AND private=0 ORDER BY created DESC LIMIT ?"
        rows = await self._do(lambda connection: connection.execute(statement, (status, limit)).fetchall())
        return [_decode(row[0]) for row in rows]

    async def counts(self) -> dict[str, int]:
        """How many tables of each status."""
        statement = "SELECT status, COUNT(*) FROM tables GROUP BY status"
        return dict(await self._do(lambda connection: connection.execute(statement).fetchall()))

    async def create_series(self, series: SeriesRow) -> None:
        """A new series."""
        row = (series.id, series.created, series.revision, _encode(series))
        await self._do(lambda connection: connection.execute("INSERT INTO series VALUES (?,?,?,?)", row).rowcount)

    async def load_series(self, series_id: str) -> SeriesRow:
        """A series, or NoTableError."""

        def work(connection: sqlite3.Connection) -> SeriesRow:
            found = connection.execute("SELECT data FROM series WHERE id=?", (series_id,)).fetchone()
            if not found:
                raise NoTableError("there is no such series")
            return _decode_series(found[0])

        return await self._do(work)

    async def save_series(self, series: SeriesRow) -> None:
        """Change a series; TableChangedError if somebody was faster."""
        before = series.revision
        row = (before + 1, _encode(replace(series, revision=before + 1)), series.id, before)
        statement = "UPDATE series SET revision=?, data=? WHERE id=? AND revision=?"

        def work(connection: sqlite3.Connection) -> None:
            if connection.execute(statement, row).rowcount != 1:
                raise TableChangedError("the series was changed by somebody else at the same moment")

        await self._do(work)
        series.revision = before + 1

    async def close(self) -> None:
        """Finish what was begun and close."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)


def _prepare(connection: sqlite3.Connection) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise StoreError(f"this store was written by a later paddock (version {version}; this one knows {VERSION})")
    connection.executescript(SCHEMA)
    connection.execute(f"PRAGMA user_version={VERSION}")


def _attempt(connection: sqlite3.Connection, job: Job) -> None:
    """Run one job; if it fails, only its own changes are undone."""
    connection.execute("SAVEPOINT job")
    try:
        job.answer = job.work(connection)
    except StoreError as error:
        job.error = error
    except sqlite3.IntegrityError:
        job.error = EntryTakenError("another writer has stored this first")
    if job.error is not None:
        connection.execute("ROLLBACK TO job")
    connection.execute("RELEASE job")


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _answer(jobs: list[Job]) -> None:
    """One wake-up for each loop, however many jobs were committed."""
    for loop in {job.loop for job in jobs}:
        mine = [job for job in jobs if job.loop is loop]
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle_all, mine)


def _settle_all(jobs: list[Job]) -> None:
    for job in jobs:
        job.settle()


def _insert(connection: sqlite3.Connection, table_id: str, first: int, entries: list[EntryRow]) -> None:
    rows = [
        (table_id, number, entry.kind, entry.actor, entry.number, entry.spent)
        for number, entry in enumerate(entries, first)
    ]
    connection.executemany("INSERT INTO moves VALUES (?,?,?,?,?,?)", rows)
