"""Uvicorn's websocket, with a way to send in this turn of the loop what the line takes."""

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from .outbox import Wire

WIRE = "paddock.wire"  # in the scope of a line


class LineProtocol(WebSocketsSansIOProtocol):
    """A line. What cannot be sent at once goes the usual way, which waits for the reader and knows what is wrong."""

    async def run_asgi(self) -> None:
        """Serve it."""
        scope: Scope = self.scope  # pyright: ignore[reportAssignmentType]
        scope[WIRE] = self
        await super().run_asgi()

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
