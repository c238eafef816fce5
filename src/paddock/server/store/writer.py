"""What writes: a thread with group commit, so that what was awaited is on disk and many wait for one write together.

It takes all jobs that wait. Entries of races and presses, by far the most, go in with one statement for all of them:
each statement costs a change of threads and back. They are inserted into a view, whose triggers put each into its
table. Other jobs follow one by one, each in a savepoint of the same transaction. A second thread moves what was
committed from the log into the file, which would hold up moves for as long as it takes. Where that thread cannot keep
up, writing waits for it: the log has a longest length.

While there is little to write and the disk is quick, entries and presses are written in the loop itself: the way to a
thread and back takes longer than that, as both wait for the interpreter.
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
CHECKPOINT_EVERY = 8_000_000  # bytes in the log
USUAL_SIZE = 4_096  # bytes in the log for a job: jobs of one commit share pages
LONG_LOG = 2_500  # pages
FIRST_LOG = 16_000_000  # bytes of the log from the start, and what a longer one is cut to
LONGEST_LOG = 2 * FIRST_LOG  # bytes: beyond that, writing waits until the log can be begun anew
LOG_PATIENCE = 1_000  # milliseconds that this waits for readers
CHECKPOINT_PATIENCE = 0.05  # seconds that a checkpoint waits for readers, e.g. a backup: writers wait with it
LOOP_SHARE = 0.15  # of the time, at most, a loop waits for the disk itself
LOOP_SAVES = 0.02  # seconds of such waiting that it may do at once
LEAST = -1.0  # after a long wait, or much to write
USUAL = 0.0004  # seconds of a write: where there is more to write than fits in that share, the thread does it all
FEW_PAGES = 10  # in memory: more than that is written to the log before it is committed
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
    """Something for the thread to do, and where its answer goes."""

    __slots__ = ("answer", "error", "future", "loop", "size", "work")

    def __init__(self, work: Callable[[sqlite3.Connection], Any], size: int = 0):
        self.work = work
        self.size = size  # bytes that it writes besides a page or two
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.answer: Any = None
        self.error: Exception | None = None

    def settle(self) -> None:
        """Give the answer, in the loop."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.answer)
        else:
            self.future.set_exception(self.error)


@dataclass
class Rows:
    """Entries of a race and presses: all or none of them."""

    rows: list[Row]

    def __call__(self, connection: sqlite3.Connection) -> None:
        """Insert them, with as few statements as may be."""
        for first in range(0, len(self.rows), MOST_ROWS):
            some = self.rows[first : first + MOST_ROWS]
            values = [value for row in some for value in row]
            connection.execute("INSERT INTO news VALUES " + ",".join([ROW] * len(some)), values)


