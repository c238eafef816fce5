"""A table with people at it: the race in memory, what is stored before it is told, and who is told what."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any
from weakref import proxy

from msgspec import Raw

from paddock.engine import CHANCE, SPECTATOR, IllegalMoveError, Match, MatchError, Position, TakeBack

from ..http.logs import log, log_error, short
from ..line.refusals import RefusedError
from ..line.wire import Closing, Message, Over, RematchMade, Seats, TableInfo, Undone, Welcome
from ..store.loading import TableRace, load_race
from ..store.snapshots import match_to_bytes, script_to_row
from ..store.store import LATE, EntryRow, EntryTakenError, Presses, SnapshotRow, StoreError, TableRow
from .clocks import NOBODY, TableClock, late_notices
from .driving import Driver
from .house import House
from .infos import table_info
from .live_clock import live_clock
from .presence import Asked, Line, SeatPresence
from .sight import Sight, encode

SHOWN = 32  # plies that a client who comes back is shown one by one


class Room:
    """One live table. Its race holds only what is stored. Whoever changes it holds `lock`."""

    def __init__(self, house: House, row: TableRow, race: TableRace):
        self.house = house
        self.row = row
        self.race = race
        self.game = house.game(row.game)
        self.lock = asyncio.Lock()
        self.lines: set[Line] = set()
        self.live = [SeatPresence(since=self.now()) for _ in row.seats]
        self.clock = TableClock(row.clock, race.spent)
        me: Room = proxy(self)  # no reference cycle: a room that is unloaded leaves memory at once
        self.running = live_clock(me)
        self.driver = Driver(me)
        self.asked: Asked | None = None
        self.empty_since = self.now()
        self.sight = Sight(self.match, {})
        self._untold: int | None = None  # entries after which everybody will hear soon what is new
        self._unshown: set[int] = set()  # seats that will soon hear of the position
        self._scene = Raw(encode(self.game.scene(self.match.table)))
        self._look()

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
        return self.running is not None and self.running.race is not None

    @property
    def info(self) -> TableInfo:
        """The table as everybody may see it."""
        seats = range(len(self.live))
        return table_info(
            self.house,
            self.row,
            entries=self.match.known_entry(),
            connected=frozenset(seat for seat in seats if self.live[seat].lines),
            driven=frozenset(seat for seat in seats if self.live[seat].driven),
            note=self.race.note,
        )

    def people(self) -> list[int]:
        """Seats of people who drive themselves."""
        seats = enumerate(self.row.seats)
        return [seat for seat, row in seats if row.kind == "person" and not self.live[seat].driven]

    def is_driven(self, seat: int) -> bool:
        """Whether a bot makes this seat's moves."""
        return self.row.seats[seat].kind == "bot" or self.live[seat].driven

    def now(self) -> float:
        """Time for durations."""
        return self.house.settings.sources.clock()

    def _look(self, states: dict[int, Any] | None = None) -> None:
        """What each seat may know, from now on; the positions after the last plies, where they are at hand."""
        known = self.running.known if self.running else None
        last = self.sight
        notices = late_notices(self.row.clock, self.match, self.race.late)
        self.sight = Sight(self.match, states or {}, self.racing, self.row.advice, known, notices)
        self.sight.follow(last)

    # Coming and going

    def welcome(self, line: Line, entry: int) -> None:
        """Somebody said hello: tell them everything since what they have seen."""
        self._tell_untold()
        self.lines.add(line)
        for seat in line.seats:
            self.live[seat].arrives()
        self.mind_clock()
        now = round(self.house.settings.sources.now(), 3)
        known = self.match.known_entry(*line.seats), self.match.known_ply(*line.seats)
        line.send(encode(Welcome(self.info, self._scene, line.seats, *known, now)))
        since = self.match.entries_at(entry)
        self._look(self._missed_states(since))
        self._catch_up([line], since)
        for message in self._standing_messages():
            line.send(encode(message))
        self.tell_seats(but=line)
        self.driver.schedule()

    def _missed_states(self, since: int) -> dict[int, Any]:
        """The positions after the plies that a client has missed; none if they are too many to be shown one by one."""
        plies = len(self.match.plies)
        start, _ = plies_since(self.match.script, plies, since)
        return positions_from(self.match, start) if 1 < plies - start <= SHOWN else {}

    def _standing_messages(self) -> list[Message]:
        """What everybody heard earlier and still holds."""
        messages: list[Message] = []
        if self.row.status == "over":
            messages.append(self._result())
        if self.asked:
            messages.append(self.asked.told("asked"))
        if self.row.rematch:
            messages.append(RematchMade(self.row.rematch, NOBODY))
        if self.running and self.racing:
            messages.append(self.running.told())
        return messages

    def goodbye(self, line: Line) -> None:
        """A line is gone."""
        if line not in self.lines:
            return
        self.lines.discard(line)
        for seat in line.seats:
            self.live[seat].departs(self.now())
        self.empty_since = self.now()
        self.tell_seats()
        self.driver.schedule()

    def leave(self, seat: int) -> None:
        """During a race: a bot drives after a short time."""
        self.live[seat].left = True
        self.live[seat].since = self.now()
        self._people_changed()

    def back(self, seat: int) -> None:
        """A person drives again."""
        self.live[seat].left = self.live[seat].driven = False
        self._people_changed()

    def _people_changed(self) -> None:
        self.mind_clock()
        self.tell_seats()
        self.driver.schedule()

    # Telling

    def tell(self, message: Message) -> None:
        """Something that everybody may know."""
        data = encode(message)
        for line in self.lines:
            line.send(data)

    def tell_seats(self, but: Line | None = None) -> None:
        """Who is there has changed."""
        if not self.lines:
            return
        data = encode(Seats(self.info))
        for line in self.lines:
            if line is not but:
                line.send(data)

    def tell_position(self, line: Line) -> None:
        """The position again, for somebody who has an old one."""
        self._tell_untold()
        self._catch_up([line], len(self.match.script))

    def tell_positions(self, seats: set[int]) -> None:
        """The position as these seats see it by now."""
        self._unshown |= seats
        self._tell_untold()

    def _show(self, seats: set[int]) -> None:
        self._unshown = set()
        self._look()
        sources = self.house.settings.sources
        clocks = self.clock.told(sources.clock(), sources.now())
        for seat in seats:
            data = self.sight.position(seat, clocks)
            for line in self.lines:
                if seat in (line.seats or [SPECTATOR]):
                    line.send(data)

    def tell_soon(self, since: int) -> None:
        """Tell everybody what is new after so many entries, but let what is urgent at other tables go first."""
        self._untold = since if self._untold is None else min(since, self._untold)
        self.house.later.add(self._tell_untold)

    def show_soon(self, seats: set[int]) -> None:
        """Tell the position as these seats see it then."""
        self._unshown |= seats
        self.house.later.add(self._tell_untold)

    def _tell_untold(self) -> None:
        if self._untold is not None:
            self._news_for_all(self._untold)
        elif self._unshown:
            self._show(self._unshown)

    def _catch_up(self, lines: list[Line], since: int) -> None:
        """Everything after so many entries, to each as they may know it."""
        start, undone = plies_since(self.match.script, len(self.match.plies), since)
        sources = self.house.settings.sources
        clocks = self.clock.told(sources.clock(), sources.now())
        made: dict[tuple[int, bool], bytes] = {}
        for line in lines:
            if undone and self._has_news(line, since):
                back = min(self.match.number_of(start), self.match.known_ply(*line.seats))
                line.send(encode(Undone(self.match.known_entry(*line.seats), back, undone.by)))
            for seat in line.seats or [SPECTATOR]:
                key = seat, self.match.is_outside(line.seats)
                if key not in made:
                    made[key] = self._news(seat, start, clocks, line.seats)
                line.send(made[key])

    def _has_news(self, line: Line, since: int) -> bool:
        """Whether a line that knows of so many entries may know of more; not while others take a hidden turn."""
        return not self.match.is_outside(line.seats) or self.match.number_after(since) < self.match.known_entry()

    def _news(self, seat: int, start: int, clocks: Any, line: Sequence[int]) -> bytes:
        """One message or two, as they stand in a frame."""
        position = self.sight.position(seat, clocks, line)
        plies = self.sight.plies(seat, start, line) if start < self.sight.ply else b""
        return plies + b"," + position if plies else position

    def _result(self) -> Over:
        places, scores = self.match.standings()
        return Over(places, scores, self.row.secret.hex(), self.row.entropy)

    # Playing

    async def start(self) -> None:
        """Open seats go to bots, and the race begins."""
        for seat in self.row.seats:
            if seat.kind == "open":
                seat.kind = "bot"
        self.row.status = "racing"
        self._name_drivers()
        await self.save_row()
        for live in self.live:
            live.since = self.now()  # the time to come begins now
        await self._read_race()
        self.tell_seats()
        await self.advance(self.match.fork())
        log("race started", table=short(self.row.id), game=self.row.game, seats=len(self.row.seats))

    def _name_drivers(self) -> None:
        """By a running clock the options say who drives each car."""
        if self.running:
            levels = [seat.level if seat.kind == "bot" else "" for seat in self.row.seats]
            self.row.options = {**self.row.options, **self.running.live.seat_options(levels)}

    async def recover(self) -> None:
        """Finish what a crash left half done, before anybody comes."""
        if self.racing and self.match.actor < 0:
            await self.advance(self.match.fork())

    async def play(self, seat: int, move: int, *, is_late: bool = False) -> None:
        """A move of the acting seat, or for it when its time is up, and the chance that follows: stored, then told."""
        if seat != self.match.actor:
            raise RefusedError(self._not_your_turn(), ply=self.ply)
        match = self.match.fork()
        try:
            match.apply(move)
        except IllegalMoveError:
            raise self._illegal(seat) from None
        await self.advance(match, self.clock.used(self.now()), is_late=is_late)
        self.house.metrics.counts["moves"] += 1

    def _illegal(self, seat: int) -> RefusedError:
        """A move that the rules do not allow, with those they do."""
        decision = self.game.decision(self.match.table, self.sight.known(seat))
        possible = self.sight.alternatives(seat)
        reason = f"that is not possible now: {decision.question}"
        return RefusedError(reason, clause=decision.clause, alternatives=possible, ply=self.ply)

    def _not_your_turn(self) -> str:
        actor = self.match.actor
        return f"it is {self.match.names[actor]}'s turn" if actor >= 0 else "nobody has to move now"

    async def advise(self, line: Line, seat: int) -> None:
        """Tell somebody the best moves of their seat, if the race is still there when they are found."""
        match = self.match.fork()
        try:
            lines = await self.house.bots.advise(match, seat, self.row.bot_seed)
        except Exception:
            log_error("no hint was found", table=short(self.row.id))
            lines = []
        if self.match.script != match.script or line not in self.lines:
            return
        if lines:
            line.send(encode(self.sight.advice(seat, lines)))
        else:
            line.send(encode(RefusedError("no hint was found in time; ask again", ply=self.ply).message("hint")))

    def check_opening(self, to_ply: int) -> None:
        """What the series has settled before the race stays as it is, even if all agree."""
        if 0 <= to_ply < self.row.opening:
            kept = "what is before it is kept from an earlier race of the series"
            raise RefusedError(f"one can go back to ply {self.row.opening} at most: {kept}", ply=self.ply)

    async def take_back(self, to_ply: int, by: int) -> None:
        """Go back to the ply with a number; the permission was checked before."""
        self.check_opening(to_ply)
        match = self.match.fork()
        try:
            match.take_back(match.ply_at(to_ply), by)
        except MatchError as error:
            raise RefusedError(str(error), ply=self.ply) from None
        await self.advance(match)

    async def advance(
        self, match: Match, used: float = 0.0, stored: Callable[[], None] | None = None, *, is_late: bool = False
    ) -> None:
        """Draw what chance has to decide, store everything new, and only then go on and tell; `stored` tells first."""
        before, now_over = len(self.match.script), False
        states = _settled(match, len(self.match.plies))
        await self._store(match, before, used, is_late)
        for entry in match.script[before : before + 1]:
            self.race.mark(entry, len(self.match.plies), is_late=is_late)
        self.race.match = match
        if stored:
            stored()
        if used and self.clock.running != NOBODY:
            self.race.spent[self.clock.running] += used
        if match.is_over and self.row.status == "racing":
            now_over = await self._finish()
        if stored and match.awaits_clock:
            self.tell_soon(before)
        else:
            self._news_for_all(before, states)
        if now_over:
            self.tell_seats()
            self.tell(self._result())
        await self._maybe_snapshot()

    def _news_for_all(self, since: int, states: dict[int, Any] | None = None) -> None:
        since = since if self._untold is None else min(since, self._untold)
        self._untold, self._unshown = None, set()
        if self.asked:
            self.tell(self.asked.told("dropped"))
            self.asked = None
        self._look(states)
        self.clock.run(self._thinker(), self.now())
        self._catch_up([line for line in self.lines if self._has_news(line, since)], since)
        self.driver.schedule()

    def _thinker(self) -> int:
        """The person whose clock runs, or NOBODY."""
        actor = self.match.actor
        return actor if self.racing and actor >= 0 and not self.is_driven(actor) else NOBODY

    def mind_clock(self) -> None:
        """Somebody came or went: start or stop the clock, but leave a running one alone."""
        if self.clock.running != self._thinker():
            self.clock.run(self._thinker(), self.now())

    async def _finish(self) -> bool:
        self.row.status = "over"
        self.row.places = self.match.standings()[0]
        await self.save_row()
        log("race over", table=short(self.row.id), game=self.row.game, plies=len(self.match.plies))
        return True

    # Storing

    async def _store(self, match: Match, before: int, used: float, is_late: bool) -> None:
        rows = [script_to_row(entry) for entry in match.script[before:]]
        if not rows:
            return
        rows[0] = EntryRow(LATE if is_late else rows[0].kind, rows[0].actor, rows[0].number, round(used, 3))
        known = len(self.match.presses)
        try:
            await self.house.store.append(self.row.id, before, rows, Presses(known, match.presses[known:]))
        except EntryTakenError:
            await self.reload()
            raise RefusedError("somebody else was faster; this is the position now", ply=self.ply) from None
        except StoreError as error:
            raise RefusedError(f"this was not stored: {error}", ply=self.ply, status=503) from None

    async def save_row(self) -> None:
        """Store a change of the table itself."""
        try:
            await self.house.store.save(self.row)
        except StoreError as error:
            await self.reload()
            raise RefusedError(f"this was not stored: {error}; try again", status=503) from None

    async def reload(self) -> None:
        """Another writer was faster: take what the store has."""
        before = len(self.match.script)
        self.row = await self.house.store.load(self.row.id)
        await self._read_race()
        self.tell_seats()
        self._news_for_all(before)

    async def _read_race(self) -> None:
        self.race = await load_race(self.house.store, self.game, self.row, self.house.settings.sources)
        self.clock = TableClock(self.row.clock, self.race.spent)
        self._look()

    async def _maybe_snapshot(self) -> None:
        new = len(self.match.script) - self.race.snapshot_entry
        if new >= self.house.settings.snapshot_every or (new and self.row.status == "over"):
            await self.keep_snapshot()

    async def keep_snapshot(self) -> None:
        """Store a snapshot, if there is something new in it; a race can do without."""
        entry = len(self.match.script)
        if self.race.note or entry == self.race.snapshot_entry:
            return
        data = match_to_bytes(self.match, self.race.spent, self.race.late)
        try:
            await self.house.store.save_snapshot(self.row.id, SnapshotRow(entry, self.game.rules_digest, data))
        except StoreError:
            log("a snapshot was not stored", table=short(self.row.id))
            return
        self.race.snapshot_entry = entry

    # Closing

    def stop(self) -> None:
        """Stop timers."""
        self.driver.stop()
        if self.running:
            self.running.stop()

    def unload(self) -> None:
        """Nobody is there, and the caller holds the lock: stop for good."""
        self.stop()
        self.driver.end()

    async def close(self, reason: str) -> None:
        """Stop timers, finish what is being written, keep a snapshot, and tell who is there."""
        self.stop()
        async with self.lock:
            await self.keep_snapshot()
        for line in list(self.lines):
            line.send(encode(Closing(reason, True)))
            line.close(1012)


