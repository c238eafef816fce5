"""A table as everybody may see it."""

import hashlib

from .house import House
from .store import TableRow
from .wire import SeatInfo, TableInfo


def table_info(
    house: House,
    row: TableRow,
    *,
    entries: int = 0,
    connected: frozenset[int] = frozenset(),
    driven: frozenset[int] = frozenset(),
    note: str = "",
) -> TableInfo:
    """What may be told about a table to anybody."""
    game = house.games.get(row.game)
    return TableInfo(
        id=row.id,
        game=row.game,
        game_name=game.name if game else row.game,
        options=row.options,
        status=row.status,
        private=row.private,
        seats=[_seat_info(house, row, seat, connected, driven) for seat in range(len(row.seats))],
        clock=row.clock,
        created=row.created,
        entries=entries,
        commitment=hashlib.sha256(row.secret).hexdigest(),
        entropy=row.entropy,
        secret=row.secret.hex() if row.status == "over" else "",
        places=row.places,
        rules=row.rules,
        note=note if game else "this server does not have the game",
        forked_from=row.forked_from,
        forked_ply=row.forked_ply,
        rematch=row.rematch,
    )


def _seat_info(house: House, row: TableRow, number: int, connected: frozenset[int], driven: frozenset[int]) -> SeatInfo:
    seat = row.seats[number]
    names = house.seat_names.get(row.game, [])
    called = names[number] if number < len(names) else f"seat {number + 1}"
    return SeatInfo(
        seat=number,
        called=called,
        name=seat.name or ("" if seat.kind == "open" else called),
        kind=seat.kind,
        level=seat.level,
        host=seat.host,
        connected=number in connected,
        driven=seat.kind == "bot" or number in driven,
    )
