"""`paddock store copy`: a club moves from SQLite to PostgreSQL and back; every row is compared."""

import asyncio
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from paddock.cli import cli
from paddock.games import load_game
from paddock.server import StoreError, copy_store, open_store
from paddock.server.admin import copying
from paddock.server.store.migrations import STEPS
from paddock.server.store.postgres_connection import PostgresConnection
from paddock.server.store.sql_store import OF_A_TABLE
from paddock.server.store.store import EntryRow, HouseRules, Presses, SeriesRow, SnapshotRow, Store
from paddock.server.store.writer import SqliteConnection

from .harness import games, serving, spoil, store_in
from .test_expiry import fate
from .test_live import LIVE, SETTINGS
from .test_migrations import copy_of
from .test_store import row, with_stores

pytestmark = pytest.mark.postgres
EVERY = (*OF_A_TABLE, *copying.OTHERS)
OF_NODES = ("nodes", "owners", "node_secret")  # of the servers that run on a database: they are not copied


def copied(source: str, target: str) -> Result:
    """The command's result; without a usable source or target its status is 2."""
    return CliRunner().invoke(cli, ["store", "copy", source, target], prog_name="paddock")


def rows_in(url: str) -> dict[str, list[Any]]:
    return {table: sorted(spoil(url, f"SELECT * FROM {table}")) for table in EVERY}


def club(url: str) -> None:
    """Two tables, one of them of a series, an archived one, presses, a snapshot, a series and the host's rules."""

    async def fill(store: Store) -> None:
        await store.create(row(), [EntryRow(0, -1, 2), EntryRow(0, 0, 3, 1.5)])
        await store.append("one", 2, [EntryRow(1, 0, 1, 0.1)], Presses(0, [fate(0), fate(1)]))
        await store.save_snapshot("one", SnapshotRow(2, "rules", bytes(range(256))))
        await store.create(replace(row("Ünï"), series="tour", maker="abc", private=False), [EntryRow(2, 1, 1 << 40)])
        await store.create(row("zwei"), [])
        await store.archive("zwei")
        await store.create_series(SeriesRow("tour", "_template", "Tour", row().seats, {}, {}, [1], 5.25))
        await store.save_house_rules(HouseRules(["203.0.113.9"], ["Bad"], "We move house.", "Hello"))
        await store.check(7.5)

    with_stores(url, fill)


COUNTS = "3 tables with 4 entries, 2 presses and 1 snapshots, and 1 series are copied; every row is the same"


def test_a_club_moves_to_postgresql_and_back(database: str, tmp_path: Path):
    first, last = store_in(tmp_path), store_in(tmp_path / "back")
    club(first)
    for source, target in ((first, database), (database, last)):
        result = copied(source, target)
        assert (result.exit_code, result.output) == (0, f"{COUNTS} in both stores.\n")
    assert rows_in(first) == rows_in(database) == rows_in(last)
    assert rows_in(first)["checks"] == [(1, 7.5)]
    assert (tmp_path / "back" / "races.sqlite").stat().st_mode & 0o077 == 0


def test_races_go_on_in_the_other_store(database: str, tmp_path: Path):
    """A real club, kept since version 1, opened by this version, moved, and raced on."""
    store, known = copy_of("version_1", tmp_path)
    with_stores(store, opened)
    copy_store(store, database)
    with serving(database, SETTINGS, [*games(), load_game("nitro_dice"), LIVE[0]]) as house:
        assert house.get(f"/api/tables/{known['over']['table']}/verify")["verdict"] != "not true"
        series = house.get(f"/api/series/{known['series']['series']}")
        assert [race["table"] for race in series["races"]][-1] == known["series"]["next"]
        with house.client(known["racing"]["table"], known["racing"]["key"]) as ana:
            assert ana.hear("welcome")["entry"] == known["racing"]["entries"]
            ana.my_turn(0)
            ana.move(0)
            ana.hear("position", lambda position: position["entry"] > known["racing"]["entries"])


async def opened(store: Store) -> None:
    """Only open and close the store, which migrates it."""


