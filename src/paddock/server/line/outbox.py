"""The queue of messages to one client. Every move writes to it, so it does as little as possible."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from starlette.types import Send


class Wire(Protocol):
    """A WebSocket that can send frames at once and records arrival times."""

    clock: Callable[[], float]

    def arrived(self) -> float:
        """The clock's time at which the next message was read."""
        ...

    def sends(self, text: bytes) -> bool:
        """Send a frame now; False if that would block."""
        ...

    def hurry(self) -> None:
        """From now on write each frame at once instead of batching."""
        ...

    def abort(self) -> None:
        """Close the connection at once and drop unsent data."""
        ...


def frame_of(messages: list[bytes]) -> bytes:
    """Join encoded messages to one frame, a JSON list."""
    return b"[" + b",".join(messages) + b"]"


class Outbox:
    """A queue of messages and a final close code; one reader sends what cannot be sent at once."""

    def __init__(self, wire: Wire | None = None) -> None:
        self._wire = wire
        self._messages: list[bytes] = []
        self.code: int | None = None
        self._reader: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._messages)

    def put(self, message: bytes) -> None:
        """Send a message at once if the queue is empty, else queue it: the order is kept."""
        if self._wire and self._is_idle() and self._wire.sends(frame_of([message])):
            return
        self._messages.append(message)
        self._wake()

    def hurry(self) -> None:
        """Write messages at once instead of batching, where the protocol can do that."""
        if self._wire:
            self._wire.hurry()

    def close(self, code: int) -> None:
        """Queue the close code, after all messages."""
        self.code = code
        self._wake()

    def taken(self) -> list[bytes]:
        """Empty the queue; returns its messages."""
        messages, self._messages = self._messages, []
        return messages

    async def next(self) -> tuple[list[bytes], int | None]:
        """Wait for messages or the close code; returns all messages, and the code if it follows them."""
        if not self._messages and self.code is None:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self.taken(), self.code

    def _is_idle(self) -> bool:
        """Whether the queue is empty and the reader waits."""
        return self._reader is not None and not self._reader.done()

    def _wake(self) -> None:
        if self._reader and not self._reader.done():
            self._reader.set_result(None)

    async def write(self, send: Send) -> None:
        """Send queued messages, all in one frame, until there is a close code; an error if the client is gone."""
        while True:
            messages, code = await self.next()
            if messages:
                await send({"type": "websocket.send", "text": frame_of(messages).decode()})
            if code is not None:
                await send({"type": "websocket.close", "code": code})
                return
