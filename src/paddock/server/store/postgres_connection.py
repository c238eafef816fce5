"""A session of PostgreSQL. Statements are written for SQLite; what PostgreSQL says in other words is all here."""

import time
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

from .group_commit import NOTHING_HELD, Held, Row, one_line
from .store import LostTableError, StoreError

WORDS = {  # of migrations: types, and the two functions that differ
    " WITHOUT ROWID": "",
    "INTEGER": "BIGINT",
    "BLOB": "BYTEA",
    "CAST(strftime('%s', 'now') AS REAL)": "EXTRACT(EPOCH FROM now())",
    "json_valid(CAST(data AS TEXT)) AND json_extract(CAST(data AS TEXT), '$.series')": (
        "(convert_from(data, 'UTF8')::jsonb ->> 'series')"
    ),
    "REAL": "DOUBLE PRECISION",
}
MOVES = """INSERT INTO moves SELECT * FROM
    unnest(%s::text[], %s::int8[], %s::int8[], %s::int8[], %s::int8[], %s::float8[])"""
PRESSES = "INSERT INTO presses SELECT * FROM unnest(%s::text[], %s::int8[], %s::bytea[])"
BOTH = f"WITH made AS ({MOVES}) {PRESSES}"
HELD_HERE = """SELECT owners.table_id FROM owners
    JOIN unnest(%s::text[], %s::text[], %s::int8[]) AS held (table_id, node, epoch)
    ON owners.table_id = held.table_id AND owners.node = held.node AND owners.epoch = held.epoch FOR SHARE OF owners"""
FENCED = f"""WITH here AS MATERIALIZED ({HELD_HERE}), made AS ({MOVES}), pressed AS ({PRESSES})
    SELECT 1 / (CASE WHEN (SELECT COUNT(*) FROM here) = %s THEN 1 ELSE 0 END)"""  # an error undoes the statement
LOST = "another server has taken this table over"
VERSIONS = "CREATE TABLE IF NOT EXISTS schema_version (id INTEGER PRIMARY KEY, version INTEGER NOT NULL)"
# By a table of the catalogue, as its functions may remember within a transaction that a name was not there.
HAS_VERSION = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'schema_version'"
SET_VERSION = "INSERT INTO schema_version VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET version=excluded.version"
LOCK = "SELECT pg_try_advisory_lock(?, hashtext(current_schema()))"
NODE_LOCK = LOCK.replace("lock(", "lock_shared(")  # of servers that share the tables; one alone excludes them
HELD = """SELECT COUNT(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE locktype = 'advisory' AND classid = ? AND datname = current_database()
    AND objid = (hashtext(current_schema())::int8 & 4294967295)::oid"""
