"""A minimal WebSocket client for benchmarks. Clients share the processors with the server that is measured: the less
they do, the less they distort the figures. It reads what our server sends, unfragmented frames without masks, only.
"""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

TEXT, PING, PONG = 0x81, 0x89, 0x8A  # the first byte of a frame: FIN bit and opcode
MASKED = 0x80
NO_MASK = bytes(4)  # a client has to send a mask; zeros change nothing
Hear = Callable[[bytes], None]


class Line(asyncio.Protocol):
    """One WebSocket. `hear` is called with every text frame."""

    def __init__(self, port: int, path: str):
        self.hear: Hear = lambda text: None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        self._rest = b""

    @classmethod
    async def open(cls, port: int, path: str) -> "Line":
        """Connect and complete the handshake."""
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: cls(port, path), "127.0.0.1", port)
        await line.opened
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the upgrade request."""
        self.transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        self.transport.write((self._request + upgrade).encode())

    def data_received(self, data: bytes) -> None:
        """Handle all complete frames."""
        self._rest += data
        if not self.opened.done():
            self._shake_hands()
        while (ends := _ends(self._rest)) and len(self._rest) >= ends[1]:
            kind, text = self._rest[0], self._rest[ends[0] : ends[1]]
            self._rest = self._rest[ends[1] :]
            self._take(kind, text)

    def _shake_hands(self) -> None:
        head, end, rest = self._rest.partition(b"\r\n\r\n")
        if not end:
            return
        self._rest = rest
        if head.startswith(b"HTTP/1.1 101 "):
            self.opened.set_result(None)
        else:
            self.opened.set_exception(ConnectionError(head.decode()))

    def _take(self, kind: int, text: bytes) -> None:
        if kind == TEXT:
            self.hear(text)
        elif kind == PING:
            self._send(PONG, text)
        else:
            raise ConnectionError(f"a frame {kind:#x} was not expected: {text!r}")

    def say(self, text: bytes) -> None:
        """Send a text frame."""
        self._send(TEXT, text)

    def _send(self, kind: int, text: bytes) -> None:
        assert len(text) < 126, "a longer text has a longer head"
        if not self.transport.is_closing():
            self.transport.write(bytes((kind, MASKED | len(text))) + NO_MASK + text)

    def close(self) -> None:
        """Close the connection."""
        self.transport.close()


def _ends(data: bytes) -> tuple[int, int] | None:
    """Where the payload of the first frame begins and ends; None if its header is incomplete."""
    if len(data) < 10:
        return _short_ends(data)
    size = data[1]
    if size == 126:
        return 4, 4 + int.from_bytes(data[2:4], "big")
    if size == 127:
        return 10, 10 + int.from_bytes(data[2:10], "big")
    return 2, 2 + size


def _short_ends(data: bytes) -> tuple[int, int] | None:
    """The same for fewer bytes than the longest header has: only a short frame can be complete."""
    return (2, 2 + data[1]) if len(data) >= 2 and data[1] < 126 else None
