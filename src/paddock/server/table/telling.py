"""The messages of a table to its clients. Each line gets the race as its seats may know it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Raw

from paddock.engine import SPECTATOR, Match, Position, TakeBack

from ..line.wire import Clocks, Message, Notice, Over, RematchMade, Seats, Undone, Welcome
from .clocks import NOBODY, late_notices
from .entering import is_real
from .presence import Line
from .sight import Sight, encode

if TYPE_CHECKING:
    from .room import Room

SHOWN = 32  # most missed plies that a reconnecting client is shown one by one


class Telling:
    """Everything that one table sends. News is sent at once, or soon: after urgent work of other tables."""

    def __init__(self, room: "Room"):
        self._room = room
        self.sight = Sight(room.match, {})
        self._untold: int | None = None  # number of entries sent before; later ones are queued to be sent soon
        self._unshown: set[int] = set()  # seats to which the position is queued to be sent soon
        self._scene = Raw(encode(room.game.scene(room.match.table)))
        self.look()

    def look(self, states: dict[int, Any] | None = None) -> None:
        """Recompute what each seat may know; `states` are positions after the last plies, where available."""
        room, last = self._room, self.sight
        known = room.live_clock.known if room.live_clock else None
        notices = late_notices(room.row.clock, room.match, room.race.late)
        entering = room.entering if is_real(room.row) else None
        self.sight = Sight(room.match, states or {}, room.racing, room.row.advice, known, notices, entering)
        self.sight.follow(last)

    # To all clients

    def tell(self, message: Message) -> None:
        """Send a message to all clients."""
        data = encode(message)
        for line in self._room.lines:
            line.send(data)

    def tell_seats(self, but: Line | None = None) -> None:
        """Send the changed seats to all clients, except `but`."""
        if not self._room.lines:
            return
        data = encode(Seats(self._room.info))
        for line in self._room.lines:
            if line is not but:
                line.send(data)

    def tell_news(self, since: int, states: dict[int, Any] | None = None) -> None:
        """Send what is new after `since` entries, then start the clock and the bots again."""
        room = self._room
        since = since if self._untold is None else min(since, self._untold)
        self._untold, self._unshown = None, set()
        if room.asked:
            self.tell(room.asked.told("dropped"))
            room.asked = None
        self.look(states)
        room.wind_clock()
        self._catch_up([line for line in room.lines if self._has_news(line, since)], since)
        room.driver.schedule()

    def tell_positions(self, seats: set[int]) -> None:
        """Send the position to these seats now."""
        self._unshown |= seats
        self.tell_untold()

    def result(self) -> Over:
        """The message with the result of the race and the secret of its dice."""
        places, scores = self._room.match.standings()
        secret = "" if is_real(self._room.row) else self._room.row.secret.hex()
        return Over(places, scores, secret, self._room.row.entropy)

    # Soon

    def tell_soon(self, since: int) -> None:
        """Queue what is new after `since` entries for all clients, behind urgent work of other tables."""
        self._untold = since if self._untold is None else min(since, self._untold)
        self._room.house.later.add(self.tell_untold)

    def show_soon(self, seats: set[int]) -> None:
        """Queue the position for these seats."""
        self._unshown |= seats
        self._room.house.later.add(self.tell_untold)

    def tell_untold(self) -> None:
        """Send everything that is queued."""
        if self._untold is not None:
            self.tell_news(self._untold)
        elif self._unshown:
            self._show(self._unshown)

    def _show(self, seats: set[int]) -> None:
        self._unshown = set()
        self.look()
        clocks = self._clocks()
        for seat in seats:
            data = self.sight.position(seat, clocks)
            for line in self._room.lines:
                if seat in (line.seats or [SPECTATOR]):
                    line.send(data)

    # To one line

    def greet(self, line: Line, entry: int) -> None:
        """Send everything to a client that connects and has seen the race up to an entry."""
        room, match = self._room, self._room.match
        now = round(room.house.settings.sources.now(), 3)
        known = match.known_entry(*line.seats), match.known_ply(*line.seats)
        moments: list[str] = [event.moment for event in room.game.events]
        line.send(encode(Welcome(room.info, self._scene, line.seats, *known, now, moments)))
        since = match.entries_at(entry)
        self.look(self._missed_states(since))
        self._catch_up([line], since)
        for message in self._standing_messages():
            line.send(encode(message))

    def _missed_states(self, since: int) -> dict[int, Any]:
        """The positions after the plies that a client has missed; empty if there are too many to show one by one."""
        match = self._room.match
        start, _ = plies_since(match.script, len(match.plies), since)
        return positions_from(match, start) if 1 < len(match.plies) - start <= SHOWN else {}

    def _standing_messages(self) -> list[Message]:
        """Earlier messages to all clients that are still valid."""
        room, messages = self._room, list[Message]()
        if room.house.rules.notice:
            messages.append(Notice(room.house.rules.notice))
        if room.row.status == "over":
            messages.append(self.result())
        if room.asked:
            messages.append(room.asked.told("asked"))
        if room.row.rematch:
            messages.append(RematchMade(room.row.rematch, NOBODY))
        if room.live_clock and room.racing:
            messages.append(room.live_clock.told())
        return messages

    def tell_position(self, line: Line) -> None:
        """Send the position again, to a client with an old one."""
        self.tell_untold()
        self._catch_up([line], len(self._room.match.script))

    # News, as each line may know it

    def _catch_up(self, lines: list[Line], since: int) -> None:
        """Send everything after `since` entries to these lines."""
        match = self._room.match
        start, undone = plies_since(match.script, len(match.plies), since)
        clocks = self._clocks()
        made: dict[tuple[int, bool], bytes] = {}
        for line in lines:
            if undone and self._has_news(line, since):
                back = min(match.number_of(start), match.known_ply(*line.seats))
                line.send(encode(Undone(match.known_entry(*line.seats), back, undone.by)))
            for seat in told_to(line):
                key = seat, match.is_outside(line.seats)
                if key not in made:
                    made[key] = self._news(seat, start, clocks, line.seats)
                line.send(made[key])

    def _has_news(self, line: Line, since: int) -> bool:
        """Whether a line that has seen `since` entries may see more; not while another seat takes a hidden turn."""
        match = self._room.match
        return not match.is_outside(line.seats) or match.number_after(since) < match.known_entry()

    def _news(self, seat: int, start: int, clocks: Clocks, line: Sequence[int]) -> bytes:
        """One or two encoded messages, joined as in a frame."""
        position = self.sight.position(seat, clocks, line)
        plies = self.sight.plies(seat, start, line) if start < self.sight.ply else b""
        return plies + b"," + position if plies else position

    def _clocks(self) -> Clocks:
        sources = self._room.house.settings.sources
        return self._room.clock.told(sources.clock(), sources.now())


def told_to(line: Line) -> list[int]:
    """Whose knowledge a line gets: that of its seats; with several of them also a spectator's, before the others, which
    can be shown while the device changes hands."""
    return list(line.seats) if len(line.seats) == 1 else [SPECTATOR, *line.seats]


def positions_from(match: Match, start: int) -> dict[int, Any]:
    """The positions after each ply from `start` on, by replaying the race."""
    position, states = Position.start(match.game, match.table), dict[int, Any]()
    for number, ply in enumerate(match.plies):
        position.play_unheard((ply.move,))
        if number >= start:
            states[number] = position.state.copy()
    return states


def plies_since(script: Sequence[tuple[int, int] | TakeBack], plies: int, entry: int) -> tuple[int, TakeBack | None]:
    """The first ply that is new to a client that has seen `entry` entries, and the take-back that removed some."""
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
