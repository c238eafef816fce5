"""What happens without anybody's doing: bots move, clocks run out, cars of people who have gone are driven."""

import asyncio
from typing import TYPE_CHECKING

from paddock.bots import BOTS

from .logs import log_error, short
from .refusals import RefusedError

if TYPE_CHECKING:
    from .room import Room

WIDE = 12  # choices from which a decision takes the longest


class Driver:
    """The timer of one table."""

    def __init__(self, room: "Room"):
        self.room = room
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._not_before = 0.0  # the loop's time of a bot's move, however soon it is found

    def schedule(self) -> None:
        """Set the timer for the next thing; a race that nobody watches waits."""
        self.stop()
        if self.room.running:
            self.room.running.mind()
        actor = self.room.match.actor
        if not self.room.racing or not self.room.lines or actor < 0:
            return
        loop = asyncio.get_running_loop()
        self._not_before = 0.0
        if self.room.is_driven(actor):
            delay: float | None = self._bot_delay()
            self._not_before = loop.time() + delay + self._level_seconds()
        else:
            delay = self._patience(actor)
        if delay is not None:
            self._timer = loop.call_later(max(0.0, delay), self._wake, len(self.room.match.script))

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
        """Seconds until a bot begins to think: more for a wide decision, few when it goes on, less what it thinks."""
        settings = self.room.house.settings
        shortest, longest = settings.pace.bot_delay
        delay = shortest + (longest - shortest) * (self._width() + settings.sources.fraction()) / 2
        if self._goes_on():
            delay *= settings.pace.bot_goes_on
        return delay - self._level_seconds()

    def _width(self) -> float:
        """How wide a decision is, from 0 to 1; where hands are hidden a guess, as the width would tell about them."""
        if not self.room.game.hides_nothing:
            return self.room.house.settings.sources.fraction()
        return min(1.0, len(self.room.sight.alternatives(self.room.match.actor)) / WIDE)

    def _level_seconds(self) -> float:
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
        if self.room.running:
            waits.append(self.room.running.patience())
        return min((wait for wait in waits if wait is not None), default=None)

    def _grace(self, seat: int, now: float) -> float | None:
        """Seconds until a bot drives for somebody who has gone; None for somebody who is there."""
        live, pace = self.room.live[seat], self.room.house.settings.pace
        if not live.is_gone():
            return None
        return live.since + (pace.leave_grace if live.left else pace.away_grace) - now

    def _wake(self, entry: int) -> None:
        self._task = asyncio.get_running_loop().create_task(self._drive(entry))

    async def _drive(self, entry: int) -> None:
        """A bot moves for the acting seat, if nothing has happened since the timer was set."""
        room = self.room
        seat = room.match.actor
        if not self._is_up(entry, seat):
            return
        self._hand_over(seat)
        try:
            not_before, move = self._not_before, await self._bot_choice(seat)
            await asyncio.sleep(not_before - asyncio.get_running_loop().time())  # how long it thought tells nothing
            async with room.lock:
                if self._is_up(entry, seat):
                    await room.play(seat, move)
        except RefusedError:
            self.schedule()  # the store refused: try again
        except Exception:
            log_error("a bot could not move", table=short(room.row.id))

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
        live, grace = self.room.live[seat], self._grace(seat, self.room.now())
        if self.room.row.seats[seat].kind == "person" and not live.driven and grace is not None and grace <= 0.0:
            live.driven = True
            self.room.mind_clock()
            self.room.tell_seats()

    async def _bot_choice(self, seat: int) -> int:
        room = self.room
        move = room.running.overdue_move() if room.running and not room.is_driven(seat) else None
        if move is not None:
            return move
        return await room.house.bots.choose(room.match.fork(), seat, self._level(seat), room.row.bot_seed)
