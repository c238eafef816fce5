"""The race of a table: its start, moves, take-backs and hints. Everything is stored before it is sent."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from paddock.engine import CHANCE, IllegalMoveError, Match, MatchError

from ..http.logs import log, log_error, short
from ..line.refusals import RefusedError
from ..store.store import TableRow
from ..thinking.thinkers import Hint
from .clocks import NOBODY
from .founding import name_bots
from .presence import Line
from .sight import encode

if TYPE_CHECKING:
    from .room import Room


class Playing:
    """One race being played; callers hold the room's lock."""

    def __init__(self, room: "Room", race_over: Callable[[TableRow], None]):
        self._room = room
        self._race_over = race_over  # called at the end of a race

    # The start

    async def start(self) -> None:
        """Open seats go to bots, and the race begins."""
        room = self._room
        for seat in room.row.seats:
            if seat.kind == "open":
                seat.kind = "bot"
        name_bots(room.row.id, room.row.seats)
        room.row.status = "racing"
        self._name_drivers()
        await room.storing.save_row()
        for one in room.presence:
            one.since = room.now()  # the grace period of absent people begins now
        room.take(await room.storing.race())
        room.telling.tell_seats()
        await self.advance(room.match.fork())
        log("race started", table=short(room.row.id), game=room.row.game, seats=len(room.row.seats))

    def _name_drivers(self) -> None:
        """By a running clock: write into the options who drives each car."""
        row, clock = self._room.row, self._room.live_clock
        if clock:
            levels = [seat.level if seat.kind == "bot" else "" for seat in row.seats]
            row.options = {**row.options, **clock.rules.seat_options(levels)}

    async def recover(self) -> None:
        """Finish what a crash interrupted, before a client connects."""
        if self._room.racing and self._room.match.actor < 0:
            await self.advance(self._room.match.fork())

    # Moves

    async def play(self, seat: int, move: int, *, is_late: bool = False) -> None:
        """Play a move of the acting seat (or for it, when its time is up) and the chance that follows."""
        room = self._room
        if seat != room.match.actor:
            raise RefusedError(self._not_your_turn(), ply=room.ply)
        match = room.match.fork()
        try:
            match.apply(move)
        except IllegalMoveError:
            raise self._illegal(seat) from None
        with room.house.traces.span("move", game=room.row.game, seat=seat):
            await self.advance(match, room.clock.used(room.now()), is_late=is_late)
        room.house.metrics.counts["moves"] += 1

    async def enter(self, seat: int, outcome: int) -> None:
        """Play what a person rolled or drew, and what follows without a choice."""
        room, before = self._room, len(self._room.match.plies)
        room.entering.check(seat, outcome)
        match = room.match.fork()
        match.apply(outcome)
        await self.advance(match, stored=lambda: room.entering.keep(seat, before))

    async def correct(self, seat: int) -> bool:
        """Take back what this seat entered last, if nothing has followed; False if there is no such entry."""
        last = self._room.entering.last_of(seat)
        if last is None:
            return False
        await self._go_back(last.before, seat)
        return True

    def _illegal(self, seat: int) -> RefusedError:
        """The refusal of an illegal move, with the legal ones."""
        room, sight = self._room, self._room.telling.sight
        decision = room.game.decision(room.match.table, sight.known(seat), room.match.namers)
        reason = f"that is not possible now: {decision.question}"
        return RefusedError(reason, clause=decision.clause, alternatives=sight.alternatives(seat), ply=room.ply)

    def _not_your_turn(self) -> str:
        match = self._room.match
        return f"it is {match.names[match.actor]}'s turn" if match.actor >= 0 else "nobody has to move now"

    async def take_back(self, to_ply: int, by: int) -> None:
        """Go back to the ply with a number; the permission was checked before."""
        self._check_opening(to_ply)
        await self._go_back(self._room.match.ply_at(to_ply), by)

    async def _go_back(self, to_index: int, by: int) -> None:
        """Go back to the ply at an index."""
        match = self._room.match.fork()
        try:
            match.take_back(to_index, by)
        except MatchError as error:
            raise RefusedError(str(error), ply=self._room.ply) from None
        await self.advance(match, stored=lambda: self._room.entering.forget(to_index))

    def _check_opening(self, to_ply: int) -> None:
        """Refuse to take back opening moves of the series, even by consent of all."""
        opening = self._room.row.opening
        if 0 <= to_ply < opening:
            kept = "what is before it is kept from an earlier race of the series"
            raise RefusedError(f"one can go back to ply {opening} at most: {kept}", ply=self._room.ply)

    async def advance(
        self, match: Match, used: float = 0.0, stored: Callable[[], None] | None = None, *, is_late: bool = False
    ) -> None:
        """Draw pending chance, store everything new, then send it; `stored` is called before the rest is sent."""
        room, before = self._room, len(self._room.match.script)
        states = _settled(match, len(room.match.plies), room.entering.must_ask)
        await room.storing.append(match, used, is_late)
        is_new_end = match.is_over and room.row.status == "racing"
        if is_new_end:
            room.telling.tell_untold()  # later, while the end is stored, it would be told with what is new now
        self._go_on(match, used, is_late)
        if stored:
            stored()
        if is_new_end:
            await self._finish()
        if stored and match.awaits_clock:
            room.telling.tell_soon(before)
        else:
            room.telling.tell_news(before, states)
        if is_new_end:
            room.telling.tell_seats()
            room.telling.tell(room.telling.result())
        await room.storing.maybe_snapshot()

    def _go_on(self, match: Match, used: float, is_late: bool) -> None:
        """Set the race to the stored match."""
        race, before = self._room.race, len(self._room.match.script)
        for entry in match.script[before : before + 1]:
            race.mark(entry, len(race.match.plies), is_late=is_late)
        race.match = match
        if used and self._room.clock.running != NOBODY:
            race.spent[self._room.clock.running] += used

    async def _finish(self) -> None:
        """Store the result of a finished race and count it in its series."""
        room = self._room
        room.row.status = "over"
        room.row.places = room.match.standings()[0]
        await room.storing.save_row()
        log("race over", table=short(room.row.id), game=room.row.game, plies=len(room.match.plies))
        self._race_over(room.row)

    async def end(self, reason: str) -> None:
        """End the race early for the host; the current places become the result."""
        room = self._room
        room.row.ended = reason
        await self._finish()
        room.stop()
        room.telling.tell_news(len(room.match.script))
        room.telling.tell_seats()
        room.telling.tell(room.telling.result())

    # Hints

    async def advise(self, line: Line, seat: int) -> None:
        """Send a client the best moves of its seat, unless the race has moved on during the search."""
        room, match = self._room, self._room.match.fork()
        try:
            hint = await room.house.bots.advise(match, seat, room.row.bot_seed)
        except Exception:
            log_error("no hint was found", table=short(room.row.id))
            hint = Hint([])
        if room.match.script != match.script or line not in room.lines:
            return
        if hint.lines:
            line.send(encode(room.telling.sight.advice(seat, hint.lines, hint.why)))
        else:
            line.send(encode(RefusedError("no hint was found in time; ask again", ply=room.ply).message("hint")))


def _settled(match: Match, before: int, must_ask: Callable[[Match], bool]) -> dict[int, Any]:
    """Draw pending chance; returns the positions after the plies that are new since `before`, except the last."""
    states: dict[int, Any] = {}
    while match.actor == CHANCE and not must_ask(match):
        outcome = match.draw()
        if outcome is None:
            break
        if len(match.plies) > before:
            states[len(match.plies) - 1] = match.state.copy()
        match.apply(outcome)
    return states
