"""Uvicorn's protocols, with limits of time.

Requests: headers and bodies that do not come, and answers that nobody reads, are cut off. Websockets: a way to send in
this turn of the loop what the line takes, the times at which messages came (they wait for their turn, and on a busy
server some wait longer than others), and an end for lines whose reader does not read.
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

NO_TEXT = 1007  # close code of websockets
WIRE = "paddock.wire"  # in the scope of a line


class RequestProtocol(HttpToolsProtocol):
    """A connection that brings requests. It has a place at the doors, and gives it to its websocket."""

    def __init__(self, doors: Doors, limits: Limits, *with_what: Any, **named: Any):
        super().__init__(*with_what, **named)
        self._doors = doors
        self._limits = limits
        self._patience: asyncio.TimerHandle | None = None  # with the sender of a request
        self._reader: asyncio.TimerHandle | None = None  # patience with the reader of an answer

    def abort(self) -> None:
        """Close at once."""
        self.transport.abort()

    # Coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore
        """Somebody connects."""
        super().connection_made(transport)
        if not self._doors.lets_in(self, self.client[0] if self.client else ""):
            transport.abort()
            return
        self._wait(self._limits.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._wait(None)
        self.resume_writing()
        self._doors.lets_out(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a line; one that was refused does not."""
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
        """The first byte of a request on a connection that is kept open."""
        super().on_message_begin()
        self._wait(self._limits.header_seconds)

    def on_headers_complete(self) -> None:
        """A websocket has no body; any other request has some time for it."""
        if self._should_upgrade() and self._has_body():
            self.send_400_response("A request for a websocket has no body.")
            return
        self._wait(self._limits.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The whole request is here; with its headers alone a connection would keep others out."""
        self._doors.has_spoken(self)
        self._wait(None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """It is answered."""
        if not self.pipeline:
            self._doors.is_silent(self)
        super().on_response_complete()

    def _has_body(self) -> bool:
        lengths = [value.strip() for name, value in self.headers if name == b"content-length"]
        return any(length != b"0" for length in lengths) or any(n == b"transfer-encoding" for n, _ in self.headers)

    def _wait(self, seconds: float | None) -> None:
        """Give the sender so many seconds; None: for ever."""
        if self._patience:
            self._patience.cancel()
        self._patience = None if seconds is None else self.loop.call_later(seconds, self.abort)

    # An answer

    def pause_writing(self) -> None:
        """The reader is slow."""
        super().pause_writing()
        self._reader = self.loop.call_later(self._limits.answer_seconds, self.abort)

    def resume_writing(self) -> None:
        """The reader goes on."""
        if self._reader:
            self._reader.cancel()
            self._reader = None
        super().resume_writing()


class LineProtocol(WebSocketsSansIOProtocol):
    """A line. What cannot be sent at once goes the usual way, which waits for the reader and knows what is wrong."""

    def __init__(self, *with_what: Any, **named: Any):
        super().__init__(*with_what, **named)
        self.clock: Callable[[], float] = time.monotonic
        self.leaves: Callable[[], None] | None = None
        self._arrivals: deque[float] = deque()

    async def run_asgi(self) -> None:
        """Serve it."""
        scope: Scope = self.scope  # pyright: ignore[reportAssignmentType]
        scope[WIRE] = self
        try:
            await super().run_asgi()
        finally:
            del scope[WIRE]  # a line that is gone is freed at once: the garbage collector looks seldom

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is broken or closed."""
        if self.leaves:
            self.leaves()
            self.leaves = None
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        """No answer to a ping: nobody reads, so what is left to send will never be sent."""
        super().keepalive_timeout()
        self.abort()

    def abort(self) -> None:
        """Close at once, whatever is left to send."""
        self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """A whole message was read from the line; it is taken from the queue later."""
        if not self.close_sent and self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(NO_TEXT)  # uvicorn does the same, and writes a traceback to the log each time
            self.handle_parser_exception()
            return
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


def _is_text(data: bytes) -> bool:
    """Whether bytes are UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def wire_of(scope: Scope) -> Wire | None:
    """The line itself; other servers do not give it."""
    return scope.get(WIRE)
