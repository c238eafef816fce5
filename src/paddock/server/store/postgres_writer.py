"""The writer of PostgreSQL: group commit in one session, which also has the server's lock on the database.

If the connection is lost, nobody can say whether the last transaction was committed. The writer connects again, with
backoff, and carries the same jobs out again: what is stored exactly as wanted was stored by the first try. It takes the
lock first, so the lost session has ended by then, and a server whose place another has taken writes nothing.
"""

import random
import time

import psycopg

from ..http.logs import log
from .group_commit import GroupCommit, Job, attempt, carry_out, carry_out_alone, one_line, roll_back
from .migrations import VERSION, check_version, migrate
from .postgres_connection import PostgresConnection
from .store import EntryTakenError, LostTableError, StoreError, TableChangedError

PATIENCE = 10.0  # seconds that a job waits for a database that does not answer
FIRST_PAUSE = 0.02  # seconds between two tries to connect; it doubles
LONGEST_PAUSE = 1.0


class PostgresWriter(GroupCommit):
    """The writer thread and its session."""

    def __init__(self, url: str, shared: bool, lease_seconds: float = 0.0):
        super().__init__()
        self._url = url
        self._shared = shared
        self._lease_seconds = lease_seconds  # more than 0: of a node
        self._session: PostgresConnection | None = self._opened()
        try:
            migrate(self._session)
        except BaseException:
            self._session.close()
            raise
        self._thread.start()

    def _opened(self) -> PostgresConnection:
        session = PostgresConnection(self._url)
        try:
            check_version(session.version())
            if not self._shared:
                session.lock(self._lease_seconds > 0)
            if self._lease_seconds:
                session.limit_idle(self._lease_seconds)
        except BaseException:
            session.close()
            raise
        return session

    def _end(self) -> None:
        self._drop()

    def _drop(self) -> None:
        if self._session:
            self._session.close()
        self._session = None

    # Commits

    def _commit(self, jobs: list[Job]) -> None:
        started = time.perf_counter()
        try:
            self._carry_out(jobs)
        except StoreError as error:
            for job in jobs:
                job.error = StoreError(f"the store could not write: {error}")
        self._answer(jobs, time.perf_counter() - started)

    def _carry_out(self, jobs: list[Job]) -> None:
        """Carry out all jobs, again as long as the connection is lost and somebody waits for them."""
        session, tries = self._connected(jobs), 0
        while True:
            try:
                (carry_out_again if tries else carry_out)(session, jobs)
                return
            except psycopg.Error as error:
                if not session.has_lost(error):
                    roll_back(session)
                    raise StoreError(one_line(error)) from None
                log("the connection to the database is lost", error=one_line(error))
            self._drop()
            session, tries = self._connected(jobs), tries + 1

    def _connected(self, jobs: list[Job]) -> PostgresConnection:
        """The session; if it is lost, another one, or StoreError if there is none in time."""
        end, pause = min(job.since for job in jobs) + PATIENCE, FIRST_PAUSE
        while self._session is None:
            try:
                self._session = self._reopened()
            except (StoreError, psycopg.Error) as error:
                if time.monotonic() + pause > end:
                    raise StoreError(one_line(error)) from None
                time.sleep(pause * random.uniform(0.5, 1.0))
                pause = min(2 * pause, LONGEST_PAUSE)
        return self._session

    def _reopened(self) -> PostgresConnection:
        """Another session on the tables as this server left them."""
        session = self._opened()
        if session.version() != VERSION:
            session.close()
            raise StoreError("its tables are not those that this server has used")
        log("connected to the database again")
        return session


def carry_out_again(session: PostgresConnection, jobs: list[Job]) -> None:
    """Carry out jobs of a transaction whose end is unknown; what is stored as wanted was stored by it."""
    session.execute(session.begin)
    for job in [job for job in jobs if not job.is_alone]:
        attempt(session, job)
        was_first = isinstance(job.error, EntryTakenError | TableChangedError | LostTableError)
        if was_first and job.is_there and job.is_there(session):
            job.error = None
    session.execute("COMMIT")
    carry_out_alone(session, jobs)
