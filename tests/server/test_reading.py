"""Reading has no side effects: a GET writes nothing to the store; the end of a race counts its result."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from paddock.server.http.api import Api

from .harness import WAIT, House, Message, finish, serving, store_in
from .test_series import found, info, open_next, race

PROBE = "/ready"  # writes the time to the store to find out whether it can; it stores nothing else


class Writes:
    """SQLite's data_version, which changes when another connection has written."""

    def __init__(self, folder: Path):
        self._reader = sqlite3.connect(folder / "races.sqlite")

    def __call__(self) -> int:
        return self._reader.execute("PRAGMA data_version").fetchone()[0]

    def close(self) -> None:
        self._reader.close()


def paths(house: House, made: Message) -> list[str]:
    """Every path that can be read, of a real game, table and series."""
    assert house.hall
    named = {"{game}": "_template", "{table}": made["table"], "{series}": made["series"]}
    found: list[str] = []
    for route in Api(house.hall).routes():
        if route.methods and "GET" in route.methods and route.path != PROBE:
            path = route.path.replace("{rest:path}", "nothing")
            for name, real in named.items():
                path = path.replace(name, real)
            found.append(path)
    return found


def results(house: House, made: Message) -> int:
    """How many races the stored series counts."""
    kept: list[int] = []

    async def look() -> None:
        assert house.hall
        kept.append(len((await house.hall.house.store.load_series(made["series"])).results))

    finish(look())
    return kept[0]


def forget_results(house: House, made: Message) -> None:
    """Restore the state after a crash between the end of a race and the counting of its result."""

    async def forget() -> None:
        assert house.hall
        store = house.hall.house.store
        series = await store.load_series(made["series"])
        series.results = []
        await store.save_series(series)

    finish(forget())


def wait_until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not done():
        assert time.monotonic() < end
        time.sleep(0.005)


def is_quiet(house: House, made: Message) -> bool:
    """Whether the race of a series is counted and its last snapshot stored."""
    assert house.hall
    room = house.hall.rooms[made["table"]]
    return results(house, made) == 1 and room.race.snapshot_entry == len(room.match.script) and not room.lock.locked()


def raced(house: House) -> Message:
    made = found(house, "me", "bot", agreed={"championship_target": 9})
    race(house, made["table"], made["keys"][0]["key"])
    return made


def test_the_end_of_a_race_counts_it_in_its_series_before_anybody_looks(house: House):
    made = raced(house)
    wait_until(lambda: results(house, made) == 1)


def test_no_get_writes_to_the_store(tmp_path: Path):
    with serving(store_in(tmp_path)) as house, closing(Writes(tmp_path)) as writes:
        made = raced(house)
        wait_until(lambda: is_quiet(house, made))
        asked = paths(house, made)
        assert {f"/api/series/{made['series']}", f"/api/tables/{made['table']}/replay", "/metrics"} <= set(asked)
        for path in asked:
            before = writes()
            assert house.http.get(path).status_code in (200, 404), path
            assert writes() == before, f"GET {path} has written to the store"


@pytest.mark.parametrize("path", ["", "/sheet", "/odds", "/bundle"])
def test_a_race_that_a_crash_left_uncounted_is_shown_but_not_written_by_who_looks(tmp_path: Path, path: str):
    with serving(store_in(tmp_path)) as house, closing(Writes(tmp_path)) as writes:
        made = raced(house)
        wait_until(lambda: is_quiet(house, made))
        shown = info(house, made)["lines"]
        forget_results(house, made)
        before = writes()
        assert house.http.get(f"/api/series/{made['series']}{path}").status_code == 200
        assert info(house, made)["lines"] == shown
        assert writes() == before
        assert results(house, made) == 0


def test_a_race_that_a_crash_left_uncounted_is_counted_when_its_table_is_opened(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        made = raced(house)
        wait_until(lambda: is_quiet(house, made))
        forget_results(house, made)
    with serving(store_in(tmp_path)) as house:
        assert results(house, made) == 0
        with house.client(made["table"]) as line:
            line.hear("over")
            wait_until(lambda: results(house, made) == 1)


def test_a_race_that_a_crash_left_uncounted_is_counted_before_the_next_one(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        made = raced(house)
        wait_until(lambda: is_quiet(house, made))
        forget_results(house, made)
        assert open_next(house, made)["table"] != made["table"]
        assert results(house, made) == 1
