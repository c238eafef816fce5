"""Group commit: a thread that writes for one or more event loops. When a job's await returns, it is durable.

The thread takes all waiting jobs and commits them together. Entries of races and presses, by far the most frequent,
share one INSERT statement. Other jobs follow one by one, each in a savepoint of the same transaction. What differs from
one database to another is in its `DatabaseSession`.
"""

import asyncio
import os
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..http.logs import log_error
from .store import EntryTakenError, LostTableError, Observer, StoreError

GROUP = 256  # jobs in one commit at most
STORE_DIED = 70  # exit status
Row = tuple[str, int, int, int, int, float, bytes | None]  # table, number, kind, actor, move, seconds; or a press
Held = tuple[str, str, int]  # a table, the node that has it, and since which epoch
NOTHING_HELD: frozenset[Held] = frozenset()


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """Rows that the statement changed."""
        ...

    def fetchone(self) -> Any:
        """The next row; None: there is none."""
        ...

    def fetchall(self) -> list[Any]:
        """All rows."""
        ...


class DatabaseSession(Protocol):
    """A session of a database. Statements are written for SQLite, with `?` for a value."""

    begin: str  # the statement that begins a transaction which writes

    @property
    def Error(self) -> type[Exception]:  # noqa: N802
        """Any error of the database, named as sqlite3 names it."""
        ...

    @property
    def IntegrityError(self) -> type[Exception]:  # noqa: N802
        """A key that is taken."""
        ...

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open; an error may have rolled it back."""
        ...

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Cursor:
        """Run a statement."""
        ...

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> Cursor:
        """Run a statement for each row."""
        ...

    def append(self, rows: list[Row], held: frozenset[Held] = NOTHING_HELD) -> None:
        """Insert entries and presses, if all that is said to be held is; nothing else inserts them."""
        ...

    def is_one_statement(self, rows: list[Row]) -> bool:
        """Whether `append` needs one statement, which is a transaction by itself."""
        ...


@dataclass
class Rows:
    """Entries of a race and presses, inserted all or none."""

    rows: list[Row]
    held: frozenset[Held] = NOTHING_HELD  # where several servers write: LostTableError if one of these no longer is

    def __call__(self, connection: DatabaseSession) -> None:
        """Insert the rows."""
        connection.append(self.rows, self.held)

    def are_there(self, connection: DatabaseSession) -> bool:
        """Whether exactly these rows are stored."""
        return all(_is_there(connection, row) for row in self.rows)


def _is_there(connection: DatabaseSession, row: Row) -> bool:
    table_id, number, *entry, press = row
    if press is not None:
        statement = "SELECT data FROM presses WHERE table_id=? AND number=?"
        return connection.execute(statement, (table_id, number)).fetchone() == (press,)
    statement = "SELECT kind, actor, number, spent FROM moves WHERE table_id=? AND entry=?"
    return connection.execute(statement, (table_id, number)).fetchone() == tuple(entry)


class Job:
    """Work for the writer thread, and the future of its result."""

    __slots__ = ("answer", "error", "future", "is_alone", "is_there", "loop", "since", "size", "work")

    def __init__(
        self,
        work: Callable[[Any], Any],
        size: int = 0,
        is_there: Callable[[Any], bool] | None = None,
        is_alone: bool = False,
    ):
        self.work = work
        self.is_alone = is_alone  # it waits for locks of other servers: no other job may hold any meanwhile
        self.size = size  # bytes that it writes beyond one or two pages
        self.is_there = work.are_there if isinstance(work, Rows) else is_there  # whether an earlier try has stored it
        self.since = time.monotonic()
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


class GroupCommit(ABC):
    """The writer thread and the queue of jobs."""

    def __init__(self) -> None:
        self.observe: Observer | None = None
        self.on_death: Callable[[], None] = end_process
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)

    async def do(
        self,
        work: Callable[[Any], Any],
        size: int = 0,
        is_there: Callable[[Any], bool] | None = None,
        is_alone: bool = False,
    ) -> Any:
        """Run a job that writes about `size` bytes; when this returns, it is durable."""
        if self._closed:
            raise StoreError("the store is closed")
        if isinstance(work, Rows) and self._is_written_here(work):
            return None
        job = Job(work, size, is_there, is_alone)
        self._jobs.put(job)
        return await job.future

    async def close(self) -> None:
        """Finish pending jobs and close."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    # What differs

    @abstractmethod
    def _commit(self, jobs: list[Job]) -> None:
        """Carry out the jobs in one transaction, and answer each."""

    @abstractmethod
    def _end(self) -> None:
        """Close the connection, in the thread."""

    def _is_written_here(self, rows: Rows) -> bool:
        """Whether the event loop has written the rows itself."""
        return False

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
        self._end()

    def _waiting(self) -> list[Job | None]:
        """Wait for a job and take all others in the queue; None asks the thread to end."""
        jobs: list[Job | None] = [self._jobs.get()]
        while jobs[-1] is not None and len(jobs) < GROUP:
            try:
                jobs.append(self._jobs.get_nowait())
            except queue.Empty:
                break
        return jobs

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


