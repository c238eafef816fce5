"""The checker of histories finds what it looks for."""

from dataclasses import dataclass, field

import pytest
from bench.torture.history import (
    DOUBLE,
    LOST,
    ORDER,
    PRESS_DOUBLE,
    PRESS_LOST,
    Fates,
    Line,
    problems_of,
    problems_of_presses,
)

LOG: Line = [(0, "red 1"), (1, "blue 4"), (2, "red 2"), (3, "blue 5")]


def kinds(log: Line, *lines: Line) -> set[str]:
    return {problem.kind for problem in problems_of(log, {"ana": lines})}


@pytest.mark.parametrize(
    "lines",
    [(), ([],), (LOG,), (LOG[:2],), (LOG[:2], LOG[2:]), (LOG[:3], LOG[1:], LOG)],
    ids=["nobody", "silence", "all", "prefix", "came-again", "heard-twice"],
)
def test_a_view_that_is_a_prefix_of_the_truth_is_right(lines: tuple[Line, ...]):
    assert problems_of(LOG, {"ana": lines, "ben": [LOG]}) == []


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (([*LOG, (4, "red 6")],), LOST),  # acknowledged, and gone
        (([(0, "red 1"), (1, "blue 9")],), DOUBLE),  # the log says blue 4
        (([LOG[1], LOG[0], *LOG[2:]],), ORDER),
        (([LOG[0], LOG[2], LOG[3]],), ORDER),  # a gap
        (([*LOG, LOG[3]],), ORDER),  # told twice on one line
        ((LOG[:1], LOG[2:]), ORDER),  # what was told between two lines is missing
        ((LOG[2:],), ORDER),  # nobody said how it began
    ],
    ids=["lost", "double", "swapped", "gap", "repeated", "gap-between-lines", "no-beginning"],
)
def test_a_view_that_is_no_prefix_is_found(lines: tuple[Line, ...], kind: str):
    assert kinds(LOG, *lines) == {kind}


@pytest.mark.parametrize(
    ("log", "kind"),
    [([LOG[0], LOG[0], *LOG[1:]], DOUBLE), ([LOG[1], LOG[0]], ORDER)],
    ids=["twice", "order"],
)
def test_a_log_that_is_wrong_is_found(log: Line, kind: str):
    assert kind in kinds(log)


def test_numbers_may_be_of_any_size():
    """A log that leaves out what a seat may not know numbers the rest as the whole log does."""
    log: Line = [(0, "red 1"), (10**12, "blue 4"), (10**12 + 5, "red 2")]
    assert problems_of(log, {"ana": [log[:2], log[1:]]}) == []
    assert kinds(log, [log[0], log[2]]) == {ORDER}


FATES: Fates = [((0, 1), "accepted"), ((1, 1), "dropped"), ((0, 2), "refused")]  # (seat, number) of a press


@pytest.mark.parametrize("told", [[], FATES, FATES[1:], [*FATES, *FATES]], ids=["nobody", "all", "some", "told-twice"])
def test_presses_that_the_log_has_as_they_were_told_are_right(told: Fates):
    assert problems_of_presses(FATES, told) == []


@pytest.mark.parametrize(
    ("log", "told", "kind"),
    [
        (FATES, [((0, 3), "accepted")], PRESS_LOST),
        (FATES, [((1, 1), "accepted")], PRESS_DOUBLE),  # the log says dropped
        (FATES, [FATES[0], ((0, 1), "dropped")], PRESS_DOUBLE),  # told in two ways
        ([*FATES, ((0, 1), "dropped")], [], PRESS_DOUBLE),
    ],
    ids=["lost", "other", "told-twice", "log-twice"],
)
def test_presses_with_another_history_are_found(log: Fates, told: Fates, kind: str):
    assert {problem.kind for problem in problems_of_presses(log, told)} == {kind}


@dataclass
class Row:
    """A table's log and owner, as a database with or without a fence keeps it."""

    fenced: bool
    epoch: int = 0
    log: dict[int, str] = field(default_factory=dict[int, str])


@dataclass
class Owner:
    """A node that has loaded the log, and tells its client what it has stored."""

    row: Row
    told: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])

    def __post_init__(self) -> None:
        self.row.epoch += 1
        self.epoch = self.row.epoch
        self.told = sorted(self.row.log.items())

    def plays(self, what: str) -> None:
        if self.row.fenced and self.epoch != self.row.epoch:
            return
        self.row.log[len(self.told)] = what
        self.told.append((len(self.told), what))


@pytest.mark.parametrize("fenced", [True, False])
def test_an_owner_that_wakes_up_and_writes_without_a_fence_is_found(fenced: bool):
    """The planted bug: an epoch that nobody looks at."""
    row = Row(fenced)
    ana = Owner(row)
    ana.plays("red 1")
    ben = Owner(row)  # the lease of ana has run out
    ben.plays("blue 4")
    ana.plays("blue 6")  # it wakes up
    ben.plays("red 2")
    found = problems_of(sorted(row.log.items()), {"at ana": [ana.told], "at ben": [ben.told]})
    assert [problem.kind for problem in found] == ([] if fenced else [DOUBLE])
