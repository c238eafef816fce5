"""Serialise a race to bytes and back, so that a long race opens without a replay."""

from typing import Any

import msgspec

from paddock.engine import Game, Happening, Match, MatchSnapshot, Ply, TakeBack

from .store import MOVE, UNDO, EntryRow


class PlyData(msgspec.Struct, array_like=True):
    """A ply without the objects of its game."""

    actor: int
    move: int
    words: str
    clause: str
    outcomes: int
    seen_by: list[int]
    happenings: list[tuple[int, int, int, int]]
    turn: int
    number: int


class MatchData(msgspec.Struct, array_like=True):
    """A match without its game, names, options and dice."""

    state: bytes
    plies: list[PlyData]
    script: list[tuple[int, int, int]]
    draws: dict[int, int]
    spent: list[float]  # seconds used by seat
    entries: list[int]
    opened: tuple[int, int]
    late: list[int] = []  # plies that were made for people whose time was up


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(MatchData)


def match_to_bytes(match: Match, spent: list[float], late: list[int]) -> bytes:
    """Everything about the race that is not in the table's row."""
    now = match.snapshot()
    data = MatchData(
        now.state.to_bytes(),
        [_ply_data(ply) for ply in now.plies],
        [_script_data(entry) for entry in now.script],
        now.draws,
        spent,
        list(now.entries),
        now.opened,
        late,
    )
    return _encoder.encode(data)


def bytes_to_match(data: bytes, match: Match) -> MatchData:
    """Restore a new match of the same table from a snapshot; returns all data of the snapshot."""
    read = _decoder.decode(data)
    state = match.game.state.from_bytes(read.state)
    plies = [_ply(match.game, ply) for ply in read.plies]
    script = [row_to_script(EntryRow(*row)) for row in read.script]
    match.restore(MatchSnapshot(state, plies, script, read.entries, read.draws, read.opened))
    return read


def row_to_script(row: EntryRow) -> tuple[int, int] | TakeBack:
    """A stored entry as an entry of a match's script."""
    return TakeBack(row.number, row.actor) if row.kind == UNDO else (row.actor, row.number)


def script_to_row(entry: tuple[int, int] | TakeBack, spent: float = 0.0) -> EntryRow:
    """An entry of a match's script as the store keeps it."""
    return EntryRow(*_script_data(entry), spent)


def _script_data(entry: tuple[int, int] | TakeBack) -> tuple[int, int, int]:
    return (UNDO, entry.by, entry.to_ply) if isinstance(entry, TakeBack) else (MOVE, *entry)


def _ply_data(ply: Ply) -> PlyData:
    happenings = [(h.event.kind, h.a, h.b, h.c) for h in ply.happenings]
    seen_by = sorted(ply.seen_by)
    return PlyData(ply.actor, ply.move, ply.words, ply.clause, ply.outcomes, seen_by, happenings, ply.turn, ply.number)


def _ply(game: Game, data: PlyData) -> Ply:
    happened: Any = tuple(Happening(game.events[kind], a, b, c) for kind, a, b, c in data.happenings)
    seen_by = frozenset(data.seen_by)
    return Ply(
        data.actor, data.move, data.words, data.clause, data.outcomes, seen_by, happened, data.turn, data.number
    )  # fmt: skip
