"""What the stores share: every request is a job for the writer thread, in statements that both databases take."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import msgspec

from paddock.engine import InputFate

from ..http.logs import log_error, short
from ..line.wire import Status
from .group_commit import NOTHING_HELD, DatabaseSession, GroupCommit, Held, Row, Rows
from .store import (
    NO_PRESSES,
    EntryRow,
    HouseRules,
    KeptTable,
    NoTableError,
    Observer,
    Presses,
    ReadOnlyError,
    SeriesRow,
    SnapshotRow,
    StoredRace,
    TableChangedError,
    TableRow,
    UnreadableError,
)

T = TypeVar("T")
SNAPSHOT = "SELECT entry, rules, data FROM snapshots WHERE table_id=? AND rules=?"
ENTRIES = "SELECT kind, actor, number, spent FROM moves WHERE table_id=? AND entry>=? ORDER BY entry"
PRESSES = "SELECT data FROM presses WHERE table_id=? ORDER BY number"
SAVE_SNAPSHOT = """INSERT INTO snapshots VALUES (?,?,?,?)
    ON CONFLICT (table_id) DO UPDATE SET entry=excluded.entry, rules=excluded.rules, data=excluded.data"""
CHECK = "INSERT INTO checks VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET time=excluded.time"
SAVE_HOUSE = "INSERT INTO house VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET data=excluded.data"
IDLE = "SELECT id FROM tables WHERE status=? AND touched<? AND archived=0"
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(TableRow).decode
_decode_fate = msgspec.json.Decoder(InputFate).decode
_decode_series = msgspec.json.Decoder(SeriesRow).decode
_decode_house = msgspec.json.Decoder(HouseRules).decode
OF_A_TABLE = {"tables": "id", "moves": "table_id", "presses": "table_id", "snapshots": "table_id"}  # columns
DELETED = OF_A_TABLE | {"owners": "table_id"}


class SqlStore:
    """A store that speaks SQL. A subclass opens the database, and says where its files are and how large it is."""

    writer: GroupCommit
    channel = ""  # the path beside which the server's admin socket is; empty: it has none

    def __init__(self) -> None:
        self.read_only = ""  # the reason for read-only mode; empty: it is off

    def _held(self, table_id: str) -> frozenset[Held]:
        """What this server has to hold to write about a table; one that is alone holds everything."""
        return NOTHING_HELD

    def _check_held(self, connection: DatabaseSession, table_id: str) -> None:
        """Keep others from taking a table until the transaction ends; LostTableError if one has taken it."""

    def _created(self, connection: DatabaseSession, table_id: str) -> None:
        """A table is stored, in the same transaction."""

    async def _do(self, work: Callable[[DatabaseSession], Any], size: int = 0) -> Any:
        """Run a job."""
        return await self.writer.do(work, size)

    async def _change(
        self,
        work: Callable[[DatabaseSession], Any],
        size: int = 0,
        is_there: Callable[[DatabaseSession], bool] | None = None,
    ) -> Any:
        """Run a change that a user makes; refused in read-only mode."""
        if self.read_only:
            raise ReadOnlyError(f"this server is read-only for now: {self.read_only}")
        return await self.writer.do(work, size, is_there)

    def observed_by(self, observer: Observer) -> None:
        """Report each commit."""
        self.writer.observe = observer

    # What a store does

    async def create(self, table: TableRow, entries: list[EntryRow]) -> None:
        """A new table, with the entries it takes over."""
        data = _encode(table)
        row = (table.id, table.status, int(table.private), table.created, table.revision, data, table.created)
        flags = (table.maker, int(bool(table.series)))
        columns = "id, status, private, created, revision, data, touched, maker, series"

        def work(connection: DatabaseSession) -> None:
            connection.execute(f"INSERT INTO tables ({columns}) VALUES (?,?,?,?,?,?,?,?,?)", (*row, *flags))
            self._created(connection, table.id)
            Rows(_rows(table.id, 0, entries))(connection)

        await self._change(work, len(data), _stored("tables", table.id, data))

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
        row = (table.status, int(table.private), before + 1, data, table.id, before)
        statement = "UPDATE tables SET status=?, private=?, revision=?, data=? WHERE id=? AND revision=?"

        def work(connection: DatabaseSession) -> None:
            self._check_held(connection, table.id)
            if connection.execute(statement, row).rowcount != 1:
                raise TableChangedError("another writer has changed the table at the same moment")

        await self._change(work, len(data), _stored("tables", table.id, data))
        table.revision = before + 1

    async def append(self, table_id: str, first: int, entries: list[EntryRow], presses: Presses = NO_PRESSES) -> None:
        """Append entries and presses, all or none; EntryTakenError if another writer stored an entry first."""
        rows = _rows(table_id, first, entries)
        for number, fate in enumerate(presses.fates, presses.first):
            rows.append((table_id, number, 0, 0, 0, 0.0, _encode(fate)))
        await self._change(Rows(rows, self._held(table_id)))

    async def race(self, table_id: str, rules: str) -> StoredRace:
        """A race as it stands, read in one transaction; the snapshot only if it was made under these rules."""

        def work(connection: DatabaseSession) -> tuple[Any, list[Any], list[Any]]:
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
        row = (table_id, snapshot.entry, snapshot.rules, snapshot.data)

        def work(connection: DatabaseSession) -> None:
            self._check_held(connection, table_id)
            connection.execute(SAVE_SNAPSHOT, row)

        await self._do(work, len(snapshot.data))

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

    async def open_count(self, limit: int) -> int:
        """How many tables wait or race, counted up to a limit; archived ones do not count."""
        opened = "SELECT 1 FROM tables WHERE archived=0 AND status IN ('waiting', 'racing') LIMIT ?"
        statement = f"SELECT COUNT(*) FROM ({opened}) AS opened"
        return await self._do(lambda connection: connection.execute(statement, (limit,)).fetchone()[0])

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

        def work(connection: DatabaseSession) -> int:
            gone = connection.execute(IDLE + " AND series=0", ("waiting", waiting)).fetchall()
            gone += connection.execute(IDLE + " AND series=0", ("racing", racing)).fetchall() if delete_races else []
            for table, column in DELETED.items():
                connection.executemany(f"DELETE FROM {table} WHERE {column}=?", gone)
            idle = [
                *connection.execute(IDLE, ("waiting", waiting)).fetchall(),
                *connection.execute(IDLE, ("racing", racing)).fetchall(),
            ]
            connection.executemany("UPDATE tables SET archived=1 WHERE id=?", idle)
            return len(gone) + len(idle)

        return await self._do(work)

    async def check(self, now: float) -> None:
        """Test that a write succeeds; StoreError if it does not."""
        await self._do(lambda connection: connection.execute(CHECK, (now,)).rowcount)

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

        def work(connection: DatabaseSession) -> None:
            self._check_held(connection, table_id)
            for table, column in DELETED.items():
                connection.execute(f"DELETE FROM {table} WHERE {column}=?", (table_id,))

        await self._change(work)

    async def archive(self, table_id: str) -> None:
        """Archive a table: it no longer counts and is not listed; its link opens it again."""
        await self._change_table(table_id, "UPDATE tables SET archived=1 WHERE id=?")

    async def _change_table(self, table_id: str, statement: str) -> None:
        def work(connection: DatabaseSession) -> None:
            self._check_held(connection, table_id)
            connection.execute(statement, (table_id,))

        await self._change(work)

    async def drop_snapshot(self, table_id: str) -> None:
        """Delete the snapshot of a race, which can be made from its entries again."""
        await self._change_table(table_id, "DELETE FROM snapshots WHERE table_id=?")

    async def house_rules(self) -> HouseRules:
        """Load the house rules and apply their read-only mode to the store."""
        found = await self._do(lambda connection: connection.execute("SELECT data FROM house WHERE id=1").fetchone())
        rules = _read(_decode_house, found[0], "what the host decided") if found else HouseRules()
        self.read_only = rules.read_only
        return rules

    async def save_house_rules(self, rules: HouseRules) -> None:
        """Store the house rules, also in read-only mode."""
        data = _encode(rules)
        await self._do(lambda connection: connection.execute(SAVE_HOUSE, (data,)).rowcount)
        self.read_only = rules.read_only

    # Series

    async def create_series(self, series: SeriesRow) -> None:
        """A new series."""
        data = _encode(series)
        row = (series.id, series.created, series.revision, data)
        statement = "INSERT INTO series VALUES (?,?,?,?)"
        is_there = _stored("series", series.id, data)
        await self._change(lambda connection: connection.execute(statement, row).rowcount, len(data), is_there)

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
        data = _encode(replace(series, revision=before + 1))
        row = (before + 1, data, series.id, before)
        statement = "UPDATE series SET revision=?, data=? WHERE id=? AND revision=?"

        def work(connection: DatabaseSession) -> None:
            if connection.execute(statement, row).rowcount != 1:
                raise TableChangedError("another writer has changed the series at the same moment")

        await self._change(work, len(data), _stored("series", series.id, data))
        series.revision = before + 1

    async def close(self) -> None:
        """Finish pending jobs and close."""
        await self.writer.close()


def _stored(table: str, row_id: str, data: bytes) -> Callable[[DatabaseSession], bool]:
    """Whether a row with exactly these data is stored."""
    statement = f"SELECT data FROM {table} WHERE id=?"
    return lambda connection: connection.execute(statement, (row_id,)).fetchone() == (data,)


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
