"""Files of earlier versions are brought to this one, whole; an interrupted migration loses nothing."""

import json
import math
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from paddock.games import load_game
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server import StoreError, open_store
from paddock.server.settings import Expiry
from paddock.server.store.migrations import EXPIRY, STEPS, VERSION

from .harness import games, serving, store_in
from .test_live import LIVE
from .test_live import SETTINGS as LIVE_SETTINGS

# The kept files grow old: nothing in them expires here.
SETTINGS = replace(LIVE_SETTINGS, expiry=Expiry(waiting_hours=math.inf, race_days=math.inf))
STORES = Path(__file__).with_name("stores")
KEPT = sorted(path.stem for path in STORES.glob("version_*.sqlite"))
KILLED = """
import os, signal, sys
from paddock.server import open_store
from paddock.server.store import migrations
class Connection:
    def __init__(self, real): self.real = real
    def __getattr__(self, name): return getattr(self.real, name)
    def execute(self, statement, *more):
        if statement == sys.argv[2]:
            os.kill(os.getpid(), signal.SIGKILL)
        return self.real.execute(statement, *more)
step = migrations._step
migrations._step = lambda connection, *more: step(Connection(connection), *more)
open_store(sys.argv[1])
"""


def test_a_file_of_every_version_before_this_one_is_kept():
    assert [f"version_{number}" for number in range(1, VERSION)] == KEPT


def copy_of(version: str, folder: Path) -> tuple[str, dict[str, Any]]:
    shutil.copy(STORES / f"{version}.sqlite", folder / "races.sqlite")
    return store_in(folder), json.loads((STORES / f"{version}.json").read_text())


def rows_in(folder: Path) -> tuple[int, dict[str, list[Any]]]:
    """The version, and everything that version 1 had columns for."""
    columns = {"tables": "id, status, private, created, revision, data", "series": "*", "snapshots": "*"}
    with closing(sqlite3.connect(folder / "races.sqlite")) as connection:
        rows = {
            table: connection.execute(f"SELECT {columns.get(table, '*')} FROM {table} ORDER BY 1, 2").fetchall()
            for table in ("tables", "moves", "presses", "snapshots", "series")
        }
        return connection.execute("PRAGMA user_version").fetchone()[0], rows


@pytest.mark.parametrize("version", KEPT)
def test_races_of_an_earlier_version_go_on(version: str, tmp_path: Path):
    store, known = copy_of(version, tmp_path)
    before = rows_in(tmp_path)
    offered = [*games(), load_game("nitro_dice"), LIVE[0]]
    with serving(store, SETTINGS, offered) as house:
        assert house.get(f"/api/tables/{known['waiting']['table']}")["status"] == "waiting"
        over = house.get(f"/api/tables/{known['over']['table']}")
        assert (over["entries"], over["places"]) == (known["over"]["entries"], known["over"]["places"])
        assert house.get(f"/api/tables/{known['over']['table']}/verify")["verdict"] != "not true"
        assert house.get(f"/api/tables/{known['timed']['table']}/verify")["verdict"] != "not true"
        series = house.get(f"/api/series/{known['series']['series']}")
        assert [race["table"] for race in series["races"]][-1] == known["series"]["next"]
        with house.client(known["racing"]["table"], known["racing"]["key"]) as ana:
            welcome = ana.hear("welcome")
            assert (welcome["seats"], welcome["entry"], welcome["ply"]) == (
                [0],
                known["racing"]["entries"],
                known["racing"]["ply"],
            )
            ana.my_turn(0)
            ana.move(0)
            ana.hear("position", lambda position: position["entry"] > known["racing"]["entries"])
    assert before[0] < VERSION
    number, after = rows_in(tmp_path)
    assert number == VERSION
    assert {table: len(rows) for table, rows in before[1].items()} == known["rows"]
    assert set(before[1]["moves"]) <= set(after["moves"])
    assert before[1]["presses"] == after["presses"]


def test_a_race_of_a_series_is_known_as_one_after_the_migration(tmp_path: Path):
    store, known = copy_of("version_1", tmp_path)
    with serving(store, SETTINGS, [*games(), load_game("nitro_dice"), LIVE[0]]):
        pass
    with closing(sqlite3.connect(tmp_path / "races.sqlite")) as connection:
        found = connection.execute("SELECT id FROM tables WHERE series=1").fetchall()
    assert known["series"]["next"] in [table for (table,) in found]
    assert len(found) == known["series"]["races"]


@pytest.mark.parametrize("statement", [*EXPIRY[::3], "COMMIT"])
def test_a_killed_migration_loses_nothing(statement: str, tmp_path: Path):
    store, _ = copy_of("version_1", tmp_path)
    before = rows_in(tmp_path)
    killed = subprocess.run([sys.executable, "-c", KILLED, store, statement], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert rows_in(tmp_path) == before
    with serving(store, SETTINGS, [RIDGE_RUN]) as house:
        assert house.get("/ready")["status"] == "ready"
    after = rows_in(tmp_path)
    assert (after[0], after[1]) == (VERSION, before[1])


def test_a_new_file_has_every_step(tmp_path: Path):
    with serving(store_in(tmp_path)):
        pass
    assert rows_in(tmp_path)[0] == VERSION == len(STEPS)


def test_a_database_of_another_program_is_not_touched(tmp_path: Path):
    path = tmp_path / "races.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="a database of another program"):
        open_store(store_in(tmp_path))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


def test_two_servers_do_not_use_one_file(tmp_path: Path):
    with serving(store_in(tmp_path)), pytest.raises(StoreError, match="another server is using it; stop that one"):
        open_store(store_in(tmp_path))
    with serving(store_in(tmp_path)) as house:  # the lock ends with the server
        assert house.get("/ready")["status"] == "ready"
