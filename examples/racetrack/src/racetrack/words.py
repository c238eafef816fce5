"""What Racetrack says."""

from collections.abc import Mapping

from paddock.engine import Namer, Phrase

from .state import DRAW_LOT, State, Table
from .track import COLUMNS, LINE, ROWS, square_name

NAMES = ("red", "blue", "green", "white")


def seat_name(t: Table, seat: int) -> str:
    """A car is called by its colour."""
    return NAMES[seat]


NAMERS: Mapping[str, Namer] = {"car": seat_name}
PHRASES: Mapping[str, Phrase] = {}  # what questions say beyond the fields of the state


def landing(s: State, change: int) -> tuple[int, int]:
    """The column and the row in which a move of the acting car ends."""
    car = s.car
    return s.column[car] + s.right[car] + change % 3 - 1, s.row[car] + s.down[car] + change // 3 - 1


def move_to_words(t: Table, s: State, move: int) -> str:
    """A lot or a move."""
    if s.phase == DRAW_LOT:
        return seat_name(t, move)
    column, row = landing(s, move)
    return f"to {square_name(row * COLUMNS + column)}"


def paper(t: Table) -> list[str]:
    """The track of this race, row by row: "#" is road."""
    signs = ["#" if steps >= 0 else "." for steps in t.distance]
    return ["".join(signs[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS)]


def position(t: Table, s: State) -> str:
    """The paper, with the first letters of the cars on it."""
    lines = [list(line.replace(".", " ").replace("#", ".")) for line in paper(t)]
    for car in range(t.seats if s.phase != DRAW_LOT else 0):
        lines[s.row[car]][s.column[car]] = NAMES[car][0].upper()
    letters = "".join(chr(ord("A") + column) for column in range(COLUMNS))
    rows = [f"{row + 1:3} {''.join(lines[row])}".rstrip() for row in range(ROWS)]
    return "\n".join([f"    {letters}   (the line is before {letters[LINE]})", *rows])
