"""The workshop of boards: findings about the text of a board file."""

from functools import cache

from paddock.engine import Checked, Example, Remark, Workshop

from .board import COMPONENTS, BoardError, load_board, read_board, supplied_boards
from .course import COURSE

MOST_PROBLEMS = 40  # reported for one file


def check(text: str) -> Checked:
    """GP-01 Everything that is wrong with a board."""
    try:
        board = read_board(text, "your board")
    except BoardError as error:
        return Checked(tuple(Remark("error", problem, "GP-01") for problem in error.problems[:MOST_PROBLEMS]))
    return Checked((), board.name, text)


@cache
def examples() -> tuple[Example, ...]:
    """The boards in the box."""
    files = [(name, COMPONENTS / f"board_{name}.toml") for name in supplied_boards()]
    return tuple(Example(name, load_board(name).name, file.read_text(encoding="utf-8")) for name, file in files)


WORKSHOP = Workshop("board", check, examples, course=COURSE)
