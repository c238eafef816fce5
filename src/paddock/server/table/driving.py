"""What happens without anybody's doing: bots move, clocks run out, cars of people who have gone are driven."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from paddock.bots import BOTS
from paddock.engine import CHANCE

from ..http.logs import log_error, short
from ..line.refusals import RefusedError

if TYPE_CHECKING:
    from .room import Room

WIDE = 12  # choices from which a decision takes the longest
SHARES = {"relaxed": 2.0, "brisk": 1.0, "instant": 0.0}  # of the usual delay, by the table's pace
ROUNDS = 2  # turns that a bot has had since anybody drove: people who still race are not left out as often as that


class BotDriver:
    """The timer of one table."""

    def __init__(self, room: "Room"):
        self.room = room
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def schedule(self) -> None:
        """Set the timer for the next thing; a race that nobody watches waits, and all do in read-only mode."""
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
        """Forget the next thing; a move being made is not interrupted."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def end(self) -> None:
        """The room is unloaded: nobody waits for a move that is being looked for. No move is being made now."""
        self.stop()
        if self._task:
            self._task.cancel()

    def _bot_delay(self) -> float:
        """Seconds until a bot's move comes: more for a wide decision, few when it goes on. It thinks in that time."""
        share = SHARES[self.room.row.pace] if self.room.is_shared and not self._runs_out() else 0.0
        return share * self._usual_delay() if share else self._shortest_delay()

    def _shortest_delay(self) -> float:
        """Nobody is to wait; but where hands are hidden, how long a bot thinks about its hand stays hidden, too."""
        return 0.0 if self.room.game.hides_nothing else self._level_seconds()

    def _runs_out(self) -> bool:
        """Whether no person races any more: bots have had several turns since anybody drove."""
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
        settings = self.room.house.settings
        shortest, longest = settings.pace.bot_delay
        delay = shortest + (longest - shortest) * (self._width() + settings.sources.fraction()) / 2
        if self._goes_on():
            hidden = self.room.match.is_outside(())  # others would hear by the time how many moves a hidden turn has
            delay *= 0.0 if hidden else settings.pace.bot_goes_on
        return delay

    def _width(self) -> float:
        """How wide a decision is, from 0 to 1; where hands are hidden a guess, as the width would tell about them."""
        if not self.room.game.hides_nothing:
            return self.room.house.settings.sources.fraction()
        return min(1.0, len(self.room.telling.sight.alternatives(self.room.match.actor)) / WIDE)

    def _level_seconds(self) -> float:
        """The longest that the acting bot thinks."""
        level = BOTS.get(self._level(self.room.match.actor))
        return level.seconds if level else 0.0

    def _level(self, seat: int) -> str:
        return self.room.row.seats[seat].level or self.room.house.settings.standard_bot

    def _goes_on(self) -> bool:
        """Whether the acting seat also made the last move, whatever chance did since."""
        match = self.room.match
        return match.actor == next((ply.actor for ply in reversed(match.plies) if ply.actor >= 0), None)

    def _patience(self, seat: int) -> float | None:
        """Seconds until a bot moves for a person; None: as long as they like."""
        now = self.room.now()
        waits = [self.room.clock.deadline(now), self._grace(seat, now)]
        if self.room.live_clock:
            waits.append(self.room.live_clock.patience())
        return min((wait for wait in waits if wait is not None), default=None)

    def _grace(self, seat: int, now: float) -> float | None:
        """Seconds until a bot drives for somebody who has gone; None for somebody who is there."""
        person, pace = self.room.presence[seat], self.room.house.settings.pace
        if not person.is_gone():
            return None
        return person.since + (pace.leave_grace if person.left else pace.away_grace) - now

    def _wake(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._task = asyncio.get_running_loop().create_task(work())

    async def _drive(self, entry: int, due: float) -> None:
        """A bot thinks for the acting seat, if nothing happened since the timer was set, and moves when that is due."""
        seat = self.room.match.actor
        if not self._is_up(entry, seat):
            return
        self._hand_over(seat)
        try:
            move = await self._bot_choice(seat)
        except Exception:
            log_error("a bot could not choose", table=short(self.room.row.id))
            return
        rest = due - asyncio.get_running_loop().time()
        if rest > 0.0 and entry == len(self.room.match.script):
            self._wake_in(rest, lambda: self._move(entry, seat, move))
        else:
            await self._move(entry, seat, move)

    async def _move(self, entry: int, seat: int, move: int) -> None:
        """A bot's move, if nothing has happened while it thought."""
        try:
            async with self.room.lock:
                if self._is_up(entry, seat):
                    await self.room.playing.play(seat, move, is_late=not self.room.is_driven(seat))
        except RefusedError:
            self.schedule()  # the store refused: try again
        except Exception:
            log_error("a bot could not move", table=short(self.room.row.id))

    def _is_up(self, entry: int, seat: int) -> bool:
        """Whether the timer still means this move; one that came a moment early is set again."""
        if entry != len(self.room.match.script) or not self.room.racing:
            return False
        patience = self._patience(seat)
        if self.room.is_driven(seat) or (patience is not None and patience <= 0.0):
            return True
        self.schedule()
        return False

    def _hand_over(self, seat: int) -> None:
        """A person who has gone is driven from now on; one who is only slow is not."""
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
