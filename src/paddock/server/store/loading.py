"""Load a stored race: from its snapshot and the entries after it, or by replaying all entries."""

import asyncio
from dataclasses import dataclass, field

from paddock.engine import Game, ManualDice, Match, MatchError, TakeBack

from ..settings import Sources
from ..table.workshops import has_files
from .snapshots import bytes_to_match, row_to_script
from .store import LATE, EntryRow, SnapshotRow, Store, StoredRace, TableRow, UnreadableError

FEW_ENTRIES = 50  # up to this many entries are replayed faster than a thread starts
NO_RULES = ""  # a digest that no snapshot has


@dataclass
class TableRace:
    """A match with the server's data about it."""

    match: Match
    spent: list[float]
    note: str = ""  # why it can only be read
    snapshot_entry: int = 0  # entries in the last snapshot
    late: list[int] = field(default_factory=list[int])  # plies that were made for people whose time was up
    lost: list[EntryRow] = field(default_factory=list[EntryRow])  # entries that these rules do not allow

    def mark(self, entry: tuple[int, int] | TakeBack, ply: int, *, is_late: bool) -> None:
        """Record whether the entry at a ply was late; a take-back removes the marks after its ply."""
        if isinstance(entry, TakeBack):
            self.late = [number for number in self.late if number < entry.to_ply]
        elif is_late:
            self.late.append(ply)


def new_match(game: Game, row: TableRow, sources: Sources) -> Match:
    """The match of a table before its first move."""
    names = [seat.name for seat in row.seats]
    dice = ManualDice() if row.dice == "manual" else sources.dice(row.secret, tuple(row.entropy))
    return Match(game, names, row.options, dice)


async def load_race(store: Store, game: Game, row: TableRow, sources: Sources) -> TableRace:
    """The race of a table as the store has it; long replays run outside the event loop."""
    stored = await store.race(row.id, game.rules_digest)
    race = await _built(game, row, sources, stored)
    if race is None:  # the snapshot cannot be read: replay all entries instead
        race = await _built(game, row, sources, await store.race(row.id, NO_RULES))
    if race is None:
        raise UnreadableError("this race cannot be read from the store")
    return race


async def _built(game: Game, row: TableRow, sources: Sources, stored: StoredRace) -> TableRace | None:
    if len(stored.entries) <= FEW_ENTRIES and not has_files(row.options):
        return _build(game, row, sources, stored)
    return await asyncio.to_thread(_build, game, row, sources, stored)


def _build(game: Game, row: TableRow, sources: Sources, stored: StoredRace) -> TableRace | None:
    """Build the race; None if its snapshot cannot be read."""
    if stored.snapshot:
        race = _from_snapshot(game, row, sources, stored.snapshot)
    else:
        race = TableRace(new_match(game, row, sources), [0.0] * len(row.seats))
    if race is None:
        return None
    repeat(race, stored.entries)
    if game.live_option(row.options):
        race.match.presses.extend(stored.fates)
    return race


def _from_snapshot(game: Game, row: TableRow, sources: Sources, snapshot: SnapshotRow) -> TableRace | None:
    """Build the race from a snapshot; None if it cannot be read."""
    match = new_match(game, row, sources)
    try:
        kept = bytes_to_match(snapshot.data, match)
    except (ValueError, IndexError):
        return None
    return TableRace(match, kept.spent, snapshot_entry=snapshot.entry, late=kept.late)


def repeat(race: TableRace, rows: list[EntryRow]) -> None:
    """Replay stored entries; the race stays readable up to the first one that these rules do not allow."""
    for number, row in enumerate(rows):
        entry, ply = row_to_script(row), len(race.match.plies)
        try:
            race.match.repeat(entry)
        except (MatchError, IndexError):
            race.note = f"recorded under other rules; these can follow it for {len(race.match.plies)} plies"
            race.lost = rows[number:]
            return
        race.mark(entry, ply, is_late=row.kind == LATE)
        if row.actor >= 0:
            race.spent[row.actor] += row.spent
