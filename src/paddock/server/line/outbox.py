"""What waits to be sent on a line. It is written to with every move, so it does no more than it must."""

import asyncio
from collections.abc import Callable
from typing import Protocol


class Wire(Protocol):
    """A line where frames can be put at once, and that knows when messages came."""

    clock: Callable[[], float]

    def arrived(self) -> float:
        """The time of the clock at which the next message was read from the line."""
        ...

    def sends(self, text: bytes) -> bool:
        """Put a frame on the line, if it takes it now."""
        ...

    def hurry(self) -> None:
        """From now on do not gather frames."""
        ...

    def abort(self) -> None:
        """Close the line at once, whatever is left to send."""
        ...


def frame_of(messages: list[bytes]) -> bytes:
    """A frame from the server is a list of messages."""
    return b"[" + b",".join(messages) + b"]"


class Outbox:
    """Messages in order, and at last a code to close with; one reader, for what the line does not take at once."""

    def __init__(self, wire: Wire | None = None) -> None:
        self._wire = wire
        self._messages: list[bytes] = []
        self.code: int | None = None
        self._reader: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._messages)

    def put(self, message: bytes) -> None:
        """One message more; it does not overtake others."""
        if self._wire and self._is_idle() and self._wire.sends(frame_of([message])):
            return
        self._messages.append(message)
        self._wake()

    def hurry(self) -> None:
        """Messages are on their way at once, where the line can do that."""
        if self._wire:
            self._wire.hurry()

    def close(self, code: int) -> None:
        """The last thing on the line."""
        self.code = code
        self._wake()

    def taken(self) -> list[bytes]:
        """All that waits, which waits no longer."""
        messages, self._messages = self._messages, []
        return messages

    async def next(self) -> tuple[list[bytes], int | None]:
        """When there is something: all messages that wait, and the code if it follows them."""
        if not self._messages and self.code is None:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self.taken(), self.code

    def _is_idle(self) -> bool:
        """Whether the reader has sent everything and waits."""
        return self._reader is not None and not self._reader.done()

    def _wake(self) -> None:
        if self._reader and not self._reader.done():
            self._reader.set_result(None)
