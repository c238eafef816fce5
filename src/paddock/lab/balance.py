"""`paddock lab balance`: is a game fair, how long and how tense is it, and how much of it is luck?"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paddock.bots import BOTS, Rating
from paddock.engine import Backend, Workers, capitalised, number_of

from . import plots
from .chances import Chances, chances
from .conditions import Conditions, LabError
from .report import Column, Plot, Report, Table
from .skill import Duel, Split, duels, rated, split
from .statistics import MISTAKEN, Estimated, chance_of_hits, false_discoveries, stats
from .tally import OF_RACE, OF_SEAT, Tally

STATE = "paddock lab state 1"
GROWING = (0.02, 0.1, 0.3, 1.0)  # parts of the races after which every seat count has been raced alike
COMPILED_LEVELS = ("random", "rookie", "club", "quick")
LARGEST_STATE = 50_000_000  # bytes of a state file
BY_NAME = {measure.name: measure for measure in (*OF_RACE, *OF_SEAT)}


@dataclass(frozen=True)
class BalancePlan:
    """What is asked of the lab."""

    settings: tuple[Conditions, ...]
    races: int  # of each setting
    levels: tuple[str, ...] = COMPILED_LEVELS  # that race each other, from the weakest up
    level_races: int = 1000  # of each pair, and of the split between luck and skill; 0: none

    def __post_init__(self) -> None:
        for level in self.levels:
            if level not in BOTS:
                raise LabError(f"there is no level {level[:40]!r}; there are {', '.join(BOTS)}")

    def as_json(self) -> dict[str, Any]:
        """Everything on which the figures depend; more races may be asked for later."""
        return {"settings": [setting.as_json() for setting in self.settings]}


@dataclass
class Skill:
    """Luck and skill of one setting."""

    duels: list[Duel] = field(default_factory=list[Duel])
    ratings: list[Rating] = field(default_factory=list[Rating])
    split: Split | None = None


class Balance:
    """A run that can be stopped, stored, resumed and reported on at any time."""

    def __init__(self, plan: BalancePlan, *, backend: Backend = "native", on: Workers | None = None):
        stats()  # before an hour of racing, not after it
        self._backend: Backend = backend
        self.plan, self._on = plan, on
        self.tallies = [Tally(setting.seats) for setting in plan.settings]
        self.skills: list[Skill | None] = [None] * len(plan.settings)
        self._chances: list[Chances | None] = [None] * len(plan.settings)

    # Racing

    @property
    def total(self) -> int:
        """Races of all settings."""
        return self.plan.races * len(self.plan.settings)

    @property
    def done(self) -> int:
        """Of these, raced."""
        return sum(tally.races for tally in self.tallies)

    def steps(self) -> Iterator[int]:
        """Race on; after each part the races done so far. May be left at any time."""
        for part in GROWING:
            for number, setting in enumerate(self.plan.settings):
                yield from self._race(number, setting, int(self.plan.races * part))
            for number, setting in enumerate(self.plan.settings):
                yield from self._skill(number, setting)

    def _race(self, number: int, setting: Conditions, until: int) -> Iterator[int]:
        tally = self.tallies[number]
        if tally.races >= until:
            return
        known = self._chances[number] or chances(setting, backend=self._backend, on=self._on)
        self._chances[number] = known
        for part in setting.measure(tally.races, until, sure=known.sure, backend=self._backend, on=self._on):
            tally.add(part, known.curve)
            yield self.done

    def _skill(self, number: int, setting: Conditions) -> Iterator[int]:
        races, levels = self.plan.level_races, self.plan.levels
        if self.skills[number] is not None or not races or setting.seats < 2 or len(levels) < 2:
            return
        found = Skill()
        self.skills[number] = found
        for one in duels(setting, levels, races, self._backend, self._on):
            found.duels.append(one)
            yield self.done
        found.ratings = rated(levels, found.duels)
        field_levels = tuple(level for level in levels if not BOTS[level].walks)
        if len(field_levels) > 1:
            found.split = split(setting, field_levels, races, self._backend, self._on)
        yield self.done

    # Storing

    def store(self, file: Path) -> None:
        """Keep what has been raced, whole or not at all."""
        stored = {"is": STATE, "plan": self.plan.as_json(), "tallies": [tally.as_json() for tally in self.tallies]}
        new = file.with_name(file.name + ".new")
        new.write_text(json.dumps(stored), encoding="utf-8")
        new.replace(file)

    def go_on_from(self, file: Path) -> None:
        """Take over what was stored by a run with the same settings."""
        wrong = LabError(f"{file} is not the state of a run of the lab: name another file, or delete it")
        if file.stat().st_size > LARGEST_STATE:
            raise wrong
        try:
            stored = json.loads(file.read_text(encoding="utf-8"))
            tallies = [Tally.from_json(one) for one in stored["tallies"]]
        except (ValueError, KeyError, TypeError):
            raise wrong from None
        if stored.get("is") != STATE:
            raise wrong
        if stored["plan"] != json.loads(json.dumps(self.plan.as_json())):
            raise LabError(f"{file} is of other settings: run the command it was made by, or name another file")
        self.tallies = tallies

    # Reporting

    def report(self, command: str = "") -> Report:
        """What is known so far."""
        first = self.plan.settings[0]
        report = Report(
            f"{first.game.name}: balance",
            command,
            {**self.plan.as_json(), "races": self.done, "levels": list(self.plan.levels)},
        )
        raced = [number for number, tally in enumerate(self.tallies) if tally.races]
        for number in raced:
            report.sentences += sentences(self.plan.settings[number], self.tallies[number], self.skills[number])
        report.tables = [self._seats(raced), self._measures(raced), *self._skill_tables(raced)]
        for number in raced:
            report.plots += setting_plots(self.plan.settings[number], self.tallies[number])
        return report

    def _seats(self, raced: Sequence[int]) -> Table:
        rows: list[tuple[Any, ...]] = []
        for number in raced:
            setting, tally = self.plan.settings[number], self.tallies[number]
            adjusted = seat_chances(tally)
            for seat in range(setting.seats):
                won = tally.figure(BY_NAME["win"], seat)
                others = [tally.figure(BY_NAME[name], seat).value for name in SEAT_COLUMNS]
                rows.append(
                    (setting.seats, seat_name(setting, seat), won.value, won.low, won.high, adjusted[seat], *others)
                )
        columns = (
            Column("seats", "count"),
            Column("seat", "text"),
            Column("won", "percent"),
            Column("low", "percent"),
            Column("high", "percent"),
            Column("p_fair", "chance"),
            *(Column(name) for name in SEAT_COLUMNS),
        )
        note = "Intervals of 95 %. p fair: how likely such a share is in a fair game, corrected for many seats."
        return Table("seats", "By seat", columns, rows, note)

    def _measures(self, raced: Sequence[int]) -> Table:
        rows: list[tuple[Any, ...]] = []
        for number in raced:
            setting, tally = self.plan.settings[number], self.tallies[number]
            for one in OF_RACE:
                found = tally.figure(one)
                spread = [tally.percentile(one.name, part) for part in (0.05, 0.5, 0.95)]
                rows.append((setting.seats, one.name, found.value, found.low, found.high, *spread, one.text))
        names = ("value", "low", "high")
        columns = (
            Column("seats", "count"),
            Column("measure", "text"),
            *(Column(name) for name in names),
            *(Column(name, "count") for name in ("least_5", "middle", "most_95")),
            Column("what", "text"),
        )
        note = "Means or shares with intervals of 95 %; then the values that 5, 50 and 95 % of the races do not exceed."
        return Table("measures", "By race", columns, rows, note)

    def _skill_tables(self, raced: Sequence[int]) -> list[Table]:
        pairs: list[tuple[Any, ...]] = []
        parts: list[tuple[Any, ...]] = []
        for number in raced:
            seats, skill = self.plan.settings[number].seats, self.skills[number]
            if skill is None:
                continue
            pairs += [(seats, d.level, d.against, d.races, d.won.value, d.won.low, d.won.high) for d in skill.duels]
            if skill.split:
                parts += split_rows(seats, skill.split)
        if not pairs:
            return []
        heads = (Column("seats", "count"), Column("level", "text"), Column("against", "text"), Column("races", "count"))
        interval = (Column("low", "percent"), Column("high", "percent"))
        duel_table = Table(
            "levels",
            "Levels against each other",
            (*heads, Column("won", "percent"), *interval),
            pairs,
            "Half of the cars each; every race is held twice, with the same dice and the seats exchanged.",
        )
        split_table = Table(
            "luck_and_skill",
            "Luck and skill",
            (Column("seats", "count"), Column("source", "text"), Column("share", "percent"), *interval),
            parts,
            "Of the variance of places in a mixed field: dice rolled again for the same drivers, drivers exchanged for"
            " the same dice.",
        )
        return [duel_table, split_table] if parts else [duel_table]


SEAT_COLUMNS = ("place", "seat_decisions", "choices", "options", "longest_wait")


def split_rows(seats: int, found: Split) -> list[tuple[Any, ...]]:
    """Three parts that add up to the whole."""
    nan = float("nan")
    return [
        (seats, "who drives", found.drivers.value, found.drivers.low, found.drivers.high),
        (seats, "the dice", found.dice.value, found.dice.low, found.dice.high),
        (seats, "both together", found.together, nan, nan),
    ]


def seat_name(setting: Conditions, seat: int) -> str:
    """A seat's number and what it is called."""
    return f"{seat + 1} {capitalised(setting.game.words.seat_name(setting.table(), seat))}"


