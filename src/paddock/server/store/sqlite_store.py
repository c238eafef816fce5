"""The embedded store: SQLite in WAL mode with synchronous FULL. Every request is a job for the writer thread."""

import os
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from paddock.engine import InputFate

from ..http.logs import log_error, short
from ..line.wire import Status
from .locking import FileLock
from .migrations import migrate
from .store import (
    NO_PRESSES,
    EntryRow,
    HouseRules,
    KeptTable,
    NoTableError,
    Presses,
    ReadOnlyError,
    SeriesRow,
    SnapshotRow,
    StoredRace,
    StoreError,
    TableChangedError,
    TableRow,
    UnreadableError,
)
from .writer import MEMORY, Row, Rows, Writer

T = TypeVar("T")
SNAPSHOT = "SELECT entry, rules, data FROM snapshots WHERE table_id=? AND rules=?"
ENTRIES = "SELECT kind, actor, number, spent FROM moves WHERE table_id=? AND entry>=? ORDER BY entry"
PRESSES = "SELECT data FROM presses WHERE table_id=? ORDER BY number"
IDLE = "SELECT id FROM tables WHERE status=? AND touched<? AND archived=0"
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(TableRow).decode
_decode_fate = msgspec.json.Decoder(InputFate).decode
_decode_series = msgspec.json.Decoder(SeriesRow).decode
_decode_house = msgspec.json.Decoder(HouseRules).decode
OF_A_TABLE = {"tables": "id", "moves": "table_id", "presses": "table_id", "snapshots": "table_id"}  # columns


