"""The menu of a pending decision: moves are chosen by number or in words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from paddock.engine import Choice

COLUMN_GAP = 3
MOST_IN_A_LIST = 12
MOST_DIGITS = 6
FINAL = "cannot be taken back"
_NUMBERED = re.compile(r"(|.*\D)(0|[1-9]\d{0,5})", re.ASCII)


@dataclass(frozen=True)
class Menu:
    """The moves or outcomes to choose from.

    A typed number is the component's number, e.g. that printed on a card, where each choice has a different one (0 is
    the only choice without, e.g. to keep all cards). Else, where the words differ only in a number at their end (faces
    of a die, spaces of a track), it is that number, and the list is short: "put it on step 1 to 11, 13 to 44". Else it
    is the place in the list.
    """

    choices: tuple[Choice, ...]
    final: frozenset[int] = frozenset()  # moves that cannot be taken back
    called: Mapping[int, int] = field(default_factory=dict[int, int])  # by move: the number people call it by

    @cached_property
    def _stem(self) -> str | None:
        """The common text before the number, if all choices differ only in that number."""
        found = [_NUMBERED.fullmatch(choice.words) for choice in self.choices]
        stems = {match[1] if match else None for match in found}
        is_list = len(stems) != 1 or (len(self.choices) == 1 and stems != {""})
        stem = None if is_list or len({choice.words for choice in self.choices}) < len(found) else stems.pop()
        if stem is None:
            return None
        ends = self._ends(len(stem))
        return stem if all(self._calls.get(choice.move, number) == number for choice, number in ends) else None

    def _ends(self, start: int) -> list[tuple[Choice, int]]:
        """Each choice with the number at the end of its words."""
        return [(choice, int(choice.words[start:])) for choice in self.choices]

    @cached_property
    def _calls(self) -> Mapping[int, int]:
        """By move: its component's number, 0 for the only one without; empty if two moves would share a number."""
        numbers = {choice.move: self.called.get(choice.move, 0) for choice in self.choices}
        return numbers if any(numbers.values()) and len(set(numbers.values())) == len(numbers) else {}

    @cached_property
    def _numbers(self) -> dict[int, Choice]:
        """What a typed number means."""
        if self._stem is not None:
            return {number: choice for choice, number in self._ends(len(self._stem))}
        if self._calls:
            return dict(
                sorted(((self._calls[choice.move], choice) for choice in self.choices), key=lambda pair: pair[0])
            )
        return dict(enumerate(self.choices, 1))

    def moves(self) -> dict[int, int]:
        """By number: the move that it means."""
        return {number: choice.move for number, choice in self._numbers.items()}

    def exactly(self, text: str) -> Choice | None:
        """The choice that a number or the complete words name."""
        wanted = normal(text)
        if re.fullmatch(r"\d+", wanted, re.ASCII):
            return self._numbers.get(int(wanted)) if len(wanted) <= MOST_DIGITS else None
        same = [choice for choice in self.choices if normal(choice.words) == wanted]
        return same[0] if len(same) == 1 else None

    def meant(self, text: str) -> list[Choice]:
        """The choices that a beginning, an end or a part of the words could name."""
        wanted = normal(text)
        if not wanted or wanted.isdecimal():
            return []
        words = [(choice, normal(choice.words)) for choice in self.choices]
        starting = [choice for choice, said in words if said.startswith(wanted)]
        ending = [choice for choice, said in words if said.endswith(f" {wanted}")]
        part = [choice for choice, said in words if len(wanted) > 2 and wanted in said]
        return starting or ending or part

    def lines(self, width: int) -> list[str]:
        """The list in as few lines as stay readable; marks the choices that cannot be taken back."""
        legend = self._legend()
        if self._stem is not None:
            return [f"  {self._stem}{runs(list(self._numbers))}{legend and '   '}{legend}"]
        entries = [f"{self._entry(number)}{self._mark(number)}" for number in self._numbers]
        line = "  " + (" " * COLUMN_GAP).join([*entries, legend]).rstrip()
        if len(line) < width:
            return [line]
        listed = entries if len(entries) <= MOST_IN_A_LIST else columns(entries, width - 2)
        return [*("  " + line for line in listed), *([f"  {legend}"] if legend else [])]

    def names(self) -> str:
        """The list in one line, for a refusal."""
        if self._stem is not None:
            return self._stem + runs(list(self._numbers))
        if self._calls and len(self.choices) > MOST_IN_A_LIST:
            return runs(list(self._numbers))
        shown = [self._entry(number) for number in self._numbers][:MOST_IN_A_LIST]
        gap = "; " if self._calls else ", "
        return gap.join(shown) + (f"{gap}..." if len(self.choices) > MOST_IN_A_LIST else "")

    def _entry(self, number: int) -> str:
        """A choice with its number, unless its words begin or end with that number."""
        words = self._numbers[number].words
        is_said = self._calls and re.match(rf"{number}\b|.*\b{number}$", words)
        return words if is_said else f"{number} {words}"

    def _mark(self, number: int) -> str:
        is_final = self._numbers[number].move in self.final
        return " *" if is_final and len(self.final) < len(self.choices) else ""

    def _legend(self) -> str:
        if not self.final:
            return ""
        if len(self.final) == len(self.choices):
            return f"({FINAL})"
        if self._stem is None:
            return f"(* {FINAL})"
        return f"({runs([number for number, choice in self._numbers.items() if choice.move in self.final])}: {FINAL})"


def normal(text: str) -> str:
    """Words normalised for comparison: lower case, single spaces."""
    return " ".join(text.lower().split())


def runs(numbers: list[int]) -> str:
    """Numbers as people list them: 1 to 4, 6, 9."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(_run(run) for run in found)


def _run(run: list[int]) -> str:
    return f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(str(number) for number in run)


def columns(entries: list[str], width: int) -> list[str]:
    """Entries in columns, to be read downwards."""
    wide = max(len(entry) for entry in entries) + COLUMN_GAP
    across = max(1, width // wide)
    down = -(-len(entries) // across)
    rows = [entries[row::down] for row in range(down)]
    return ["".join(entry.ljust(wide) for entry in row).rstrip() for row in rows]
