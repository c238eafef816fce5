"""Who is at a table, line by line and seat by seat. Nothing of this is stored."""

import asyncio
from dataclasses import dataclass
from typing import Literal, Protocol

from ..line.wire import UndoAsked


class Line(Protocol):
    """Somebody at the table: a connection."""

    seats: list[int]
    address: str  # where it comes from

    def send(self, message: bytes) -> None:
        """Put a message on the line."""
        ...

    def close(self, code: int) -> None:
        """Close the line after what was sent."""
        ...


@dataclass
class SeatPresence:
    """The person of a seat."""

    lines: int = 0  # connections that hold its key
    left: bool = False  # said so
    driven: bool = False  # a bot drives a person's car
    since: float = 0.0  # when the person left or lost the line
    advised: asyncio.Task[None] | None = None  # somebody thinks about a hint

    def arrives(self) -> None:
        """One connection more; whoever comes drives."""
        self.lines += 1
        self.left = self.driven = False

    def departs(self, now: float) -> None:
        """One connection less."""
        self.lines -= 1
        if not self.lines and not self.left:
            self.since = now

    def is_gone(self) -> bool:
        """Whether nobody is there to move."""
        return self.left or not self.lines


@dataclass
class Asked:
    """A take-back that people are asked about."""

    by: int
    to_ply: int
    agreed: list[int]
    waiting: list[int]

    def told(self, outcome: Literal["asked", "granted", "refused", "dropped"], refused_by: int = -1) -> UndoAsked:
        """What clients hear."""
        return UndoAsked(self.by, self.to_ply, self.agreed, self.waiting, outcome, refused_by)
