"""What every proof has: how much to do, how long it may take, what was counted and what went wrong."""

import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

TOLD = 5  # failures that are printed in full; the others are counted
EVERY = 5.0  # seconds between two lines of progress


@dataclass
class Proof:
    """One run of a proof."""

    name: str
    folder: Path  # for its files
    scale: float = 1.0  # 1: the full numbers
    seconds: float = float("inf")  # after which it stops where it is
    seed: int = 1
    tables: int = 0  # at once, where a proof has many; 0: by the scale
    is_planted: bool = False  # the servers have a bug, which must be found
    done: Counter[str] = field(default_factory=Counter[str])  # what was done, by what it is called
    goals: dict[str, int] = field(default_factory=dict[str, int])  # how many of it were to be done
    full: dict[str, int] = field(default_factory=dict[str, int])  # how many of it a full run has
    measured: dict[str, str] = field(default_factory=dict[str, str])
    failures: list[str] = field(default_factory=list[str])
    left_out: list[str] = field(default_factory=list[str])  # what could not be tried here, and why
    started: float = field(default_factory=time.monotonic)
    _told_at: float = 0.0

    def many(self, full: int, least: int = 1) -> int:
        """How many of something, of which a full run has so many."""
        return max(least, round(full * self.scale))

    def aim(self, what: str, full: int) -> int:
        """How many of something will be done; the report names both numbers if it comes to fewer."""
        self.full[what], self.goals[what] = full, self.many(full)
        return self.goals[what]

    def random(self, *name: object) -> random.Random:
        """Random numbers of a part of this proof: the same for the same seed."""
        return random.Random(f"{self.seed} {self.name} {name}")

    @property
    def took(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self.started

    @property
    def is_late(self) -> bool:
        """Whether its time is up."""
        return self.took >= self.seconds

    def count(self, what: str, number: int = 1) -> None:
        """Something was done; now and then that is shown."""
        self.done[what] += number
        if time.monotonic() - self._told_at >= EVERY:
            self.tell(self.did())

    def did(self) -> str:
        """What was done so far, in words."""
        return in_words(self.done, self.goals)

    def tell(self, words: str) -> None:
        """A line of progress."""
        self._told_at = time.monotonic()
        bad = f", {len(self.failures)} FAILED" if self.failures else ""
        print(f"  {self.name} {self.took:6.0f} s: {words}{bad}", file=sys.stderr, flush=True)

    def fail(self, what: str) -> None:
        """Something was not as it must be; the proof goes on."""
        self.failures.append(what)
        if len(self.failures) <= TOLD:
            self.tell(f"FAILED: {what}")

    def check(self, holds: bool, what: str) -> bool:
        """Whether something holds; if not, that is a failure."""
        if not holds:
            self.fail(what)
        return holds

    @contextmanager
    def part(self, name: str, told: bool = True) -> Generator[None]:
        """A part of the proof: whatever goes wrong in it, the next one is tried too."""
        if told:
            self.tell(f"{name} begins")
        try:
            yield
        except Exception:
            self.fail(f"{name}: {traceback.format_exc(limit=-4)}")


def in_words(done: Mapping[str, int], goals: Mapping[str, int]) -> str:
    """What was done, and how many of it were to be done if it is less."""

    def of_goal(what: str) -> str:
        return f" of {goals[what]:,}" if done[what] < goals.get(what, 0) else ""

    return ", ".join(f"{number:,}{of_goal(what)} {what}" for what, number in done.items())


Run = Callable[[Proof], None]
