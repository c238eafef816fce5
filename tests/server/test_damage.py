"""A damaged store: one unreadable row harms one table, a damaged file is refused, a dead thread ends the process."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from paddock.server import StoreError, open_store
from paddock.server.store.sqlite_store import SqliteStore
from paddock.server.store.writer import STORE_DIED

from .harness import WAIT, serving, store_in
from .test_store import row, with_stores

DYING = """
import sys
from paddock.server.store import writer
from tests.server import process
carry_out = writer._carry_out
def dies(connection, jobs):
    if any(job.work.__name__ == "<lambda>" and "checks" in str(job.work.__code__.co_consts) for job in jobs):
        raise MemoryError("as good as any error that nobody expected")
    carry_out(connection, jobs)
writer._carry_out = dies
process.main()
"""


def spoil(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(statement, values).rowcount == 1
        connection.commit()


def test_one_unreadable_table_harms_nobody_else(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        bad, good = house.table("me", "open", private=False), house.table("me", "open", private=False)
    spoil(tmp_path / "races.sqlite", "UPDATE tables SET data=x'7b' WHERE id=?", bad.id)
    with serving(store_in(tmp_path)) as house:
        answer = house.http.get(f"/api/tables/{bad.id}")
        assert (answer.status_code, answer.json()["error"]) == (500, "this table cannot be read from the store")
        with house.client(bad.id) as fan:
            assert fan.refused()["reason"] == "this table cannot be read from the store"
        assert [table["id"] for table in house.get("/api/tables")["waiting"]] == [good.id]
        assert house.get("/health")["status"] == "ok"
        assert house.get("/ready")["status"] == "ready"
        good.house = house
        good.join("Bea")
        with good.client(0) as ana:
            ana.my_turn(0)


def test_one_unreadable_series_is_left_out_of_the_list(tmp_path: Path):
    wish = {"game": "nestorgames_gp", "name": "Tour", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    with serving(store_in(tmp_path)) as house:
        bad, good = (house.post("/api/series", wish)["series"] for _ in range(2))
    spoil(tmp_path / "races.sqlite", "UPDATE series SET data=x'7b' WHERE id=?", bad)

    async def listed(store: SqliteStore) -> None:
        assert [one.id for one in await store.kept_series()] == [good]

    with_stores(str(tmp_path / "races.sqlite"), listed)


def test_a_snapshot_that_cannot_be_read_is_not_needed(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        table = house.table("me", "bot")
        with table.client(0) as ana:
            ana.my_turn(0)
            ana.move(0, 1)
            before = ana.my_turn(0)
    spoil(tmp_path / "races.sqlite", "UPDATE snapshots SET data=x'7b'")
    with serving(store_in(tmp_path)) as house, house.client(table.id, table.keys[0]) as ana:
        assert ana.my_turn(0)["view"] == before["view"]


def test_a_job_that_fails_in_an_unforeseen_way_fails_alone():
    def fails(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE tables SET private=0")
        raise ValueError("what this row holds was not foreseen")

    async def work(store: SqliteStore) -> None:
        await store.create(row(), [])
        with pytest.raises(StoreError, match="ValueError"):
            await store.writer.do(fails)
        with pytest.raises(StoreError, match="no such table: recipes"):
            await store.writer.do(lambda connection: connection.execute("SELECT * FROM recipes"))
        assert (await store.load("one")).private

    with_stores(":memory:", work)


def test_a_damaged_file_is_refused_with_a_sentence(tmp_path: Path):
    path = tmp_path / "races.sqlite"

    async def fill(store: SqliteStore) -> None:
        for number in range(200):
            await store.create(row(f"table {number}"), [])

    with_stores(str(path), fill)
    data = bytearray(path.read_bytes())
    for page in range(3 * 4096, len(data), 4096):
        data[page : page + 64] = bytes(range(64))
    path.write_bytes(data)
    with pytest.raises(StoreError, match=r"cannot be opened: .*(damaged|malformed)"):
        open_store(store_in(tmp_path))


def test_a_dead_store_ends_the_process_instead_of_letting_everybody_wait(tmp_path: Path):
    root = str(Path(__file__).parents[2])
    server = subprocess.Popen(
        [sys.executable, "-c", DYING, store_in(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=root,
    )
    try:
        assert server.stdout
        port = int(server.stdout.readline())
        assert httpx.get(f"http://127.0.0.1:{port}/health", trust_env=False, timeout=WAIT).status_code == 200
        with pytest.raises(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/ready", trust_env=False, timeout=WAIT)
        _, told = server.communicate(timeout=WAIT)
        assert server.returncode == STORE_DIED
        assert "the store's thread died" in told
    finally:
        if server.poll() is None:
            server.send_signal(signal.SIGKILL)
            server.communicate()
