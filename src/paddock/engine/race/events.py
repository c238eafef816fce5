"""Events: what happened, by which clause, in which words, and who may see it."""

import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

import msgspec

EVERYBODY = "everybody"
Moment = Literal["", "crash", "finish"]  # worth looking for when a race is watched again
Namer = Callable[[Any, int], str]  # (table, number) -> its name
SPECTATOR = -1


@dataclass(frozen=True, slots=True)
class Event:
    """One kind of event. In its sentence `{a:car}` is the first number, named by the game's namer `car`.

    Where one of its numbers says what caused it, `clause_by` names that number and `clauses` the clause for each of its
    values; `clause` is for all others. Everybody is told the clause, so the number must be one that all may know.
    """

    kind: int
    clause: str
    sentence: str
    seen_by: str = EVERYBODY  # or "a", "b", "c": only the seat in that number
    others: str = ""  # the sentence for everybody else; empty: they hear nothing
    reveals: bool = False  # True if it shows a seat what had been hidden from it
    moment: Moment = ""
    out: bool = False  # True if it puts the car in `a` out of the race
    follows: str = ""  # what a hint says may follow a move, e.g. `a crash`: it happens to the car in `a`
    is_welcome: bool = False  # whether the driver of that car likes it
    clause_by: Literal["", "a", "b", "c"] = ""
    clauses: Mapping[int, str] = field(default_factory=dict[int, str], hash=False)

    @property
    def is_of_car(self) -> bool:
        """Whether it happens to the car in `a`, and not to the seat in `a`."""
        return "{a:car}" in self.sentence

    @property
    def all_clauses(self) -> frozenset[str]:
        """Every clause that an event of this kind can name."""
        return frozenset((self.clause, *self.clauses.values()))


class Happening(msgspec.Struct, frozen=True, gc=False):
    """An event that took place: its kind and three numbers."""

    event: Event
    a: int
    b: int
    c: int

    @property
    def clause(self) -> str:
        """The clause that caused it."""
        by = self.event.clause_by
        return self.event.clauses.get(getattr(self, by), self.event.clause) if by else self.event.clause

    def is_seen_by(self, seat: int) -> bool:
        """Whether a seat may know the numbers of this event."""
        return self.event.seen_by == EVERYBODY or seat == getattr(self, self.event.seen_by)

    def sentence(self, table: Any, namers: Mapping[str, Namer], seat: int) -> str:
        """What a seat is told; empty for nothing."""
        template = self.event.sentence if self.is_seen_by(seat) else self.event.others
        said: list[str] = []
        for text, number, namer in parts_of(template):
            said.append(text)
            if number:
                value = getattr(self, number)
                said.append(namers[namer](table, value) if namer else str(value))
        return capitalised("".join(said))


@lru_cache(maxsize=4096)
def parts_of(template: str) -> tuple[tuple[str, str, str], ...]:
    """A template as parts: text, and the number that follows (a, b, c or none) with its namer, as in `{a:car}`."""
    return tuple((text, name or "", namer or "") for text, name, namer, _ in string.Formatter().parse(template))


def number_of(count: int, one: str, many: str = "") -> str:
    """A number with its noun: 1 die, 3 dice. Without `many` the plural ends in s."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def capitalised(sentence: str) -> str:
    """The sentence with its first letter in upper case."""
    return sentence[:1].upper() + sentence[1:]
