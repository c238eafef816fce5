"""`paddock lab races`: the same measures of races that people held, beside those of bots with the same options."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from paddock.engine import OVER, Backend, Game, Measured, Position, Value, measure, shown_value

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


def read_row(group: HeldGroup, moves: Sequence[tuple[int, int]], sure: int) -> dict[str, Any]:
    """What the lab counts in a race, from its moves: the reading of `engine.measure` for races that have been held."""
    position = Position.start(group.game, group.game.new_table(group.seats, group.options))
    seats, asked = range(group.seats), list[tuple[int, int]]()
    crashes = eliminations = turns = lead_changes = 0
    decided, leader = (-1, -1), -1
    lowest, waits = [1000] * group.seats, [0] * group.seats
    next_look = 0
    for actor, move in moves:
        if actor >= 0:
            if not asked or asked[-1][0] != actor:
                if turns >= next_look:
                    next_look = turns + group.seats
                    value = position.estimate()
                    lowest = [min(pair) for pair in zip(lowest, value, strict=True)]
                    if decided[0] < 0 and max(value) >= sure:
                        decided = (turns, value.index(max(value)))
                    places = position.standings()[0]
                    front = places.index(1) if places.count(1) == 1 else leader
                    lead_changes += front != leader and leader >= 0
                    leader = front
                turns += 1
                waits[actor] = max(waits[actor], _since(asked, actor))
            asked.append((actor, len(position.legal())))
        happened = position.play(move)
        crashes += sum(one.event.moment == "crash" for one in happened)
        eliminations += sum(one.event.out for one in happened)
    return {
        "plies": len(moves) if position.actor == OVER else -1,
        "decisions": len(asked),
        "turns": turns,
        "lead_changes": lead_changes,
        "decided": decided[0],
        "decided_by": decided[1],
        "crashes": crashes,
        "eliminations": eliminations,
        "place": position.standings()[0],
        "seat_decisions": [sum(who == seat for who, _ in asked) for seat in seats],
        "seat_choices": [sum(who == seat and n > 1 for who, n in asked) for seat in seats],
        "seat_options": [sum(n for who, n in asked if who == seat) for seat in seats],
        "longest_wait": waits,
        "lowest": lowest,
    }


def _since(asked: list[tuple[int, int]], seat: int) -> int:
    """Decisions of others since the seat's last one."""
    for back, (who, _) in enumerate(reversed(asked)):
        if who == seat:
            return back
    return len(asked)


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
    threads: int | None = None,
    command: str = "",
) -> Report:
    """People beside quick bots, group by group; the chances of all comparisons are corrected together."""
    found: list[tuple[HeldGroup, str, Estimated, Estimated, float]] = []
    for group in groups:
        if len(group.races) >= FEWEST:
            found += _compared(group, bot_races, seed, backend, threads)
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
    group: HeldGroup, bot_races: int, seed: int, backend: Backend, threads: int | None
) -> list[tuple[HeldGroup, str, Estimated, Estimated, float]]:
    conditions = Conditions(group.game, group.seats, dict(group.options), seed=seed)
    known = chances(conditions, backend=backend, threads=threads)
    parts = measure(
        group.game,
        conditions.table(),
        0,
        bot_races,
        conditions.drivers(),
        sure=known.sure,
        backend=backend,
        threads=threads,
    )
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
