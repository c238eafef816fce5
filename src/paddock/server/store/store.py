"""The store interface: tables, their append-only entries, and snapshots. Any database with unique keys can do it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from msgspec import Struct

from paddock.engine import InputFate, Result, Value

from ..line.wire import BotPace, Clock, DiceKind, SeatKind, Status

Observer = Callable[[float, int], None]  # seconds of a commit, jobs in it
MOVE, UNDO, LATE = 0, 1, 2  # kinds of entry; LATE: a move made for a person whose time was up


class StoreError(RuntimeError):
    """The store could not do its work; nothing was changed."""


class EntryTakenError(StoreError):
    """Another writer has stored that entry first."""


class TableChangedError(StoreError):
    """Another writer has changed that table since it was read."""


class LostTableError(StoreError):
    """Another node has taken this table over: this one may write nothing about it."""


class UnreadableError(StoreError):
    """What is stored under that id cannot be read; everything else can."""


class ReadOnlyError(StoreError):
    """The server is in read-only mode."""


class NoTableError(StoreError, LookupError):
    """There is no table of that id."""


@dataclass
class SeatRow:
    """Who holds a seat."""

    name: str
    kind: SeatKind
    level: str  # the bot that drives it, or would
    key_hash: str = ""  # SHA-256 of its key; empty: nobody holds it
    host: bool = False


@dataclass
class TableRow:
    """A table as it is stored."""

    id: str
    game: str
    rules: str  # digest of the rules it was begun under
    options: dict[str, Value]
    seats: list[SeatRow]
    secret: bytes  # of the dice
    created: float
    status: Status = "waiting"
    private: bool = True
    clock: Clock = field(default_factory=lambda: Clock("none", 0))
    entropy: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    bot_seed: int = 1
    places: list[int] = field(default_factory=list[int])
    forked_from: str = ""
    forked_ply: int = 0
    rematch: str = ""
    waits_for_all: bool = False  # a rematch begins when all players are connected
    advice: bool = True  # hints and odds
    pace: BotPace = "brisk"  # of bots
    dice: DiceKind = "fair"
    series: str = ""  # that this race belongs to
    series_race: int = 0  # its number there, 1 is the first
    opening: int = 0  # first plies, played by the series; they cannot be taken back
    maker: str = ""  # hash of the creator's network; empty: unknown
    files: dict[str, str] = field(default_factory=dict[str, str])  # names of component files, by `file_id`
    ended: str = ""  # why the host ended the race early; empty: it was not
    revision: int = 0  # counts changes; a stale one cannot be saved


@dataclass
class SeriesRow:
    """A series as it is stored. Each of its races is a separate table."""

    id: str
    game: str
    name: str
    seats: list[SeatRow]
    race_options: dict[str, Value]
    options: dict[str, Value]
    venues: list[Value]
    created: float
    private: bool = True
    clock: Clock = field(default_factory=lambda: Clock("none", 0))
    advice: bool = True  # hints and odds
    pace: BotPace = "brisk"  # of bots
    tables: list[str] = field(default_factory=list[str])  # of the races so far
    titles: list[str] = field(default_factory=list[str])
    results: list[Result] = field(default_factory=list[Result])
    files: dict[str, str] = field(default_factory=dict[str, str])  # as for a table
    revision: int = 0


@dataclass
class HouseRules:
    """The house rules that the host of a server has set."""

    networks: list[str] = field(default_factory=list[str])  # that are blocked: addresses, or a /64
    drivers: list[str] = field(default_factory=list[str])  # names that are blocked
    read_only: str = ""  # the reason for read-only mode; empty: it is off
    notice: str = ""  # a message to all clients; empty: none


@dataclass(frozen=True)
class KeptTable:
    """A table in a list of all."""

    row: TableRow
    entries: int
    is_archived: bool


class EntryRow(Struct, frozen=True, gc=False):
    """One entry of a race: a move or outcome of an actor, or a take-back by a seat to a ply."""

    kind: int  # MOVE, UNDO or LATE
    actor: int
    number: int  # the move, or the ply gone back to
    spent: float = 0.0  # seconds the actor took


@dataclass(frozen=True)
class SnapshotRow:
    """A race as it stood after `entry` entries."""

    entry: int
    rules: str
    data: bytes


@dataclass(frozen=True)
class StoredRace:
    """Everything stored of a race at one moment: the last snapshot, the entries after it, and all presses."""

    snapshot: SnapshotRow | None
    entries: list[EntryRow]
    fates: list[InputFate]


class Presses(Struct, frozen=True):
    """The log of presses of a race by a running clock, from a number on."""

    first: int
    fates: list[InputFate]


NO_PRESSES = Presses(0, [])


class Store(Protocol):
    """Its methods are awaitable: it may be a thread or a database server. When an await returns, it is durable."""

    @property
    def channel(self) -> str:
        """The path beside which the server's admin socket is; empty: it has none."""
        ...

    def observed_by(self, observer: Observer) -> None:
        """Report each commit to the observer."""
        ...

    async def create(self, table: TableRow, entries: list[EntryRow]) -> None:
        """A new table, with the entries it takes over from another."""
        ...

    async def load(self, table_id: str) -> TableRow:
        """A table, or NoTableError."""
        ...

    async def save(self, table: TableRow) -> None:
        """Change a table and increment its revision; TableChangedError if another writer changed it first."""
        ...

    async def append(self, table_id: str, first: int, entries: list[EntryRow], presses: Presses = NO_PRESSES) -> None:
        """Append entries first, first + 1, ..., and presses, all or none; EntryTakenError if an entry is taken."""
        ...

    async def race(self, table_id: str, rules: str) -> StoredRace:
        """A race as it stands, read in one transaction; the snapshot only if it was made under these rules."""
        ...

    async def entries(self, table_id: str, start: int = 0) -> list[EntryRow]:
        """The entries from a number on."""
        ...

    async def entry_count(self, table_id: str) -> int:
        """How many entries a race has."""
        ...

    async def save_snapshot(self, table_id: str, snapshot: SnapshotRow) -> None:
        """Store a snapshot in place of the older one."""
        ...

    async def listed(self, status: Status, limit: int) -> list[TableRow]:
        """Public tables of that status, newest first."""
        ...

    async def counts(self) -> dict[str, int]:
        """How many tables of each status; archived ones do not count."""
        ...

    async def open_count(self, limit: int) -> int:
        """How many tables wait or race, counted up to a limit; archived ones do not count."""
        ...

    async def made_by(self, maker: str) -> int:
        """How many tables of a network wait or race; archived ones do not count."""
        ...

    async def touch(self, table_ids: list[str], now: float) -> None:
        """Record that people are or were at these tables, which are then not idle and no longer archived."""
        ...

    async def expire(self, waiting: float, racing: float, delete_races: bool) -> int:
        """Delete or archive tables last touched before a time, by status; returns how many.

        Waiting tables are deleted, those of a series archived. Races are archived or deleted; never those of a series.
        """
        ...

    def size(self) -> int:
        """Bytes that it uses on disk; 0 for none."""
        ...

    async def check(self, now: float) -> None:
        """Test that a write succeeds; StoreError if it does not."""
        ...

    async def kept_tables(self, limit: int) -> list[KeptTable]:
        """All tables, newest first; what cannot be read is left out."""
        ...

    async def kept_series(self) -> list[SeriesRow]:
        """All series."""
        ...

    async def remove(self, table_id: str) -> None:
        """Delete a table and everything about it."""
        ...

    async def archive(self, table_id: str) -> None:
        """Archive a table: it no longer counts and is not listed; its link opens it again."""
        ...

    async def drop_snapshot(self, table_id: str) -> None:
        """Delete the snapshot of a race, which can be made from its entries again."""
        ...

    async def house_rules(self) -> HouseRules:
        """Load the house rules and apply their read-only mode to the store."""
        ...

    async def save_house_rules(self, rules: HouseRules) -> None:
        """Store the house rules, also in read-only mode."""
        ...

    async def create_series(self, series: SeriesRow) -> None:
        """A new series."""
        ...

    async def load_series(self, series_id: str) -> SeriesRow:
        """A series, or NoTableError."""
        ...

    async def save_series(self, series: SeriesRow) -> None:
        """Change a series and increment its revision; TableChangedError if another writer changed it first."""
        ...

    async def close(self) -> None:
        """Finish pending jobs and close."""
        ...
