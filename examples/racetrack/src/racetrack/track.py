"""RT-01 The paper, and how far along the road each square is."""

from functools import cache

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


@cache
def distances() -> tuple[int, ...]:
    """RT-31 R2 By square: how far along a lap it is, in steps; OFF_ROAD where there is no road."""
    left = _steps_left()
    most = max(left.values())
    squares = [(column, row) for row in range(ROWS) for column in range(COLUMNS)]
    return tuple(most - left[square] if square in left else OFF_ROAD for square in squares)


def _steps_left() -> dict[tuple[int, int], int]:
    """RT-31 R2 By square of road: the fewest steps over the line ahead."""
    edge = {(LINE - 1, row) for row in range(ROWS // 2) if PAPER[row][LINE - 1] == "#"}
    found: dict[tuple[int, int], int] = {}
    while edge:
        steps = 1 + max(found.values(), default=0)
        found |= dict.fromkeys(edge, steps)
        edge = {square for here in edge for square in _before(*here)} - found.keys()
    return found


def _before(column: int, row: int) -> list[tuple[int, int]]:
    """Squares of road one step away, but not over the line."""
    around = [(column + right, row + down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
    beyond = LINE if column == LINE - 1 and row < ROWS // 2 else OFF_ROAD
    inside = [(x, y) for x, y in around if 0 <= x < COLUMNS and 0 <= y < ROWS and x != beyond]
    return [(x, y) for x, y in inside if PAPER[y][x] == "#"]


def square_name(square: int) -> str:
    """RT-01 The name of a square: its column's letter and its row's number, e.g. K3."""
    return f"{chr(ord('A') + square % COLUMNS)}{square // COLUMNS + 1}"