MIGRATING = "SELECT pg_advisory_xact_lock(?, hashtext(current_schema()))"
TAKEN = "another server is using it; stop that one, or name another database with --store"
TAKEN_BY_ONE = "a server that is no node is using it; stop that one, or give it a --node-address, too"
SERVER_LOCK, MIGRATION_LOCK = 1885431908, 1885431909  # of advisory locks: "padd" and the number after it
LOCK_PATIENCE = 5.0  # seconds in which the session of a server that was killed ends
LOCK_PAUSE = 0.05  # seconds between two tries
CONNECTING = {  # unless the URL says otherwise: seconds, tries, milliseconds
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
    "target_session_attrs": "read-write",
    "application_name": "paddock",
}
TIMEOUTS = {"statement_timeout": "20s", "idle_in_transaction_session_timeout": "30s"}  # unless the database has others
TIMEOUT = "SELECT set_config(?, ?, false) WHERE current_setting(?) = '0'"
SERVER_SIDE = {  # so that the database, too, notices soon that a server is gone, and frees its lock
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
SET_IDLE = "SELECT set_config('idle_in_transaction_session_timeout', ?, false)"
DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
ANSWERED_NO_MORE = ("08", "57P", "25P03")  # SQLSTATEs of a session that ends
OPEN = (TransactionStatus.ACTIVE, TransactionStatus.INTRANS, TransactionStatus.INERROR)


class PostgresConnection:
    """A session of a database."""

    begin = "BEGIN"
    Error = psycopg.Error
    IntegrityError = psycopg.IntegrityError

    def __init__(self, url: str):
        self._connection = _connected(url)
        self._appending = self._connection.cursor(binary=True)
        for name, value in TIMEOUTS.items():
            self.execute(TIMEOUT, (name, value, name))
        for name, value in SERVER_SIDE.items():
            self.execute("SELECT set_config(?, ?, false)", (name, value))
        self.execute(DURABLE)

    def close(self) -> None:
        """End the session."""
        self._connection.close()

    # Statements

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open; not where the connection is lost."""
        return self._connection.pgconn.transaction_status in OPEN

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> psycopg.Cursor[Any]:
        """Run a statement; it is prepared when it is first used."""
        storable = [_storable(value) for value in values] or None
        return self._connection.execute(translated(statement), storable, binary=True)

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> psycopg.Cursor[Any]:
        """Run a statement for each row, all in one round trip."""
        cursor = self._connection.cursor()
        cursor.executemany(translated(statement), rows)
        return cursor

    def append(self, rows: list[Row], held: frozenset[Held] = NOTHING_HELD) -> None:
        """Insert entries and presses, by one statement, which also keeps others from taking what is held."""
        moves = [row[:6] for row in rows if row[6] is None]
        presses = [(row[0], row[1], row[6]) for row in rows if row[6] is not None]
        if held:
            self._append_fenced(moves, presses, held)
        elif moves and presses:
            self._appending.execute(BOTH, [*_move_columns(moves), *_press_columns(presses)])
        elif presses:
            self._appending.execute(PRESSES, _press_columns(presses))
        elif moves:
            self._appending.execute(MOVES, _move_columns(moves))

    def _append_fenced(self, moves: list[Any], presses: list[Any], held: frozenset[Held]) -> None:
        columns = [*_held_columns(held), *_move_columns(moves), *_press_columns(presses), len(held)]
        try:
            self._appending.execute(FENCED, columns)
        except psycopg.errors.DivisionByZero:
            raise LostTableError(LOST) from None

    def check_held(self, held: Held) -> None:
        """Keep others from taking a table until the transaction ends; LostTableError if one has."""
        if self.execute(HELD_HERE.replace("%s", "?"), _held_columns([held])).fetchone() is None:
            raise LostTableError(LOST)

    def is_one_statement(self, rows: list[Row]) -> bool:
        """Whether `append` needs one statement: always."""
        return True

    def has_lost(self, error: psycopg.Error) -> bool:
        """Whether this error means that the session has ended."""
        if self._connection.closed or self._connection.broken:
            return True
        return isinstance(error, psycopg.OperationalError) and (error.sqlstate or "08").startswith(ANSWERED_NO_MORE)

    # Version and locks

    def version(self) -> int:
        """The version of its tables; 0: there are none."""
        is_there = self.execute(HAS_VERSION).fetchone() != (0,)
        found = self.execute("SELECT version FROM schema_version").fetchone() if is_there else None
        return found[0] if found else 0

    def set_version(self, version: int) -> None:
        """Store the version, in the transaction of its step."""
        self.execute(VERSIONS)
        self.execute(SET_VERSION, (version,))

    def has_tables(self) -> bool:
        """Whether anything is there."""
        statement = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema()"
        return self.execute(statement).fetchone() != (0,)

    def limit_idle(self, seconds: float) -> None:
        """Let the database end this session if it leaves a transaction open: its locks keep others waiting."""
        self.execute(SET_IDLE, (f"{max(1, round(1000 * seconds))}ms",))

    def begin_step(self) -> None:
        """Begin a step of a migration; another server that migrates waits."""
        self.execute(self.begin)
        self.execute(MIGRATING, (MIGRATION_LOCK,))

    def lock(self, is_node: bool = False) -> None:
        """Take the lock of a server on this database, which ends with this session; StoreError if another has it."""
        end, statement = time.monotonic() + LOCK_PATIENCE, NODE_LOCK if is_node else LOCK
        while self.execute(statement, (SERVER_LOCK,)).fetchone() != (True,):
            if time.monotonic() > end:
                raise StoreError(TAKEN_BY_ONE if is_node else TAKEN)
            time.sleep(LOCK_PAUSE)

    def is_held(self) -> bool:
        """Whether a server has the lock."""
        return self.execute(HELD, (SERVER_LOCK,)).fetchone() != (0,)


def _connected(url: str) -> psycopg.Connection[Any]:
    try:
        wanted = {**CONNECTING, **conninfo_to_dict(url), "client_encoding": "utf8"}
    except psycopg.Error:  # its words may hold the password
        raise StoreError("its address cannot be read; write postgresql://user@host/database") from None
    try:
        return psycopg.connect(**wanted, autocommit=True, prepare_threshold=0)  # pyright: ignore[reportArgumentType]
    except psycopg.OperationalError as error:
        raise StoreError(f"the database does not answer: {one_line(error).rstrip('?.')}") from None


@cache
def translated(statement: str) -> bytes:
    """A statement for SQLite in the words of PostgreSQL."""
    for here, there in WORDS.items():
        statement = statement.replace(here, there)
    return statement.replace("?", "%s").encode()


def _storable(value: Any) -> Any:
    """PostgreSQL's texts have no NUL: nothing is stored under such a text, and with the other sign nothing is found."""
    return value.replace("\0", "\ufffd") if isinstance(value, str) else value


def _held_columns(held: Iterable[Held]) -> list[str]:
    tables, nodes, epochs = zip(*held, strict=True)
    return [_texts(tables), _texts(nodes), f"{{{','.join(map(str, epochs))}}}"]


def _move_columns(moves: list[Any]) -> list[str]:
    if not moves:
        return ["{}"] * 6
    tables, *numbers = zip(*moves, strict=True)
    return [_texts(tables), *(f"{{{','.join(map(str, column))}}}" for column in numbers)]


def _press_columns(presses: list[Any]) -> list[str]:
    if not presses:
        return ["{}"] * 3
    tables, numbers, data = zip(*presses, strict=True)
    return [_texts(tables), f"{{{','.join(map(str, numbers))}}}", _texts([f"\\x{one.hex()}" for one in data])]


def _texts(texts: Iterable[str]) -> str:
    """An array of texts as PostgreSQL reads it: a third of the time that psycopg needs for lists."""
    quoted = (text.replace("\\", "\\\\").replace('"', '\\"') for text in texts)
    return '{"' + '","'.join(quoted) + '"}'
