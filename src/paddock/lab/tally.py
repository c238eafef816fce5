"""What races come to: an exact histogram of each measure, which grows part by part and can be stored."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from paddock.engine import Measured

from .statistics import Estimated, mean, share

CHOICE_SECONDS, OTHER_SECONDS = 6, 2  # a person's: for a choice with alternatives; for a roll, a draw or a forced move
HUNDRED = 100
Counts = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class Measure:
    """Something counted in each race."""

    name: str
    text: str  # what it is, for people
    is_share: bool = False  # 0 or 1 in each race


OF_RACE = (
    Measure("turns", "turns a race (runs of decisions of one seat)"),
    Measure("decisions", "decisions a race"),
    Measure("draws", "dice and draws a race"),
    Measure("seconds", f"estimated seconds ({CHOICE_SECONDS} s for a choice, {OTHER_SECONDS} s for all else)"),
    Measure("lead_changes", "lead changes, looked at once a round"),
    Measure("decided", "when it was decided, in percent of the turns (100: not before the end)"),
    Measure("overturned", "races that a seat lost after its win chance had passed 90 %", True),
    Measure("runaway", "races decided in their first half and won by that seat", True),
    Measure("comeback", "races won by a seat whose win chance had fallen below half of a fair share", True),
    Measure("crashes", "crashes a race"),
    Measure("eliminations", "eliminations a race"),
    Measure("tie", "races with more than one winner", True),
    Measure("unfinished", "races not over within the bound", True),
)
OF_SEAT = (
    Measure("win", "races won (a tie counts for each)", True),
    Measure("place", "place"),
    Measure("seat_decisions", "decisions"),
    Measure("choices", "decisions with alternatives"),
    Measure("options", "options of all decisions together"),
    Measure("longest_wait", "decisions of others between two own turns, at most"),
)


def race_values(part: Measured, curve: Any) -> dict[str, Any]:
    """The measures of each race, from its row; `curve` turns an estimate's thousandths into a win chance."""
    seats = part.place.shape[1]
    races = np.arange(len(part.plies))
    winners = part.place == 1
    winner = winners.argmax(axis=1)
    turns = np.maximum(part.turns, 1)
    is_decided = part.decided >= 0
    decided = np.where(is_decided, HUNDRED * part.decided // turns, HUNDRED)
    right = is_decided & winners[races, np.maximum(part.decided_by, 0)]
    plies = np.where(part.plies < 0, part.decisions, part.plies)
    choices = part.seat_choices.sum(axis=1)
    lowest = curve[part.lowest[races, winner]]
    return {
        "turns": part.turns,
        "decisions": part.decisions,
        "draws": plies - part.decisions,
        "seconds": CHOICE_SECONDS * choices + OTHER_SECONDS * (plies - choices),
        "lead_changes": part.lead_changes,
        "decided": decided,
        "overturned": is_decided & ~right,
        "runaway": right & (2 * part.decided <= turns),
        "comeback": winners.any(axis=1) & (lowest < 1 / (2 * seats)),
        "crashes": part.crashes,
        "eliminations": part.eliminations,
        "tie": winners.sum(axis=1) > 1,
        "unfinished": part.plies < 0,
    }


def seat_values(part: Measured) -> dict[str, Any]:
    """The measures of each seat of each race."""
    return {
        "win": part.place == 1,
        "place": part.place,
        "seat_decisions": part.seat_decisions,
        "choices": part.seat_choices,
        "options": part.seat_options,
        "longest_wait": part.longest_wait,
    }


@dataclass
class Tally:
    """Histograms: by value, how many races have it; for seats, one each."""

    seats: int
    races: int = 0
    of_race: dict[str, Counts] = field(default_factory=dict[str, Counts])
    of_seat: dict[str, list[Counts]] = field(default_factory=dict[str, list[Counts]])

    def add(self, part: Measured, curve: Any) -> None:
        """Count some more races."""
        self.races += len(part.plies)
        for name, values in race_values(part, curve).items():
            self.of_race[name] = _added(self.of_race.get(name), values)
        for name, values in seat_values(part).items():
            before = self.of_seat.get(name) or [None] * self.seats
            self.of_seat[name] = [_added(before[seat], values[:, seat]) for seat in range(self.seats)]

    # Figures

    def figure(self, measure: Measure, seat: int | None = None) -> Estimated:
        """The share or mean of a measure, with its interval."""
        counts = self.counts(measure.name, seat)
        if measure.is_share:
            return share(int(counts[1:].sum()), self.races)
        return mean(*moments(counts))

    def counts(self, name: str, seat: int | None = None) -> Counts:
        """The histogram of a measure."""
        return self.of_race[name] if seat is None else self.of_seat[name][seat]

    def wins(self) -> list[int]:
        """Races won by each seat."""
        return [int(counts[1:].sum()) for counts in self.of_seat["win"]]

    def percentile(self, name: str, part: float) -> int:
        """The least value that at least this part of the races do not exceed."""
        total: Any = np.cumsum(self.of_race[name])
        return int((total < part * total[-1]).sum())

    # Storing

    def as_json(self) -> dict[str, Any]:
        """The histograms as lists."""
        return {
            "seats": self.seats,
            "races": self.races,
            "of_race": {name: counts.tolist() for name, counts in self.of_race.items()},
            "of_seat": {name: [c.tolist() for c in counts] for name, counts in self.of_seat.items()},
        }

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "Tally":
        """What `as_json` gave."""
        return cls(
            stored["seats"],
            stored["races"],
            {name: np.array(counts, np.int64) for name, counts in stored["of_race"].items()},
            {name: [np.array(c, np.int64) for c in counts] for name, counts in stored["of_seat"].items()},
        )


def moments(counts: Any) -> tuple[float, float, int]:
    """Sum, sum of squares and number of values in a histogram."""
    values = np.arange(len(counts), dtype=float)
    return float((counts * values).sum()), float((counts * values * values).sum()), int(counts.sum())


def _added(before: Counts | None, values: Any) -> Counts:
    counts = np.bincount(np.asarray(values, np.int64))
    if before is None:
        return counts
    longer, shorter = (before, counts) if len(before) >= len(counts) else (counts, before)
    total = longer.copy()
    total[: len(shorter)] += shorter
    return total
