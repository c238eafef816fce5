"""Custom components, e.g. a track that a player drew: how a game checks such a file before a race."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from .course import Course

RemarkLevel = Literal["error", "warning", "note"]
Place = tuple[int, ...]  # e.g. a cell; the game's editor knows what it means


@dataclass(frozen=True)
class Remark:
    """One finding about a file."""

    level: RemarkLevel  # an error forbids a race, the others are advice
    words: str
    clause: str = ""
    places: tuple[Place, ...] = ()  # where it is


@dataclass(frozen=True)
class Checked:
    """The result of checking a file."""

    remarks: tuple[Remark, ...]
    name: str = ""  # what the file calls itself
    text: str = ""  # the file in normal form; empty if no race can use it
    drawing: Any = None  # what an editor draws of it; None if it cannot be read


@dataclass(frozen=True)
class Example:
    """A component from the box, to begin with."""

    id: str
    name: str
    text: str


@dataclass(frozen=True)
class Workshop:
    """How a game reads, checks and makes the files of one of its options. `check` takes any text and never fails."""

    option: str
    check: Callable[[str], Checked]
    examples: Callable[[], tuple[Example, ...]]
    sizes: tuple[int, ...] = ()  # of a randomly generated component; empty: the game generates none
    make: Callable[[int, int], str] = lambda size, seed: ""  # (size, seed) -> text; ValueError if none is found
    palette: Any = None  # the pieces that an editor offers
    course: Course | None = None  # how the lab reads races on such a track; None: it cannot