class Writer:
    """The thread, its connection, and the jobs that wait."""

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
        self._log = Log(path) if path != MEMORY else None
        self._checkpoints = Checkpoints(path) if path != MEMORY else None
        self._here = Here(path) if path != MEMORY else None
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[sqlite3.Connection], Any], size: int = 0) -> Any:
        """Have something done that writes about `size` bytes; when this returns it is on disk."""
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
        """Finish what was begun and close."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        if self._here:
            self._here.close()

    # The thread

    def _run(self) -> None:
        """Serve jobs to the end; if that fails nothing can be stored any more, and nobody may wait for it in vain."""
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
        """At least one job, and all that have come meanwhile; None is the last one ever."""
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
        """One wake-up for each loop, however many jobs were committed."""
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
    """A connection for the loop, which never waits for another writer, and not long for the disk."""

    def __init__(self, path: str, clock: Callable[[], float] = time.perf_counter):
        self._connection = open_file(path, patience=0)
        self._connection.executescript(NEWS)
        self._clock = clock
        self._may_wait = 0.0  # seconds; less than nothing after a long wait
        self._since = clock()

    def takes(self, rows: Rows) -> bool:
        """Whether all rows were committed; if not, the thread has to."""
        now = self._clock()
        self._may_wait = min(LOOP_SAVES, self._may_wait + LOOP_SHARE * (now - self._since))
        self._since = now
        taken = self._may_wait > 0.0 and len(rows.rows) <= MOST_ROWS and self._are_written(rows)
        self._may_wait = max(LEAST, self._may_wait - max(USUAL, self._clock() - now))
        return taken

    def _are_written(self, rows: Rows) -> bool:
        try:
            rows(self._connection)
        except sqlite3.Error:  # somebody else writes, or was faster: the thread waits, or says what is wrong
            return False
        return True

    def close(self) -> None:
        """It is not needed any more."""
        self._connection.close()


class Log:
    """The file that commits go to first, kept from growing without end while others write faster than it is emptied."""

    def __init__(self, path: str):
        self._path = f"{path}-wal"
        self._limit = LONGEST_LOG

    def keep_short(self, connection: sqlite3.Connection) -> None:
        """Empty a log that is too long; where a reader is in the way, try again once it has grown further."""
        size = self._size()
        if size <= self._limit:
            return
        (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
        connection.execute(f"PRAGMA busy_timeout={LOG_PATIENCE}")
        with suppress(sqlite3.Error):  # the disk is full: the log has everything
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
            self._limit = size + FIRST_LOG if busy else LONGEST_LOG
        connection.execute(f"PRAGMA busy_timeout={patience}")

    def _size(self) -> int:
        try:
            return os.stat(self._path).st_size
        except OSError:  # somebody took it away
            return 0


class Checkpoints:
    """A thread that moves pages from the log into the file while others write on."""

    def __init__(self, path: str):
        self._connection = open_file(path, CHECKPOINT_PATIENCE)
        self._bytes = 0  # written to the log since the last checkpoint, about
        self._due = threading.Event()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    def count(self, size: int) -> None:
        """About `size` bytes more were written to the log."""
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
            with suppress(sqlite3.Error):  # another process does it, or the disk is full: the log has everything
                _checkpoint(self._connection)
        self._connection.close()


def _checkpoint(connection: sqlite3.Connection) -> None:
    """Nobody waits for it; if the log has become long all the same, the next writer begins it anew."""
    _, pages, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    if pages > LONG_LOG:
        connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()


def open_file(path: str, patience: float = 10.0) -> sqlite3.Connection:
    """A connection that loses nothing it has committed, and waits so many seconds for another writer."""
    connection = sqlite3.connect(
        path, check_same_thread=False, isolation_level=None, timeout=patience, cached_statements=2 * MOST_ROWS
    )
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute("PRAGMA temp_store=MEMORY")
    connection.execute("PRAGMA secure_delete=ON")  # a deleted name is nowhere in the file
    connection.execute(f"PRAGMA journal_size_limit={FIRST_LOG}")
    return connection


def _grow_log(connection: sqlite3.Connection, path: str) -> None:
    """Make the log long before anybody waits for it: where a file grows, some commits take a disk many times longer.

    Something long is written, which is in the log at once as there is no room in memory for it, and then taken back.
    That leaves the log its length and changes nothing else; the commit at the end brings it to the disk.
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
    except sqlite3.Error:  # the disk is full, or others write: it goes without
        _roll_back(connection)
    connection.execute(f"PRAGMA cache_size={pages}")


def _carry_out(connection: sqlite3.Connection, jobs: list[Job]) -> None:
    """All jobs in one transaction; a single statement is one of its own."""
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
    """Whether all rows could go in together; if not, which of them cannot has to be found out one by one."""
    inside = connection.in_transaction
    try:
        every(connection)
    except sqlite3.Error:
        if inside and not connection.in_transaction:  # a full disk takes the whole transaction back
            raise
        return False
    return True


def _attempt(connection: sqlite3.Connection, job: Job) -> None:
    """Run one job; if it fails, whatever the reason, only its own changes are undone."""
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
    """End at once: whatever was told is on disk, and another process can begin."""
    os._exit(STORE_DIED)


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")
