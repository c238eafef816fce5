"""Who is at a table, by line and by seat. This is never stored."""

import asyncio
from dataclasses import dataclass
from typing import Literal, Protocol

from msgspec import Struct

from ..line.wire import UndoAsked


class Line(Protocol):
    """A client at the table: its connection."""

    seats: list[int]
    address: str  # network of the client

    def send(self, message: bytes) -> None:
        """Queue a message."""
        ...

    def close(self, code: int) -> None:
        """Close the connection after all queued messages."""
        ...


class Present(Struct, frozen=True):
    """Who is at a table, as other nodes may know it."""

    lines: int
    entries: int
    connected: frozenset[int]
    driven: frozenset[int]


@dataclass
class SeatPresence:
    """The person of a seat."""

    lines: int = 0  # connections that hold its key
    left: bool = False  # sent `leave`
    driven: bool = False  # a bot drives a person's car
    since: float = 0.0  # when the person left or the connection broke
    advised: asyncio.Task[None] | None = None  # the search for a hint

    def arrives(self) -> None:
        """Count a new connection; its person drives again."""
        self.lines += 1
        self.left = self.driven = False

    def departs(self, now: float) -> None:
        """Count a closed connection."""
        self.lines -= 1
        if not self.lines and not self.left:
            self.since = now

    def is_gone(self) -> bool:
        """Whether the person has left or is disconnected."""
        return self.left or not self.lines


@dataclass
class Asked:
    """A take-back that people are asked about."""

    by: int
    to_ply: int
    agreed: list[int]
    waiting: list[int]

    def told(self, outcome: Literal["asked", "granted", "refused", "dropped"], refused_by: int = -1) -> UndoAsked:
        """The message to clients."""
        return UndoAsked(self.by, self.to_ply, self.agreed, self.waiting, outcome, refused_by)
