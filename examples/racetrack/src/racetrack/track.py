"""RT-01 The paper, and how far along the road each square is; tracks that players drew are read here, too."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from paddock.engine import ComponentFileError, read_component

Square = tuple[int, int]  # column, row, from 0
PAPER = (
    "......................",
    "..##################..",
    ".####################.",
    ".####################.",
    ".####............####.",
    ".####............####.",
    ".####............####.",
    ".####............####.",
    ".####............####.",
    ".####............####.",
    ".####################.",
    ".####################.",
    "..##################..",
)
COLUMNS, ROWS = 22, 13
SQUARES = COLUMNS * ROWS
LINE = 11  # cars cross the line from the column before this one, in the upper half
GRID = ((10, 2), (10, 3), (10, 1), (9, 2))  # (column, row) from 0, in the order of moving
OFF_ROAD = -1
FIXED = tuple((column, row) for row in range(ROWS // 2 + 1) for column in range(9, 12))  # R3 the same on every track
SHORTEST = 20  # R3 steps of a lap: no move goes half round the road
LONGEST_NAME = 60  # characters


class TrackError(ValueError):
    """A file that is no track: why, in a sentence."""


@dataclass(frozen=True)
class Track:
    """A track as it is drawn, good or not."""

    name: str
    paper: tuple[str, ...]  # by row: "#" is road


RING = Track("Ring", PAPER)


def read_track(text: str) -> Track:
    """RT-01 A track from the text of its file; TrackError if it is none."""
    try:
        data = read_component(text)
    except ComponentFileError as error:
        raise TrackError(str(error)) from None
    paper: Any = data.get("paper")
    if not _is_paper(paper):
        raise TrackError(f"the paper has {ROWS} lines of {COLUMNS} squares, each # for road or . for grass")
    name = "".join(sign for sign in str(data.get("name", "")) if sign.isprintable())
    return Track(name[:LONGEST_NAME].strip() or "My track", tuple(paper))


def _is_paper(paper: Any) -> bool:
    return isinstance(paper, list) and [_squares_of(line) for line in paper] == [COLUMNS] * ROWS


def _squares_of(line: object) -> int:
    """How many squares a line has; -1 if it is no line."""
    return len(line) if isinstance(line, str) and set(line) <= {"#", "."} else -1


def write_track(track: Track) -> str:
    """The text of its file."""
    lines = "".join(f'  "{line}",\n' for line in track.paper)
    return f"name = {json.dumps(track.name, ensure_ascii=False)}\npaper = [\n{lines}]\n"


@cache
def distances(track: Track) -> tuple[int, ...]:
    """RT-31 R2 By square: how far along a lap it is, in steps; OFF_ROAD where there is no road."""
    left = steps_left(track)
    most = lap_steps(track)
    squares = [(column, row) for row in range(ROWS) for column in range(COLUMNS)]
    return tuple(max(0, most - left[square]) if square in left else OFF_ROAD for square in squares)


def lap_steps(track: Track) -> int:
    """RT-31 R2 Steps from the line to the line; 0 if the road does not lead there."""
    left = steps_left(track)
    return max((left.get((LINE, row), 0) for row in range(ROWS // 2)), default=0)


@cache
def steps_left(track: Track) -> dict[Square, int]:
    """RT-31 R2 By square of road: the fewest steps over the line ahead."""
    edge = {(LINE - 1, row) for row in range(ROWS // 2) if track.paper[row][LINE - 1] == "#"}
    found: dict[Square, int] = {}
    while edge:
        steps = 1 + max(found.values(), default=0)
        found |= dict.fromkeys(edge, steps)
        edge = {square for here in edge for square in _before(track, *here)} - found.keys()
    return found


def _before(track: Track, column: int, row: int) -> list[Square]:
    """Squares of road one step away, but not over the line."""
    around = [(column + right, row + down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
    beyond = LINE if column == LINE - 1 and row < ROWS // 2 else OFF_ROAD
    inside = [(x, y) for x, y in around if 0 <= x < COLUMNS and 0 <= y < ROWS and x != beyond]
    return [(x, y) for x, y in inside if track.paper[y][x] == "#"]


def square_name(square: int) -> str:
    """RT-01 The name of a square: its column's letter and its row's number, e.g. K3."""
    return f"{chr(ord('A') + square % COLUMNS)}{square // COLUMNS + 1}"
