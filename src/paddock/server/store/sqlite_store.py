"""The embedded store: SQLite in WAL mode with synchronous FULL."""

import os
import sqlite3
from pathlib import Path

from .locking import FileLock
from .migrations import migrate
from .sql_store import SqlStore
from .store import StoreError
from .urls import MEMORY
from .writer import SqliteConnection, Writer


class SqliteStore(SqlStore):
    """A store in one file. One process locks it, unless it is `shared` with others that know of each other."""

    def __init__(self, path: str, shared: bool = False):
        super().__init__()
        self._lock: FileLock | None = None
        self.path = "" if path == MEMORY or shared else path  # of the file that this process has locked
        self.channel = self.path
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

    def size(self) -> int:
        """Bytes of its file and its write-ahead log; 0 in memory."""
        try:
            return sum(os.stat(self.path + end).st_size for end in ("", "-wal")) if self.path else 0
        except OSError:
            return 0

    async def close(self) -> None:
        """Finish pending jobs, close and unlock the file."""
        await super().close()
        if self._lock:
            self._lock.release()


def _prepare(connection: SqliteConnection) -> None:
    """Check the file for damage, and migrate it to this version."""
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise StoreError(f"the file is damaged ({found}); restore a backup, or move it away to begin without it")
    migrate(connection)