def _settled(match: Match, before: int) -> dict[int, Any]:
    """Draw pending chance; returns the positions after the plies that are new since `before`, but for the last one."""
    states: dict[int, Any] = {}
    while match.actor == CHANCE:
        outcome = match.draw()
        if outcome is None:
            break
        if len(match.plies) > before:
            states[len(match.plies) - 1] = match.state.copy()
        match.apply(outcome)
    return states


def positions_from(match: Match, start: int) -> dict[int, Any]:
    """The positions after each ply from `start` on, found by playing the race again."""
    position, states = Position.start(match.game, match.table), dict[int, Any]()
    for number, ply in enumerate(match.plies):
        position.play_unheard((ply.move,))
        if number >= start:
            states[number] = position.state.copy()
    return states


def plies_since(script: Sequence[tuple[int, int] | TakeBack], plies: int, entry: int) -> tuple[int, TakeBack | None]:
    """The first ply that a client who has seen so many entries has not, and the take-back that made it forget some."""
    if not 0 <= entry <= len(script):
        return 0, TakeBack(0, NOBODY)
    new = script[entry:]
    if not any(isinstance(one, TakeBack) for one in new):
        return plies - len(new), None
    ply = 0
    for one in script[:entry]:
        ply = one.to_ply if isinstance(one, TakeBack) else ply + 1
    lowest, undone = ply, None
    for one in new:
        ply = one.to_ply if isinstance(one, TakeBack) else ply + 1
        if isinstance(one, TakeBack) and ply < lowest:
            lowest, undone = ply, one
    return lowest, undone
