"""A damaged store: one unreadable row harms one table, a damaged file is refused, a dead thread ends the process."""

import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from paddock.server import StoreError, open_store
from paddock.server.store.group_commit import STORE_DIED, DatabaseSession
from paddock.server.store.sql_store import SqlStore
from paddock.server.store.store import Store

from .harness import WAIT, serving, spoil, store_in
from .test_store import row, with_stores

DYING = """
import sys
from paddock.server.store import writer
from tests.server import process
carry_out = writer.carry_out
def dies(connection, jobs):
    if any(job.work.__name__ == "<lambda>" and "CHECK" in job.work.__code__.co_names for job in jobs):
        raise MemoryError("as good as any error that nobody expected")
    carry_out(connection, jobs)
writer.carry_out = dies
process.main()
"""


def test_one_unreadable_table_harms_nobody_else(store_url: str):
    with serving(store_url) as house:
        bad, good = house.table("me", "open", private=False), house.table("me", "open", private=False)
    spoil(store_url, "UPDATE tables SET data=? WHERE id=?", b"{", bad.id)
    with serving(store_url) as house:
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


def test_one_unreadable_series_is_left_out_of_the_list(store_url: str):
    wish = {"game": "nestorgames_gp", "name": "Tour", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    with serving(store_url) as house:
        bad, good = (house.post("/api/series", wish)["series"] for _ in range(2))
    spoil(store_url, "UPDATE series SET data=? WHERE id=?", b"{", bad)

    async def listed(store: Store) -> None:
        assert [one.id for one in await store.kept_series()] == [good]

    with_stores(store_url, listed)


def test_a_snapshot_that_cannot_be_read_is_not_needed(store_url: str):
    with serving(store_url) as house:
        table = house.table("me", "bot")
        with table.client(0) as ana:
            ana.my_turn(0)
            ana.move(0, 1)
            before = ana.my_turn(0)
    spoil(store_url, "UPDATE snapshots SET data=?", b"{")
    with serving(store_url) as house, house.client(table.id, table.keys[0]) as ana:
        assert ana.my_turn(0)["view"] == before["view"]


def test_a_job_that_fails_in_an_unforeseen_way_fails_alone(store_url: str):
    def fails(connection: DatabaseSession) -> None:
        connection.execute("UPDATE tables SET private=0")
        raise ValueError("what this row holds was not foreseen")

    async def work(store: Store) -> None:
        assert isinstance(store, SqlStore)
        await store.create(row(), [])
        with pytest.raises(StoreError, match="ValueError"):
            await store.writer.do(fails)
        with pytest.raises(StoreError, match=r"no such table: recipes|\"recipes\" does not exist"):
            await store.writer.do(lambda connection: connection.execute("SELECT * FROM recipes"))
        assert (await store.load("one")).private

    with_stores(store_url, work)


def test_a_damaged_file_is_refused_with_a_sentence(tmp_path: Path):
    path = tmp_path / "races.sqlite"

    async def fill(store: Store) -> None:
        for number in range(200):
            await store.create(row(f"table {number}"), [])

    with_stores(store_in(tmp_path), fill)
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
