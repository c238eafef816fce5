"""Races by a running clock: who is ready, the start, and the loop that feeds presses into the match.

The server's clock and dice decide. The time of a press is when the server reads it, minus the measured delay of the
connection; the game says in which order presses count and from when nothing earlier can arrive. Everything is stored
before it is sent.
"""

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from paddock.bots import Bot
from paddock.engine import SPECTATOR, InputFate, LiveRace, LiveRules, Match

from ..http.logs import log, log_error, short
from ..line import wire
from ..line.refusals import RefusedError
from .presence import Line
from .probing import Probes
from .sight import encode

if TYPE_CHECKING:
    from .room import Room

OFTEN, SELDOM = 0.25, 1.0  # seconds between measurements: until there are enough, and afterwards
LONGEST = 0.5  # most seconds between two steps of a race, which also check who is there
MOST_NUMBER = 10**15  # of a press


def live_clock(room: "Room") -> "LiveClock | None":
    """The clock of a table that races by one."""
    live = room.game.live
    return LiveClock(room, live) if live and room.game.live_option(room.row.options) else None


class LiveClock:
    """The running clock of one table."""

    def __init__(self, room: "Room", rules: LiveRules):
        self.room = room
        self.rules = rules
        self.probes = Probes(room.house.settings.sources.clock, room.house.settings.sources.now)
        self.race: LiveRace | None = None
        self._ready: set[int] = set()
        self._zero = 0.0  # the clock's time at race time 0
        self._gone_on = 0  # race time of the last step
        self._told_go, self._told_since = 0.0, 0
        self._at_line = 0.0  # since when the cars wait at the starting line; 0: they do not
        self._asked = (-1, 0.0)  # the ply of a decision between races, and since when it is asked
        self._shown: dict[int, int] = {}  # by seat: race time of what it saw last
        self._counts_from: dict[tuple[int, int], float] = {}  # the clock's time at which the rules accept a press
        self._urgent = room.house.later.urgent
        self._pressed = False  # since the loop last computed its wake-up time
        self._woken: asyncio.Future[None] | None = None
        self._task: asyncio.Task[None] | None = None
        self._probe: asyncio.TimerHandle | None = None
        self._patience: asyncio.TimerHandle | None = None

    # What all clients may know

    def told(self) -> wire.Live:
        """The message to clients."""
        waiting = self._waiting() if self._is_at_line() else []
        delays = list(self.race.delays) if self.race else self._delays()
        return wire.Live(sorted(self._ready), waiting, round(self._told_go, 3), self._told_since, delays)

    def now(self) -> int:
        """Race time."""
        return int(1000.0 * (self.room.now() - self._zero))

    def known(self, match: Match, seat: int) -> Any:
        """The position as a seat may know it now."""
        if self.race is None:
            return match.seen_by(seat)
        at = self.now()
        self._shown[seat] = at
        return self.rules.known_at(match.table, match.state, seat, at, self._delay(seat))

    def _delay(self, seat: int) -> int:
        return self.race.delays[seat] if self.race and seat >= 0 else 0

    # Before a race

    def mind(self) -> None:
        """React to a change at the table: start measuring, line up or start."""
        room = self.room
        if not room.racing or not room.lines:
            self._pause()
            return
        self._keep_measuring()
        if room.match.actor >= 0 and self._asked[0] != room.ply:
            self._asked = (room.ply, room.now())
        if self.race is None and self._is_at_line():
            self._line_up()

    def _is_at_line(self) -> bool:
        return self.room.racing and self.room.match.awaits_clock and self.race is None

    def _line_up(self) -> None:
        """Wait until all people are ready or the wait is overdue, then announce the start."""
        room = self.room
        if not self._at_line:
            self._at_line = room.now()
            self._ready.clear()
            room.telling.tell(self.told())
        if not self._waiting() or self.rules.is_ready_overdue(_ms(self._at_line), _ms(room.now())):
            self._announce()
        elif self._patience is None:
            self._patience = asyncio.get_running_loop().call_later(SELDOM, self._look_again)

    def _look_again(self) -> None:
        self._patience = None
        self.mind()

    def _waiting(self) -> list[int]:
        return [seat for seat in self.room.people() if seat not in self._ready]

    def ready(self, seat: int) -> None:
        """A seat is ready."""
        if not self._is_at_line():
            raise RefusedError("no start is waiting for players to be ready", ply=self.room.ply)
        self._ready.add(seat)
        self.room.telling.tell(self.told())
        self.mind()

    def _announce(self) -> None:
        """Fix the time of the start and the delay credited to each connection."""
        room, match = self.room, self.room.match.fork()
        since = self.rules.race_time(match.state)
        self.race = self.rules.new_race(match, self._delays(), partial(_bot_move, match, room.row.bot_seed))
        zero = self.rules.go_instant(_ms(room.now()), since)
        self._zero, self._at_line = zero / 1000.0, 0.0
        self._gone_on = self.now()
        ahead = self._zero + since / 1000.0 - room.now()
        self._told_go, self._told_since = room.house.settings.sources.now() + ahead, since
        self._shown.clear()
        self._counts_from.clear()
        room.telling.tell(self.told())
        room.telling.tell_positions(self._seats())  # first hands can be chosen
        self._task = asyncio.get_running_loop().create_task(self._run(self.race))

    def _delays(self) -> list[int]:
        """By seat: the delay credited to each person's connection; 0 for bots."""
        seats = self.room.row.seats
        return [self._credit(number) if seat.kind == "person" else 0 for number, seat in enumerate(seats)]

    def _credit(self, seat: int) -> int:
        return max((self._line_delay(line) for line in self.room.lines if seat in line.seats), default=0)

    def _line_delay(self, line: Line) -> int:
        return self.rules.credit(self.probes.trips(line))

    # Decisions between races

    def patience(self) -> float | None:
        """Seconds that the acting person has left; None without a limit."""
        if self._asked[0] != self.room.ply:
            return None
        since, now = self._asked[1], self.room.now()
        if self.rules.is_pick_overdue(_ms(since), _ms(now)):
            return 0.0
        return LONGEST

    def overdue_move(self) -> int | None:
        """The move made for a person whose time is up; None if it is not."""
        if self._asked[0] != self.room.ply or not self.rules.is_pick_overdue(_ms(self._asked[1]), _ms(self.room.now())):
            return None
        return self.rules.pick_for(self.room.match.table, self.room.match.state)

    # Pressing

    def press(self, message: wire.Press, at: float) -> None:
        """Handle a press that was read at clock time `at`; it never counts before the last step of the race."""
        if self.race is None:
            raise RefusedError("no race is running", ply=self.room.ply)
        if not 0 <= message.number < MOST_NUMBER or not 0 <= message.ply <= self.room.ply:
            raise RefusedError("a press has a number and answers a ply that was seen", ply=self.room.ply)
        read_at = max(int(1000.0 * (at - self._zero)), self._gone_on)
        one = self.race.read(message.seat, message.number, message.move, read_at)
        if one:
            self._counts_from[message.seat, message.number] = max(at, self._zero + self.race.safe_at(one) / 1000.0)
        self._pressed = True
        self._wake()

    # The race

    async def _run(self, race: LiveRace) -> None:
        try:
            while self.race is race:
                await asyncio.sleep(0)  # yield to other tables, even when this race is late
                await self._sleep(race)
                async with self.room.lock:
                    if self.race is race:
                        await self._step(race)
        except RefusedError:  # the store failed or another writer was first: continue from what is stored
            self._stop_race()
            self.mind()
        except Exception:
            log_error("a race stopped", table=short(self.room.row.id))
            self._stop_race()
            self._pause()
            self._patience = asyncio.get_running_loop().call_later(SELDOM, self._look_again)

    async def _sleep(self, race: LiveRace) -> None:
        """Wait until the next step is due; a press may bring that forward."""
        latest, due = self.room.now() + LONGEST, False
        while not due:
            self._pressed = False
            due = await self._is_due(min(latest, self._next(race)))

    async def _is_due(self, when: float) -> bool:
        """Wait for a time of the clock; False if a press comes first. Loops, because timers may fire early."""
        loop = asyncio.get_running_loop()
        while (seconds := when - self.room.now()) > 0:
            self._woken = loop.create_future()
            timer = loop.call_later(seconds, self._wake)
            await self._woken
            self._urgent.discard(self)
            timer.cancel()
            if self._pressed:
                return False
        return True

    def _wake(self) -> None:
        if self._woken and not self._woken.done():
            self._woken.set_result(None)
            self._urgent.add(self)

    def _next(self, race: LiveRace) -> float:
        """The clock's time of the next step."""
        return self._zero + min([race.next_wake(), *self._sights().values()]) / 1000.0

    def _sights(self) -> dict[int, int]:
        """By seat: when it sees something new although no press arrives."""
        state, times = self.room.match.state, dict[int, int]()
        for seat in self._seats():
            time = self.rules.next_sight(state, seat, self._shown.get(seat, 0), self._delay(seat))
            if time is not None:
                times[seat] = time
        return times

    def _seats(self) -> set[int]:
        """The seats, or SPECTATOR, of all connected clients."""
        return {seat for line in self.room.lines for seat in (line.seats or [SPECTATOR])}

    async def _step(self, race: LiveRace) -> None:
        """Advance the race, store what is new, send it."""
        at = self.now()
        fates = race.advance(at)
        if not race.is_over:
            fates += self._mind_people(race, at)
        self._gone_on = at
        race.match.presses.extend(fates)
        if len(race.match.script) > len(self.room.match.script):
            await self._go_on(race, fates)
        elif fates:
            await self.room.storing.append_presses(race.match)
            self._tell_fates(fates)
        if self.race is race:
            self._show(at)

    async def _go_on(self, race: LiveRace, fates: list[InputFate]) -> None:
        if race.is_over:
            self._stop_race()
            log("a race by the clock is over", table=short(self.room.row.id))
        await self.room.playing.advance(race.match.fork(), stored=partial(self._tell_fates, fates))

    def _tell_fates(self, fates: list[InputFate]) -> None:
        """Send what became of presses; their effects are sent later."""
        for fate in fates:
            self._tell_fate(fate)
            since = self._counts_from.pop((fate.input.seat, fate.input.number), None)
            if since is not None:
                self.room.house.metrics.pressed.add(max(0.0, self.room.now() - since))

    def _tell_fate(self, fate: InputFate) -> None:
        one = fate.input
        data = encode(wire.Fate(one.seat, one.number, fate.what, one.te, fate.clause, fate.reason, fate.retry_at))
        for line in self.room.lines:
            if one.seat in line.seats:
                line.send(data)

    def _show(self, at: int) -> None:
        """Send the position to seats that see something new by now."""
        seats = {seat for seat, time in self._sights().items() if time <= at}
        if seats:
            self._shown |= dict.fromkeys(seats, at)
            self.room.telling.show_soon(seats)

    # People who come and go

    def _mind_people(self, race: LiveRace, at: int) -> list[InputFate]:
        """Let bots take over from people who are gone and hand back to those who return; stop a race without people."""
        room, state = self.room, race.match.state
        people = [number for number, seat in enumerate(room.row.seats) if seat.kind == "person"]
        gone = {seat: _ms(room.presence[seat].since) for seat in people if room.presence[seat].is_gone()}
        now = _ms(room.now())
        if self.rules.is_red_flag(state, people, gone, now):
            race.match.intervene(self.rules.rerun(state))
            self._stop_race()
            log("a race was stopped: everybody had gone", table=short(room.row.id))
            return []
        back = [seat for seat in people if seat not in gone]
        moves = [*self.rules.takeovers(state, gone, now), *self.rules.hand_backs(state, back)]
        return [fate for move in moves for fate in race.step_in(move, at)]

    # Measuring and stopping

    def _keep_measuring(self) -> None:
        if self._probe is None:
            self._measure()

    def _measure(self) -> None:
        self._probe = None
        if not self.room.lines or not self.room.racing:
            return
        self.probes.ask(self.room.lines, self._line_delay)
        pause = SELDOM if self.probes.is_measured(self.room.lines) else OFTEN
        self._probe = asyncio.get_running_loop().call_later(pause, self._measure)

    def _stop_race(self) -> None:
        self.race = None
        self._urgent.discard(self)
        self._told_go, self._told_since = 0.0, 0
        self._ready.clear()

    def _pause(self) -> None:
        """Stop measurements and the start, because no client is there or no race is on; a running race continues."""
        for timer in (self._probe, self._patience):
            if timer:
                timer.cancel()
        self._probe = self._patience = None

    def stop(self) -> None:
        """Stop everything, because the room closes."""
        self._pause()
        self._stop_race()
        if self._task:
            self._task.cancel()


def _ms(seconds: float) -> int:
    return int(1000.0 * seconds)


def _bot_move(match: Match, seed: int, seat: int) -> int:
    """The quick move of a bot: without a search, because it must take no race time."""
    return Bot("quick", seed).choose(match, seat)
