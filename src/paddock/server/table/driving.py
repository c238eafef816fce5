"""Timers of a table: bots move, clocks run out, bots take over the cars of people who are gone."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from paddock.bots import BOTS
from paddock.engine import CHANCE

from ..http.logs import log_error, short
from ..line.refusals import RefusedError
from .entering import is_real

if TYPE_CHECKING:
    from .room import Room

AGAIN = 2.0  # seconds after which a bot tries again that could not choose or move
WIDE = 12  # number of choices from which a bot takes its longest delay
SHARES = {"relaxed": 2.0, "brisk": 1.0, "instant": 0.0}  # factor of the usual delay, by the table's pace
ROUNDS = 2  # turns of one bot without a person's turn after which no person is taken to race any more


class BotDriver:
    """The timer of one table."""

    def __init__(self, room: "Room"):
        self.room = room
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def schedule(self) -> None:
        """Set the timer for the next move; a race without clients waits, and so do all races in read-only mode."""
        self.stop()
        if self.room.live_clock:
            self.room.live_clock.mind()
        actor = self.room.match.actor
        if not self.room.racing or not self.room.lines or actor < 0 or self.room.house.rules.read_only:
            return
        driven = self.room.is_driven(actor)
        delay = self._bot_delay() if driven else self._patience(actor)
        if delay is not None:
            entry, due = len(self.room.match.script), asyncio.get_running_loop().time() + delay
            self._wake_in(delay - self._level_seconds() if driven else delay, lambda: self._drive(entry, due))

    def _wake_in(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.stop()
        self._timer = asyncio.get_running_loop().call_later(max(0.0, seconds), self._wake, work)

    def stop(self) -> None:
        """Cancel the timer; a move being made is not interrupted."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def end(self) -> None:
        """Cancel the timer and a search, because the room is unloaded. No move is being made now."""
        self.stop()
        if self._task:
            self._task.cancel()

    def _bot_delay(self) -> float:
        """Seconds until a bot's move, its search included; the shortest if only one screen waits for it."""
        share = SHARES[self.room.row.pace] if self.room.is_shared and not self._runs_out() else 0.0
        return share * self._usual_delay() if share else self._shortest_delay()

    def _shortest_delay(self) -> float:
        """No pause; but with hidden hands a full search time, so that the delay tells nothing about a hand."""
        return 0.0 if self.room.game.hides_nothing else self._level_seconds()

    def _runs_out(self) -> bool:
        """Whether no person races any more: a bot has had several turns since the last turn of a person."""
        people, turns, last = self.room.people(), Counter[int](), CHANCE
        for ply in reversed(self.room.match.plies):
            if ply.actor in people:
                return False
            turns[ply.actor] += ply.actor not in (CHANCE, last)
            if turns[ply.actor] > ROUNDS:
                return True
            last = ply.actor if ply.actor != CHANCE else last
        return False

    def _usual_delay(self) -> float:
        """Seconds until a bot's move, its search included: more for many choices, fewer if it moved just before."""
        settings = self.room.house.settings
        shortest, longest = settings.pace.bot_delay
        delay = shortest + (longest - shortest) * (self._width() + settings.sources.fraction()) / 2
        if self._goes_on():
            hidden = self.room.match.is_outside(())  # a delay would reveal how many moves a hidden turn has
            delay *= 0.0 if hidden else settings.pace.bot_goes_on
        return delay

    def _width(self) -> float:
        """The number of choices on a scale from 0 to 1; random where hands are hidden, as it would reveal them."""
        if not self.room.game.hides_nothing:
            return self.room.house.settings.sources.fraction()
        return min(1.0, len(self.room.telling.sight.alternatives(self.room.match.actor)) / WIDE)

    def _level_seconds(self) -> float:
        """The time limit of the acting bot's search."""
        level = BOTS.get(self._level(self.room.match.actor))
        return level.seconds if level else 0.0

    def _level(self, seat: int) -> str:
        return self.room.row.seats[seat].level or self.room.house.settings.standard_bot

    def _goes_on(self) -> bool:
        """Whether the acting seat also made the last move, chance aside."""
        match = self.room.match
        return match.actor == next((ply.actor for ply in reversed(match.plies) if ply.actor >= 0), None)

    def _patience(self, seat: int) -> float | None:
        """Seconds until a bot moves for a person; None: no limit."""
        now = self.room.now()
        waits = [self.room.clock.deadline(now), self._grace(seat, now)]
        if self.room.live_clock:
            waits.append(self.room.live_clock.patience())
        return min((wait for wait in waits if wait is not None), default=None)

    def _grace(self, seat: int, now: float) -> float | None:
        """Seconds until a bot drives for a person who is gone; None for one who is there, and with real dice."""
        person, pace = self.room.presence[seat], self.room.house.settings.pace
        if not person.is_gone() or is_real(self.room.row):
            return None
        return person.since + (pace.leave_grace if person.left else pace.away_grace) - now

    def _wake(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._task = asyncio.get_running_loop().create_task(work())

    async def _drive(self, entry: int, due: float) -> None:
        """Let a bot choose for the acting seat and move when that is due, unless the race has changed meanwhile."""
        seat = self.room.match.actor
        if not self._is_up(entry, seat):
            return
        self._hand_over(seat)
        try:
            move = await self._bot_choice(seat)
        except Exception:
            log_error("a bot could not choose", table=short(self.room.row.id))
            self._wake_in(AGAIN, lambda: self._drive(entry, due))
            return
        rest = due - asyncio.get_running_loop().time()
        if rest > 0.0 and entry == len(self.room.match.script):
            self._wake_in(rest, lambda: self._move(entry, seat, move))
        else:
            await self._move(entry, seat, move)

    async def _move(self, entry: int, seat: int, move: int) -> None:
        """Play a bot's move, unless the race has changed during its search."""
        try:
            async with self.room.lock:
                if self._is_up(entry, seat):
                    await self.room.playing.play(seat, move, is_late=not self.room.is_driven(seat))
        except RefusedError:
            self.schedule()  # the store refused: try again
        except Exception:
            log_error("a bot could not move", table=short(self.room.row.id))
            self._wake_in(AGAIN, lambda: self._drive(entry, 0.0))

    def _is_up(self, entry: int, seat: int) -> bool:
        """Whether this move is still due; a timer that fired too early is set again."""
        if entry != len(self.room.match.script) or not self.room.racing:
            return False
        patience = self._patience(seat)
        if self.room.is_driven(seat) or (patience is not None and patience <= 0.0):
            return True
        self.schedule()
        return False

    def _hand_over(self, seat: int) -> None:
        """Let a bot drive for a person who is gone; not for one who is only slow."""
        person, grace = self.room.presence[seat], self._grace(seat, self.room.now())
        if self.room.row.seats[seat].kind == "person" and not person.driven and grace is not None and grace <= 0.0:
            person.driven = True
            self.room.mind_clock()
            self.room.telling.tell_seats()

    async def _bot_choice(self, seat: int) -> int:
        room = self.room
        move = room.live_clock.overdue_move() if room.live_clock and not room.is_driven(seat) else None
        if move is not None:
            return move
        return await room.house.bots.choose(room.match.fork(), seat, self._level(seat), room.row.bot_seed)
