"""The writer: a thread with group commit. When a job's await returns, it is on disk; many jobs share one commit.

The thread takes all waiting jobs. Entries of races and presses, by far the most frequent, share one INSERT statement,
because each statement costs two thread switches. They are inserted into a view, whose triggers write each row to its
table. Other jobs follow one by one, each in a savepoint of the same transaction. A second thread runs checkpoints,
which move pages from the write-ahead log into the file and would delay moves. If it cannot keep up, the writer waits
for it (backpressure): the write-ahead log has a maximum length.

While there is little to write and the disk is fast, the event loop writes entries and presses itself: a round trip to a
thread takes longer, as both threads compete for the GIL.
"""

import asyncio
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..http.logs import log_error
from .store import EntryTakenError, StoreError

GROUP = 256  # jobs in one commit at most
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
MEMORY = ":memory:"
STORE_DIED = 70  # exit status
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
Observer = Callable[[float, int], None]  # seconds of a commit, jobs in it
Row = tuple[str, int, int, int, int, float, bytes | None]  # of news


class Job:
    """Work for the writer thread, and the future of its result."""

    __slots__ = ("answer", "error", "future", "loop", "size", "work")

    def __init__(self, work: Callable[[sqlite3.Connection], Any], size: int = 0):
        self.work = work
        self.size = size  # bytes that it writes beyond one or two pages
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.answer: Any = None
        self.error: Exception | None = None

    def settle(self) -> None:
        """Resolve the future, in the event loop."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.answer)
        else:
            self.future.set_exception(self.error)


@dataclass
class Rows:
    """Entries of a race and presses, inserted all or none."""

    rows: list[Row]

    def __call__(self, connection: sqlite3.Connection) -> None:
        """Insert the rows with as few statements as possible."""
        for first in range(0, len(self.rows), MOST_ROWS):
            some = self.rows[first : first + MOST_ROWS]
            values = [value for row in some for value in row]
            connection.execute("INSERT INTO news VALUES " + ",".join([ROW] * len(some)), values)


class Writer:
    """The writer thread, its connection, and the queue of jobs."""

    def __init__(self, path: str, prepare: Callable[[sqlite3.Connection], None]):
        self.observe: Observer | None = None
        self.on_death: Callable[[], None] = end_process
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._connection = open_file(path)
        try:
            prepare(self._connection)
        except BaseException:
            self._connection.close()
            raise
        self._connection.executescript(NEWS)
        if path != MEMORY:
            _grow_log(self._connection, path)
        self._closed = False
        checkpointing = threading.Lock()  # one checkpoint at a time in this process
        self._log = Log(path, checkpointing) if path != MEMORY else None
        self._checkpoints = Checkpoints(path, checkpointing) if path != MEMORY else None
        self._here = Here(path) if path != MEMORY else None
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[sqlite3.Connection], Any], size: int = 0) -> Any:
        """Run a job that writes about `size` bytes; when this returns, it is on disk."""
        if self._closed:
            raise StoreError("the store is closed")
        if isinstance(work, Rows) and self._is_written_here(work):
            return None
        job = Job(work, size)
        self._jobs.put(job)
        return await job.future

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
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        if self._here:
            self._here.close()

    # The thread

    def _run(self) -> None:
        """Run jobs until closed; if the thread dies, the process ends, because no job would ever be answered."""
        try:
            self._serve()
        except BaseException:
            log_error("the store's thread died; the server ends")
            self.on_death()

    def _serve(self) -> None:
        while True:
            waiting = self._waiting()
            jobs = [job for job in waiting if job is not None]
            if jobs:
                self._commit(jobs)
            if len(jobs) < len(waiting):
                break
        if self._checkpoints:
            self._checkpoints.close()
        self._connection.close()

    def _waiting(self) -> list[Job | None]:
        """Wait for a job and take all others in the queue; None asks the thread to end."""
        jobs: list[Job | None] = [self._jobs.get()]
        while jobs[-1] is not None and len(jobs) < GROUP:
            try:
                jobs.append(self._jobs.get_nowait())
            except queue.Empty:
                break
        return jobs

    def _commit(self, jobs: list[Job]) -> None:
        started = time.perf_counter()
        try:
            _carry_out(self._connection, jobs)
        except sqlite3.Error as error:
            _roll_back(self._connection)
            for job in jobs:
                job.error = StoreError(f"the store could not write: {error}")
        self._answer(jobs, time.perf_counter() - started)
        if self._log:
            self._log.keep_short(self._connection)

    def _answer(self, jobs: list[Job], seconds: float) -> None:
        """Wake each event loop once, regardless of the number of jobs."""
        for loop in {job.loop for job in jobs}:
            mine = [job for job in jobs if job.loop is loop]
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._settle, mine, seconds)

    # The loop

    def _settle(self, jobs: list[Job], seconds: float) -> None:
        for job in jobs:
            job.settle()
        self._done(seconds, len(jobs), sum(job.size for job in jobs))

    def _done(self, seconds: float, jobs: int, size: int) -> None:
        if self.observe:
            self.observe(seconds, jobs)
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


def open_file(path: str, patience: float = 10.0) -> sqlite3.Connection:
    """A connection with durable commits that waits `patience` seconds for another writer."""
    connection = sqlite3.connect(
        path, check_same_thread=False, isolation_level=None, timeout=patience, cached_statements=2 * MOST_ROWS
    )
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute("PRAGMA temp_store=MEMORY")
    connection.execute("PRAGMA secure_delete=ON")  # deleted names are overwritten in the file
    connection.execute(f"PRAGMA journal_size_limit={FIRST_LOG}")
    return connection


def _grow_log(connection: sqlite3.Connection, path: str) -> None:
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
        _roll_back(connection)
    connection.execute(f"PRAGMA cache_size={pages}")


def _carry_out(connection: sqlite3.Connection, jobs: list[Job]) -> None:
    """Run all jobs in one transaction; a single statement is a transaction by itself."""
    inserts = [job.work for job in jobs if isinstance(job.work, Rows)]
    others = [job for job in jobs if not isinstance(job.work, Rows)]
    every = Rows([row for rows in inserts for row in rows.rows])
    if not others and len(every.rows) <= MOST_ROWS and _are_inserted(connection, every):
        return
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("SAVEPOINT rows")
    if not _are_inserted(connection, every):
        connection.execute("ROLLBACK TO rows")
        others = jobs
    connection.execute("RELEASE rows")
    for job in others:
        _attempt(connection, job)
    connection.execute("COMMIT")


def _are_inserted(connection: sqlite3.Connection, every: Rows) -> bool:
    """Try to insert all rows together; if False, each job has to be tried alone to find the one that fails."""
    inside = connection.in_transaction
    try:
        every(connection)
    except sqlite3.Error:
        if inside and not connection.in_transaction:  # a full disk rolls the whole transaction back
            raise
        return False
    return True


def _attempt(connection: sqlite3.Connection, job: Job) -> None:
    """Run one job; if it fails for any reason, only its changes are rolled back."""
    connection.execute("SAVEPOINT job")
    try:
        job.answer = job.work(connection)
    except StoreError as error:
        job.error = error
    except sqlite3.IntegrityError:
        job.error = EntryTakenError("another writer has stored this first")
    except sqlite3.Error as error:
        if not connection.in_transaction:
            raise
        job.error = StoreError(f"the store could not do this: {error}")
    except Exception as error:
        log_error("a job of the store failed")
        job.error = StoreError(f"the store could not do this: {type(error).__name__}")
    if job.error is not None:
        connection.execute("ROLLBACK TO job")
    connection.execute("RELEASE job")


def end_process() -> None:
    """Exit at once: everything acknowledged is on disk, and another process can start."""
    os._exit(STORE_DIED)


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")
