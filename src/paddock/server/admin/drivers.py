"""A person's data: names in seats and series, keys (as hashes), words for the dice, moves with times.

There are no accounts, so a person is a name. Two people with the same name cannot be told apart.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..line.refusals import RefusedError
from ..line.wire import Closing
from ..store.store import MOVE, UNDO, SeatRow, SeriesRow, TableRow
from ..table.founding import folded

if TYPE_CHECKING:
    from ..table.hall import Hall

ALL = 1 << 40  # tables
RESTART = 1012  # WebSocket close code: service restart, clients reconnect
KINDS = {MOVE: "move", UNDO: "take-back"}


async def driver_data(hall: "Hall", name: str) -> dict[str, Any]:
    """Everything about a name, ready for JSON."""
    tables = [await _table_data(hall, row, seats) for row, seats in await _tables_of(hall, name)]
    series = [_series_data(row, seats) for row, seats in await _series_of(hall, name)]
    if not tables and not series:
        raise RefusedError(f"there is nothing of a driver {name[:60]!r}")
    return {"name": name, "tables": tables, "series": series}


async def delete_driver(hall: "Hall", name: str) -> dict[str, int]:
    """Remove a name and its keys from all races and series; refused while one of the races is not over."""
    tables, series = await _tables_of(hall, name), await _series_of(hall, name)
    if not tables and not series:
        raise RefusedError(f"there is nothing of a driver {name[:60]!r}")
    open_ones = [row.id for row, _ in tables if row.status != "over"]
    if open_ones:
        raise RefusedError(f"{name[:60]} still sits at {len(open_ones)} tables; close or end them: {open_ones[0]}")
    for row, seats in tables:
        await _forget_at_table(hall, row, seats)
    for one, seats in series:
        _forget(one.seats, seats)
        await hall.house.store.save_series(one)
    return {"tables": len(tables), "series": len(series)}


async def _forget_at_table(hall: "Hall", row: TableRow, seats: list[int]) -> None:
    """Drop the snapshot as well, whose words contain the name; it is rebuilt from the entries, which do not."""
    room = hall.rooms.get(row.id)
    if room:
        await hall.send_away(room, Closing("a name was taken out of this race", True), RESTART)
    await hall.take(row.id)
    try:
        _forget(row.seats, seats)
        row.maker = ""
        await hall.house.store.save(row)
        await hall.house.store.drop_snapshot(row.id)
    finally:
        await hall.leave(row.id)


def _forget(rows: list[SeatRow], seats: list[int]) -> None:
    for seat in seats:
        rows[seat] = replace(rows[seat], name="", key_hash="")


async def _tables_of(hall: "Hall", name: str) -> list[tuple[TableRow, list[int]]]:
    kept = await hall.house.store.kept_tables(ALL)
    found = [(one.row, _seats_of(one.row.seats, name)) for one in kept]
    return [(row, seats) for row, seats in found if seats]


async def _series_of(hall: "Hall", name: str) -> list[tuple[SeriesRow, list[int]]]:
    found = [(row, _seats_of(row.seats, name)) for row in await hall.house.store.kept_series()]
    return [(row, seats) for row, seats in found if seats]


def _seats_of(rows: list[SeatRow], name: str) -> list[int]:
    """Seats of people with that name; a bot of the same name does not count."""
    return [n for n, seat in enumerate(rows) if seat.kind == "person" and folded(seat.name) == folded(name) != ""]


async def _table_data(hall: "Hall", row: TableRow, seats: list[int]) -> dict[str, Any]:
    entries = await hall.house.store.entries(row.id)
    numbered = [(number, one) for number, one in enumerate(entries) if one.actor in seats]
    return {
        "table": row.id,
        "game": row.game,
        "created": row.created,
        "status": row.status,
        "seats": seats,
        "places": [row.places[seat] for seat in seats if seat < len(row.places)],
        "key_hashes": [row.seats[seat].key_hash for seat in seats],
        "maker": row.maker,
        "words_for_the_dice": [text for seat, text in row.entropy if seat in seats],
        "moves": [[number, KINDS.get(one.kind, "late move"), one.number, one.spent] for number, one in numbered],
    }


def _series_data(row: SeriesRow, seats: list[int]) -> dict[str, Any]:
    hashes = [row.seats[seat].key_hash for seat in seats]
    return {"series": row.id, "name": row.name, "game": row.game, "seats": seats, "key_hashes": hashes}
