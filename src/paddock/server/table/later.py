"""What can wait for a moment: one piece of it in each turn of the loop, so that what is urgent comes in between."""

import asyncio
from collections import deque
from collections.abc import Callable

from ..http.logs import log_error

PATIENCE = 5  # turns in which what is urgent goes first


class Later:
    """Pieces of work in the order they came; what is urgent says so, and goes first."""

    def __init__(self) -> None:
        self.urgent: set[object] = set()  # those that are due and have not had their turn
        self._pieces: deque[Callable[[], None]] = deque()
        self._put_off = 0  # turns in a row

    def add(self, piece: Callable[[], None]) -> None:
        """Have something done soon."""
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
