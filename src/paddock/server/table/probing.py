"""Round-trip times of connections, measured by the server alone: what clients claim is not used."""

from collections import deque
from collections.abc import Callable, Iterable
from weakref import WeakKeyDictionary

from ..line.wire import Probe
from .presence import Line
from .sight import encode

KEPT = 9  # round-trip times kept for each connection
PENDING = 16  # unanswered probes kept for each connection


class Probes:
    """The measurements of one table's connections."""

    def __init__(self, clock: Callable[[], float], now: Callable[[], float]):
        self._clock, self._now = clock, now
        self._number = 0
        self._trips: WeakKeyDictionary[Line, deque[float]] = WeakKeyDictionary()
        self._asked: WeakKeyDictionary[Line, dict[int, float]] = WeakKeyDictionary()

    def trips(self, line: Line) -> list[float]:
        """The last round-trip times of a connection, in milliseconds."""
        return list(self._trips.get(line, ()))

    def ask(self, lines: Iterable[Line], delay: Callable[[Line], int]) -> None:
        """Send a probe to all connections."""
        self._number += 1
        for line in lines:
            asked = self._asked.setdefault(line, {})
            if len(asked) >= PENDING:
                asked.pop(next(iter(asked)))
            line.send(encode(Probe(self._number, round(self._now(), 3), delay(line))))
            asked[self._number] = self._clock()

    def answered(self, line: Line, number: int, at: float) -> None:
        """Record an answer that was read at `at`; one without a probe is ignored."""
        asked = self._asked.get(line, {}).pop(number, None)
        if asked is not None:
            self._trips.setdefault(line, deque(maxlen=KEPT)).append(1000.0 * (at - asked))

    def is_measured(self, lines: Iterable[Line]) -> bool:
        """Whether each connection has KEPT measurements."""
        return all(len(self._trips.get(line, ())) == KEPT for line in lines)
