"""Migrations of a store: each step is one transaction that also increments the version.

If the process is killed in a step, the database keeps the version before it, intact. Released steps never change. They
are written for SQLite; the connection to another database translates them.
"""

from typing import Protocol

from .group_commit import DatabaseSession, roll_back
from .store import StoreError

FIRST = (
    """CREATE TABLE tables (
        id TEXT PRIMARY KEY, status TEXT NOT NULL, private INTEGER NOT NULL, created REAL NOT NULL,
        revision INTEGER NOT NULL, data BLOB NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX tables_by_status ON tables (status, private, created)",
    """CREATE TABLE moves (
        table_id TEXT NOT NULL, entry INTEGER NOT NULL, kind INTEGER NOT NULL, actor INTEGER NOT NULL,
        number INTEGER NOT NULL, spent REAL NOT NULL, UNIQUE (table_id, entry)
    )""",
    """CREATE TABLE presses (
        table_id TEXT NOT NULL, number INTEGER NOT NULL, data BLOB NOT NULL, UNIQUE (table_id, number)
    )""",
    """CREATE TABLE snapshots (
        table_id TEXT PRIMARY KEY, entry INTEGER NOT NULL, rules TEXT NOT NULL, data BLOB NOT NULL
    )""",
    """CREATE TABLE series (
        id TEXT PRIMARY KEY, created REAL NOT NULL, revision INTEGER NOT NULL, data BLOB NOT NULL
    ) WITHOUT ROWID""",
)
EXPIRY = (  # when people were last at a table, who made it, and whether it was archived; what readiness writes
    "ALTER TABLE tables ADD COLUMN touched REAL NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN maker TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE tables ADD COLUMN archived INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN series INTEGER NOT NULL DEFAULT 0",
    "UPDATE tables SET touched = CAST(strftime('%s', 'now') AS REAL)",
    """UPDATE tables SET series = 1
        WHERE json_valid(CAST(data AS TEXT)) AND json_extract(CAST(data AS TEXT), '$.series') <> ''""",
    "CREATE INDEX tables_by_touch ON tables (archived, status, touched)",
    "CREATE INDEX tables_by_maker ON tables (maker, archived, status)",
    "CREATE TABLE checks (id INTEGER PRIMARY KEY, time REAL NOT NULL)",
)
HOUSE = ("CREATE TABLE house (id INTEGER PRIMARY KEY, data BLOB NOT NULL)",)  # what the host has decided
NODES = (  # which server of several has a table, and since which epoch; times are seconds of the database's clock
    """CREATE TABLE nodes (
        id TEXT PRIMARY KEY, address TEXT NOT NULL, lease_end REAL NOT NULL, draining INTEGER NOT NULL
    )""",
    """CREATE TABLE owners (
        table_id TEXT PRIMARY KEY, node TEXT NOT NULL, epoch INTEGER NOT NULL, present BLOB NOT NULL
    )""",
    "CREATE INDEX owners_by_node ON owners (node)",
    "CREATE TABLE node_secret (id INTEGER PRIMARY KEY, secret TEXT NOT NULL)",
)
STEPS: tuple[tuple[str, ...], ...] = (FIRST, EXPIRY, HOUSE, NODES)  # the first makes version 1
VERSION = len(STEPS)


class Versioned(DatabaseSession, Protocol):
    """A session of a database that keeps the version of its tables."""

    def version(self) -> int:
        """The version of its tables; 0: there are none."""
        ...

    def set_version(self, version: int) -> None:
        """Store the version, in the transaction of its step."""
        ...

    def has_tables(self) -> bool:
        """Whether anything is there."""
        ...

    def begin_step(self) -> None:
        """Begin a transaction that no other migration shares."""
        ...


def migrate(connection: Versioned) -> None:
    """Migrate a database to this version, step by step; refuse one of a later paddock or of another program."""
    version = connection.version()
    check_version(version)
    if version == 0 and connection.has_tables() and connection.version() == 0:  # no other server was faster
        raise StoreError("it is a database of another program; name another file or database")
    for number, statements in enumerate(STEPS[version:], version + 1):
        _step(connection, number, statements)


def check_version(version: int) -> None:
    """Refuse a database of a later paddock."""
    if version > VERSION:
        raise StoreError(f"it was written by a later paddock (version {version}; this one knows {VERSION})")


def _step(connection: Versioned, version: int, statements: tuple[str, ...]) -> None:
    connection.begin_step()
    try:
        if connection.version() < version:  # else another server was faster
            for statement in statements:
                connection.execute(statement)
            connection.set_version(version)
        connection.execute("COMMIT")
    except BaseException:
        roll_back(connection)
        raise
