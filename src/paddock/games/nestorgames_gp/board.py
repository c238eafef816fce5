"""The boards of nestorgames GP: what is printed on them, read from TOML and checked before anyone races."""

import reprlib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeGuard, TypeVar, cast

from paddock.engine import ComponentFileError, read_component

from .board_checks import problems_of

COMPONENTS = Path(__file__).with_name("components")
KINDS = ("straight", "corner", "loop", "gate")
HEADINGS = ("N", "E", "S", "W")
PIT_MARKS = tuple(f"pit{slot}" for slot in range(1, 9))
MARKS = (*PIT_MARKS, "switch", "T", "gate_from", "gate_to", "shortcut_from", "shortcut_to")
LARGEST_NUMBER = 9999  # no board needs more; Python refuses to print some longer numbers, even in a message

Value = TypeVar("Value")


class BoardError(ValueError):
    """A board nobody can race on, with everything that is wrong with it."""

    def __init__(self, source: str, problems: Iterable[str]) -> None:
        self.source = source
        self.problems: tuple[str, ...] = tuple(problems)
        super().__init__(source, self.problems)

    def __str__(self) -> str:
        return "\n".join(f"{self.source}: {problem}" for problem in self.problems)


@dataclass(frozen=True)
class Step:
    """One space of the lap in one direction of travel."""

    n: int  # 1..lap_length in racing order; the gate square is lap_length + 1
    cell: str  # the physical square, "c05r00"; two steps share it only on a loop square
    col: int  # 0 at the left
    row: int  # 0 at the top
    x: int  # centre, 0..1000
    y: int  # centre, 0..1000, downwards
    kind: str  # straight | corner | loop | gate
    enter: str  # heading N | E | S | W when entered by the normal road
    dir: str  # heading when left; differs from enter only on corners
    next: int  # the following step by the normal road
    mark: str  # one of MARKS, or ""


@dataclass(frozen=True)
class Gate:
    """While open, the road start -> location -> to; all three are steps."""

    start: int
    location: int  # always lap_length + 1
    to: int
    switches: tuple[int, ...]


@dataclass(frozen=True)
class Shortcut:
    """The road start -> to, one step long; both are corners."""

    start: int
    to: int
    triangles: tuple[tuple[int, int], ...]  # centres (x, y), drawing only


@dataclass(frozen=True)
class Loop:
    """One square crossed in two perpendicular directions."""

    cell: str
    steps: tuple[int, int]  # the lower step first


@dataclass(frozen=True)
class Box:
    """Where the car of one grid slot keeps discs, lost dice and the cylinder."""

    slot: int  # 1..8, 1 is the pole
    step: int  # the pit square beside it
    x: int
    y: int


@dataclass(frozen=True)
class Board:
    """A checked board."""

    id: str  # "oval"
    name: str  # "First Oval"
    description: str
    order: int  # place in the order of learning, 1 first
    reconstructed: bool
    grid_cols: int
    grid_rows: int
    lap_length: int  # steps of one lap by the normal road
    max_laps: int  # lap counters printed beside each box
    steps: tuple[Step, ...]  # step n at index n - 1; the gate square, if any, last
    pit: tuple[int, ...]  # grid slot 1 first
    wet_oil: tuple[int, ...]
    default_items: Mapping[str, tuple[int, ...]] = field(hash=False)  # item id -> steps: "turbo": (10, 24)
    shortcut: Shortcut | None
    gate: Gate | None
    teleport: tuple[int, int] | None  # the lower T space first
    loops: tuple[Loop, ...]
    boxes: tuple[Box, ...]  # by slot

    def step(self, n: int) -> Step:
        """The step numbered n, from 1 on."""
        return self.steps[n - 1]


@dataclass(frozen=True)
class Declared:
    """What a board says about itself that could also be counted: it has to agree."""

    corner_count: int
    square_count: int
    default_laps: int
    features: tuple[str, ...]
    finish_edge: tuple[int, int]
    shortcut_saves: int | None
    gate_saves: int | None
    gate_starts_closed: bool | None
    teleport_distance: int | None
    loop_skips: tuple[int, ...]  # one for each loop


@dataclass(frozen=True)
class Limits:
    """What the box and the fixed-width state allow."""

    lap_steps: int  # the longest lap
    points: int  # the longest move
    players: int
    pieces: Mapping[str, int]  # item id -> pieces of one set


def read_board(text: str, source: str) -> Board:
    """The checked board in a TOML text; problems are reported under the name `source`."""
    problems: list[str] = []
    file = _Table(_parse(text, source), "file", problems)
    board, declared = _board(file), _declared(file)
    problems = problems or problems_of(board, declared, _limits())
    if problems:
        raise BoardError(source, dict.fromkeys(problems))  # a table read twice is missing only once
    return board


