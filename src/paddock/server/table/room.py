"""A live table. Its parts play the race, store it, and send it to clients."""

import asyncio
from collections.abc import Awaitable, Callable
from weakref import proxy

from paddock.engine import Match

from ..line.wire import Closing, TableInfo
from ..store.loading import TableRace
from ..store.store import TableRow
from .clocks import NOBODY, TableClock
from .driving import BotDriver
from .entering import Entering
from .house import House
from .infos import table_info
from .live_clock import live_clock
from .playing import Playing
from .presence import Asked, Line, Present, SeatPresence
from .sight import encode
from .storing import Storing
from .telling import Telling


class Room:
    """One table in memory. Its race holds only what is stored. Hold `lock` to change it."""

    is_stored = True  # a lesson is not

    def __init__(self, house: House, row: TableRow, race: TableRace, race_over: Callable[[TableRow], None]):
        self.house = house
        self.row = row
        self.race = race
        self.game = house.game(row.game)
        self.lock = asyncio.Lock()
        self.lines: set[Line] = set()
        self.presence = [SeatPresence(since=self.now()) for _ in row.seats]
        self.clock = TableClock(row.clock, race.spent)
        self.asked: Asked | None = None
        self.empty_since = self.now()
        self.is_lost = False  # another node has the table: nothing may be stored
        me: Room = proxy(self)  # no reference cycle: reference counting frees an unloaded room at once
        self.live_clock = live_clock(me)
        self.driver = BotDriver(me)
        self.storing = Storing(me)
        self.entering = Entering(me)
        self.telling = Telling(me)
        self.playing = Playing(me, race_over)

    # What it is

    @property
    def match(self) -> Match:
        """The race as it is stored."""
        return self.race.match

    @property
    def ply(self) -> int:
        """The number of the position as its actor knows it: plies played, where no turn is hidden."""
        return self.race.match.ply_number

    @property
    def racing(self) -> bool:
        """Whether moves can be made."""
        return self.row.status == "racing" and not self.race.note

    @property
    def is_timed(self) -> bool:
        """Whether a race by a running clock is on, with or without people."""
        return self.live_clock is not None and self.live_clock.race is not None

    @property
    def info(self) -> TableInfo:
        """The public information about the table."""
        now = self.present
        return table_info(
            self.house,
            self.row,
            entries=now.entries,
            connected=now.connected,
            driven=now.driven,
            note=self.race.note,
        )

    @property
    def present(self) -> Present:
        """Who is there."""
        seats = range(len(self.presence))
        connected = frozenset(seat for seat in seats if self.presence[seat].lines)
        driven = frozenset(seat for seat in seats if self.presence[seat].driven)
        return Present(len(self.lines), self.match.known_entry(), connected, driven)

    def people(self) -> list[int]:
        """Seats of people who drive themselves."""
        seats = enumerate(self.row.seats)
        return [seat for seat, row in seats if row.kind == "person" and not self.presence[seat].driven]

    @property
    def is_shared(self) -> bool:
        """Whether drivers at more than one screen wait for bots together; else a browser shows them at its own pace."""
        people = set(self.people())
        return len(people) > 1 and not any(people <= set(line.seats) for line in self.lines)

    def is_driven(self, seat: int) -> bool:
        """Whether a bot makes this seat's moves."""
        return self.row.seats[seat].kind == "bot" or self.presence[seat].driven

    def now(self) -> float:
        """The monotonic clock, in seconds."""
        return self.house.settings.sources.clock()

    # Coming and going

    def welcome(self, line: Line, entry: int) -> None:
        """Add a client that said hello, and send it everything since the entry that it has seen."""
        self.telling.tell_untold()
        self.lines.add(line)
        for seat in line.seats:
            self.presence[seat].arrives()
        self.mind_clock()
        self.telling.greet(line, entry)
        self.telling.tell_seats(but=line)
        self.driver.schedule()

    def goodbye(self, line: Line) -> None:
        """Remove a line that is closed."""
        if line not in self.lines:
            return
        self.lines.discard(line)
        for seat in line.seats:
            self.presence[seat].departs(self.now())
        self.empty_since = self.now()
        self.telling.tell_seats()
        self.driver.schedule()

    def leave(self, seat: int) -> None:
        """A person leaves during a race: a bot drives after a grace period."""
        self.presence[seat].left = True
        self.presence[seat].since = self.now()
        self._people_changed()

    def back(self, seat: int) -> None:
        """A person drives again."""
        self.presence[seat].left = self.presence[seat].driven = False
        self._people_changed()

    def _people_changed(self) -> None:
        self.mind_clock()
        self.telling.tell_seats()
        self.driver.schedule()

    # The clock of the person who has to move

    def wind_clock(self) -> None:
        """Start the clock of the person who has to move, after the position has changed."""
        self.clock.run(self._thinker(), self.now())

    def mind_clock(self) -> None:
        """Start or stop the clock after a person came or went, but leave a running one alone."""
        if self.clock.running != self._thinker():
            self.wind_clock()

    def _thinker(self) -> int:
        """The person whose clock runs, or NOBODY."""
        actor = self.match.actor
        return actor if self.racing and actor >= 0 and not self.is_driven(actor) else NOBODY

    # What is stored

    def take(self, race: TableRace) -> None:
        """Continue from a race that was loaded from the store."""
        self.race = race
        self.clock = TableClock(self.row.clock, race.spent)
        self.entering.forget(0)
        self.telling.look()

    async def reload(self) -> None:
        """Load the race from the store again, after another writer stored an entry first."""
        before = len(self.match.script)
        self.row = await self.storing.row()
        self.take(await self.storing.race())
        self.telling.tell_seats()
        self.telling.tell_news(before)

    # Closing

    def stop(self) -> None:
        """Stop timers."""
        self.driver.stop()
        if self.live_clock:
            self.live_clock.stop()

    def unload(self) -> None:
        """Stop for good; no client is there, and the caller holds the lock."""
        self.stop()
        self.driver.end()

    async def close(self, reason: str, leave: Callable[[str], Awaitable[None]]) -> None:
        """Stop timers, finish pending writes, store a snapshot, leave the table, and close all connections."""
        self.stop()
        async with self.lock:
            await self.storing.keep_snapshot()
            await leave(self.row.id)
        self._close_lines(self.lines, reason)

    def drop(self, reason: str) -> None:
        """Stop at once, because another node has the table; clients come again and find it there."""
        self.is_lost = True
        lines, self.lines = self.lines, set()
        self.unload()
        self._close_lines(lines, reason)

    def _close_lines(self, lines: set[Line], reason: str) -> None:
        for line in list(lines):
            line.send(encode(Closing(reason, True)))
            line.close(1012)
