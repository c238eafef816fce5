"""Races that count how often each clause fires and each choice is taken, and what they do to win chances."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from .game import Game
from .measure import Ints, scratch_rows
from .race.events import Event
from .rules import measures
from .rules.log import HEAD
from .rules.runner import Backend, buffer
from .rules.schema import Record, seats_of
from .simulate import game_entries
from .workers import Workers, raced_by, ranges

PART = {"python": 20, "native": 500}  # races that a worker runs at a time
NOTES = 200_000  # numbers of notes about choices that a race can have


@dataclass(frozen=True)
class Explored:
    """Sums over some races. Slots are phases first, then clauses of events; choices are by phase and move."""

    races: int
    fired: Ints  # by slot
    races_with: Ints
    swing: Ints  # thousandths of win chance that moved from one seat to another, all firings together
    offered: Ints  # by phase and move
    forced: Ints  # offered as the only one
    taken: Ints
    taken_won: Ints  # of these, by a seat that won
    tried: Ints  # taken by chance
    tried_won: Ints
    passed: Ints  # offered where another one was taken by chance
    passed_won: Ints

    def __add__(self, other: "Explored") -> "Explored":
        """Both together."""
        return Explored(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))


def explore(
    game: Game,
    table: Record,
    first: int,
    stop: int,
    policies: Sequence[int],
    seed: int,
    curve: Sequence[int],
    *,
    of_hundred: int = 5,
    backend: Backend = "native",
    on: Workers | None = None,
) -> Iterator[Explored]:
    """Race number `first` to `stop` - 1, in parts, in their order; of a hundred choices some are any legal move."""
    job = partial(_explore, game, table, policies, seed, curve, of_hundred, backend)
    return raced_by(on, backend, job, ranges(first, stop, PART[backend]))


def _explore(
    game: Game,
    table: Record,
    policies: Sequence[int],
    seed: int,
    curve: Sequence[int],
    of_hundred: int,
    backend: Backend,
    first: int,
    stop: int,
) -> Explored:
    """A range of races."""
    native = backend == "native"
    tables = table.to_array() if native else [table]
    policy, chances, plan = (
        np.array(numbers, np.int64) if native else list(numbers) for numbers in (policies, curve, event_plan(game))
    )
    choices, many = len(game.phases.rows) * game.moves, len(slot_clauses(game))
    assert len(policies) == seats_of(table)
    states = game.state().to_array() if native else [game.state()]
    slots, counted = buffer(backend, measures.SLOT_ROWS * many), buffer(backend, measures.CHOICE_ROWS * choices)
    notes, scratch = buffer(backend, HEAD + NOTES), scratch_rows(game, backend)
    notes[0] = NOTES
    game_entries(game, backend).explored(
        tables,
        states,
        policy,
        seed,
        first,
        stop - first,
        game.longest(table),
        of_hundred,
        game.moves,
        chances,
        plan,
        slots,
        counted,
        notes,
        scratch,
    )
    rows = [*_rows(slots, measures.SLOT_ROWS)[: measures.LAST_RACE], *_rows(counted, measures.CHOICE_ROWS)]
    return Explored(stop - first, *rows)


def _rows(flat: Any, rows: int) -> Any:
    return np.array(flat, np.int64).reshape(rows, -1)


def slot_clauses(game: Game) -> list[str]:
    """The clause of each slot: of each phase ("" where a position names it), then of the events."""
    phases = [row.clause if isinstance(row.clause, str) else "" for row in game.phases.rows]
    return phases + [clause for event in game.events for clause in _clauses(event)]


def event_plan(game: Game) -> list[int]:
    """For each kind of event: its first slot, which of its numbers names the clause, and of how many values."""
    plan: list[int] = []
    slot = len(game.phases.rows)
    for event in game.events:
        many = len(_clauses(event))
        plan += [slot, " abc".index(event.clause_by or " "), many - 1]
        slot += many
    return plan


def _clauses(event: Event) -> list[str]:
    """The clause of an event, then those by the number that names another one."""
    if not event.clause_by:
        return [event.clause]
    return [event.clause, *(event.clauses.get(value, event.clause) for value in range(max(event.clauses) + 1))]