def carry_out(connection: DatabaseSession, jobs: list[Job]) -> None:
    """Run jobs in one transaction; then those that have to be alone, each in another."""
    together = [job for job in jobs if not job.is_alone]
    if together:
        _carry_out_together(connection, together)
    carry_out_alone(connection, jobs)


def carry_out_alone(connection: DatabaseSession, jobs: list[Job]) -> None:
    """Run those of the jobs that have to be alone."""
    for job in [job for job in jobs if job.is_alone]:
        connection.execute(connection.begin)
        attempt(connection, job)
        connection.execute("COMMIT")


def _carry_out_together(connection: DatabaseSession, jobs: list[Job]) -> None:
    """Run all jobs in one transaction; a single statement is a transaction by itself."""
    inserts = [job.work for job in jobs if isinstance(job.work, Rows)]
    others = [job for job in jobs if not isinstance(job.work, Rows)]
    every = Rows([row for rows in inserts for row in rows.rows], NOTHING_HELD.union(*(rows.held for rows in inserts)))
    if not others and connection.is_one_statement(every.rows) and _are_inserted(connection, every):
        return
    connection.execute(connection.begin)
    if every.rows:
        others = _insert_or_leave(connection, every, others, jobs)
    for job in others:
        attempt(connection, job)
    connection.execute("COMMIT")


def _insert_or_leave(connection: DatabaseSession, every: Rows, others: list[Job], jobs: list[Job]) -> list[Job]:
    """Insert all rows together; returns the jobs that are left: all of them if one of the rows cannot be inserted."""
    connection.execute("SAVEPOINT rows")
    is_done = _are_inserted(connection, every)
    if not is_done:
        connection.execute("ROLLBACK TO SAVEPOINT rows")
    connection.execute("RELEASE SAVEPOINT rows")
    return others if is_done else jobs


def _are_inserted(connection: DatabaseSession, every: Rows) -> bool:
    """Try to insert all rows together; if False, each job has to be tried alone to find the one that fails."""
    inside = connection.in_transaction
    try:
        every(connection)
    except LostTableError:
        return False
    except connection.Error:
        if inside and not connection.in_transaction:  # a full disk or a lost connection ends the whole transaction
            raise
        return False
    return True


def attempt(connection: DatabaseSession, job: Job) -> None:
    """Run one job; if it fails for any reason, only its changes are rolled back."""
    job.error = None
    connection.execute("SAVEPOINT job")
    try:
        job.answer = job.work(connection)
    except StoreError as error:
        job.error = error
    except connection.IntegrityError:
        job.error = EntryTakenError("another writer has stored this first")
    except connection.Error as error:
        if not connection.in_transaction:
            raise
        job.error = StoreError(f"the store could not do this: {one_line(error)}")
    except Exception as error:
        log_error("a job of the store failed")
        job.error = StoreError(f"the store could not do this: {type(error).__name__}")
    if job.error is not None:
        connection.execute("ROLLBACK TO SAVEPOINT job")
    connection.execute("RELEASE SAVEPOINT job")


def roll_back(connection: DatabaseSession) -> None:
    """End an open transaction."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def one_line(error: object) -> str:
    """The words of an error on one line."""
    return " ".join(str(error).split())


def end_process() -> None:
    """Exit at once: everything acknowledged is on disk, and another process can start."""
    os._exit(STORE_DIED)