def test_what_a_running_server_has_at_one_moment_is_copied(store_url: str, tmp_path: Path):
    """A writer goes on with entries and presses while the store is copied: the copy has as many of each."""
    target = store_in(tmp_path / "copy")

    async def run() -> None:
        store = open_store(store_url)
        await store.create(row(), [])
        done = False

        async def write() -> None:
            entry = 0
            while not done or entry < 20:
                await store.append("one", entry, [EntryRow(0, 0, entry)], Presses(entry, [fate(entry)]))
                entry += 1

        writing = asyncio.create_task(write())
        result = await asyncio.to_thread(copied, store_url, target)
        done = True
        await writing
        await store.close()
        assert result.exit_code == 0, result.output
        assert "A server uses FROM: what people do there from now on is not in the copy." in result.output

    asyncio.run(run())
    entries, presses = (spoil(target, f"SELECT COUNT(*) FROM {table}") for table in ("moves", "presses"))
    assert entries == presses
    assert spoil(target, "SELECT COUNT(*) FROM tables") == [(1,)]


def refused(source: str, target: str) -> str:
    result = copied(source, target)
    assert result.exit_code == 2, result.output
    return result.output


def test_a_target_that_is_not_empty_is_refused(store_url: str, tmp_path: Path):
    source = store_in(tmp_path / "source")
    club(source)
    with_stores(store_url, lambda store: store.save_house_rules(HouseRules(notice="Hello")))
    assert "is not empty; name an empty file or database" in refused(source, store_url)
    assert spoil(store_url, "SELECT COUNT(*) FROM moves") == [(0,)]


def test_a_target_that_a_server_uses_is_refused(database: str, tmp_path: Path):
    club(store_in(tmp_path))
    with serving(database):
        assert "another server is using it" in refused(store_in(tmp_path), database)


def test_a_store_on_which_a_server_only_was_ready_is_empty(store_url: str, tmp_path: Path):
    club(store_in(tmp_path / "source"))
    with_stores(store_url, lambda store: store.check(3.0))
    assert copied(store_in(tmp_path / "source"), store_url).exit_code == 0
    assert spoil(store_url, "SELECT time FROM checks") == [(7.5,)]


def test_a_source_that_cannot_be_copied_leaves_no_target(tmp_path: Path, database: str):
    target = store_in(tmp_path / "target")
    told = {
        store_in(tmp_path / "none"): "cannot be copied: there is no such file",
        database: "cannot be copied: it has version 0, not",
        "sqlite://:memory:": "a store in memory ends with its process",
        f"{database}x": "the database does not answer",
        "races.sqlite": "a store is given as",
    }
    shutil.copy(Path(__file__).with_name("stores") / "version_1.sqlite", tmp_path / "old.sqlite")
    told[f"sqlite:///{tmp_path / 'old.sqlite'}"] = (
        f"it has version 1, not {len(STEPS)}; `paddock admin rules` updates it"
    )
    (tmp_path / "text.sqlite").write_text("no store" * 100)
    told[f"sqlite:///{tmp_path / 'text.sqlite'}"] = "cannot be read: file is not a database"
    for source, sentence in told.items():
        assert sentence in refused(source, target)
    assert not (tmp_path / "target").exists()


LOSSES: dict[str, Callable[[list[Any]], list[Any]]] = {
    "an entry is missing": lambda rows: rows[:-1],
    "an entry is another": lambda rows: [(*row[:4], row[4] + 1, *row[5:]) for row in rows],
}


def with_loss(append: Callable[[Any, list[Any]], None], loss: Callable[[list[Any]], list[Any]]) -> Any:
    def appended(self: Any, rows: list[Any]) -> None:
        append(self, loss(rows))

    return appended


@pytest.mark.parametrize("loss", LOSSES)
def test_a_copy_that_is_not_the_same_is_not_made(
    loss: str, store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    source = store_in(tmp_path / "source")
    club(source)
    for kind in (SqliteConnection, PostgresConnection):
        monkeypatch.setattr(kind, "append", with_loss(kind.append, LOSSES[loss]))
    with pytest.raises(StoreError, match=r"table .* is not the same in both stores \((moves|presses)\); nothing was"):
        copy_store(source, store_url)
    assert rows_in(store_url) == {table: [] for table in EVERY}


def test_every_table_of_the_database_is_copied(tmp_path: Path):
    club(store_in(tmp_path))
    found = spoil(store_in(tmp_path), "SELECT name FROM sqlite_master WHERE type='table'")
    assert {name for (name,) in found} == {*EVERY, *OF_NODES}
