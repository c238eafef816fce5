"""A low-priority queue: one job in each iteration of the event loop, so that urgent work runs in between."""

import asyncio
from collections import deque
from collections.abc import Callable

from ..http.logs import log_error

PATIENCE = 5  # loop iterations for which urgent work may delay a job


class Later:
    """Runs jobs in order, after urgent work, which registers itself in `urgent`."""

    def __init__(self) -> None:
        self.urgent: set[object] = set()  # work that is due and has not run yet
        self._pieces: deque[Callable[[], None]] = deque()
        self._put_off = 0  # iterations for which the next job has been delayed

    def add(self, piece: Callable[[], None]) -> None:
        """Queue a job."""
        self._pieces.append(piece)
        if len(self._pieces) == 1:
            self._next_turn()

    def _next_turn(self) -> None:
        asyncio.get_running_loop().call_soon(self._do_one)

    def _do_one(self) -> None:
        if self.urgent and self._put_off < PATIENCE:
            self._put_off += 1
            self._next_turn()
            return
        self._put_off = 0
        try:
            self._pieces[0]()
        except Exception:
            log_error("something that could wait failed")
        self._pieces.popleft()
        if self._pieces:
            self._next_turn()
