"""The writer of SQLite: group commit in a thread, checkpoints in a second one, and short writes in the event loop.

Each statement costs two thread switches, so all entries and presses of a group are inserted by one: into a view, whose
triggers write each row to its table. The second thread runs checkpoints, which move pages from the write-ahead log into
the file and would delay moves. If it cannot keep up, the writer waits for it (backpressure): the write-ahead log has a
maximum length.

While there is little to write and the disk is fast, the event loop writes entries and presses itself: a round trip to a
thread takes longer, as both threads compete for the GIL.
"""

import os
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from .group_commit import NOTHING_HELD, GroupCommit, Held, Job, Row, Rows, carry_out, roll_back
from .store import StoreError
from .urls import MEMORY

MOST_ROWS = 128  # in one statement: any build of SQLite takes 999 values
CHECKPOINT_EVERY = 8_000_000  # bytes written to the write-ahead log
USUAL_SIZE = 4_096  # estimated bytes in the write-ahead log for a job: jobs of one commit share pages
LONG_LOG = 2_500  # pages
FIRST_LOG = 16_000_000  # bytes preallocated for the write-ahead log, and the size to which a longer one is truncated
LONGEST_LOG = 2 * FIRST_LOG  # bytes: beyond that, the writer waits until the log can restart from its beginning
LOG_PATIENCE = 1_000  # milliseconds to wait for readers before the log restarts
CHECKPOINT_PATIENCE = 0.05  # seconds that a checkpoint waits for readers, e.g. a backup: writers wait with it
LOOP_SHARE = 0.15  # the largest share of its time for which the event loop may block on the disk
LOOP_SAVES = 0.02  # the most seconds of blocking that it may save up
LEAST = -1.0  # the lowest balance, in seconds, after a long write or many writes
USUAL = 0.0004  # least cost of a write in seconds: if writes use up LOOP_SHARE, the thread does them all
FEW_PAGES = 10  # of page cache: a larger change spills to the write-ahead log before its commit
NEWS = """
CREATE TEMP VIEW news AS
    SELECT '' AS table_id, 0 AS number, 0 AS kind, 0 AS actor, 0 AS move, 0.0 AS spent, NULL AS press;
CREATE TEMP TRIGGER move_made INSTEAD OF INSERT ON news WHEN new.press IS NULL BEGIN
    INSERT INTO moves VALUES (new.table_id, new.number, new.kind, new.actor, new.move, new.spent);
END;
CREATE TEMP TRIGGER button_pressed INSTEAD OF INSERT ON news WHEN new.press IS NOT NULL BEGIN
    INSERT INTO presses VALUES (new.table_id, new.number, new.press);
END;
"""
ROW = "(?,?,?,?,?,?,?)"  # of news


class SqliteConnection(sqlite3.Connection):
    """A connection to the file."""

    begin = "BEGIN IMMEDIATE"

    def append(self, rows: list[Row], held: frozenset[Held] = NOTHING_HELD) -> None:
        """Insert entries and presses with as few statements as possible; one server alone holds everything."""
        for first in range(0, len(rows), MOST_ROWS):
            some = rows[first : first + MOST_ROWS]
            values = [value for row in some for value in row]
            self.execute("INSERT INTO news VALUES " + ",".join([ROW] * len(some)), values)

    def is_one_statement(self, rows: list[Row]) -> bool:
        """Whether `append` needs one statement."""
        return len(rows) <= MOST_ROWS

    def version(self) -> int:
        """The version of its tables; 0: there are none."""
        return self.execute("PRAGMA user_version").fetchone()[0]

    def set_version(self, version: int) -> None:
        """Store the version, in the transaction of its step."""
        self.execute(f"PRAGMA user_version={version}")

    def has_tables(self) -> bool:
        """Whether anything is there."""
        return bool(self.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0])

    def begin_step(self) -> None:
        """Begin a transaction that writes: it excludes all others."""
        self.execute(self.begin)


class Writer(GroupCommit):
    """The writer thread, its connection, and its helpers for a file."""

    def __init__(self, path: str, prepare: Callable[[SqliteConnection], None]):
        super().__init__()
        self._connection = open_file(path)
        try:
            prepare(self._connection)
        except BaseException:
            self._connection.close()
            raise
        self._connection.executescript(NEWS)
        if path != MEMORY:
            _grow_log(self._connection, path)
        checkpointing = threading.Lock()  # one checkpoint at a time in this process
        self._log = Log(path, checkpointing) if path != MEMORY else None
        self._checkpoints = Checkpoints(path, checkpointing) if path != MEMORY else None
        self._here = Here(path) if path != MEMORY else None
        self._thread.start()

    def _is_written_here(self, rows: Rows) -> bool:
        started = time.perf_counter()
        if self._here is None or not self._here.takes(rows):
            return False
        self._done(time.perf_counter() - started, 1, 0)
        return True

    async def close(self) -> None:
        """Finish pending jobs and close."""
        if self._closed:
            return
        await super().close()
        if self._here:
            self._here.close()

    def _end(self) -> None:
        if self._checkpoints:
            self._checkpoints.close()
        self._connection.close()

    def _commit(self, jobs: list[Job]) -> None:
        started = time.perf_counter()
        try:
            carry_out(self._connection, jobs)
        except sqlite3.Error as error:
            roll_back(self._connection)
            for job in jobs:
                job.error = StoreError(f"the store could not write: {error}")
        self._answer(jobs, time.perf_counter() - started)
        if self._log:
            self._log.keep_short(self._connection)

    def _done(self, seconds: float, jobs: int, size: int) -> None:
        super()._done(seconds, jobs, size)
        if self._checkpoints:
            self._checkpoints.count(jobs * USUAL_SIZE + size)


