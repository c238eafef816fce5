"""A table with people at it. Three helpers do its work: they play the race, store it, and tell people about it."""

import asyncio
from collections.abc import Callable
from weakref import proxy

from paddock.engine import Match

from ..line.wire import Closing, TableInfo
from ..store.loading import TableRace
from ..store.store import TableRow
from .clocks import NOBODY, TableClock
from .driving import BotDriver
from .house import House
from .infos import table_info
from .live_clock import live_clock
from .playing import Playing
from .presence import Asked, Line, SeatPresence
from .sight import encode
from .storing import Storing
from .telling import Telling


class Room:
    """One table in memory. Its race holds only what is stored. Whoever changes it holds `lock`."""

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
        me: Room = proxy(self)  # no reference cycle: a room that is unloaded leaves memory at once
        self.live_clock = live_clock(me)
        self.driver = BotDriver(me)
        self.storing = Storing(me)
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
        """Whether a race by a running clock goes on, with or without people."""
        return self.live_clock is not None and self.live_clock.race is not None

    @property
    def info(self) -> TableInfo:
        """The table as everybody may see it."""
        seats = range(len(self.presence))
        return table_info(
            self.house,
            self.row,
            entries=self.match.known_entry(),
            connected=frozenset(seat for seat in seats if self.presence[seat].lines),
            driven=frozenset(seat for seat in seats if self.presence[seat].driven),
            note=self.race.note,
        )

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
        """Time for durations."""
        return self.house.settings.sources.clock()

    # Coming and going

    def welcome(self, line: Line, entry: int) -> None:
        """Somebody said hello: tell them everything since what they have seen."""
        self.telling.tell_untold()
        self.lines.add(line)
        for seat in line.seats:
            self.presence[seat].arrives()
        self.mind_clock()
        self.telling.greet(line, entry)
        self.telling.tell_seats(but=line)
        self.driver.schedule()

    def goodbye(self, line: Line) -> None:
        """A line is gone."""
        if line not in self.lines:
            return
        self.lines.discard(line)
        for seat in line.seats:
            self.presence[seat].departs(self.now())
        self.empty_since = self.now()
        self.telling.tell_seats()
        self.driver.schedule()

    def leave(self, seat: int) -> None:
        """During a race: a bot drives after a short time."""
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

    # The clock of whoever thinks

    def wind_clock(self) -> None:
        """The position has changed: the clock of whoever has to think begins to run."""
        self.clock.run(self._thinker(), self.now())

    def mind_clock(self) -> None:
        """Somebody came or went: start or stop the clock, but leave a running one alone."""
        if self.clock.running != self._thinker():
            self.wind_clock()

    def _thinker(self) -> int:
        """The person whose clock runs, or NOBODY."""
        actor = self.match.actor
        return actor if self.racing and actor >= 0 and not self.is_driven(actor) else NOBODY

    # What is stored

    def take(self, race: TableRace) -> None:
        """Go on from a race that was read from the store."""
        self.race = race
        self.clock = TableClock(self.row.clock, race.spent)
        self.telling.look()

    async def reload(self) -> None:
        """Another writer was faster: take what the store has."""
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
        """Nobody is there, and the caller holds the lock: stop for good."""
        self.stop()
        self.driver.end()

    async def close(self, reason: str) -> None:
        """Stop timers, finish what is being written, keep a snapshot, and tell who is there."""
        self.stop()
        async with self.lock:
            await self.storing.keep_snapshot()
        for line in list(self.lines):
            line.send(encode(Closing(reason, True)))
            line.close(1012)
