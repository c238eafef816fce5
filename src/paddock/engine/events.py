"""Events: what happened, by which clause, in which words, and who may see it."""

import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

EVERYBODY = "everybody"
Moment = Literal["", "crash", "finish"]  # worth looking for when a race is watched again
Namer = Callable[[Any, int], str]  # (table, number) -> its name
SPECTATOR = -1


@dataclass(frozen=True)
class Event:
    """One kind of event. In its sentence `{a:car}` is the first number, named by the game's namer `car`."""

    kind: int
    clause: str
    sentence: str
    seen_by: str = EVERYBODY  # or "a", "b", "c": only the seat in that number
    others: str = ""  # the sentence for everybody else; empty: they hear nothing
    reveals: bool = False  # True if it shows somebody what had been hidden from them
    moment: Moment = ""


@dataclass(frozen=True)
class Happening:
    """An event that took place: its kind and three numbers."""

    event: Event
    a: int
    b: int
    c: int

    def is_seen_by(self, seat: int) -> bool:
        """Whether a seat may know the numbers of this event."""
        return self.event.seen_by == EVERYBODY or seat == getattr(self, self.event.seen_by)

    def sentence(self, table: Any, namers: Mapping[str, Namer], seat: int) -> str:
        """What a seat is told; empty for nothing."""
        template = self.event.sentence if self.is_seen_by(seat) else self.event.others
        return capitalised(_Sentence(table, namers).format(template, a=self.a, b=self.b, c=self.c))


class _Sentence(string.Formatter):
    """Formats `{a:car}` by the namer called `car`."""

    def __init__(self, table: Any, namers: Mapping[str, Namer]):
        self._table = table
        self._namers = namers

    def format_field(self, value: Any, format_spec: str) -> str:
        if not format_spec:
            return str(value)
        return self._namers[format_spec](self._table, value)


def capitalised(sentence: str) -> str:
    """A sentence begins with a capital letter, whatever stands first."""
    return sentence[:1].upper() + sentence[1:]
