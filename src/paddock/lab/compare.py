"""`paddock lab compare`: what changes with an option, in races with the same dice."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from paddock.engine import Backend, Measured, Workers, capitalised

from . import plots
from .balance import seat_name
from .chances import Chances, chances
from .conditions import Conditions, LabError
from .report import Column, Report, Table
from .statistics import MISTAKEN, Estimated, false_discoveries, paired
from .tally import OF_RACE, race_values

MOST_VARIANTS = 20


@dataclass(frozen=True)
class Difference:
    """How one measure differs between two variants, race by race."""

    measure: str
    before: float  # the mean of the first variant
    after: float
    change: Estimated
    chance: float  # of so much difference where there is none, corrected for all measures and variants

    @property
    def is_beyond_chance(self) -> bool:
        """Whether to claim that they differ."""
        return self.chance < MISTAKEN


@dataclass
class Sums:
    """What paired differences add up to."""

    n: int = 0
    before: float = 0.0
    after: float = 0.0
    change: float = 0.0
    squares: float = 0.0

    def add(self, before: Any, after: Any) -> None:
        """Some more pairs."""
        change = after - before
        self.n += len(change)
        self.before += float(before.sum())
        self.after += float(after.sum())
        self.change += float(change.sum())
        self.squares += float((change * change).sum())


@dataclass
class Pairing:
    """One variant beside the first: sums of each measure."""

    variant: Conditions
    sums: dict[str, Sums] = field(default_factory=dict[str, Sums])

    def add(self, before: dict[str, Any], after: dict[str, Any]) -> None:
        """The same races of both."""
        for name in before.keys() & after.keys():
            self.sums.setdefault(name, Sums()).add(before[name], after[name])


class Comparison:
    """Variants of a game raced with the same dice, in steps."""

    def __init__(
        self,
        variants: tuple[Conditions, ...],
        races: int,
        *,
        backend: Backend = "native",
        on: Workers | None = None,
    ):
        _check(variants)
        self._backend: Backend = backend
        self.variants, self.races, self._on = variants, races, on
        self.pairings = [Pairing(variant) for variant in variants[1:]]
        self.done = 0

    @property
    def total(self) -> int:
        """Races of all variants."""
        return self.races * len(self.variants)

    def steps(self) -> Iterator[int]:
        """Race on; after each part the races done so far."""
        known = [chances(variant, backend=self._backend, on=self._on) for variant in self.variants]
        runs = [self._run(variant, one) for variant, one in zip(self.variants, known, strict=True)]
        for parts in zip(*runs, strict=True):
            values = [_values(part, one) for part, one in zip(parts, known, strict=True)]
            for pairing, after in zip(self.pairings, values[1:], strict=True):
                pairing.add(values[0], after)
            self.done += sum(len(part.plies) for part in parts)
            yield self.done

    def _run(self, variant: Conditions, known: Chances) -> Iterator[Measured]:
        return variant.measure(0, self.races, sure=known.sure, backend=self._backend, on=self._on)

    def differences(self) -> list[list[Difference]]:
        """For each variant but the first; corrected for all of them together."""
        names = [_names(pairing) for pairing in self.pairings]
        tests = [
            [paired(pairing.sums[name].change, pairing.sums[name].squares, pairing.sums[name].n) for name in some]
            for pairing, some in zip(self.pairings, names, strict=True)
        ]
        corrected = iter(false_discoveries([chance for some in tests for _, chance in some]))
        return [
            [
                Difference(name, sums.before / sums.n, sums.after / sums.n, change, next(corrected))
                for name, (change, _) in zip(some, found, strict=True)
                for sums in (pairing.sums[name],)
            ]
            for pairing, some, found in zip(self.pairings, names, tests, strict=True)
        ]

    def report(self, command: str = "") -> Report:
        """What is known so far."""
        first = self.variants[0]
        settings = {"variants": [variant.as_json() for variant in self.variants], "races": self.done}
        report = Report(f"{first.game.name}: comparison", command, settings)
        rows: list[tuple[Any, ...]] = []
        for number, (variant, found) in enumerate(zip(self.variants[1:], self.differences(), strict=True), 2):
            title = against(variant, first, number)
            report.sentences += sentences(title, found, self.done // len(self.variants))
            rows += [row(variant, first, one) for one in found]
            report.plots.append(_plot(title, found))
        columns = (
            Column("variant", "text"),
            Column("measure", "text"),
            *(Column(name) for name in ("first", "variant_value", "difference", "low", "high")),
            Column("p", "chance"),
            Column("differs", "text"),
        )
        note = (
            "Paired differences with intervals of 95 %. p: how likely so much difference is where there is none,"
            " corrected for all measures and variants (Benjamini and Hochberg)."
        )
        report.tables = [Table("differences", "Differences", columns, rows, note)]
        return report


def compare(
    variants: tuple[Conditions, ...],
    races: int,
    *,
    backend: Backend = "native",
    on: Workers | None = None,
    command: str = "",
) -> Report:
    """Race all variants with the same dice and report; `Comparison` does the same in steps."""
    run = Comparison(variants, races, backend=backend, on=on)
    for _ in run.steps():
        pass
    return run.report(command)


def _check(variants: tuple[Conditions, ...]) -> None:
    if not 2 <= len(variants) <= MOST_VARIANTS:
        raise LabError(
            f"a comparison needs 2 to {MOST_VARIANTS} variants: give an option twice with different values,"
            " e.g. --option laps=2 --option laps=3"
        )
    if len({variant.seed for variant in variants}) > 1:
        raise LabError("variants are raced with the same dice: give them the same seed")


def _values(part: Measured, known: Chances) -> dict[str, Any]:
    """All measures of each race as numbers, and the wins of each seat."""
    found = {name: np.asarray(values, float) for name, values in race_values(part, known.curve).items()}
    seats = part.place.shape[1]
    return found | {f"win_{seat + 1}": (part.place[:, seat] == 1).astype(float) for seat in range(seats)}


def _names(pairing: Pairing) -> list[str]:
    """Measures in the order of reports, then the seats."""
    order = [one.name for one in OF_RACE]
    return sorted(pairing.sums, key=lambda name: (order.index(name) if name in order else len(order), name))


def against(variant: Conditions, first: Conditions, number: int) -> str:
    """A variant and the first one; two files of one name are told apart by the order in which they were given."""
    one, other = label(variant, first), label(first, variant)
    return f"{one} against {other}" if one != other else f"{one} (number {number}) against {other} (number 1)"


def label(variant: Conditions, other: Conditions) -> str:
    """What sets a variant apart from another one."""
    mine, theirs = variant.complete_options(), other.complete_options()
    apart = [pair for pair in variant.option_words() if pair.split("=")[0] in differing(mine, theirs)]
    if variant.seats != other.seats:
        apart.append(f"{variant.seats} seats")
    if variant.levels != other.levels:
        apart.append(f"{' and '.join(variant.levels)} drivers")
    if variant.version is not other.version:
        apart.append(f"as in {variant.version.name}" if variant.version else "as installed here")
    return ", ".join(apart) or "the same"


def differing(mine: dict[str, Any], theirs: dict[str, Any]) -> set[str]:
    """Options that have different values."""
    return {name for name in mine if mine[name] != theirs.get(name)}


def row(variant: Conditions, first: Conditions, one: Difference) -> tuple[Any, ...]:
    """A difference as a row of the table."""
    name = one.measure
    if name.startswith("win_"):
        name = f"won by seat {seat_name(variant, int(name.removeprefix('win_')) - 1)}"
    change = one.change
    differs = "yes" if one.is_beyond_chance else "not shown"
    return (
        label(variant, first),
        name,
        one.before,
        one.after,
        change.value,
        change.low,
        change.high,
        one.chance,
        differs,
    )


def sentences(title: str, found: list[Difference], races: int) -> list[str]:
    """What differs beyond chance, the surest first."""
    texts = {one.name: one.text.split(" (")[0].split(",")[0] for one in OF_RACE}
    beyond = sorted((one for one in found if one.is_beyond_chance), key=lambda one: one.chance)
    said = [
        f"{capitalised(title)}, {races:,} races each with the same dice: {len(beyond)} of {len(found)} measures differ"
        " beyond chance."
    ]
    for one in beyond:
        what = texts.get(one.measure, f"wins of seat {one.measure.removeprefix('win_')}")
        more = "more" if one.change.value > 0 else "less"
        said.append(
            f"{capitalised(what)}: {one.before:.2f} becomes {one.after:.2f}, {abs(one.change.value):.2f} {more}."
        )
    return said


def _plot(title: str, found: list[Difference]) -> Any:
    """Differences in units of the first variant's mean, so that they fit on one scale."""
    shown = [one for one in found if one.before]
    scaled = [
        Estimated(*(value / abs(one.before) for value in (one.change.value, one.change.low, one.change.high)))
        for one in shown
    ]
    return plots.intervals(f"Change of each measure, {title}", [one.measure for one in shown], scaled, 0.0, "%")
