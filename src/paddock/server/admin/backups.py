"""Backups of a store: made while a server writes, checked by replaying every race, and restored."""

import os
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from paddock.engine import Game

from ..line.refusals import RefusedError
from ..settings import Sources
from ..store.archive import Archive
from ..store.loading import load_race
from ..store.locking import FileLock
from ..store.sqlite_store import SqliteStore
from ..store.store import Store, StoreError, TableRow
from .apart import run_apart

ALL = 1 << 40  # tables
PARTS = ("", "-wal", "-shm")  # files of a store
BEFORE = ".before"  # suffix of a store that a backup has replaced


@dataclass
class CheckedBackup:
    """The result of checking a backup."""

    tables: int = 0
    verdicts: Counter[str] = field(default_factory=Counter[str])  # of races
    problems: list[str] = field(default_factory=list[str])


def back_up(store: str, target: Path) -> int:
    """Copy a consistent snapshot of a store into a file, also while a server writes; returns its size in bytes."""
    if not Path(store).is_file():
        raise StoreError(f"there is no store {store}")
    if target.exists():
        raise StoreError(f"{target} is there already; name another file")
    part = target.with_name(target.name + ".part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))  # it holds the secrets of open races
        _copy(store, part)
        os.replace(part, target)
    except (sqlite3.Error, OSError) as error:
        part.unlink(missing_ok=True)
        raise StoreError(f"the backup was not made: {error}") from None
    return target.stat().st_size


def _copy(store: str, part: Path) -> None:
    """Copy all pages in one step, so that a transaction committed meanwhile is in the copy whole or not at all."""
    with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as source, closing(sqlite3.connect(part)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
    with part.open("rb") as written:
        os.fsync(written.fileno())


def restore(backup: Path, store: str, replace: bool = False) -> None:
    """Put a backup where the store is; what was there is kept under another name."""
    if not backup.is_file():
        raise StoreError(f"there is no backup {backup}")
    check_file(backup)
    Path(store).parent.mkdir(parents=True, exist_ok=True)
    try:
        lock = FileLock(store)
    except (OSError, StoreError) as error:
        raise StoreError(f"{store} cannot be replaced: {error}") from None
    try:
        _put(backup, store, replace)
    except OSError as error:
        raise StoreError(f"the backup was not restored: {error}") from None
    finally:
        lock.release()


def _put(backup: Path, store: str, replace: bool) -> None:
    if Path(store).exists() and not replace:
        raise StoreError(f"{store} is there already; --replace keeps it as {store}{BEFORE} and puts the backup there")
    part = Path(store + ".part")
    part.touch(0o600)
    shutil.copyfile(backup, part)
    for end in PARTS:
        if Path(store + end).exists():
            os.replace(store + end, store + BEFORE + end)
    os.replace(part, store)


def check_file(backup: Path) -> None:
    """Refuse what is no store, and a store whose pages are damaged."""
    try:
        with closing(sqlite3.connect(f"file:{backup}?mode=ro&immutable=1", uri=True)) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise StoreError(f"{backup} is no store: {error}") from None
    if found != "ok":
        raise StoreError(f"{backup} is damaged: {found}")


def check(backup: Path, games: Sequence[Game]) -> CheckedBackup:
    """Check a backup: its pages, its version, and every race in it, replayed from its entries."""
    if not backup.is_file():
        raise StoreError(f"there is no backup {backup}")
    check_file(backup)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "races.sqlite"
        shutil.copyfile(backup, copy)  # it may have an earlier version and is migrated
        return run_apart(_check_races(str(copy), {game.id: game for game in games}))


async def _check_races(path: str, games: dict[str, Game]) -> CheckedBackup:
    store, checked = SqliteStore(path), CheckedBackup()
    try:
        for one in await store.kept_tables(ALL):
            checked.tables += 1
            verdict, error = await _verdict(store, one.row, games)
            checked.verdicts[verdict] += 1
            if verdict == "not true":
                checked.problems.append(f"table {one.row.id} ({one.row.game}): {error}")
    finally:
        await store.close()
    return checked


async def _verdict(store: Store, row: TableRow, games: dict[str, Game]) -> tuple[str, str]:
    if row.game not in games:
        return "game not installed", ""
    if row.status == "waiting":
        return "waiting", ""
    game, sources = games[row.game], Sources()
    try:
        await store.drop_snapshot(row.id)
        found = Archive(game, row, await load_race(store, game, row, sources), sources).verify()
    except (StoreError, RefusedError, ValueError) as error:
        return "not true", str(error)
    return found.verdict, found.error
