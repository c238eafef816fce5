"""Abandoned tables expire, only live ones count towards the limit, and /ready says whether moves can be stored."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from paddock.engine import Input, InputFate
from paddock.server import Settings, StoreError
from paddock.server.http.security import Addresses, network_of
from paddock.server.settings import Expiry, Sources
from paddock.server.store.sqlite_store import SqliteStore
from paddock.server.store.store import EntryRow, Presses, Store

from .harness import QUICKLY, House, finish, race_to_the_end, serving, store_in
from .test_store import row, with_stores

SEATS = [{"kind": "me"}, {"kind": "open"}]
HOUR, DAY = 3600.0, 86400.0


class Later:
    """A time of day that a test can put forward."""

    ahead = 0.0

    def now(self) -> float:
        return time.time() + self.ahead


def settings_at(later: Later, **more: int) -> Settings:
    expiry = Expiry(waiting_hours=2.0, race_days=3.0, every_seconds=0.05)
    return replace(
        QUICKLY,
        limits=replace(QUICKLY.limits, **more),
        pace=replace(QUICKLY.pace, unload_after=0.1),
        sources=Sources(now=later.now),
        expiry=expiry,
    )


def make(house: House, seats: object = SEATS) -> int:
    return house.http.post("/api/tables", json={"game": "_template", "seats": seats}).status_code


def until(holds: Callable[[House], bool], house: House) -> None:
    end = time.monotonic() + 20
    while not holds(house):
        assert time.monotonic() < end
        time.sleep(0.02)


def emptied(house: House) -> bool:
    """Whether only rooms with people are in memory: an unloaded room is idle from then on."""
    assert house.hall
    return all(room.lines for room in house.hall.rooms.values())


def test_a_full_server_has_room_again_when_idle_tables_expire(tmp_path: Path):
    later = Later()
    with serving(store_in(tmp_path), settings_at(later, tables=2)) as house:
        assert [make(house) for _ in range(3)] == [201, 201, 503]
        until(emptied, house)
        later.ahead = HOUR
        assert make(house) == 503
        later.ahead = 3 * HOUR
        until(lambda house: make(house) == 201, house)


def test_expiring_works_after_a_restart(tmp_path: Path):
    later = Later()
    with serving(store_in(tmp_path), settings_at(later, tables=2)) as house:
        waiting = house.table("me", "open")
        with house.table("me", "bot").client(0) as ana:
            ana.my_turn(0)
        assert make(house) == 503
    later.ahead = 3 * HOUR
    with serving(store_in(tmp_path), settings_at(later, tables=2)) as house:
        until(lambda house: house.http.get(f"/api/tables/{waiting.id}").status_code == 404, house)
        assert [make(house), make(house)] == [201, 503]  # the race is not abandoned yet


def test_a_table_with_somebody_at_it_does_not_expire(tmp_path: Path):
    later = Later()
    with serving(store_in(tmp_path), settings_at(later)) as house:
        idle, table = house.table("me", "open"), house.table("me", "open")
        with table.client(0) as ana:
            ana.hear("welcome")
            until(emptied, house)
            later.ahead = 100 * DAY
            until(lambda house: house.http.get(f"/api/tables/{idle.id}").status_code == 404, house)
            table.join("Bea")
            ana.my_turn(0)


def test_an_abandoned_race_is_archived_and_its_link_opens_it_again(tmp_path: Path):
    later = Later()
    with serving(store_in(tmp_path), settings_at(later, tables=1)) as house:
        table = house.table("me", "bot")
        with table.client(0) as ana:
            before = ana.my_turn(0)
        assert make(house) == 503
        until(emptied, house)
        later.ahead = 4 * DAY
        until(lambda house: make(house) == 201, house)
        with table.client(0) as ana:
            assert ana.my_turn(0)["view"] == before["view"]
            race_to_the_end((ana, 0))


def test_abandoned_races_are_deleted_if_the_host_says_so(store_url: str):
    async def work(store: Store) -> None:
        for table_id, status, series in (("a", "racing", ""), ("b", "racing", "tour"), ("c", "over", "")):
            table = replace(row(table_id), status=status, series=series)
            await store.create(table, [EntryRow(0, 0, 1)])
        assert await store.expire(0.0, 6.0, True) == 2  # they were made at 5
        assert await store.counts() == {"over": 1}  # the race of a series is archived
        assert await store.entries("a") == []
        assert await store.entries("b") == [EntryRow(0, 0, 1)]
        await store.touch(["b"], 7.0)
        assert await store.counts() == {"over": 1, "racing": 1}

    with_stores(store_url, work)


def test_a_waiting_race_of_a_series_is_archived_and_not_deleted(store_url: str):
    async def work(store: Store) -> None:
        await store.create(replace(row("next"), series="tour"), [])
        assert await store.expire(6.0, 6.0, True) == 1
        assert await store.counts() == {}
        assert (await store.load("next")).series == "tour"

    with_stores(store_url, work)


def test_an_address_has_so_many_live_tables(tmp_path: Path):
    later = Later()
    with serving(store_in(tmp_path), settings_at(later, tables_an_address=2)) as house:
        assert [make(house) for _ in range(3)] == [201, 201, 429]
        until(emptied, house)
        later.ahead = 3 * HOUR
        until(lambda house: make(house) == 201, house)


def test_limits_count_a_network_and_not_each_of_its_addresses():
    assert network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::9") != network_of("2001:db8:1:2::9")
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of("") == ""
    asked = Addresses(0.0, 2)
    assert [asked.takes(f"2001:db8::{number}", 0.0) for number in range(3)] == [True, True, False]
    assert asked.takes("2001:db8:0:1::", 0.0)


def test_many_networks_do_not_free_one_that_has_asked_too_much():
    asked = Addresses(0.0, 1)
    assert asked.takes("192.0.2.7", 0.0)
    for number in range(Addresses.MOST + 10):
        asked.takes(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", 0.0)
        assert number % 1000 or not asked.takes("192.0.2.7", 0.0)


# Readiness


def test_health_does_not_ask_the_store_and_ready_writes():
    class Full(SqliteStore):
        async def check(self, now: float) -> None:
            raise StoreError("database or disk is full")

    with serving(Full(":memory:")) as house:
        assert house.get("/health") == {"status": "ok"}
        answer = house.http.get("/ready")
        assert (answer.status_code, answer.json()["error"]) == (503, "nothing can be stored: database or disk is full")


def test_a_store_that_cannot_be_written_is_not_ready(tmp_path: Path):
    store = SqliteStore(str(tmp_path / "races.sqlite"))
    with serving(store, replace(QUICKLY, sources=Sources(clock=lambda: 10.0 * time.monotonic()))) as house:
        assert house.get("/ready") == {"status": "ready"}
        finish(store.writer.do(lambda connection: connection.execute("PRAGMA query_only=ON").fetchall()))
        until(lambda house: house.http.get("/ready").status_code == 503, house)
        assert "readonly" in house.http.get("/ready").json()["error"]
        assert house.get("/health") == {"status": "ok"}


# One moment of a race


def fate(number: int) -> InputFate:
    return InputFate(Input(number, 0, number, 0, number, 0), "accepted", "")


def test_entries_and_presses_of_a_race_are_read_at_one_moment(store_url: str):
    """A writer goes on while races are read: each read has as many presses as entries, as they were stored."""

    async def work(store: Store) -> None:
        await store.create(row(), [])

        async def write() -> None:
            for number in range(300):
                await store.append("one", number, [EntryRow(0, 0, number)], Presses(number, [fate(number)]))

        writing = asyncio.create_task(write())
        while not writing.done():
            race = await store.race("one", "")
            assert len(race.entries) == len(race.fates)
        await writing

    with_stores(store_url, work)
