"""Uvicorn's protocols with timeouts.

HTTP: timeouts for headers and bodies that do not arrive and for responses that the client does not read. WebSocket:
immediate sends in the same iteration of the event loop, arrival times of messages (a message waits in a queue, on a
busy server for long), and an abort for connections whose client does not read.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from ..settings import Limits
from .doors import Doors
from .outbox import Wire

NOT_TEXT = 1007  # WebSocket close code
WIRE = "paddock.wire"  # key in the ASGI scope of a WebSocket


class RequestProtocol(HttpToolsProtocol):
    """A TCP connection with HTTP requests. It counts at the doors, also after its upgrade to a WebSocket."""

    def __init__(self, doors: Doors, limits: Limits, *with_what: Any, **named: Any):
        super().__init__(*with_what, **named)
        self._doors = doors
        self._limits = limits
        self._patience: asyncio.TimerHandle | None = None  # timeout of the request that is being sent
        self._reader: asyncio.TimerHandle | None = None  # timeout of the response that is being read

    def abort(self) -> None:
        """Close at once."""
        self.transport.abort()

    # Coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore
        """A client connects."""
        super().connection_made(transport)
        if not self._doors.lets_in(self, self.client[0] if self.client else ""):
            transport.abort()
            return
        self._wait(self._limits.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has disconnected."""
        self._wait(None)
        self.resume_writing()
        self._doors.lets_out(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Upgrade the connection to a WebSocket, unless it was refused."""
        self._doors.has_spoken(self)
        self._wait(None)
        if self.transport.is_closing():
            return
        super().handle_websocket_upgrade()
        line = self.transport.get_protocol()
        if isinstance(line, LineProtocol):
            line.leaves = partial(self._doors.lets_out, self)
        self.parser = None  # pyright: ignore[reportAttributeAccessIssue] (as uvicorn does when a connection is lost)

    # A request

    def on_message_begin(self) -> None:
        """The first byte of a request on a keep-alive connection."""
        super().on_message_begin()
        self._wait(self._limits.header_seconds)

    def on_headers_complete(self) -> None:
        """Refuse a WebSocket request with a body; start the body timeout of any other request."""
        if self._should_upgrade() and self._has_body():
            self.send_400_response("A request for a websocket has no body.")
            return
        self._wait(self._limits.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request has arrived completely; headers alone must not keep others out."""
        self._doors.has_spoken(self)
        self._wait(None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The response is sent."""
        if not self.pipeline:
            self._doors.is_silent(self)
        super().on_response_complete()

    def _has_body(self) -> bool:
        lengths = [value.strip() for name, value in self.headers if name == b"content-length"]
        return any(length != b"0" for length in lengths) or any(n == b"transfer-encoding" for n, _ in self.headers)

    def _wait(self, seconds: float | None) -> None:
        """Set the timeout of the request; None: no timeout."""
        if self._patience:
            self._patience.cancel()
        self._patience = None if seconds is None else self.loop.call_later(seconds, self.abort)

    # An answer

    def pause_writing(self) -> None:
        """The client reads slowly (backpressure): start the timeout of the response."""
        super().pause_writing()
        self._reader = self.loop.call_later(self._limits.answer_seconds, self.abort)

    def resume_writing(self) -> None:
        """The client reads again: cancel the timeout."""
        if self._reader:
            self._reader.cancel()
            self._reader = None
        super().resume_writing()


class LineProtocol(WebSocketsSansIOProtocol):
    """A WebSocket. What cannot be sent at once goes through ASGI `send`, which handles backpressure and errors."""

    def __init__(self, *with_what: Any, **named: Any):
        super().__init__(*with_what, **named)
        self.clock: Callable[[], float] = time.monotonic
        self.leaves: Callable[[], None] | None = None
        self._arrivals: deque[float] = deque()

    async def run_asgi(self) -> None:
        """Run the application for this WebSocket."""
        scope: Scope = self.scope  # pyright: ignore[reportAssignmentType]
        scope[WIRE] = self
        try:
            await super().run_asgi()
        finally:
            del scope[WIRE]  # breaks a reference cycle: the garbage collector runs rarely

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is broken or closed."""
        if self.leaves:
            self.leaves()
            self.leaves = None
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        """No answer to a ping: abort, because the client does not read and a closing handshake would never finish."""
        super().keepalive_timeout()
        self.abort()

    def abort(self) -> None:
        """Close at once and drop unsent data."""
        self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """A complete message was read; record its arrival time, because it waits in a queue."""
        if not self.close_sent and self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(NOT_TEXT)  # uvicorn would also log a traceback
            self.handle_parser_exception()
            return
        self._arrivals.append(self.clock())
        super().send_receive_event_to_app()

    def arrived(self) -> float:
        """The arrival time of the next message in the queue."""
        return self._arrivals.popleft()

    def hurry(self) -> None:
        """From now on write bytes to the socket immediately, not at the end of a loop iteration, which is cheaper."""
        if not self.transport.is_closing():
            self.transport.set_write_buffer_limits(high=0)

    def sends(self, text: bytes) -> bool:
        """Send a text frame, if the connection is open and its client keeps up."""
        if self.disconnected or self.close_sent or not self.writable.is_set():
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True


def _is_text(data: bytes) -> bool:
    """Whether bytes are UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def wire_of(scope: Scope) -> Wire | None:
    """The WebSocket's protocol object; None under other servers than ours."""
    return scope.get(WIRE)
