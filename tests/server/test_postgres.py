"""PostgreSQL as the store: what was acknowledged survives lost sessions, restarts, timeouts and killed migrations."""

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from paddock.cli import cli
from paddock.server import DeskError, StoreError, carry_out, channel_path, open_store
from paddock.server.store import migrations, postgres_connection, postgres_writer
from paddock.server.store.group_commit import DatabaseSession, Job
from paddock.server.store.migrations import EXPIRY, FIRST, STEPS, VERSION, migrate
from paddock.server.store.postgres_connection import PostgresConnection
from paddock.server.store.sql_store import SqlStore
from paddock.server.store.store import EntryRow, EntryTakenError, NoTableError, Presses, Store

from .databases import QUIT, WAIT, DatabaseServer, database_server
from .harness import QUICKLY, Client, race_to_the_end, serving, spoil, store_in
from .test_expiry import fate
from .test_migrations import KILLED, STORES
from .test_store import row, with_stores

pytestmark = pytest.mark.postgres
OTHERS = "pid <> pg_backend_pid() AND datname = current_database()"
KILL = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {OTHERS}"


def name_of(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]


@pytest.fixture(scope="module")
def lasting() -> Iterator[DatabaseServer]:
    """A database server that flushes to disk and may be stopped."""
    with database_server(durable=True) as running:
        yield running


@contextmanager
def impatient() -> Generator[None]:
    """Give a database, and the lock on it, up soon."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postgres_writer, "PATIENCE", 0.3)
        patch.setattr(postgres_connection, "LOCK_PATIENCE", 0.1)
        yield


# Sessions that end


def test_killed_sessions_lose_nothing_that_was_acknowledged(databases: DatabaseServer, database: str):
    """The session is killed at every fifth entry of one table, while nine others are written: all goes on."""
    killed = 0

    async def write(store: Store, table: str) -> None:
        for entry in range(60):
            await store.append(table, entry, [EntryRow(0, 0, entry)], Presses(entry, [fate(entry)]))
            if table == "table 0" and entry % 5 == 0:
                await kill()

    async def kill() -> None:
        nonlocal killed
        killed += len(await asyncio.to_thread(databases.ask, KILL, database=name_of(database)))

    async def work(store: Store) -> None:
        tables = [f"table {number}" for number in range(10)]
        for table in tables:
            await store.create(row(table), [])
        await asyncio.gather(*(write(store, table) for table in tables))
        for table in tables:
            race = await store.race(table, "")
            assert [entry.number for entry in race.entries] == list(range(60))
            assert race.fates == [fate(entry) for entry in range(60)]

    with_stores(database, work)
    assert killed > 5


class Forgetful:
    """A session that is lost after its next commit, before the answer comes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.loses = False
        self._carry_out = postgres_writer.carry_out
        monkeypatch.setattr(postgres_writer, "carry_out", self)

    def __call__(self, session: Any, jobs: list[Job]) -> None:
        self._carry_out(session, jobs)
        if self.loses:
            self.loses = False
            session.close()
            session.execute("SELECT 1")


def test_what_a_lost_session_had_committed_is_not_an_error(database: str, monkeypatch: pytest.MonkeyPatch):
    forgetful = Forgetful(monkeypatch)

    async def work(store: Store) -> None:
        one, series = row(), series_row()
        forgetful.loses = True
        await store.create(one, [EntryRow(0, 0, 7)])
        forgetful.loses = True
        await store.append("one", 1, [EntryRow(0, 1, 8, 0.25)], Presses(0, [fate(0)]))
        forgetful.loses, one.status = True, "racing"
        await store.save(one)
        forgetful.loses = True
        await store.create_series(series)
        forgetful.loses, series.name = True, "Tour"
        await store.save_series(series)
        assert not forgetful.loses
        race = await store.race("one", "")
        assert (race.entries, race.fates) == ([EntryRow(0, 0, 7), EntryRow(0, 1, 8, 0.25)], [fate(0)])
        assert await store.load("one") == one
        assert await store.load_series("tour") == series

    with_stores(database, work)


