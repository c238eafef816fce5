"""The tracks of Nitro Dice: a loop of sections on a grid of cells, read from TOML and checked before anyone races.

A track file says of each section its kind and its cell; headings, lanes, spaces and their places on the screen follow.
"""

import math
import reprlib
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeGuard, cast

from paddock.engine import ComponentFileError, read_component

COMPONENTS = Path(__file__).with_name("components")
KINDS = ("start", "garage", "straight", "red", "yellow")
HEADINGS = ("E", "N", "W", "S")
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # by heading, x to the right, y up
TURNS = {"red": 1, "yellow": 3}  # quarter turns to the left; the other kinds go straight on
UNKNOWN = -1  # a heading that is not said
PICTURE = 960.0  # the longer side of a track on the screen
CENTRE = 500.0
MOST_PROBLEMS = 40  # told of one file
LARGEST_CELL = 99  # no coordinate of a cell is further from 0
LANE_LENGTHS = {"straight": (3, 3), "red": (2, 3), "yellow": (3, 2)}  # by type: lane L, lane R

Cell = tuple[int, int]


class TrackError(ValueError):
    """A track nobody can race on, with everything that is wrong with it."""

    def __init__(self, source: str, problems: Iterable[str]) -> None:
        self.source = source
        self.problems: tuple[str, ...] = tuple(problems)[:MOST_PROBLEMS]
        super().__init__(source, self.problems)

    def __str__(self) -> str:
        return "\n".join(f"{self.source}: {problem}" for problem in self.problems)


@dataclass(frozen=True)
class Section:
    """One card of road."""

    kind: str  # one of KINDS
    cell: Cell  # column to the right, row up
    enter: int = field(default=UNKNOWN, compare=False)  # heading on entry, if a file says it

    @property
    def exit(self) -> int:
        """The heading when left."""
        return (self.enter + TURNS.get(self.kind, 0)) % 4

    @property
    def ahead(self) -> Cell:
        """The cell it leads to."""
        dx, dy = STEPS[self.exit]
        return self.cell[0] + dx, self.cell[1] + dy

    @property
    def type(self) -> str:
        """The handling type: Start/Finish and Garage are straights."""
        return self.kind if self.kind in ("red", "yellow") else "straight"


@dataclass(frozen=True)
class Track:
    """Sections in driving order; section 0 is Start/Finish, if there is one."""

    id: str
    name: str
    note: str
    laps: int
    sections: tuple[Section, ...]

    @property
    def garage(self) -> int:
        """The index of the Garage section."""
        return [section.kind for section in self.sections].index("garage")

    @property
    def clockwise(self) -> bool:
        """Whether right turns prevail."""
        kinds = [section.kind for section in self.sections]
        return kinds.count("yellow") > kinds.count("red")

    def heading(self, index: int) -> int | None:
        """The heading from a section to the next; None if they do not touch."""
        here, there = self.sections[index].cell, self.sections[(index + 1) % len(self.sections)].cell
        step = (there[0] - here[0], there[1] - here[1])
        return STEPS.index(step) if step in STEPS else None

    def inside(self, index: int) -> str:
        """The lane with priority: in a turn the inner one, on a straight the infield's."""
        kind = self.sections[index].type
        if kind == "straight":
            return "R" if self.clockwise else "L"
        return "L" if kind == "red" else "R"

    def starting_at(self, index: int) -> "Track":
        """The same loop, numbered from another section."""
        return replace(self, sections=self.sections[index:] + self.sections[:index])


# Drawing


@dataclass(frozen=True)
class Picture:
    """How a track's cells lie in a square of 1000 by 1000, y downwards."""

    size: float  # of a cell
    left: float  # screen x of the left edge of column 0
    bottom: float  # screen y of the lower edge of row 0

    @classmethod
    def of(cls, cells: Sequence[Cell]) -> "Picture":
        """The track as large as it can be, in the middle."""
        columns, rows = [c for c, _ in cells], [r for _, r in cells]
        width, height = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
        size = PICTURE / max(width, height)
        left = CENTRE - size * width / 2 - size * min(columns)
        return cls(size, left, CENTRE + size * height / 2 + size * min(rows))

    def point(self, cell: Cell, dx: float, dy: float) -> tuple[float, float]:
        """A point of a cell, given in cells from its centre, x right and y up, on the screen."""
        return self.left + self.size * (cell[0] + 0.5 + dx), self.bottom - self.size * (cell[1] + 0.5 + dy)


def space_offset(kind: str, lane: str, i: int, enter: int, outside: str) -> tuple[float, float]:
    """Where a space is on its card, in cells from the centre: x right and y up."""
    along, across = _straight_offset(lane, i, outside) if kind == "straight" else _turn_offset(kind, lane, i)
    (ax, ay), (lx, ly) = STEPS[enter], STEPS[(enter + 1) % 4]
    return along * ax + across * lx, along * ay + across * ly


def _straight_offset(lane: str, i: int, outside: str) -> tuple[float, float]:
    """Along the heading, and to the driver's left."""
    across = {"L": 0.18, "R": -0.18, "G": 0.42 if outside == "L" else -0.42}[lane]
    return (i - 1) / 3, across


def _turn_offset(kind: str, lane: str, i: int) -> tuple[float, float]:
    """On an arc about the inner corner of the cell, which lies behind and to the side of the turn."""
    side = 1 if kind == "red" else -1
    inside = (lane == "L") == (kind == "red")
    radius, angles = (0.32, (22.5, 67.5)) if inside else (0.68, (15.0, 45.0, 75.0))
    angle = math.radians(angles[i])
    return -0.5 + radius * math.sin(angle), side * (0.5 - radius * math.cos(angle))


