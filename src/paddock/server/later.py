"""What can wait for a moment: one piece of it in each turn of the loop, so that what is urgent comes in between."""

import asyncio
from collections import deque
from collections.abc import Callable

from .logs import log_error


class Later:
    """Pieces of work in the order they came."""

    def __init__(self) -> None:
        self._pieces: deque[Callable[[], None]] = deque()

    def add(self, piece: Callable[[], None]) -> None:
        """Have something done soon."""
        self._pieces.append(piece)
        if len(self._pieces) == 1:
            self._next_turn()

    def _next_turn(self) -> None:
        asyncio.get_running_loop().call_soon(self._do_one)

    def _do_one(self) -> None:
        try:
            self._pieces[0]()
        except Exception:
            log_error("something that could wait failed")
        self._pieces.popleft()
        if self._pieces:
            self._next_turn()
