"""Checks what clients were told against what a table's log says in the end, in the style of Jepsen.

The log is the truth: each number once, in order. A client comes and goes; on each line it is told a part of the log.
Every part has to be consecutive, and to be the log's own words at these numbers; all parts together start where the log
does and have no gap, so that what a client knows is a prefix of the truth.

Of a race by a running clock the log also has what became of each press, once. Whatever a client was told of a press has
to be what the log says, and the same each time; a client need not have heard of every press.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

LOST, DOUBLE, ORDER = "lost", "two histories", "out of order"  # kinds of problems
PRESS_LOST, PRESS_DOUBLE = "press lost", "two fates of a press"
Told = tuple[int, str]  # number in the log, and what happened
Line = Sequence[Told]  # what one line was told, in the order of arrival
Press = tuple[int, int]  # seat and number of a press
Fates = Sequence[tuple[Press, str]]  # presses and what became of them in the end


@dataclass(frozen=True)
class Problem:
    """Something that cannot have happened."""

    kind: str
    words: str


def problems_of(log: Line, views: Mapping[str, Sequence[Line]]) -> list[Problem]:
    """Everything that is wrong with a table; views are by client, a line each."""
    found = list(_of_log(log))
    truth = dict(log)
    places = {number: place for place, number in enumerate(truth)}
    for client, lines in views.items():
        for line in lines:
            found += _of_line(client, line, truth, places)
        found += _of_view(client, lines, places)
    return found


def _of_log(log: Line) -> Iterable[Problem]:
    """Each number once, in order."""
    numbers = [number for number, _ in log]
    for number, times in Counter(numbers).items():
        if times > 1:
            yield Problem(DOUBLE, f"the log has {number} {times} times")
    if numbers != sorted(numbers):
        yield Problem(ORDER, "the log is not in order")


def _of_line(client: str, line: Line, truth: Mapping[int, str], places: Mapping[int, int]) -> Iterable[Problem]:
    """Consecutive, and as in the log."""
    told = [places[number] for number, _ in line if number in places]
    if any(after != before + 1 for before, after in pairwise(told)):
        yield Problem(ORDER, f"{client} was told {[number for number, _ in line][:20]} in this order")
    for number, what in line:
        if number not in truth:
            yield Problem(LOST, f"{client} was told {number}: {what}; the log does not have it")
        elif truth[number] != what:
            yield Problem(DOUBLE, f"{client} was told {number}: {what}; the log says {truth[number]}")


def _of_view(client: str, lines: Sequence[Line], places: Mapping[int, int]) -> Iterable[Problem]:
    """A prefix: a line that comes back goes on where the others have ended."""
    known = {places[number] for line in lines for number, _ in line if number in places}
    missing = sorted(set(range(max(known, default=-1) + 1)) - known)
    if missing:
        yield Problem(ORDER, f"{client} was never told the plies at {missing[:5]}, but what came later")


def problems_of_presses(log: Fates, told: Fates) -> list[Problem]:
    """Everything that is wrong with the presses of a table."""
    found = list[Problem]()
    for press, times in Counter(press for press, _ in log).items():
        if times > 1:
            found.append(Problem(PRESS_DOUBLE, f"the log has {times} fates of {_named(press)}"))
    truth = dict(log)
    for press, what in dict.fromkeys(told):
        if press not in truth:
            found.append(Problem(PRESS_LOST, f"{_named(press)} was {what}; the log does not have it"))
        elif truth[press] != what:
            found.append(Problem(PRESS_DOUBLE, f"{_named(press)} was {what}; the log says {truth[press]}"))
    return found


def _named(press: Press) -> str:
    seat, number = press
    return f"press {number} of seat {seat}"