class SqliteStore:
    """A store in one file. One process locks it, unless it is `shared` with others that know of each other."""

    def __init__(self, path: str, shared: bool = False):
        self._lock: FileLock | None = None
        self.path = "" if path == MEMORY or shared else path  # of the file that this process has locked
        self.read_only = ""  # the reason for read-only mode; empty: it is off
        try:
            if path != MEMORY:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                Path(path).touch(0o600)  # it holds the secrets of running races
                self._lock = None if shared else FileLock(path)
            self.writer = Writer(path, _prepare)
        except (sqlite3.Error, OSError, StoreError) as error:
            if self._lock:
                self._lock.release()
            raise StoreError(f"the store {path} cannot be opened: {error}") from None
        self._do = self.writer.do

    async def _change(self, work: Callable[[sqlite3.Connection], Any], size: int = 0) -> Any:
        """Run a change that a user makes; refused in read-only mode."""
        if self.read_only:
            raise ReadOnlyError(f"this server is read-only for now: {self.read_only}")
        return await self._do(work, size)

    # What a store does

    async def create(self, table: TableRow, entries: list[EntryRow]) -> None:
        """A new table, with the entries it takes over."""
        data = _encode(table)
        row = (table.id, table.status, table.private, table.created, table.revision, data, table.created, table.maker)
        columns = "id, status, private, created, revision, data, touched, maker, series"

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(f"INSERT INTO tables ({columns}) VALUES (?,?,?,?,?,?,?,?,?)", (*row, bool(table.series)))
            Rows(_rows(table.id, 0, entries))(connection)

        await self._change(work, len(data))

    async def load(self, table_id: str) -> TableRow:
        """A table, or NoTableError."""

        statement = "SELECT data FROM tables WHERE id=?"
        found = await self._do(lambda connection: connection.execute(statement, (table_id,)).fetchone())
        if not found:
            raise NoTableError("there is no such table")
        return _read(_decode, found[0], "this table")

    async def save(self, table: TableRow) -> None:
        """Change a table; TableChangedError if another writer changed it first."""
        before = table.revision
        data = _encode(replace(table, revision=before + 1))
        row = (table.status, table.private, before + 1, data, table.id, before)
        statement = "UPDATE tables SET status=?, private=?, revision=?, data=? WHERE id=? AND revision=?"

        def work(connection: sqlite3.Connection) -> None:
            if connection.execute(statement, row).rowcount != 1:
                raise TableChangedError("another writer has changed the table at the same moment")

        await self._change(work, len(data))
        table.revision = before + 1

    async def append(self, table_id: str, first: int, entries: list[EntryRow], presses: Presses = NO_PRESSES) -> None:
        """Append entries and presses, all or none; EntryTakenError if another writer stored an entry first."""
        rows = _rows(table_id, first, entries)
        for number, fate in enumerate(presses.fates, presses.first):
            rows.append((table_id, number, 0, 0, 0, 0.0, _encode(fate)))
        await self._change(Rows(rows))

    async def race(self, table_id: str, rules: str) -> StoredRace:
        """A race as it stands, read in one transaction; the snapshot only if it was made under these rules."""

        def work(connection: sqlite3.Connection) -> tuple[Any, list[Any], list[Any]]:
            snapshot = connection.execute(SNAPSHOT, (table_id, rules)).fetchone()
            entries = connection.execute(ENTRIES, (table_id, snapshot[0] if snapshot else 0)).fetchall()
            return snapshot, entries, connection.execute(PRESSES, (table_id,)).fetchall()

        snapshot, entries, presses = await self._do(work)
        fates = [_read(_decode_fate, row[0], "a press of this table") for row in presses]
        return StoredRace(SnapshotRow(*snapshot) if snapshot else None, [EntryRow(*row) for row in entries], fates)

    async def entries(self, table_id: str, start: int = 0) -> list[EntryRow]:
        """The entries from a number on."""
        rows = await self._do(lambda connection: connection.execute(ENTRIES, (table_id, start)).fetchall())
        return [EntryRow(*row) for row in rows]

    async def entry_count(self, table_id: str) -> int:
        """How many entries a race has."""
        statement = "SELECT COUNT(*) FROM moves WHERE table_id=?"
        return await self._do(lambda connection: connection.execute(statement, (table_id,)).fetchone()[0])

    async def save_snapshot(self, table_id: str, snapshot: SnapshotRow) -> None:
        """Store a snapshot in place of the older one."""
        statement = "INSERT OR REPLACE INTO snapshots VALUES (?,?,?,?)"
        row = (table_id, snapshot.entry, snapshot.rules, snapshot.data)
        await self._do(lambda connection: connection.execute(statement, row).rowcount, len(snapshot.data))

    async def listed(self, status: Status, limit: int) -> list[TableRow]:
        """Public tables of that status, newest first; what cannot be read is left out."""
        statement = (
            "SELECT id, data FROM tables WHERE status=? AND private=0 AND archived=0 ORDER BY created DESC LIMIT ?"
        )
        found = await self._do(lambda connection: connection.execute(statement, (status, limit)).fetchall())
        rows = [_readable(_decode, table_id, data, "table") for table_id, data in found]
        return [row for row in rows if row]

    async def counts(self) -> dict[str, int]:
        """How many tables of each status; archived ones do not count."""
        statement = "SELECT status, COUNT(*) FROM tables WHERE archived=0 GROUP BY status"
        return dict(await self._do(lambda connection: connection.execute(statement).fetchall()))

    async def made_by(self, maker: str) -> int:
        """How many tables of a network wait or race; archived ones do not count."""
        statement = "SELECT COUNT(*) FROM tables WHERE maker=? AND archived=0 AND status IN ('waiting', 'racing')"
        return await self._do(lambda connection: connection.execute(statement, (maker,)).fetchone()[0])

    async def touch(self, table_ids: list[str], now: float) -> None:
        """Record that people are or were at these tables, which are then not idle and no longer archived."""
        statement, rows = "UPDATE tables SET touched=?, archived=0 WHERE id=?", [(now, one) for one in table_ids]
        await self._do(lambda connection: connection.executemany(statement, rows).rowcount)

    async def expire(self, waiting: float, racing: float, delete_races: bool) -> int:
        """Delete or archive tables last touched before a time, by status; returns how many."""

        def work(connection: sqlite3.Connection) -> int:
            gone = connection.execute(IDLE + " AND series=0", ("waiting", waiting)).fetchall()
            gone += connection.execute(IDLE + " AND series=0", ("racing", racing)).fetchall() if delete_races else []
            for table, column in OF_A_TABLE.items():
                connection.executemany(f"DELETE FROM {table} WHERE {column}=?", gone)
            idle = [*connection.execute(IDLE, ("waiting", waiting)), *connection.execute(IDLE, ("racing", racing))]
            connection.executemany("UPDATE tables SET archived=1 WHERE id=?", idle)
            return len(gone) + len(idle)

        return await self._do(work)

    def size(self) -> int:
        """Bytes of its file and its write-ahead log; 0 in memory."""
        try:
            return sum(os.stat(self.path + end).st_size for end in ("", "-wal")) if self.path else 0
        except OSError:
            return 0

    async def check(self, now: float) -> None:
        """Test that a write succeeds; StoreError if it does not."""
        await self._do(lambda connection: connection.execute("REPLACE INTO checks VALUES (1, ?)", (now,)).rowcount)

    # For the host

    async def kept_tables(self, limit: int) -> list[KeptTable]:
        """All tables, newest first; what cannot be read is left out."""
        entries = "(SELECT COUNT(*) FROM moves WHERE table_id=tables.id)"
        statement = f"SELECT id, data, {entries}, archived FROM tables ORDER BY created DESC LIMIT ?"
        found = await self._do(lambda connection: connection.execute(statement, (limit,)).fetchall())
        rows = [(_readable(_decode, table_id, data, "table"), *more) for table_id, data, *more in found]
        return [KeptTable(row, entries, bool(archived)) for row, entries, archived in rows if row]

    async def kept_series(self) -> list[SeriesRow]:
        """All series; what cannot be read is left out."""
        found = await self._do(lambda connection: connection.execute("SELECT id, data FROM series").fetchall())
        rows = [_readable(_decode_series, series_id, data, "series") for series_id, data in found]
        return [row for row in rows if row]

    async def remove(self, table_id: str) -> None:
        """Delete a table and everything about it."""

        def work(connection: sqlite3.Connection) -> None:
            for table, column in OF_A_TABLE.items():
                connection.execute(f"DELETE FROM {table} WHERE {column}=?", (table_id,))

        await self._change(work)

    async def archive(self, table_id: str) -> None:
        """Archive a table: it no longer counts and is not listed; its link opens it again."""
        statement = "UPDATE tables SET archived=1 WHERE id=?"
        await self._change(lambda connection: connection.execute(statement, (table_id,)).rowcount)

    async def drop_snapshot(self, table_id: str) -> None:
        """Delete the snapshot of a race, which can be made from its entries again."""
        statement = "DELETE FROM snapshots WHERE table_id=?"
        await self._change(lambda connection: connection.execute(statement, (table_id,)).rowcount)

    async def house_rules(self) -> HouseRules:
        """Load the house rules and apply their read-only mode to the store."""
        found = await self._do(lambda connection: connection.execute("SELECT data FROM house WHERE id=1").fetchone())
        rules = _read(_decode_house, found[0], "what the host decided") if found else HouseRules()
        self.read_only = rules.read_only
        return rules

    async def save_house_rules(self, rules: HouseRules) -> None:
        """Store the house rules, also in read-only mode."""
        data = _encode(rules)
        await self._do(lambda connection: connection.execute("REPLACE INTO house VALUES (1, ?)", (data,)).rowcount)
        self.read_only = rules.read_only

    # Series

    async def create_series(self, series: SeriesRow) -> None:
        """A new series."""
        row = (series.id, series.created, series.revision, _encode(series))
        await self._change(lambda connection: connection.execute("INSERT INTO series VALUES (?,?,?,?)", row).rowcount)

    async def load_series(self, series_id: str) -> SeriesRow:
        """A series, or NoTableError."""

        statement = "SELECT data FROM series WHERE id=?"
        found = await self._do(lambda connection: connection.execute(statement, (series_id,)).fetchone())
        if not found:
            raise NoTableError("there is no such series")
        return _read(_decode_series, found[0], "this series")

    async def save_series(self, series: SeriesRow) -> None:
        """Change a series; TableChangedError if another writer changed it first."""
        before = series.revision
        row = (before + 1, _encode(replace(series, revision=before + 1)), series.id, before)
        statement = "UPDATE series SET revision=?, data=? WHERE id=? AND revision=?"

        def work(connection: sqlite3.Connection) -> None:
            if connection.execute(statement, row).rowcount != 1:
                raise TableChangedError("another writer has changed the series at the same moment")

        await self._change(work)
        series.revision = before + 1

    async def close(self) -> None:
        """Finish pending jobs and close."""
        await self.writer.close()
        if self._lock:
            self._lock.release()


def _prepare(connection: sqlite3.Connection) -> None:
    """Check the file for damage, and migrate it to this version."""
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise StoreError(f"the file is damaged ({found}); restore a backup, or move it away to begin without it")
    migrate(connection)


def _readable(decode: Callable[[bytes], T], row_id: str, data: bytes, what: str) -> T | None:
    """A row of a list; None if it cannot be read."""
    try:
        return _read(decode, data, f"a {what}")
    except UnreadableError:
        log_error(f"a {what} cannot be read", **{what: short(row_id)})
        return None


def _read(decode: Callable[[bytes], T], data: bytes, what: str) -> T:
    try:
        return decode(data)
    except (ValueError, TypeError) as error:
        raise UnreadableError(f"{what} cannot be read from the store") from error


def _rows(table_id: str, first: int, entries: list[EntryRow]) -> list[Row]:
    numbered = enumerate(entries, first)
    return [(table_id, number, entry.kind, entry.actor, entry.number, entry.spent, None) for number, entry in numbered]
