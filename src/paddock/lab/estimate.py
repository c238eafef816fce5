"""`paddock lab estimate`: are the chances that players see true, and better than looking at who is in front?"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from paddock.bots import BOTS, make_bot, raced
from paddock.engine import (
    POLICIES,
    Backend,
    Cores,
    Positions,
    Workers,
    recorded_positions,
    sample_positions,
)

from .conditions import Conditions, LabError
from .odds import (
    Floats,
    Mask,
    Tenth,
    fitted,
    held_out,
    losses,
    mean_by_race,
    softmax,
    tempered,
    tenths,
    with_exponent,
)
from .report import Column, Report, Table
from .statistics import Estimated, stats

EACH = 6  # positions of a race, spread over it
PART = 2  # races of searching drivers that a worker runs at a time
THIRDS = ("first", "second", "last")
Races = list[tuple[list[int], list[int]]]  # moves and final places of each


@dataclass(frozen=True)
class Judged:
    """How true the estimate was in the races of one setting."""

    setting: Conditions
    races: int
    positions: int
    estimate: Estimated  # log losses; the interval counts races
    uniform: float
    exponent: float  # the best single one, fitted to all of these races
    tempered: float  # by exponents fitted to other races
    progress: float  # by a regression on progress fitted to other races
    thirds: list[tuple[float, float]]  # by third of the race: log loss of the estimate and of the regression
    tenths: list[Tenth]

    @property
    def untrue(self) -> list[Tenth]:
        """The tenths in which the share that won disagrees with what was predicted."""
        return [one for one in self.tenths if not one.is_true]


class EstimateTrial:
    """The estimate of a game in races of several settings, one after the other."""

    def __init__(
        self,
        settings: tuple[Conditions, ...],
        races: int,
        *,
        drivers: str = "quick",
        backend: Backend = "native",
        on: Workers | None = None,
    ):
        stats()  # before any racing, not after it
        if drivers not in BOTS:
            raise LabError(f"there is no driver {drivers[:40]!r}; there are {', '.join(BOTS)}")
        self._backend: Backend = backend
        self.settings, self.races, self.drivers = settings, races, drivers
        self._on = on
        self.judged: list[Judged] = []
        self.done = 0

    @property
    def total(self) -> int:
        """Races of all settings."""
        return self.races * len(self.settings)

    def steps(self) -> Iterator[int]:
        """Race on; after each part the races done so far."""
        for number, setting in enumerate(self.settings):
            if self.drivers in POLICIES:
                found = sampled(setting, self.races, self.drivers, self._backend, self._on)
            else:
                races: Races = []
                for some in self._raced(setting):
                    races += some
                    self.done = number * self.races + len(races)
                    yield self.done
                found = recorded_positions(setting.game, setting.table(), races, EACH, seed=setting.seed)
            self.judged.append(judge(setting, found, self._backend))
            self.done = (number + 1) * self.races
            yield self.done

    def _raced(self, setting: Conditions) -> Iterator[Races]:
        """Races of bots, in their order, so that a report is the same by any workers."""
        parts = [(first, min(first + PART, self.races)) for first in range(0, self.races, PART)]
        return (self._on or Cores()).map(partial(_race, setting, self.drivers), parts)

    def report(self, command: str = "") -> Report:
        """What is known so far."""
        game = self.settings[0].game
        settings = [one.setting.as_json() | {"drivers": self.drivers} for one in self.judged]
        report = Report(f"{game.name}: chances", command, {"settings": settings, "races": self.races})
        report.sentences = [sentence(one) for one in self.judged]
        report.tables = [_loss_table(self.judged), _tenth_table(self.judged), _third_table(self.judged)]
        return report


def estimate(
    settings: tuple[Conditions, ...],
    races: int,
    *,
    drivers: str = "quick",
    backend: Backend = "native",
    on: Workers | None = None,
    command: str = "",
) -> Report:
    """Race and report; `EstimateTrial` does the same in steps."""
    run = EstimateTrial(settings, races, drivers=drivers, backend=backend, on=on)
    for _ in run.steps():
        pass
    return run.report(command)


# Racing


def sampled(setting: Conditions, races: int, drivers: str, backend: Backend, on: Workers | None) -> Positions:
    """Positions of compiled races."""
    return sample_positions(
        setting.game,
        setting.table(),
        races,
        EACH,
        seed=setting.seed,
        bots=(drivers,),
        backend=backend,
        on=on,
    )


def _race(setting: Conditions, drivers: str, first: int, stop: int) -> Races:
    """Race number `first` to `stop` - 1 of bots."""
    table, found = setting.table(), Races()
    for number in range(first, stop):
        bots = [make_bot(drivers, setting.seed + number) for _ in range(setting.seats)]
        found.append(raced(setting.game, table, bots, setting.seed, number))
    return found


# Judging


def judge(setting: Conditions, found: Positions, backend: Backend = "native") -> Judged:
    """Compare what was estimated with who won."""
    chances, won = with_field(found.estimates(backend)), with_field(found.won)
    race, progress = found.race, progress_of(found, backend)

    def temper(here: Mask, there: Mask) -> Floats:
        return with_exponent(chances[there], tempered(chances[here], won[here]))

    def regress(here: Mask, there: Mask) -> Floats:
        return softmax(progress[there] @ fitted(progress[here], won[here]))

    own = losses(chances, won)
    regression = losses(held_out(regress, race), won)
    third = np.minimum((found.part * 3).astype(int), 2)
    return Judged(
        setting=setting,
        races=len(np.unique(race)),
        positions=len(race),
        estimate=mean_by_race(own, race),
        uniform=float(losses(nothing_known(setting, chances), won).mean()),
        exponent=tempered(chances, won),
        tempered=float(losses(held_out(temper, race), won).mean()),
        progress=float(regression.mean()),
        thirds=[(float(own[third == i].mean()), float(regression[third == i].mean())) for i in range(3)],
        tenths=tenths(chances, won, race),
    )


def nothing_known(setting: Conditions, chances: Floats) -> Floats:
    """The same chance for every car."""
    if setting.seats > 1:
        return np.full_like(chances, 1 / setting.seats)
    alone = 1 / max(1, setting.game.field)
    return np.zeros_like(chances) + np.array([alone, 1 - alone])


def with_field(values: Floats) -> Floats:
    """A lone seat of a field races against all others, who together have what it lacks."""
    return np.hstack([values, 1 - values]) if values.shape[1] == 1 else values


def progress_of(found: Positions, backend: Backend = "native") -> Floats:
    """By position and seat: progress, and the same times how far the leader is; places where a game tells no progress.

    So the regression knows that the same lead is worth more near the end.
    """
    far = how_far(found) if found.game.progress else -found.places(backend)
    if far.shape[1] == 1:
        far = np.hstack([far, np.zeros_like(far)])
        return np.stack([far, np.arange(2)[None, :] + 0 * far], axis=2)
    leader = far.max(axis=1, keepdims=True)
    return np.stack([far, far * leader / max(1.0, float(np.abs(leader).max()))], axis=2)


def how_far(found: Positions) -> Floats:
    """By position and seat: how far it has come."""
    far, seats = found.game.progress, found.won.shape[1]
    assert far
    states = (found.state(i) for i in range(len(found.states)))
    return np.array([[far(found.table, state, seat) for seat in range(seats)] for state in states], float)


# Reporting


def label(setting: Conditions) -> str:
    """Seats and changed options."""
    return ", ".join([f"{setting.seats} seats" if setting.seats > 1 else "1 seat", *setting.changed_options()])


def sentence(one: Judged) -> str:
    """What a player should know about the chances that are shown."""
    untrue = ", ".join(f"{10 * tenth.tenth} to {10 * tenth.tenth + 10} %" for tenth in one.untrue)
    true = f"not true from {untrue}" if untrue else "true in every tenth"
    sure = ""
    if untrue:
        sure = "; on the whole " + ("too unsure" if one.exponent > 1 else "too sure")
    better = "better" if one.estimate.value < one.progress else "no better"
    return f"{label(one.setting)}: chances are {true}{sure}, and {better} than a regression on progress."


def _loss_table(judged: list[Judged]) -> Table:
    columns = (
        Column("setting", "text"),
        Column("races", "count"),
        Column("positions", "count"),
        *(Column(name, "chance") for name in ("uniform", "estimate", "low", "high", "tempered")),
        Column("exponent"),
        Column("progress", "chance"),
        Column("tenths_outside", "count"),
    )
    rows = [
        (
            label(one.setting),
            one.races,
            one.positions,
            one.uniform,
            one.estimate.value,
            one.estimate.low,
            one.estimate.high,
            one.tempered,
            one.exponent,
            one.progress,
            len(one.untrue),
        )
        for one in judged
    ]
    note = (
        "Log loss of the winner's chance (less is better): of knowing nothing; of the estimate, with its interval of"
        " 95 % by races; of the estimate raised to the best exponent; of a regression on progress. Both fits are"
        " measured on races that they have not seen."
    )
    return Table("log_loss", "Log loss", columns, rows, note)


def _tenth_table(judged: list[Judged]) -> Table:
    columns = (
        Column("setting", "text"),
        Column("tenth", "text"),
        Column("seats", "count"),
        *(Column(name, "percent") for name in ("predicted", "observed", "low", "high")),
        Column("true", "text"),
    )
    rows = [
        (
            label(one.setting),
            f"{10 * tenth.tenth} to {10 * tenth.tenth + 10} %",
            tenth.seats,
            tenth.predicted,
            tenth.observed.value,
            tenth.observed.low,
            tenth.observed.high,
            "yes" if tenth.is_true else "no",
        )
        for one in judged
        for tenth in one.tenths
    ]
    note = (
        "Seats by the tenth of their predicted chance, the share of them that won and its interval of 99 %, by races:"
        " of true chances one tenth in a hundred falls outside."
    )
    return Table("tenths", "Predicted and observed", columns, rows, note)


def _third_table(judged: list[Judged]) -> Table:
    columns = (Column("setting", "text"), Column("third", "text"), Column("estimate", "chance"))
    rows = [
        (label(one.setting), name, own, regression)
        for one in judged
        for name, (own, regression) in zip(THIRDS, one.thirds, strict=True)
    ]
    return Table("thirds", "Log loss by third of the race", (*columns, Column("progress", "chance")), rows)