def seat_chances(tally: Tally) -> list[float]:
    """For each seat: how likely its wins are in a fair game, corrected for looking at all seats."""
    winners = sum(tally.wins())
    if not winners or tally.seats < 2:
        return [1.0] * tally.seats
    return false_discoveries([chance_of_hits(won, winners, 1 / tally.seats) for won in tally.wins()])


# Sentences


def sentences(setting: Conditions, tally: Tally, skill: Skill | None) -> list[str]:
    """The summary of one setting."""
    options = setting.changed_options()
    where = f"{number_of(setting.seats, 'seat')}{', ' if options else ''}{', '.join(options)}"
    figures = {one.name: tally.figure(one) for one in OF_RACE}
    said = [
        f"{capitalised(where)}, {tally.races:,} races of {' and '.join(setting.levels)} drivers, seed {setting.seed}:"
        f" {seat_sentence(setting, tally)}",
        f"A race has {figures['turns'].value:.0f} turns and {figures['decisions'].value:.0f} decisions, about"
        f" {figures['seconds'].value / 60:.0f} minutes (the box says {setting.game.minutes[0]} to"
        f" {setting.game.minutes[1]}); the lead changes {figures['lead_changes'].value:.1f} times.",
        "Half of the races are decided (a win chance above 90 %) by"
        f" {tally.percentile('decided', 0.5)} % of their turns;"
        f" {percent(figures['runaway'])} are decided in the first half and never turned,"
        f" {percent(figures['overturned'])} are turned after that,"
        f" {percent(figures['comeback'])} are comebacks.",
    ]
    said.append(accident_sentence(figures))
    if skill and skill.split:
        said.append(skill_sentence(skill, skill.split))
    return said


