"""Disaster recovery: back up while people race, kill the server, restore elsewhere, and find every race complete."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from paddock.server import StoreError, back_up, check, restore, store_path

from .harness import House, games, serving, store_in
from .test_admin import finished
from .test_killed import LONG, Process, Race


def admin(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "paddock", "admin", "--store", store_in(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_drill(tmp_path: Path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    server = Process(store_in(old))
    house = House(None, server.port)
    tables = [house.table("me", "me", game="nestorgames_gp", options=LONG) for _ in range(3)]
    races = [Race(server, table.id, table.keys).start() for table in tables]
    while any(house.get(f"/api/tables/{table.id}")["entries"] < 40 for table in tables):
        threading.Event().wait(0.01)
    before = {table.id: house.get(f"/api/tables/{table.id}")["entries"] for table in tables}
    back_up(store_path(store_in(old)), tmp_path / "backup.sqlite")
    house.http.close()
    server.end(signal.SIGKILL)
    for race in races:
        race.over = True  # they do not come back
    assert os.stat(tmp_path / "backup.sqlite").st_mode & 0o077 == 0

    checked = admin(new, "check", str(tmp_path / "backup.sqlite"))
    assert (checked.returncode, checked.stderr) == (0, "")
    assert ": 3 tables: " in checked.stdout
    assert "not true" not in checked.stdout  # "true" if over, "not verified" before
    restored = admin(new, "restore", str(tmp_path / "backup.sqlite"))
    assert restored.returncode == 0, restored.stderr
    again = Process(store_in(new))
    after = House(None, again.port)
    for race in races:
        assert after.get(f"/api/tables/{race.table}")["entries"] >= before[race.table]
        assert after.get(f"/api/tables/{race.table}/verify")["verdict"] != "not true"
        if after.get(f"/api/tables/{race.table}")["status"] == "over":
            continue
        with after.client(race.table, *race.keys.values()) as both:  # and it goes on
            seat = both.hear("position", lambda position: position["actor"] == position["seat"])["seat"]
            entry = both.position[seat]["entry"]
            both.move(seat)
            both.hear("position", lambda position, known=entry: position["entry"] > known)
    after.http.close()
    again.end(signal.SIGKILL)


def test_a_changed_race_in_a_backup_is_found(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        table, backup = finished(house, "Ana", "Ben"), tmp_path / "backup.sqlite"
        back_up(store_path(store_in(tmp_path)), backup)
    whole = check(backup, games())
    assert (whole.tables, dict(whole.verdicts), whole.problems) == (1, {"true": 1}, [])
    with closing(sqlite3.connect(backup)) as connection:
        first = "SELECT MIN(entry) FROM moves WHERE actor = -1"
        changed = f"UPDATE moves SET number = number + 1 WHERE actor = -1 AND entry = ({first})"
        assert connection.execute(changed).rowcount == 1
        connection.commit()
    (problem,) = check(backup, games()).problems
    assert table.id in problem


def test_a_damaged_backup_is_refused(tmp_path: Path):
    with serving(store_in(tmp_path)) as house:
        finished(house, "Ana", "Ben")
        back_up(store_path(store_in(tmp_path)), tmp_path / "backup.sqlite")
    data = (tmp_path / "backup.sqlite").read_bytes()
    (tmp_path / "cut").write_bytes(data[: len(data) // 2])
    (tmp_path / "text").write_text("a shopping list\n" * 100)
    for name in ("cut", "text", "missing"):
        with pytest.raises(StoreError, match=name):
            check(tmp_path / name, games())
        with pytest.raises(StoreError, match=name):
            restore(tmp_path / name, str(tmp_path / "new.sqlite"))
    assert not (tmp_path / "new.sqlite").exists()


def test_nothing_is_overwritten_by_a_backup_or_restored_under_a_running_server(tmp_path: Path):
    path, backup = store_path(store_in(tmp_path)), tmp_path / "backup.sqlite"
    with serving(store_in(tmp_path)) as house:
        kept = finished(house, "Ana", "Ben")
        back_up(path, backup)
        later = house.table("me", "open")
        with pytest.raises(StoreError, match="is there already; name another file"):
            back_up(path, backup)
        with pytest.raises(StoreError, match="another server is using it"):
            restore(backup, path, replace=True)
    with pytest.raises(StoreError, match="is there already; --replace keeps it as"):
        restore(backup, path)
    restore(backup, path, replace=True)
    with serving(store_in(tmp_path)) as house:
        assert house.get(f"/api/tables/{kept.id}")["status"] == "over"
        assert house.http.get(f"/api/tables/{later.id}").status_code == 404
    with closing(sqlite3.connect(f"{path}.before")) as before:
        assert before.execute("SELECT COUNT(*) FROM tables").fetchone() == (2,)