def test_another_writers_entry_is_an_error_also_after_a_lost_session(database: str, monkeypatch: pytest.MonkeyPatch):
    forgetful = Forgetful(monkeypatch)

    async def work(store: Store) -> None:
        await store.create(row(), [EntryRow(0, 0, 7)])
        forgetful.loses = True
        with pytest.raises(EntryTakenError):
            await store.append("one", 0, [EntryRow(0, 0, 9)])
        assert await store.entries("one") == [EntryRow(0, 0, 7)]

    with_stores(database, work)


def series_row() -> Any:
    from paddock.server.store.store import SeriesRow

    return SeriesRow("tour", "_template", "", row().seats, {}, {}, [1], 5.0)


# A database that ends


@pytest.mark.parametrize("how", [signal.SIGINT, QUIT], ids=["fast", "as if it had crashed"])
def test_people_race_on_when_the_database_was_restarted(
    lasting: DatabaseServer, how: signal.Signals, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(postgres_writer, "PATIENCE", WAIT)  # however slow this machine is
    with lasting.database() as url, serving(url) as house:
        table = house.table("me", "me")
        with table.client(0) as ana, table.client(1) as ben:
            ana.my_turn(0)
            ana.move(0)
            before, ben.patience = ben.my_turn(1), WAIT
            lasting.stop(how)
            ben.move(1)  # it waits for the database
            lasting.start()
            assert ben.at(1, before["entry"] + 1)["entry"] == before["entry"] + 1
            ana.settled()
            race_to_the_end((ana, 0), (ben, 1))
        assert house.get("/ready")["status"] == "ready"
        assert house.get(f"/api/tables/{table.id}/verify")["verdict"] == "true"
        entries = table.info()["entries"]
        assert spoil(url, "SELECT COUNT(*) FROM moves WHERE table_id=?", table.id) == [(entries,)]


def test_a_database_that_does_not_answer_is_told_and_found_again(lasting: DatabaseServer):
    with lasting.database() as url:
        clock = replace(QUICKLY.sources, clock=lambda: 10.0 * time.monotonic())
        with serving(url, replace(QUICKLY, sources=clock)) as house:
            table = house.table("me", "me")
            with table.client(0) as ana:
                before = ana.my_turn(0)
                lasting.stop()
                with impatient():
                    ana.move(0)
                    assert "this was not stored: the store could not write: the database does not answer" in why(ana)
                    assert house.http.get("/ready").status_code == 503
                assert house.get("/health") == {"status": "ok"}
                lasting.start()
                end = time.monotonic() + WAIT
                while house.http.get("/ready").status_code != 200:
                    assert time.monotonic() < end
                ana.move(0)
                assert ana.at(0, before["entry"] + 1)["ply"] > before["ply"]


def why(client: Client) -> str:
    return client.refused()["reason"]


def test_a_database_that_is_not_there_is_named_in_one_sentence(databases: DatabaseServer):
    url = databases.url("nowhere").replace("paddock@", "paddock:hush@")
    with pytest.raises(StoreError) as refused:
        open_store(url)
    assert str(refused.value).startswith("the store postgresql://paddock@/nowhere?host=")
    assert "the database does not answer: connection" in str(refused.value)
    assert 'database "nowhere" does not exist' in str(refused.value)
    assert "hush" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_address_that_cannot_be_read_is_refused_without_its_password():
    with pytest.raises(StoreError, match="its address cannot be read; write postgresql://user@host/database") as told:
        open_store("postgresql://ana:hush@here:port:5/races?colour=red")
    assert "hush" not in str(told.value)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delitem(sys.modules, "paddock.server.store.postgres_store", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for name in ("postgres_writer", "postgres_connection"):
        monkeypatch.delitem(sys.modules, f"paddock.server.store.{name}")
    with pytest.raises(StoreError, match=r"needs psycopg: install it with `pip install 'paddock\[postgres\]'`"):
        open_store("postgresql://here/races")


# Statements


def test_a_statement_that_takes_too_long_is_cancelled_and_the_others_are_done(database: str):
    async def work(store: Store) -> None:
        assert isinstance(store, SqlStore)
        await store.create(row(), [])
        slow = store.writer.do(lambda connection: connection.execute("SELECT pg_sleep(60)").fetchall())
        results = await asyncio.gather(slow, store.append("one", 0, [EntryRow(0, 0, 1)]), return_exceptions=True)
        assert isinstance(results[0], StoreError)
        assert "canceling statement due to statement timeout" in str(results[0])
        assert results[1] is None
        assert await store.entries("one") == [EntryRow(0, 0, 1)]

    with_stores(database, no_work)  # its tables are made without hurry
    with_stores(f"{database}&options=-c%20statement_timeout%3D1000", work)


def test_a_statement_has_a_limit_if_nobody_sets_one_and_commits_are_durable(database: str):
    with closing(PostgresConnection(f"{database}&options=-c%20synchronous_commit%3Doff")) as session:
        assert session.execute("SHOW statement_timeout").fetchone() == ("20s",)
        assert session.execute("SHOW synchronous_commit").fetchone() == ("on",)


def test_statements_are_prepared(database: str):
    """The statement of an append is the same for any number of rows, and planned once."""

    async def work(store: Store) -> None:
        assert isinstance(store, SqlStore)
        await store.create(row(), [])
        for entry, many in ((0, 1), (1, 2), (3, 3), (6, 1)):
            await store.append("one", entry, [EntryRow(0, 0, number) for number in range(many)])
        found = await store.writer.do(prepared)
        assert len([text for (text,) in found if text.startswith("INSERT INTO moves")]) == 1

    def prepared(connection: DatabaseSession) -> list[Any]:
        return connection.execute("SELECT statement FROM pg_prepared_statements").fetchall()

    with_stores(database, work)


def test_any_text_can_be_an_id(database: str):
    """Nobody makes such tables, but anybody can ask for one; PostgreSQL has no NUL in a text."""
    strange = ['quo"te', "back\\slash", "com,ma", "{brace}", "NULL", " space ", "ünï"]

    async def work(store: Store) -> None:
        for table in strange:
            await store.create(row(table), [EntryRow(0, 0, 7)])
            await store.append(table, 1, [EntryRow(0, -1, 8, 0.1)], Presses(0, [fate(0)]))
            race = await store.race(table, "")
            assert (race.entries, race.fates) == ([EntryRow(0, 0, 7), EntryRow(0, -1, 8, 0.1)], [fate(0)])
        with pytest.raises(NoTableError):
            await store.load("nul\0nul")

    with_stores(database, work)


def test_the_size_is_told_with_the_counts(database: str):
    with serving(database) as house:
        house.table("me", "bot")
        measured = house.http.get("/metrics").text
    (size,) = [line.split()[1] for line in measured.splitlines() if line.startswith("paddock_store_bytes")]
    assert float(size) > 1_000_000  # an empty database has some megabytes


def test_without_postgresql_the_tests_say_how_to_go_on_without_it():
    command = [sys.executable, str(Path(__file__).parents[2] / "tools" / "ensure_postgres.py")]
    environment = {**os.environ, "PADDOCK_POSTGRES": "/nowhere"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "make POSTGRES=0 test" in done.stderr


# Two servers


def test_two_servers_do_not_use_one_database(database: str):
    told = "another server is using it; stop that one, or name"
    with serving(database), impatient(), pytest.raises(StoreError, match=told):
        open_store(database)
    with serving(database) as house:  # the lock ends with the server
        assert house.get("/ready")["status"] == "ready"


def test_a_server_whose_place_was_taken_writes_nothing(databases: DatabaseServer, database: str):
    async def work() -> None:
        first = open_store(database)
        await first.create(row(), [])
        databases.ask(KILL, database=name_of(database))
        second = open_store(database)
        try:
            with impatient(), pytest.raises(StoreError, match="another server is using it"):
                await first.append("one", 0, [EntryRow(0, 0, 1)])
            assert await second.entries("one") == []
        finally:
            await second.close()
        await first.append("one", 0, [EntryRow(0, 0, 2)])  # the place is free again
        assert await first.entries("one") == [EntryRow(0, 0, 2)]
        await first.close()

    asyncio.run(work())


def test_the_hosts_commands_reach_the_server_of_a_database(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with serving(database) as house:
        table = house.table("me", "bot")
        assert Path(channel_path(database) + "-admin").is_socket()
        assert [one["id"] for one in carry_out(database, {"do": "list"})] == [table.id]
        carry_out(database, {"do": "message", "text": "We move."})
        assert house.hall
        assert house.hall.house.rules.notice == "We move."
    assert carry_out(database, {"do": "rules"})["notice"] == "We move."  # without a server
    with pytest.raises(DeskError):
        carry_out(database, {"do": "dance"})


@pytest.mark.parametrize(
    "words",
    [("admin", "--store", "postgresql://here/races", "backup", "file"), ("lab", "races", "postgresql://here/races")],
)
def test_what_needs_a_file_says_what_to_do_with_a_database(words: tuple[str, ...]):
    done = CliRunner().invoke(cli, words, prog_name="paddock")
    assert done.exit_code == 2
    assert done.stderr == (
        "paddock: postgresql://here/races is no file: use pg_dump and pg_restore, "
        "or copy it to a file with `paddock store copy` (docs/hosting.md).\n"
    )


def test_a_dump_is_restored_as_the_guide_says(databases: DatabaseServer, database: str):
    with serving(database) as house:
        table = house.table("me", "me")
        with table.client(0) as ana, table.client(1) as ben:
            race_to_the_end((ana, 0), (ben, 1))
    with databases.database() as other:
        dump = str(databases.folder / "races.dump")
        databases.run("pg_dump", "--format=custom", f"--file={dump}", database)
        for _ in range(2):  # into an empty database, and into one with races
            databases.run("pg_restore", f"--dbname={other}", "--clean", "--if-exists", dump)
        with serving(other) as house:
            assert house.get(f"/api/tables/{table.id}/verify")["verdict"] == "true"


# Migrations


def columns(url: str) -> set[tuple[str, str]]:
    """Every table and column."""
    if url.startswith("sqlite"):
        found = spoil(
            url, "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type='table'"
        )
    else:
        found = spoil(
            url, "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
        )
    return {(table, column) for table, column in found if table != "schema_version"}


def test_both_databases_have_the_same_columns(database: str, tmp_path: Path):
    for url in (database, store_in(tmp_path)):
        with_stores(url, lambda store: store.create(row(), []))
    assert columns(database) == columns(store_in(tmp_path))
    assert spoil(database, "SELECT version FROM schema_version") == [(VERSION,)]


def test_a_database_of_another_program_is_not_touched(database: str):
    spoil(database, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="a database of another program"):
        open_store(database)
    assert spoil(database, "SELECT tablename FROM pg_tables WHERE schemaname='public'") == [("recipes",)]


def first_version(url: str) -> dict[str, list[Any]]:
    """Make a database as version 1 of the tables was, with the races of the kept file."""
    with closing(PostgresConnection(url)) as session, closing(sqlite3.connect(STORES / "version_1.sqlite")) as kept:
        migrations._step(session, 1, FIRST)  # pyright: ignore[reportPrivateUsage]
        for table in ("tables", "moves", "presses", "snapshots", "series"):
            rows = kept.execute(f"SELECT * FROM {table}").fetchall()
            marks = ",".join("?" * len(rows[0])) if rows else ""
            session.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
    return rows_in(url)


def rows_in(url: str) -> dict[str, list[Any]]:
    """Everything that version 1 had columns for."""
    of_tables = "id, status, private, created, revision, data"
    return {
        table: spoil(url, f"SELECT {of_tables if table == 'tables' else '*'} FROM {table} ORDER BY 1, 2")
        for table in ("tables", "moves", "presses", "snapshots", "series")
    }


@pytest.mark.parametrize("statement", [*EXPIRY[::3], "COMMIT"])
def test_a_killed_migration_loses_nothing(statement: str, database: str):
    before = first_version(database)
    killed = subprocess.run([sys.executable, "-c", KILLED, database, statement], check=False)
    assert killed.returncode == -signal.SIGKILL
    with_stores(database, no_work)
    assert rows_in(database) == before
    assert spoil(database, "SELECT version FROM schema_version") == [(VERSION,)]
    known = json.loads((STORES / "version_1.json").read_text())
    assert spoil(database, "SELECT COUNT(*) FROM tables WHERE series=1") == [(known["series"]["races"],)]


async def no_work(store: Store) -> None:
    """Only open and close the store."""


def test_servers_that_migrate_at_once_do_so_one_after_the_other(database: str):
    """Two sessions take every step; neither fails, and no step is taken twice."""
    first_version(database)
    errors: list[Exception] = []

    def run() -> None:
        with closing(PostgresConnection(database)) as session:
            try:
                migrate(session)
            except Exception as error:
                errors.append(error)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert spoil(database, "SELECT version FROM schema_version") == [(len(STEPS),)]