def seat_sentence(setting: Conditions, tally: Tally) -> str:
    """Whether seats are alike, and which are not."""
    if tally.seats < 2:
        return f"{percent(tally.figure(BY_NAME['win'], 0))} are won."
    uneven = [
        f"seat {seat_name(setting, seat)} wins {percent(tally.figure(BY_NAME['win'], seat))}"
        for seat, chance in enumerate(seat_chances(tally))
        if chance < MISTAKEN
    ]
    fair = f"{100 / tally.seats:.1f} %"
    if not uneven:
        return f"no seat is shown to win more or less than its fair {fair}."
    return f"seats are not alike: {'; '.join(uneven)}, where {fair} would be fair."


def accident_sentence(figures: dict[str, Estimated]) -> str:
    """Crashes, eliminations, ties and races without an end."""
    said = (
        f"There are {figures['crashes'].value:.1f} crashes and {figures['eliminations'].value:.2f} eliminations a race"
    )
    said += f"; {percent(figures['tie'])} end in a tie"
    unfinished = figures["unfinished"]
    return f"{said}, and {percent(unfinished)} do not end." if unfinished.value else f"{said}."


def skill_sentence(skill: Skill, found: Split) -> str:
    """How much is luck and how much skill."""
    best = max(skill.ratings, key=lambda one: one.points)
    worst = min(skill.ratings, key=lambda one: one.points)
    return (
        f"In a field of {', '.join(found.field)} who drives decides {percent(found.drivers)} of the variance of places,"
        f" the dice alone {percent(found.dice)}, and both together the rest; {best.level} is"
        f" {best.points - worst.points:.0f} points stronger than {worst.level} (400 are ten to one)."
    )


def percent(found: Estimated) -> str:
    """A share in words."""
    return f"{100 * found.value:.1f} %"


# Plots


def setting_plots(setting: Conditions, tally: Tally) -> list[Plot]:
    """Wins by seat, length, and when it was decided."""
    where = number_of(setting.seats, "seat")
    names = [seat_name(setting, seat) for seat in range(setting.seats)]
    won = [tally.figure(BY_NAME["win"], seat) for seat in range(setting.seats)]
    fair = 1 / setting.seats if setting.seats > 1 else None
    return [
        plots.intervals(f"Share of wins by seat, {where}", names, won, fair, "%"),
        plots.histogram(f"Turns a race, {where}", tally.counts("turns").tolist()),
        plots.histogram(f"When decided, in percent of the turns, {where}", tally.counts("decided").tolist(), unit=" %"),
        plots.histogram(f"Lead changes a race, {where}", tally.counts("lead_changes").tolist()),
    ]


def balance(plan: BalancePlan, *, backend: Backend = "native", on: Workers | None = None, command: str = "") -> Report:
    """Race everything and report; `Balance` does the same in steps."""
    run = Balance(plan, backend=backend, on=on)
    for _ in run.steps():
        pass
    return run.report(command)
