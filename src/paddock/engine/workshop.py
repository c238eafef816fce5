"""Where people make a component of their own, e.g. a track: what a game says about its file before a race."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

RemarkLevel = Literal["error", "warning", "note"]
Place = tuple[int, ...]  # e.g. a cell; the game's editor knows what it means


@dataclass(frozen=True)
class Remark:
    """One thing to say about a file."""

    level: RemarkLevel  # an error forbids a race, the others are advice
    words: str
    clause: str = ""
    places: tuple[Place, ...] = ()  # where it is


@dataclass(frozen=True)
class Checked:
    """Everything to say about a file."""

    remarks: tuple[Remark, ...]
    name: str = ""  # what the file calls itself
    text: str = ""  # the file written tidily; empty if nobody can race on it
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
    sizes: tuple[int, ...] = ()  # of a component that chance makes; empty: chance makes none
    make: Callable[[int, int], str] = lambda size, seed: ""  # (size, seed) -> text; ValueError if none is found
    palette: Any = None  # what an editor can lay
