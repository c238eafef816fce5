"""`paddock lab races`: the same measures of races that people held, beside those of bots with the same options."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from paddock.engine import OVER, Backend, Game, Measured, Position, Value, Workers, shown_value

from .chances import Chances, chances
from .conditions import Conditions
from .report import Column, Report, Table
from .statistics import MISTAKEN, Estimated, false_discoveries, mean_of, welch
from .tally import OF_RACE, race_values

FEWEST = 2  # races of people that a comparison needs


@dataclass(frozen=True)
class HeldGroup:
    """Races of people with the same options and number of seats; nothing says who they were."""

    game: Game
    seats: int
    options: dict[str, Value]
    races: tuple[tuple[tuple[int, int], ...], ...]  # who acted and what was played


class _Reading:
    """What the lab counts in a race, as its moves are played: the reading of `engine.measure`."""

    def __init__(self, group: HeldGroup, sure: int):
        self.position = Position.start(group.game, group.game.new_table(group.seats, group.options))
        self.seats, self.sure = range(group.seats), sure
        self.asked: list[tuple[int, int]] = []  # who decided, and among how many
        self.crashes = self.eliminations = self.turns = self.lead_changes = self.next_look = 0
        self.decided = (-1, -1)  # since which turn the race is, and for whom
        self.leader = -1
        self.lowest, self.waits = [1000] * group.seats, [0] * group.seats

    def play(self, actor: int, move: int) -> None:
        """One move, and what happens by it."""
        if actor >= 0:
            if not self.asked or self.asked[-1][0] != actor:
                self._begin_turn(actor)
            self.asked.append((actor, len(self.position.legal())))
        happened = self.position.play(move)
        self.crashes += sum(one.event.moment == "crash" for one in happened)
        self.eliminations += sum(one.event.out for one in happened)

    def _begin_turn(self, actor: int) -> None:
        """Another seat decides; the position is measured once a round."""
        if self.turns >= self.next_look:
            self.next_look = self.turns + len(self.seats)
            self._look()
        self.turns += 1
        self.waits[actor] = max(self.waits[actor], self._since(actor))

    def _look(self) -> None:
        """Who is how likely to win, and who leads; a shared lead is no change."""
        value = self.position.estimate()
        self.lowest = [min(pair) for pair in zip(self.lowest, value, strict=True)]
        if self.decided[0] < 0 and max(value) >= self.sure:
            self.decided = (self.turns, value.index(max(value)))
        places = self.position.standings()[0]
        front = places.index(1) if places.count(1) == 1 else self.leader
        self.lead_changes += front != self.leader and self.leader >= 0
        self.leader = front

    def _since(self, seat: int) -> int:
        """Decisions of others since the seat's last one."""
        for back, (who, _) in enumerate(reversed(self.asked)):
            if who == seat:
                return back
        return len(self.asked)

    def row(self, plies: int) -> dict[str, Any]:
        """All of it, by the names of `Measured`."""
        asked = self.asked
        return {
            "plies": plies if self.position.actor == OVER else -1,
            "decisions": len(asked),
            "turns": self.turns,
            "lead_changes": self.lead_changes,
            "decided": self.decided[0],
            "decided_by": self.decided[1],
            "crashes": self.crashes,
            "eliminations": self.eliminations,
            "place": self.position.standings()[0],
            "seat_decisions": [sum(who == seat for who, _ in asked) for seat in self.seats],
            "seat_choices": [sum(who == seat and n > 1 for who, n in asked) for seat in self.seats],
            "seat_options": [sum(n for who, n in asked if who == seat) for seat in self.seats],
            "longest_wait": self.waits,
            "lowest": self.lowest,
        }


def read_row(group: HeldGroup, moves: Sequence[tuple[int, int]], sure: int) -> dict[str, Any]:
    """What the lab counts in a race that has been held, from its moves."""
    reading = _Reading(group, sure)
    for actor, move in moves:
        reading.play(actor, move)
    return reading.row(len(moves))