@cache
def supplied_boards() -> tuple[str, ...]:
    """The ids of the boards in the box, in the order of learning."""
    return _game().table("game").texts("boards")


def board_heads(key: str) -> dict[str, str]:
    """The boards in the box, each with a line of its head: its `name`, or the `description` of what is special."""
    return {board: _head_of(board)[key] for board in supplied_boards()}


@cache
def _head_of(board: str) -> dict[str, str]:
    """The head of a board's file: the steps are not parsed, since every start of the game asks for this."""
    head, _, _ = (COMPONENTS / f"board_{board}.toml").read_text(encoding="utf-8").partition("\n[[")
    return tomllib.loads(head)["board"]


@lru_cache(maxsize=64)
def load_board(name_or_text: str) -> Board:
    """A supplied board by its id, or a custom board by its TOML text."""
    if "\n" in name_or_text:
        return read_board(name_or_text, "custom board")
    if name_or_text in supplied_boards():
        file = COMPONENTS / f"board_{name_or_text}.toml"
        return read_board(file.read_text(encoding="utf-8"), file.name)
    known = ", ".join(supplied_boards())
    raise BoardError("board", [f"none is called {reprlib.repr(name_or_text)}; there are {known}"])


def _parse(text: str, source: str) -> dict[str, object]:
    try:
        return read_component(text)
    except ComponentFileError as error:
        raise BoardError(source, [str(error)]) from error


@cache
def _game() -> "_Table":
    text = (COMPONENTS / "game.toml").read_text(encoding="utf-8")
    return _Table(_parse(text, "game.toml"), "game.toml", [])


@cache
def _limits() -> Limits:
    limits = _game().table("limits")
    return Limits(
        lap_steps=limits.number("max_lap_steps"),
        points=limits.number("max_points"),
        players=_game().table("game").number("max_players"),
        pieces={item.text("id"): item.number("count") for item in _game().tables("item")},
    )


class _Table:
    """One table of a file: hands out its values by type and notes the missing and the wrong ones."""

    def __init__(self, values: dict[str, object], name: str, problems: list[str]) -> None:
        self.values = values
        self.name = name  # how problems call it: "step 17"
        self.problems = problems  # shared by all tables of a file

    def number(self, key: str) -> int:
        value = self.values.get(key)
        if _is_number(value):
            return value
        return self._wrong(key, f"must be a whole number from 0 to {LARGEST_NUMBER}", 0)

    def text(self, key: str) -> str:
        value = self.values.get(key)
        if isinstance(value, str) and value:
            return value
        return self._wrong(key, "must be a text", "")

    def flag(self, key: str) -> bool:
        value = self.values.get(key)
        if isinstance(value, bool):
            return value
        return self._wrong(key, "must be true or false", False)

    def choice(self, key: str, allowed: tuple[str, ...]) -> str:
        value = self.values.get(key)
        if isinstance(value, str) and value in allowed:
            return value
        problem = f"must be one of {', '.join(allowed)}"
        if isinstance(value, str):
            problem += f", not {reprlib.repr(value)}"
        return self._wrong(key, problem, allowed[0])

    def numbers(self, key: str) -> tuple[int, ...]:
        value = _as_list(self.values.get(key))
        if value is not None and all(_is_number(item) for item in value):
            return tuple(cast("list[int]", value))
        return self._wrong(key, f"must be a list of whole numbers from 0 to {LARGEST_NUMBER}", ())

    def pair(self, key: str) -> tuple[int, int]:
        return self._as_pair(key, self.values.get(key))

    def pairs(self, key: str) -> tuple[tuple[int, int], ...]:
        value = _as_list(self.values.get(key))
        if value is None:
            return self._wrong(key, "must be a list of pairs", ())
        return tuple(self._as_pair(key, item) for item in value)

    def texts(self, key: str) -> tuple[str, ...]:
        value = _as_list(self.values.get(key))
        if value is not None and all(isinstance(item, str) for item in value):
            return tuple(cast("list[str]", value))
        return self._wrong(key, "must be a list of texts", ())

    def table(self, key: str) -> "_Table":
        value = self.values.get(key)
        if isinstance(value, dict):
            return _Table(cast("dict[str, object]", value), key, self.problems)
        # The values of a missing table are not reported one by one.
        return self._wrong(key, f"must be a table [{key}]", _Table({}, key, []))

    def tables(self, key: str) -> "list[_Table]":
        value = _as_list(self.values.get(key))
        if value is None or not all(isinstance(item, dict) for item in value):
            return self._wrong(key, f"must be a list of tables [[{key}]]", [])
        rows = cast("list[dict[str, object]]", value)
        return [_Table(row, f"[[{key}]] no. {i}", self.problems) for i, row in enumerate(rows, 1)]

    def _as_pair(self, key: str, value: object) -> tuple[int, int]:
        pair = _as_list(value)
        if pair is not None and len(pair) == 2 and _is_number(pair[0]) and _is_number(pair[1]):
            return pair[0], pair[1]
        return self._wrong(key, f"must be a pair of whole numbers from 0 to {LARGEST_NUMBER}", (0, 0))

    def _wrong(self, key: str, problem: str, instead: Value) -> Value:
        self.problems.append(f"{self.name}: {key} {problem if key in self.values else 'is missing'}")
        return instead


