"""Draws at a real table: similar draws share a menu, which is shown once, and several can be typed in one line."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from paddock.engine import CHANCE, IllegalMoveError, Match

from .menu import Menu

MOST_AT_ONCE = 60  # draws typed in one line
RANGE = re.compile(r"(\d)\s*(?:[-–]|\bto\b)\s*(\d)", re.ASCII)
NUMBERS = re.compile(r"\d{1,6}(-\d{1,6})?", re.ASCII)


class DrawsError(ValueError):
    """Draws that cannot be taken together, with a sentence that says why."""


@dataclass(frozen=True)
class Shown:
    """A menu of draws that is on the screen; it is not shown again for similar draws that follow."""

    kind: tuple[str, frozenset[int]]
    moves: dict[int, int]  # by number
    question: str = ""

    def holds_for(self, later: "Shown") -> bool:
        """Whether every number of a later menu has the same meaning here."""
        return later.kind == self.kind and later.moves.items() <= self.moves.items()


def like(match: Match) -> tuple[str, frozenset[int]]:
    """The key of similar draws: the clause, and who may see them."""
    return match.decision.clause, match.audience()


def as_numbers(text: str) -> list[str]:
    """Several numbers typed in one line, 2-4 or 2 to 4 for those in between too; empty for any other text."""
    words = RANGE.sub(r"\1-\2", text.replace(",", " ")).split()
    if not all(NUMBERS.fullmatch(word) for word in words):
        return []
    numbers = [number for word in words for number in _counted(*word.split("-"))]
    return numbers if 1 < len(numbers) <= MOST_AT_ONCE else []


def _counted(first: str, last: str = "") -> list[str]:
    """A number alone as it was typed, or those from the first to the last, up or down; of too many some."""
    if not last:
        return [first]
    step = 1 if int(first) <= int(last) else -1
    return [str(number) for number in range(int(first), int(last) + step, step)[: MOST_AT_ONCE + 1]]


def like_draws(match: Match, numbers: list[str], menu_of: Callable[[Match], Menu]) -> list[int]:
    """The outcomes that these numbers mean, in order; DrawsError if one does not fit a similar draw."""
    fork, first = match.fork(), Shown(like(match), menu_of(match).moves())
    for place, number in enumerate(numbers):
        _skip_forced(fork, number, menu_of)
        if fork.actor != CHANCE or not first.holds_for(Shown(like(fork), menu_of(fork).moves())):
            raise DrawsError(f"there {'is' if place == 1 else 'are'} {place} to enter here, not {len(numbers)}")
        choice = menu_of(fork).exactly(number)
        try:
            fork.apply(-1 if choice is None else choice.move)
        except IllegalMoveError as error:
            raise DrawsError(f"“{number[:20]}” is not possible, or not any more ({error.clause})") from None
    return [ply.move for ply in fork.plies[len(match.plies) :]]


def _skip_forced(fork: Match, number: str, menu_of: Callable[[Match], Menu]) -> None:
    """Play draws with only one outcome; such an outcome need not be typed, but may be."""
    while fork.actor == CHANCE and (outcome := fork.draw()) is not None:
        choice = menu_of(fork).exactly(number)
        if choice and choice.move == outcome:
            return
        fork.apply(outcome)
