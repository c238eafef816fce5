"""Uvicorn's websocket, with a way to send in this turn of the loop what the line takes, and with the times at which
messages came: they wait for their turn, and on a busy server some wait longer than others."""

import time
from collections import deque
from collections.abc import Callable
from typing import Any

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from .outbox import Wire

WIRE = "paddock.wire"  # in the scope of a line


class LineProtocol(WebSocketsSansIOProtocol):
    """A line. What cannot be sent at once goes the usual way, which waits for the reader and knows what is wrong."""

    def __init__(self, *with_what: Any, **named: Any):
        super().__init__(*with_what, **named)
        self.clock: Callable[[], float] = time.monotonic
        self._arrivals: deque[float] = deque()

    async def run_asgi(self) -> None:
        """Serve it."""
        scope: Scope = self.scope  # pyright: ignore[reportAssignmentType]
        scope[WIRE] = self
        await super().run_asgi()

    def send_receive_event_to_app(self) -> None:
        """A whole message was read from the line; it is taken from the queue later."""
        self._arrivals.append(self.clock())
        super().send_receive_event_to_app()

    def arrived(self) -> float:
        """When the next message came that is taken from the queue."""
        return self._arrivals.popleft()

    def hurry(self) -> None:
        """From now on bytes are on their way when they are written, not at the end of a turn, which is cheaper."""
        self.transport.set_write_buffer_limits(high=0)

    def sends(self, text: bytes) -> bool:
        """Send a text, if the line is open and its reader keeps up."""
        if self.disconnected or self.close_sent or not self.writable.is_set():
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True


def wire_of(scope: Scope) -> Wire | None:
    """The line itself; other servers do not give it."""
    return scope.get(WIRE)
