"""The public information about a table."""

import hashlib
from collections.abc import Mapping

from paddock.engine import Options, Value, is_file

from ..line.wire import SeatInfo, TableInfo
from ..store.store import SeriesRow, TableRow
from .entering import is_real
from .house import House
from .workshops import file_id


def table_info(
    house: House,
    row: TableRow,
    *,
    entries: int = 0,
    connected: frozenset[int] = frozenset(),
    driven: frozenset[int] = frozenset(),
    note: str = "",
) -> TableInfo:
    """The public information about a table."""
    game = house.games.get(row.game)
    return TableInfo(
        id=row.id,
        game=row.game,
        game_name=game.name if game else row.game,
        options=shown_options(row.options, row.files),
        status=row.status,
        private=row.private,
        seats=[seat_info(house, row, seat, connected, driven) for seat in range(len(row.seats))],
        clock=row.clock,
        created=row.created,
        entries=entries,
        commitment="" if is_real(row) else hashlib.sha256(row.secret).hexdigest(),
        entropy=row.entropy,
        secret=row.secret.hex() if row.status == "over" and not is_real(row) else "",
        places=row.places,
        rules=row.rules,
        note=(note or row.ended) if game else "this server does not have the game",
        forked_from=row.forked_from,
        forked_ply=row.forked_ply,
        rematch=row.rematch,
        series=row.series,
        series_race=row.series_race,
        advice=row.advice,
        dice=row.dice,
        pace=row.pace,
        field=game.field if game else 0,
    )


def shown_options(options: Options, names: Mapping[str, str]) -> dict[str, Value]:
    """The options, with only the name of a component file: they are sent often, and a file is large."""
    return {name: _file_name(str(value), names) if is_file(value) else value for name, value in options.items()}


def _file_name(text: str, names: Mapping[str, str]) -> str:
    name = names.get(file_id(text), "")
    return f"“{name}”" if name else "a file"


def seat_info(
    house: House,
    row: TableRow | SeriesRow,
    number: int,
    connected: frozenset[int] = frozenset(),
    driven: frozenset[int] = frozenset(),
) -> SeatInfo:
    """The public information about a seat."""
    seat = row.seats[number]
    names = house.names_of_seats(row.game, len(row.seats))
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
