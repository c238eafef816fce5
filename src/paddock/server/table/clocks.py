"""The clock of a table: no limit, a limit for each move, or one for the whole race."""

from collections.abc import Sequence

from paddock.engine import Match

from ..line.wire import Clock, Clocks

NOBODY = -1


def late_notices(clock: Clock, match: Match, late: Sequence[int]) -> dict[int, str]:
    """By ply: notices about moves made for people whose time was up; with a clock for the race once for each seat."""
    notices: dict[int, str] = {}
    told: set[int] = set()
    for number in late:
        actor = match.plies[number].actor
        if clock.kind == "race" and actor not in told:
            notices[number] = f"{match.names[actor]}'s time for the race is up: a bot drives on."
        elif clock.kind != "race":
            notices[number] = f"{match.names[actor]}'s time is up: a bot moves."
        told.add(actor)
    return notices


class TableClock:
    """The clocks of one table."""

    def __init__(self, clock: Clock, spent: list[float]):
        self.clock = clock
        self.spent = spent  # seconds used by seat in earlier moves
        self.running = NOBODY
        self._since = 0.0

    def run(self, seat: int, now: float) -> None:
        """Start the clock of a seat, or stop it with NOBODY."""
        self.running = seat
        self._since = now

    def used(self, now: float) -> float:
        """Seconds since the running clock was started."""
        return max(0.0, now - self._since) if self.running != NOBODY else 0.0

    def left(self, seat: int, now: float) -> float:
        """Seconds that a seat has left."""
        used = self.used(now) if seat == self.running else 0.0
        if self.clock.kind == "race":
            used += self.spent[seat]
        return max(0.0, self.clock.seconds - used)

    def deadline(self, now: float) -> float | None:
        """Seconds until the running clock is up; None without one."""
        if self.clock.kind == "none" or self.running == NOBODY:
            return None
        return self.left(self.running, now)

    def told(self, now: float, wall: float) -> Clocks:
        """The message to clients."""
        if self.clock.kind == "none":
            return Clocks("none", NOBODY, [], 0.0)
        left = [round(self.left(seat, now), 1) for seat in range(len(self.spent))]
        return Clocks(self.clock.kind, self.running, left, round(wall, 3))