class Here:
    """The event loop's connection, which never waits for another writer and blocks on the disk within a budget."""

    def __init__(self, path: str, clock: Callable[[], float] = time.perf_counter):
        self._connection = open_file(path, patience=0)
        self._connection.executescript(NEWS)
        self._clock = clock
        self._may_wait = 0.0  # budget in seconds; negative after a long write
        self._since = clock()

    def takes(self, rows: Rows) -> bool:
        """Try to commit all rows; if False, the writer thread has to."""
        now = self._clock()
        self._may_wait = min(LOOP_SAVES, self._may_wait + LOOP_SHARE * (now - self._since))
        self._since = now
        taken = self._may_wait > 0.0 and len(rows.rows) <= MOST_ROWS and self._are_written(rows)
        self._may_wait = max(LEAST, self._may_wait - max(USUAL, self._clock() - now))
        return taken

    def _are_written(self, rows: Rows) -> bool:
        try:
            rows(self._connection)
        except sqlite3.Error:  # the file is locked, or an entry is taken: the thread waits, or reports the error
            return False
        return True

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


class Log:
    """Limits the length of the write-ahead log while writes come faster than checkpoints."""

    def __init__(self, path: str, checkpointing: threading.Lock):
        self._path = f"{path}-wal"
        self._limit = LONGEST_LOG
        self._checkpointing = checkpointing

    def keep_short(self, connection: sqlite3.Connection) -> None:
        """Restart a log that is too long; if a reader prevents that, try again after it has grown further."""
        size = self._size()
        if size <= self._limit:
            return
        (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
        connection.execute(f"PRAGMA busy_timeout={LOG_PATIENCE}")
        # Wait for the thread of checkpoints, however slow it is; a full disk is no error: the log has everything.
        with self._checkpointing, suppress(sqlite3.Error):
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
            self._limit = size + FIRST_LOG if busy else LONGEST_LOG
        connection.execute(f"PRAGMA busy_timeout={patience}")

    def _size(self) -> int:
        try:
            return os.stat(self._path).st_size
        except OSError:  # the file was removed
            return 0


class Checkpoints:
    """A thread that runs checkpoints, moving pages from the write-ahead log into the file while others write."""

    def __init__(self, path: str, checkpointing: threading.Lock):
        self._connection = open_file(path, CHECKPOINT_PATIENCE)
        self._checkpointing = checkpointing
        self._bytes = 0  # written to the log since the last checkpoint, estimated
        self._due = threading.Event()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    def count(self, size: int) -> None:
        """Count about `size` bytes written to the log."""
        self._bytes += size
        if self._bytes >= CHECKPOINT_EVERY:
            self._bytes = 0
            self._due.set()

    def close(self) -> None:
        """Finish a checkpoint and end."""
        self._closed = True
        self._due.set()
        self._thread.join()

    def _run(self) -> None:
        while True:
            self._due.wait()
            self._due.clear()
            if self._closed:
                break
            # An error means that another process does it, or that the disk is full: the log has everything.
            with self._checkpointing, suppress(sqlite3.Error):
                _checkpoint(self._connection)
        self._connection.close()


def _checkpoint(connection: sqlite3.Connection) -> None:
    """Run a passive checkpoint, which blocks nobody; if the log is still long, let the next writer restart it."""
    _, pages, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    if pages > LONG_LOG:
        connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()


def open_file(path: str, patience: float = 10.0) -> SqliteConnection:
    """A connection with durable commits that waits `patience` seconds for another writer."""
    connection = sqlite3.connect(
        path,
        timeout=patience,
        isolation_level=None,
        check_same_thread=False,
        factory=SqliteConnection,
        cached_statements=2 * MOST_ROWS,
    )
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute("PRAGMA temp_store=MEMORY")
    connection.execute("PRAGMA secure_delete=ON")  # deleted names are overwritten in the file
    connection.execute(f"PRAGMA journal_size_limit={FIRST_LOG}")
    return connection


def _grow_log(connection: SqliteConnection, path: str) -> None:
    """Preallocate the write-ahead log: while the file grows, some commits take many times longer.

    A large blob is written, which spills to the log because the page cache is small, and then rolled back. The log
    keeps its length and nothing else changes; the commit at the end flushes it to disk.
    """
    log = Path(path + "-wal")
    if log.exists() and log.stat().st_size >= FIRST_LOG:
        return
    (pages,) = connection.execute("PRAGMA cache_size").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    try:
        connection.execute(f"PRAGMA cache_size={FEW_PAGES}")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("CREATE TABLE filler (data)")
        connection.execute("INSERT INTO filler VALUES (zeroblob(?))", (FIRST_LOG,))
        connection.execute("ROLLBACK")
        connection.execute(f"PRAGMA user_version={version}")
    except sqlite3.Error:  # the disk is full, or another writer has the lock: do without
        roll_back(connection)
    connection.execute(f"PRAGMA cache_size={pages}")