def _is_number(value: object) -> TypeGuard[int]:
    # TOML's true is an int to Python, not to a board.
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_NUMBER


def _as_list(value: object) -> list[object] | None:
    return cast("list[object]", value) if isinstance(value, list) else None


def _board(file: _Table) -> Board:
    board = file.table("board")
    return Board(
        id=board.text("id"),
        name=board.text("name"),
        description=board.text("description"),
        order=board.number("order"),
        reconstructed=board.flag("reconstructed"),
        grid_cols=board.number("grid_cols"),
        grid_rows=board.number("grid_rows"),
        lap_length=board.number("lap_length"),
        max_laps=board.number("max_laps"),
        steps=tuple(sorted((_step(row) for row in file.tables("step")), key=lambda step: step.n)),
        pit=board.numbers("pit"),
        wet_oil=board.numbers("wet_oil"),
        default_items=_default_items(file.table("default_items")),
        shortcut=_shortcut(file.table("shortcut")) if "shortcut" in file.values else None,
        gate=_gate(file.table("gate")) if "gate" in file.values else None,
        teleport=_ascending(file.table("teleport").pair("spaces")) if "teleport" in file.values else None,
        loops=tuple(_loop(row) for row in _loop_tables(file)),
        boxes=tuple(sorted((_box(row) for row in file.tables("box")), key=lambda box: box.slot)),
    )


def _step(row: _Table) -> Step:
    n = row.number("n")
    if n:
        row.name = f"step {n}"
    return Step(
        n=n,
        cell=row.text("cell"),
        col=row.number("col"),
        row=row.number("row"),
        x=row.number("x"),
        y=row.number("y"),
        kind=row.choice("kind", KINDS),
        enter=row.choice("enter", HEADINGS),
        dir=row.choice("dir", HEADINGS),
        next=row.number("next"),
        mark=row.choice("mark", MARKS) if "mark" in row.values else "",
    )


def _default_items(items: _Table) -> dict[str, tuple[int, ...]]:
    pieces = _limits().pieces
    items.problems += [
        f"default_items: there is no item {reprlib.repr(key)}" for key in items.values if key not in pieces
    ]
    return {item: items.numbers(item) for item in pieces}


def _shortcut(shortcut: _Table) -> Shortcut:
    return Shortcut(shortcut.number("from"), shortcut.number("to"), shortcut.pairs("triangles"))


def _gate(gate: _Table) -> Gate:
    return Gate(gate.number("from"), gate.number("location"), gate.number("to"), gate.numbers("switches"))


def _loop(loop: _Table) -> Loop:
    return Loop(loop.text("cell"), _ascending(loop.pair("steps")))


def _loop_tables(file: _Table) -> list[_Table]:
    return file.tables("loop") if "loop" in file.values else []


def _box(row: _Table) -> Box:
    return Box(row.number("slot"), row.number("step"), row.number("x"), row.number("y"))


def _ascending(pair: tuple[int, int]) -> tuple[int, int]:
    return min(pair), max(pair)


def _declared(file: _Table) -> Declared:
    board = file.table("board")
    return Declared(
        corner_count=board.number("corner_count"),
        square_count=board.number("square_count"),
        default_laps=board.number("default_laps"),
        features=board.texts("features"),
        finish_edge=board.pair("finish_edge"),
        shortcut_saves=file.table("shortcut").number("saves") if "shortcut" in file.values else None,
        gate_saves=file.table("gate").number("saves") if "gate" in file.values else None,
        gate_starts_closed=file.table("gate").flag("starts_closed") if "gate" in file.values else None,
        teleport_distance=file.table("teleport").number("distance") if "teleport" in file.values else None,
        loop_skips=tuple(row.number("skip") for row in _loop_tables(file)),
    )
