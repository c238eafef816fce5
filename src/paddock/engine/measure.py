"""Many races with what the lab counts in each: one row a race, made by the compiled loop."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

import numpy as np

from .game import Game
from .race.events import Happening
from .race.position import Position, random_words
from .rules import entries, measures
from .rules.log import EVENT, HEAD
from .rules.marking import CHANCE
from .rules.rng import WORDS, weighted
from .rules.runner import Backend, buffer, grid
from .rules.schema import Record, seats_of
from .rules.twin import Twins
from .simulate import POLICIES, game_entries
from .workers import Workers, raced_by, ranges

Ints = np.ndarray[Any, np.dtype[np.int64]]
PART = {"python": 50, "native": 5000}  # races that a worker runs at a time
EVENTS_OF_A_MOVE = 512
LOOKS = 4096  # of a race, that a curve can take
NEVER = 1001  # thousandths that no estimate reaches
THOUSANDTHS = 1001  # values that an estimate can have


@dataclass(frozen=True)
class Drivers:
    """Who drives, and by which dice: race number i has the same dice and the same slips for any drivers."""

    policies: Sequence[Sequence[int]]  # rows of a policy for each seat; race number i takes row i, in turns
    dice_seed: int
    driver_seed: int


@dataclass(frozen=True)
class Measured:
    """A range of races: one row each. Columns of seats are by race and seat."""

    first: int
    plies: Ints  # -1 for a race not over within the bound
    decisions: Ints
    turns: Ints  # runs of decisions of one seat
    lead_changes: Ints
    decided: Ints  # the turn before which some seat was as sure as asked to win; -1: none
    decided_by: Ints  # that seat
    crashes: Ints
    eliminations: Ints
    place: Ints
    seat_decisions: Ints
    seat_choices: Ints  # of these, with more than one option
    seat_options: Ints  # options of all decisions together
    longest_wait: Ints  # decisions of others between two turns of the seat, at most
    lowest: Ints  # the least thousandths that the seat was given before any turn
    curve: Ints  # by thousandths of an estimate: how often given, and how often that seat won


def policy_number(name: str, slips: int = 0) -> int:
    """The policy of a driver: `random`, `quick`, or quick with a number of slips per hundred choices."""
    return measures.SLIPS + slips if slips else POLICIES[name]


def measure(
    game: Game,
    table: Record,
    first: int,
    stop: int,
    drivers: Drivers,
    *,
    sure: int = NEVER,
    with_curve: bool = False,
    backend: Backend = "native",
    on: Workers | None = None,
) -> Iterator[Measured]:
    """Race number `first` to `stop` - 1, in parts, in their order; the same on every backend and by any workers."""
    job = partial(_measure, game, table, drivers, sure, with_curve, backend)
    return raced_by(on, backend, job, ranges(first, stop, PART[backend]))


def _measure(
    game: Game,
    table: Record,
    drivers: Drivers,
    sure: int,
    with_curve: bool,
    backend: Backend,
    first: int,
    stop: int,
) -> Measured:
    """A range of races."""
    native = backend == "native"
    seats = seats_of(table)
    tables = table.to_array() if native else [table]
    rows = np.array(drivers.policies, np.int64).reshape(-1, seats)
    flags = event_flags(game)
    room = LOOKS * seats if with_curve else 0
    columns = measures.OF_RACE + measures.OF_SEAT * seats
    states = game.state().to_array() if native else [game.state()]
    policies: Any = rows[np.arange(first, stop) % len(rows)]
    results, curve = grid(backend, stop - first, columns), grid(backend, 2, THOUSANDTHS)
    trace, scratch = buffer(backend, HEAD + room), scratch_rows(game, backend)
    trace[0] = room
    game_entries(game, backend).measured(
        tables,
        states,
        policies if native else policies.tolist(),
        drivers.dice_seed,
        drivers.driver_seed,
        first,
        game.longest(table),
        sure,
        np.array(flags, np.int64) if native else flags,
        results,
        curve,
        trace,
        scratch,
    )
    return _measured(first, np.array(results, np.int64), seats, np.array(curve, np.int64))


def ply_by_ply(
    game: Game, table: Record, drivers: Drivers
) -> Callable[[int], Iterator[tuple[Position, tuple[Happening, ...]]]]:
    """A function that runs the race of a number, the same race as `measure` runs, and stops after every ply.

    It is interpreted, for what no row has room for. The position is changed by the next ply: copy what is kept.
    """
    choose = Twins(game.contract, lambda function: function).of(measures.driver_move)
    bound = game.longest(table)

    def run(race: int) -> Iterator[tuple[Position, tuple[Happening, ...]]]:
        dice = random_words(drivers.dice_seed, race)
        driver = random_words(drivers.driver_seed, entries.DRIVERS + race)
        policies = drivers.policies[race % len(drivers.policies)]
        position = Position.start(game, table)
        yield position, ()
        for _ in range(bound):
            if position.is_over:
                return
            seat = position.actor
            if seat == CHANCE:
                outcomes, weights = position.outcomes()
                move = outcomes[weighted(dice, weights, len(weights))]
            else:
                legal = position.legal()
                move = choose(table, position.state, policies[seat], list(legal), len(legal), driver)
            yield position, position.play(move)

    return run


def event_flags(game: Game) -> list[int]:
    """By kind of event: whether it is a crash, an elimination, both or neither."""
    return [measures.CRASH * (event.moment == "crash") + measures.OUT * event.out for event in game.events]


def scratch_rows(game: Game, backend: Backend) -> Any:
    """Rows for options, weights, events, random words of dice and drivers, and when seats decided."""
    scratch = grid(backend, 6, max(game.room, WORDS, HEAD + EVENT * EVENTS_OF_A_MOVE))
    scratch[2][0] = EVENT * EVENTS_OF_A_MOVE
    return scratch


def _measured(first: int, rows: Ints, seats: int, curve: Ints) -> Measured:
    race = [rows[:, i] for i in range(measures.OF_RACE)]
    seat = [rows[:, measures.OF_RACE + i * seats : measures.OF_RACE + (i + 1) * seats] for i in range(measures.OF_SEAT)]
    names = [field.name for field in fields(Measured)][1:-1]  # in the order of the columns
    return Measured(first=first, curve=curve, **dict(zip(names, [*race, *seat], strict=True)))
