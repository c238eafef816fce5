"""The vector that agents observe, told field by field: where it begins, its range, and what its comment says."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass

from paddock.engine import Game

COMMENT = re.compile(r"^\s+(\w+) = i(?:8|16|32|64)\(.*?\)  # (.*)$", re.MULTILINE)
ABOUT = {"seat": "the observing seat as the rules number it", "seats": "how many seats the table has"}


@dataclass(frozen=True)
class FieldLine:
    """One field of the vector."""

    first: int  # index of its first integer
    size: int  # how many integers
    shape: str  # e.g. `hand[6][23]`
    least: int
    most: int
    relative: str  # how it counts seats from the observing one, "" if it has nothing to do with seats
    about: str  # the comment on the field in the game's state.py


def field_lines(game: Game) -> list[FieldLine]:
    """The fields of a game's vector in order."""
    comments = {**ABOUT, **dict(COMMENT.findall(inspect.getsource(game.state)))}
    lines: list[FieldLine] = []
    for name in dict.fromkeys(entry.field for entry in game.observed.entries):
        entries = [entry for entry in game.observed.entries if entry.field == name]
        of_field = game.state.fields.get(name)
        shape = name + "".join(f"[{length}]" for length in (of_field.lengths if of_field else ()))
        first = sum(line.size for line in lines)
        least, most = entries[0].least, entries[0].most
        relative = ", ".join(_relative(game, name))
        lines.append(FieldLine(first, len(entries), shape, least, most, relative, comments.get(name, "")))
    return lines


def _relative(game: Game, name: str) -> Iterator[str]:
    declared = game.observed.declared
    if name in declared.by_seat:
        yield "by seat"
    if name in declared.seats or name in declared.seats_plus_one:
        yield "a seat" if name in declared.seats else "a seat plus one"
    if name in declared.seat_sets:
        yield "a set of seats"
