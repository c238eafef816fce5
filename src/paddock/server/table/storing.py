"""Storing and loading a table: its entries, which are stored before they are sent, its row, its snapshots."""

from typing import TYPE_CHECKING

from paddock.engine import Match

from ..http.logs import log, short
from ..line.refusals import MovedError, RefusedError
from ..store.loading import TableRace, load_race
from ..store.snapshots import match_to_bytes, script_to_row
from ..store.store import LATE, EntryRow, EntryTakenError, LostTableError, Presses, SnapshotRow, StoreError, TableRow

if TYPE_CHECKING:
    from .room import Room


class Storing:
    """The store as one table uses it. If another writer stored an entry first, the room reloads from the store."""

    def __init__(self, room: "Room"):
        self._room = room
        self._store = room.house.store

    # Reading

    async def row(self) -> TableRow:
        """The table as it is stored."""
        return await self._store.load(self._room.row.id)

    async def race(self) -> TableRace:
        """The race as it is stored."""
        room = self._room
        return await load_race(self._store, room.game, room.row, room.house.settings.sources)

    # Writing

    async def append(self, match: Match, used: float, is_late: bool) -> None:
        """Store the entries and presses of a match that the room's race does not have yet."""
        before = len(self._room.match.script)
        rows = [script_to_row(entry) for entry in match.script[before:]]
        if not rows:
            return
        rows[0] = EntryRow(LATE if is_late else rows[0].kind, rows[0].actor, rows[0].number, round(used, 3))
        await self._append(match, rows)

    async def append_presses(self, match: Match) -> None:
        """Store the presses of a match that the room's race does not have yet, and that led to no entry."""
        known = self._room.match.presses
        await self._append(match, [])
        known.extend(match.presses[len(known) :])

    async def _append(self, match: Match, rows: list[EntryRow]) -> None:
        room, before, known = self._room, len(self._room.match.script), len(self._room.match.presses)
        self._check_lost()
        try:
            await self._store.append(room.row.id, before, rows, Presses(known, match.presses[known:]))
        except LostTableError:
            raise self._lost() from None
        except EntryTakenError:
            await room.reload()
            raise RefusedError("another move was stored first; this is the position now", ply=room.ply) from None
        except StoreError as error:
            raise RefusedError(f"this was not stored: {error}", ply=room.ply, status=503) from None

    async def save_row(self) -> None:
        """Store a change of the table itself."""
        self._check_lost()
        try:
            await self._store.save(self._room.row)
        except LostTableError:
            raise self._lost() from None
        except StoreError as error:
            await self._room.reload()
            raise RefusedError(f"this was not stored: {error}; try again", status=503) from None

    def _check_lost(self) -> None:
        if self._room.is_lost:
            raise MovedError

    def _lost(self) -> MovedError:
        """Another node has taken the table: drop the room."""
        self._room.house.lose(self._room.row.id)
        return MovedError()

    async def maybe_snapshot(self) -> None:
        """Store a snapshot every `snapshot_every` entries, and at the end."""
        new = len(self._room.match.script) - self._room.race.snapshot_entry
        if new >= self._room.house.settings.snapshot_every or (new and self._room.row.status == "over"):
            await self.keep_snapshot()

    async def keep_snapshot(self) -> None:
        """Store a snapshot if there are new entries; a failure is logged only, because a race can be replayed."""
        room, race, entry = self._room, self._room.race, len(self._room.match.script)
        if room.is_lost or race.note or entry == race.snapshot_entry:
            return
        data = match_to_bytes(race.match, race.spent, race.late)
        try:
            await self._store.save_snapshot(room.row.id, SnapshotRow(entry, room.game.rules_digest, data))
        except StoreError:
            log("a snapshot was not stored", table=short(room.row.id))
            return
        room.race.snapshot_entry = entry
