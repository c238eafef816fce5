"""What races on tracks come to: sums, tables, sentences and heat maps."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from paddock.engine import CRASHES, INCIDENTS, NOWHERE, OVERTAKES, WAITS, Spot, TrackRace

from . import plots
from .conditions import Conditions
from .heat_map import heat_map
from .report import Column, Report, Table
from .statistics import MISTAKEN, Estimated, chance_of_hits, false_discoveries, mean_of, paired, share

HUNDRED = 100
Spots = Counter[int]  # by the number of a spot: how often
HEADINGS = {CRASHES: "Where cars crash", OVERTAKES: "Where cars are overtaken", WAITS: "Where cars wait"}


@dataclass
class TrackTally:
    """Sums over the races of one track."""

    name: str
    setting: Conditions
    races: int = 0
    counted: dict[str, Spots] = field(default_factory=lambda: {kind: Counter[int]() for kind in INCIDENTS})
    arrivals: Spots = field(default_factory=Counter[int])
    laps: dict[int, list[int]] = field(default_factory=dict[int, list[int]])  # by lap: rounds of each car
    starts: Spots = field(default_factory=Counter[int])
    won_from: Spots = field(default_factory=Counter[int])
    lanes: dict[str, list[tuple[float, float]]] = field(default_factory=dict[str, list[tuple[float, float]]])
    values: dict[str, list[float]] = field(default_factory=dict[str, list[float]])  # by measure: of each race
    lane_of: dict[int, str] = field(default_factory=dict[int, str])

    def add(self, race: TrackRace) -> None:
        """Add one race."""
        self.races += 1
        for kind in INCIDENTS:
            self.counted[kind] += race.counted[kind]
            self.values.setdefault(kind, []).append(race.total(kind))
        self.values.setdefault("crash_rate", []).append(race.crash_rate)
        self.values.setdefault("rounds", []).append(race.rounds)
        for arrivals in race.arrivals:
            self.arrivals += arrivals
        for lap, rounds in race.laps:
            self.laps.setdefault(lap, []).append(rounds)
        self.starts += Counter(race.starts)
        self.won_from += Counter(start for start, place in zip(race.starts, race.place, strict=True) if place == 1)
        for lane in sorted(set(self.lane_of.values()) - {""}):
            found = lane_shares(race, self.lane_of, lane)
            self.lanes.setdefault(lane, []).extend(found)

    def mean(self, measure: str) -> Estimated:
        """A measure of a race with its interval."""
        return mean_of(self.values[measure])

    def all_laps(self) -> list[int]:
        """Rounds of every lap of every car."""
        return [rounds for lap in self.laps.values() for rounds in lap]


def lane_shares(race: TrackRace, lane_of: dict[int, str], lane: str) -> list[tuple[float, float]]:
    """The share of a lane in the spots of the winners and of the others; nothing where all won or nobody moved."""
    shares: dict[bool, list[float]] = {True: [], False: []}
    for arrivals, place in zip(race.arrivals, race.place, strict=True):
        total = arrivals.total()
        if total:
            shares[place == 1].append(sum(n for spot, n in arrivals.items() if lane_of.get(spot) == lane) / total)
    if not shares[True] or not shares[False]:
        return []
    return [(sum(shares[True]) / len(shares[True]), sum(shares[False]) / len(shares[False]))]


def track_report(raced: Sequence[TrackTally], spots: Sequence[Spot], command: str) -> Report:
    """The report on the first track, whose spots these are, beside the others."""
    drawn = raced[0]
    races = sum(tally.races for tally in raced)
    setting = {**drawn.setting.as_json(), "races": races, "track": drawn.name}
    report = Report(f"{drawn.setting.game.name}: {drawn.name}", command, setting)
    lanes, starts = _lane_table(drawn), _start_table(drawn, spots)
    report.tables = [_track_table(raced), _spot_table(drawn, spots), _lap_table(drawn)]
    report.tables += [table for table in (lanes, starts) if table.rows]
    report.sentences = sentences(raced, spots, lanes, starts)
    report.plots = [heat_map(f"{HEADINGS[kind]}, a race", spots, rates(drawn, kind)) for kind in INCIDENTS]
    names, found = [tally.name for tally in raced], [tally.mean("crash_rate") for tally in raced]
    report.plots.append(plots.intervals("Difficulty: crashes of a car in a hundred rounds", names, found, None, ""))
    if drawn.laps:
        report.plots.append(plots.histogram("Rounds of a lap", np.bincount(drawn.all_laps()).tolist()))
    return report


def rates(tally: TrackTally, kind: str) -> dict[int, float]:
    """By spot: how often in a race."""
    return {spot: n / tally.races for spot, n in tally.counted[kind].items() if spot != NOWHERE}


# Tables


def _track_table(raced: Sequence[TrackTally]) -> Table:
    rows: list[tuple[Any, ...]] = []
    for tally in raced:
        rate, laps = tally.mean("crash_rate"), tally.all_laps()
        lap = float(np.mean(laps)) if laps else None
        means = [tally.mean(name).value for name in (CRASHES, OVERTAKES, WAITS, "rounds")]
        rows.append((tally.name, tally.races, rate.value, rate.low, rate.high, *means, lap))
    columns = (
        Column("track", "text"),
        Column("races", "count"),
        *(Column(name) for name in ("crash_rate", "low", "high", *INCIDENTS, "rounds", "lap_rounds")),
    )
    note = (
        "The crash rate is the crashes of a car in a hundred rounds, with its interval of 95 %: the higher, the harder."
        " Crashes, overtakes, waits and rounds are of a race, lap rounds of a lap."
    )
    return Table("tracks", "Difficulty, beside the tracks in the box", columns, rows, note)


def _spot_table(tally: TrackTally, spots: Sequence[Spot]) -> Table:
    rows: list[tuple[Any, ...]] = []
    for spot in spots:
        counted = [tally.counted[kind][spot.number] / tally.races for kind in INCIDENTS]
        rows.append((spot.name, spot.lane or "-", tally.arrivals[spot.number] / tally.races, *counted, spot.x, spot.y))
    columns = (
        Column("spot", "text"),
        Column("lane", "text"),
        *(Column(name) for name in ("arrivals", *INCIDENTS, "x", "y")),
    )
    note = "How often in a race. An overtake counts where the overtaken car stands; x and y are in a square of 1000."
    return Table("spots", "Spot by spot", columns, rows, note)


def _lap_table(tally: TrackTally) -> Table:
    rows: list[tuple[Any, ...]] = []
    for lap, rounds in sorted(tally.laps.items()):
        found = mean_of(rounds)
        spread = [int(value) for value in np.percentile(rounds, (5, 50, 95), method="inverted_cdf")]
        rows.append((lap, len(rounds), found.value, found.low, found.high, *spread))
    columns = (
        *(Column(name, "count") for name in ("lap", "cars")),
        *(Column(name) for name in ("rounds", "low", "high")),
        *(Column(name, "count") for name in ("least_5", "middle", "most_95")),
    )
    note = "Rounds that a car takes for a lap; a car that does not complete a lap is not in it."
    return Table("laps", "Lap times", columns, rows, note)


def _lane_table(tally: TrackTally) -> Table:
    found: list[tuple[str, float, float, Estimated, float]] = []
    for lane, pairs in tally.lanes.items():
        if len(pairs) > 1:
            winners, others = np.array(pairs).T
            change = winners - others
            test = paired(float(change.sum()), float((change * change).sum()), len(pairs))
            found.append((lane, float(winners.mean()), float(others.mean()), *test))
    adjusted = false_discoveries([one[-1] for one in found])
    rows = [
        (lane, winners, others, change.value, change.low, change.high, chance)
        for (lane, winners, others, change, _), chance in zip(found, adjusted, strict=True)
    ]
    columns = (
        Column("lane", "text"),
        *(Column(name, "percent") for name in ("winners", "others", "difference", "low", "high")),
        Column("p", "chance"),
    )
    note = "The share of a lane in the spots that a car comes to; p is corrected for all lanes."
    return Table("lanes", "Which lane wins", columns, rows, note)


def _start_table(tally: TrackTally, spots: Sequence[Spot]) -> Table:
    names = {spot.number: spot.name for spot in spots}
    fair = tally.won_from.total() / max(1, tally.starts.total())
    starts = [start for start in sorted(tally.starts) if start != NOWHERE]
    chances = false_discoveries([chance_of_hits(tally.won_from[n], tally.starts[n], fair) for n in starts])
    rows: list[tuple[Any, ...]] = []
    for start, chance in zip(starts, chances, strict=True):
        won = share(tally.won_from[start], tally.starts[start])
        rows.append((names[start], tally.starts[start], won.value, won.low, won.high, fair, chance))
    columns = (
        Column("start", "text"),
        Column("cars", "count"),
        *(Column(name, "percent") for name in ("won", "low", "high", "fair")),
        Column("p", "chance"),
    )
    note = "By the first spot of a car: how often it won. p: how likely that is where starts are alike, corrected."
    return Table("starts", "Which start wins", columns, rows if len(rows) > 1 else [], note)


# Sentences


def sentences(raced: Sequence[TrackTally], spots: Sequence[Spot], lanes: Table, starts: Table) -> list[str]:
    """What stands out, in words."""
    drawn = raced[0]
    setting = drawn.setting
    levels = " and ".join(setting.levels)
    said = [
        f"{drawn.name}, {drawn.races:,} races of {setting.seats} {levels} drivers, seed {setting.seed}: "
        + "; ".join(_hottest(drawn, kind, spots) for kind in INCIDENTS)
        + "."
    ]
    laps = drawn.all_laps()
    if laps:
        least, most = np.percentile(laps, (5, 95), method="inverted_cdf")
        said.append(
            f"A lap takes a car {np.mean(laps):.1f} rounds, of twenty laps eighteen between {least:.0f} and {most:.0f};"
            f" a race takes {drawn.mean('rounds').value:.1f} rounds."
        )
    said += [_lane_sentence(lanes), _start_sentence(starts), _difficulty(raced)]
    return [sentence for sentence in said if sentence]


def _hottest(tally: TrackTally, kind: str, spots: Sequence[Spot]) -> str:
    names = {spot.number: spot.name for spot in spots}
    known = {spot: n for spot, n in tally.counted[kind].items() if spot in names}
    told = f"{tally.mean(kind).value:.1f} {kind} a race"
    if not known:
        return told
    spot = min(known, key=lambda one: (-known[one], one))
    return f"{told}, most at {names[spot]} ({HUNDRED * known[spot] / tally.counted[kind].total():.0f} %)"


def _lane_sentence(table: Table) -> str:
    """The lane whose share differs most between winners and others, if beyond chance."""
    if not table.rows:
        return ""
    rows = [row for row in table.records() if row["p"] < MISTAKEN]
    if not rows:
        return "No lane is shown to win more than another."
    most = max(rows, key=lambda row: abs(row["difference"]))
    more = "more" if most["difference"] > 0 else "less"
    return (
        f"Winners are on the {most['lane']} {more} than others: {HUNDRED * most['winners']:.1f} % of the spots they"
        f" come to, against {HUNDRED * most['others']:.1f} %."
    )


def _start_sentence(table: Table) -> str:
    """The start that wins most beyond chance."""
    if not table.rows:
        return ""
    rows = [row for row in table.records() if row["p"] < MISTAKEN and row["won"] > row["fair"]]
    if not rows:
        return "No start is shown to win more than another."
    best = max(rows, key=lambda row: row["won"])
    won, fair = HUNDRED * best["won"], HUNDRED * best["fair"]
    return f"Of cars that start on {best['start']} {won:.1f} % win; {fair:.1f} % is fair."


def _difficulty(raced: Sequence[TrackTally]) -> str:
    """The drawn track among those in the box; they differ if their intervals do not overlap."""
    rate, others = raced[0].mean("crash_rate"), raced[1:]
    told = f"A car crashes {rate.value:.1f} times in a hundred rounds"
    if not others:
        return f"{told}."
    harder = [tally.name for tally in others if tally.mean("crash_rate").high < rate.low]
    easier = [tally.name for tally in others if tally.mean("crash_rate").low > rate.high]
    alike = [tally.name for tally in others if tally.name not in (*harder, *easier)]
    words = {"harder than": harder, "easier than": easier, "about as hard as": alike}
    return f"{told}: {'; '.join(f'{what} {listed(names)}' for what, names in words.items() if names)}."


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: A, B and C."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
