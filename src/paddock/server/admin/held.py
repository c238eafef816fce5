"""Finished races of a store as moves, without anything that tells who drove them or when."""

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from paddock.engine import Game, Value

from ..settings import Sources
from ..store.loading import load_race
from ..store.sqlite_store import SqliteStore
from ..store.store import Store, StoreError, TableRow
from .apart import run_apart
from .backups import ALL, check_file


@dataclass(frozen=True)
class HeldRace:
    """A race that is over. Seats are people or bots; there are no names, keys, times or addresses."""

    game: Game
    seats: int
    options: dict[str, Value]
    by_people: bool  # one seat at least is a person's
    moves: tuple[tuple[int, int], ...]  # who acted, and what was played; nothing that was taken back


def held_races(file: Path, games: Sequence[Game]) -> list[HeldRace]:
    """The finished races of a store or of its backup; the file is copied first and stays as it is."""
    if not file.is_file():
        raise StoreError(f"there is no store {file}")
    check_file(file)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "races.sqlite"
        for part in ("", "-wal"):  # what a running server has not yet moved into its store
            beside = file.with_name(file.name + part)
            if beside.is_file():
                shutil.copyfile(beside, copy.with_name(copy.name + part))
        return run_apart(_races(str(copy), {game.id: game for game in games}))


async def _races(path: str, games: dict[str, Game]) -> list[HeldRace]:
    store = SqliteStore(path)
    try:
        rows = [one.row for one in await store.kept_tables(ALL)]
        found = [await _race(store, games[row.game], row) for row in rows if row.game in games and _is_whole(row)]
    finally:
        await store.close()
    return [race for race in found if race]


def _is_whole(row: TableRow) -> bool:
    return row.status == "over" and not row.ended


async def _race(store: Store, game: Game, row: TableRow) -> HeldRace | None:
    """None for a race that these rules cannot follow to its end."""
    try:
        await store.drop_snapshot(row.id)
        match = (await load_race(store, game, row, Sources())).match
    except (StoreError, ValueError):
        return None
    if not match.is_over:
        return None
    moves = tuple((ply.actor, ply.move) for ply in match.plies)
    return HeldRace(game, len(row.seats), row.options, any(seat.kind == "person" for seat in row.seats), moves)