def read_races(group: HeldGroup, sure: int) -> Measured:
    """All races of a group as rows."""
    rows = [read_row(group, moves, sure) for moves in group.races]
    columns = {name: np.array([row[name] for row in rows], np.int64) for name in rows[0]}
    return Measured(first=0, curve=np.zeros((2, 1), np.int64), **columns)


def races(
    groups: Sequence[HeldGroup],
    bot_races: int = 2000,
    *,
    seed: int = 1,
    backend: Backend = "native",
    on: Workers | None = None,
    command: str = "",
) -> Report:
    """People beside quick bots, group by group; the chances of all comparisons are corrected together."""
    found: list[tuple[HeldGroup, str, Estimated, Estimated, float]] = []
    for group in groups:
        if len(group.races) >= FEWEST:
            found += _compared(group, bot_races, seed, backend, on)
    adjusted = false_discoveries([one[-1] for one in found])
    rows: list[tuple[Any, ...]] = []
    for (group, name, people, bots, _), chance in zip(found, adjusted, strict=True):
        differs = "yes" if chance < MISTAKEN else "not shown"
        ours, theirs = (people.value, people.low, people.high), bots.value
        rows.append((group.game.id, _where(group), len(group.races), name, *ours, theirs, chance, differs))
    columns = (
        *(Column(name, "text") for name in ("game", "options")),
        Column("races", "count"),
        Column("measure", "text"),
        *(Column(name) for name in ("people", "low", "high", "bots")),
        Column("p", "chance"),
        Column("differs", "text"),
    )
    note = "Means or shares; intervals of 95 %. p: Welch's t test, corrected for all rows (Benjamini and Hochberg)."
    report = Report("Races that were held", command, {"races": sum(len(group.races) for group in groups), "seed": seed})
    report.sentences = [_sentence(group, rows) for group in groups]
    report.tables = [Table("held", "People and bots", columns, rows, note)]
    return report


def _compared(
    group: HeldGroup, bot_races: int, seed: int, backend: Backend, on: Workers | None
) -> list[tuple[HeldGroup, str, Estimated, Estimated, float]]:
    conditions = Conditions(group.game, group.seats, dict(group.options), seed=seed)
    known = chances(conditions, backend=backend, on=on)
    parts = conditions.measure(0, bot_races, sure=known.sure, backend=backend, on=on)
    bots = [_numbers(part, known) for part in parts]
    people = _numbers(read_races(group, known.sure), known)
    result: list[tuple[HeldGroup, str, Estimated, Estimated, float]] = []
    for one in OF_RACE:
        theirs = np.concatenate([part[one.name] for part in bots])
        mine = people[one.name]
        result.append((group, one.name, mean_of(mine), mean_of(theirs), welch(mine, theirs)))
    return result


def _numbers(part: Measured, known: Chances) -> dict[str, Any]:
    return {name: np.asarray(values, float) for name, values in race_values(part, known.curve).items()}


def _where(group: HeldGroup) -> str:
    """Seats and options that are not as the game proposes."""
    usual = group.game.complete_options(group.seats, {})
    changed = [
        f"{name}={shown_value(value).splitlines()[0][:40]}"
        for name, value in group.options.items()
        if usual.get(name) != value
    ]
    return ", ".join([f"{group.seats} seats", *changed])


def _sentence(group: HeldGroup, rows: list[tuple[Any, ...]]) -> str:
    """What sets people apart, in words."""
    start = f"{group.game.name}, {_where(group)}: {len(group.races)} races of people"
    if len(group.races) < FEWEST:
        return f"{start}, too few to compare."
    mine = [row for row in rows if row[:2] == (group.game.id, _where(group)) and row[-1] == "yes"]
    told = "; ".join(f"{row[3]} {row[4]:.1f} where bots have {row[7]:.1f}" for row in mine)
    return f"{start}; beyond chance they differ from bots in {told or 'nothing'}."