# Files


@cache
def supplied_tracks() -> tuple[str, ...]:
    """The tracks in the box, the default one first."""
    return tuple(track_heads("note"))


@cache
def track_heads(key: str) -> dict[str, str]:
    """The tracks in the box, each with a line of its head: its `name`, or the `note` on what is special about it."""
    files = [tomllib.loads(path.read_text(encoding="utf-8")) for path in COMPONENTS.glob("track_*.toml")]
    return {file["id"]: file[key] for file in sorted(files, key=lambda file: (not file["default"], file["id"]))}


def load_track(name: str) -> Track:
    """A track in the box by its id, or a track from the text of a file."""
    if "\n" in name:
        return read_track(name, "your track")
    return _supplied(name)


@cache
def _supplied(name: str) -> Track:
    return read_track((COMPONENTS / f"track_{name}.toml").read_text(encoding="utf-8"), name)


def read_track(text: str, source: str) -> Track:
    """The track of a file, numbered from Start/Finish; `track_checks` says whether it can be raced on."""
    laid = read_laid(text, source)
    if not laid.sections:
        raise TrackError(source, ["there are no sections: each is a [[section]] with a kind and a cell"])
    sections = driving_order(laid.sections) or laid.sections
    track = replace(laid, sections=sections)
    kinds = [section.kind for section in sections]
    return track.starting_at(kinds.index("start")) if "start" in kinds else track


def read_laid(text: str, source: str) -> Track:
    """The sections of a file, perhaps none, in the order in which it lists them."""
    data = _parse(text, source)
    problems: list[str] = []
    laps = data.get("laps", 0)
    if not _is_whole(laps) or not 1 <= laps <= 9:
        problems.append(f"laps is a whole number from 1 to 9, not {_shown(laps)}")
    sections = _read_sections(data.get("section", []), problems)
    if problems:
        raise TrackError(source, problems)
    identity = _word(data, "id", "custom"), _word(data, "name", "Custom track"), _word(data, "note", "")
    return Track(*identity, int(laps), sections)


def driving_order(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """R-34 Sections that all say how they are entered, in the order of the road; nothing if it is not one loop."""
    if not sections or any(section.enter == UNKNOWN for section in sections):
        return ()
    at = {section.cell: section for section in sections}
    road = road_from(sections[0], at)
    closes = len(at) == len(sections) == len(road) and road[-1].ahead == road[0].cell and road[-1].exit == road[0].enter
    return road if closes else ()


def road_from(first: Section, at: Mapping[Cell, Section]) -> tuple[Section, ...]:
    """The road from a section on, as far as it leads, once round at most."""
    road = [first]
    while len(road) < len(at):
        following = at.get(road[-1].ahead)
        if following is None or following is first or following.enter != road[-1].exit:
            break
        road.append(following)
    return tuple(road)


def write_track(track: Track) -> str:
    """The file of a track, to be read again by `read_track`."""
    head = [f"{key} = {_quoted(getattr(track, key))}" for key in ("id", "name", "note")]
    lines = [*head, f"laps = {track.laps}"]
    for i, section in enumerate(track.sections):
        lines += ["", "[[section]]", f'kind = "{section.kind}"', f"cell = [{section.cell[0]}, {section.cell[1]}]"]
        enter = track.heading(i - 1)
        lines += [] if enter is None else [f'enter = "{HEADINGS[enter]}"']
    return "\n".join(lines) + "\n"


def _parse(text: str, source: str) -> dict[str, Any]:
    try:
        return read_component(text)
    except ComponentFileError as error:
        raise TrackError(source, [str(error)]) from None


def _read_sections(value: object, problems: list[str]) -> tuple[Section, ...]:
    if not isinstance(value, list):
        problems.append(f"section is a list of tables [[section]], not {_shown(value)}")
        return ()
    return tuple(_read_section(entry, index, problems) for index, entry in enumerate(cast(list[object], value)))


def _read_section(entry: object, index: int, problems: list[str]) -> Section:
    data = cast(dict[str, object], entry) if isinstance(entry, dict) else {}
    kind, cell, enter = data.get("kind"), data.get("cell"), data.get("enter")
    if kind not in KINDS:
        problems.append(f"section {index}: kind is one of {', '.join(KINDS)}, not {_shown(kind)}")
    if enter is not None and enter not in HEADINGS:
        problems.append(f"section {index}: enter is one of {', '.join(HEADINGS)}, not {_shown(enter)}")
    if not _is_cell(cell):
        what = f"[column, row], two whole numbers up to {LARGEST_CELL}"
        problems.append(f"section {index}: cell is {what}, not {_shown(cell)}")
        return Section("straight", (0, 0))
    known = str(kind) if kind in KINDS else "straight"
    heading = HEADINGS.index(str(enter)) if enter in HEADINGS else UNKNOWN
    return Section(known, (cell[0], cell[1]), heading)


def _shown(value: object) -> str:
    """A value in a message, cut short; Python refuses to print some very long numbers at all."""
    try:
        return reprlib.repr(value)
    except ValueError:
        return "a number too long to print"


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_cell(value: object) -> TypeGuard[list[int]]:
    if not isinstance(value, list):
        return False
    numbers = cast(list[object], value)
    return len(numbers) == 2 and all(_is_whole(number) and abs(number) <= LARGEST_CELL for number in numbers)


def _word(data: Mapping[str, Any], key: str, default: str) -> str:
    value = data.get(key)
    text = "".join(c if c.isprintable() else " " for c in value) if isinstance(value, str) else ""
    return " ".join(text.split())[:120] or default


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
