"""Migrations of the store's file: each step is one transaction that also increments the version.

If the process is killed in a step, the file keeps the version before it, intact. Released steps never change.
"""

import sqlite3

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
STEPS: tuple[tuple[str, ...], ...] = (FIRST, EXPIRY, HOUSE)  # the first makes version 1
VERSION = len(STEPS)


def migrate(connection: sqlite3.Connection) -> None:
    """Migrate a file to this version, step by step; refuse one of a later paddock or of another program."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise StoreError(f"it was written by a later paddock (version {version}; this one knows {VERSION})")
    if version == 0 and connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]:
        raise StoreError("it is a database of another program; name another file")
    for number, statements in enumerate(STEPS[version:], version + 1):
        _step(connection, number, statements)


def _step(connection: sqlite3.Connection, version: int, statements: tuple[str, ...]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in statements:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version={version}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
