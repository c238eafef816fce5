"""What waits to be sent on a line. It is written to with every move, so it does no more than it must."""

import asyncio


class Outbox:
    """Messages in order, and at last a code to close with; one reader."""

    def __init__(self) -> None:
        self._messages: list[bytes] = []
        self.code: int | None = None
        self._reader: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._messages)

    def put(self, message: bytes) -> None:
        """One message more."""
        self._messages.append(message)
        self._wake()

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

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)
