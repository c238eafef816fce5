"""Copy a store into another one, of the same kind or not: whole, in one transaction, and compared row by row."""

import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..store.group_commit import DatabaseSession, Row
from ..store.locking import FileLock
from ..store.migrations import VERSION, Versioned, check_version
from ..store.sql_store import OF_A_TABLE, SqlStore
from ..store.store import StoreError
from ..store.stores import MISSING, open_store, store_path
from ..store.urls import MEMORY, is_postgres, without_password
from ..store.writer import SqliteConnection
from .apart import run_apart

OTHERS = ("series", "house", "checks")  # tables that belong to no table of a race
PROBE = "checks"  # what readiness writes: it makes no store used
IDS = " UNION ".join(f"SELECT {column} FROM {table}" for table, column in OF_A_TABLE.items())
Progress = Callable[[int, int], None]  # steps done, of all


@dataclass
class Copied:
    """What was copied and found the same in both stores."""

    rows: dict[str, int]  # by table of the database
    is_in_use: bool = False  # a server uses the source, and goes on writing there


def copy_store(source: str, target: str, progress: Progress = lambda done, of: None) -> Copied:
    """Copy everything in one store at one moment into another, which is empty; both are named by URLs."""
    if MEMORY in (_path(source), _path(target)):
        raise StoreError("a store in memory ends with its process; name a file or a database")
    with _reading(source):  # a source that cannot be read leaves no trace of the target
        pass
    return run_apart(_copied(source, target, progress))


def _path(url: str) -> str:
    return "" if is_postgres(url) else store_path(url)


async def _copied(source: str, target: str, progress: Progress) -> Copied:
    store = open_store(target)
    assert isinstance(store, SqlStore)
    try:
        return await store.writer.do(lambda connection: _copy(source, target, connection, progress))
    finally:
        await store.close()


def _copy(source: str, target: str, there: DatabaseSession, progress: Progress) -> Copied:
    """Copy, then compare, in the transaction of the target: it is committed only if all is the same."""
    if any(_count(there, table) for table in (*OF_A_TABLE, *OTHERS) if table != PROBE):
        raise StoreError(f"{without_password(target)} is not empty; name an empty file or database")
    there.execute(f"DELETE FROM {PROBE}")
    with _reading(source) as here:
        ids = [found for (found,) in here.execute(IDS).fetchall()]
        for number, table_id in enumerate(ids):
            progress(number, 2 * len(ids))
            _copy_race(here, there, table_id)
        for table in OTHERS:
            _insert(there, table, _all_rows(here, table))
        for number, table_id in enumerate(ids, len(ids)):
            progress(number, 2 * len(ids))
            _compare_race(here, there, table_id)
        return Copied(_compared(here, there), _is_held(source, here))


def _copy_race(here: DatabaseSession, there: DatabaseSession, table_id: str) -> None:
    rows = _race(here, table_id)
    _insert(there, "tables", rows["tables"])
    _insert(there, "snapshots", rows["snapshots"])
    entries: list[Row] = [(*row, None) for row in rows["moves"]]
    there.append([*entries, *((table, number, 0, 0, 0, 0.0, data) for table, number, data in rows["presses"])])


def _race(connection: DatabaseSession, table_id: str) -> dict[str, list[Any]]:
    """Every row about a table, in order."""
    return {
        table: connection.execute(f"SELECT * FROM {table} WHERE {column}=? ORDER BY 2", (table_id,)).fetchall()
        for table, column in OF_A_TABLE.items()
    }


def _all_rows(connection: DatabaseSession, table: str) -> list[Any]:
    return sorted(connection.execute(f"SELECT * FROM {table}").fetchall())


def _insert(connection: DatabaseSession, table: str, rows: list[Any]) -> None:
    if rows:
        connection.executemany(f"INSERT INTO {table} VALUES ({','.join('?' * len(rows[0]))})", rows)


def _compare_race(here: DatabaseSession, there: DatabaseSession, table_id: str) -> None:
    copied = _race(there, table_id)
    for table, rows in _race(here, table_id).items():
        if copied[table] != rows:
            raise StoreError(f"table {table_id} is not the same in both stores ({table}); nothing was copied")


def _compared(here: DatabaseSession, there: DatabaseSession) -> dict[str, int]:
    """How many rows each table has, in both; the rows of those that belong to no race are compared, too."""
    for table in OTHERS:
        if _all_rows(here, table) != _all_rows(there, table):
            raise StoreError(f"{table} is not the same in both stores; nothing was copied")
    counts = {table: _count(here, table) for table in (*OF_A_TABLE, *OTHERS)}
    for table, count in counts.items():
        if _count(there, table) != count:
            raise StoreError(f"{table} has {count} rows, and the copy {_count(there, table)}; nothing was copied")
    return counts


def _count(connection: DatabaseSession, table: str) -> int:
    return connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]


# The source


@contextmanager
def _reading(url: str) -> Generator[Versioned]:
    """Everything in a store as it is at one moment, also while a server writes."""
    try:
        with closing(_opened(url)) as connection:
            check_version(connection.version())
            if connection.version() != VERSION:
                raise StoreError(
                    f"it has version {connection.version()}, not {VERSION}; `paddock admin rules` updates it"
                )
            yield connection
    except sqlite3.Error as error:
        raise StoreError(f"{without_password(url)} cannot be read: {error}") from None
    except StoreError as error:
        raise StoreError(f"{without_password(url)} cannot be copied: {error}") from None


def _opened(url: str) -> Any:
    """A session in a transaction that sees one moment."""
    if is_postgres(url):
        return _database(url)
    path = store_path(url)
    if not Path(path).is_file():
        raise StoreError("there is no such file")
    name = f"file:{quote(path)}?mode=ro"
    connection = sqlite3.connect(name, uri=True, isolation_level=None, factory=SqliteConnection, timeout=10.0)
    connection.execute("BEGIN")
    return connection


def _database(url: str) -> Any:
    try:
        from ..store.postgres_connection import PostgresConnection
    except ImportError:
        raise StoreError(MISSING) from None
    connection = PostgresConnection(url)
    connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    return connection


def _is_held(url: str, connection: Any) -> bool:
    """Whether a server uses the store."""
    if is_postgres(url):
        return connection.is_held()
    if not Path(f"{store_path(url)}-lock").exists():
        return False
    try:
        FileLock(store_path(url)).release()
    except StoreError:
        return True
    return False
