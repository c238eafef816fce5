"""The embedded store: SQLite in WAL mode with synchronous FULL. Every request is a job for the thread that writes."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import msgspec

from paddock.engine.live import Fate

from .store import (
    NO_PRESSES,
    EntryRow,
    NoTableError,
    Presses,
    SeriesRow,
    SnapshotRow,
    StoreError,
    TableChangedError,
    TableRow,
)
from .wire import Status
from .writer import MEMORY, Row, Rows, Writer

VERSION = 1
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


class SqliteStore:
    """A store in one file."""

    def __init__(self, path: str):
        try:
            if path != MEMORY:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                Path(path).touch(0o600)  # it holds the secrets of running races
            self.writer = Writer(path, _prepare)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"the store {path} cannot be opened: {error}") from None
        self._do = self.writer.do

    # What a store does

    async def create(self, table: TableRow, entries: list[EntryRow]) -> None:
        """A new table, with the entries it takes over."""
        row = (table.id, table.status, table.private, table.created, table.revision, _encode(table))

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO tables VALUES (?,?,?,?,?,?)", row)
            Rows(_rows(table.id, 0, entries))(connection)

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
        rows = _rows(table_id, first, entries)
        for number, fate in enumerate(presses.fates, presses.first):
            rows.append((table_id, number, 0, 0, 0, 0.0, _encode(fate)))
        await self._do(Rows(rows))

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
        await self.writer.close()


def _prepare(connection: sqlite3.Connection) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise StoreError(f"this store was written by a later paddock (version {version}; this one knows {VERSION})")
    connection.executescript(SCHEMA)
    connection.execute(f"PRAGMA user_version={VERSION}")


def _rows(table_id: str, first: int, entries: list[EntryRow]) -> list[Row]:
    numbered = enumerate(entries, first)
    return [(table_id, number, entry.kind, entry.actor, entry.number, entry.spent, None) for number, entry in numbered]
