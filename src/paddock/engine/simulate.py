"""Many races at once: whole races for statistics, and batches that are advanced or stepped together."""

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np

from .game import Game
from .race.position import Position
from .rules.choosing import QUICK, RANDOM
from .rules.entries import PLACES
from .rules.gpu import GpuRaces
from .rules.log import HEAD
from .rules.rng import WORDS, seed_random
from .rules.runner import Backend, buffer, grid
from .rules.schema import Record, seats_of
from .workers import HERE, Workers, raced_by, ranges

POLICIES = {"random": RANDOM, "quick": QUICK}
CHUNK = {"python": 20, "native": 2000, "gpu": 4_000_000}  # races between two reports of progress
Ints = np.ndarray[Any, np.dtype[np.int64]]
Done = Callable[[int], None]  # races done since the last call


@dataclass(frozen=True)
class Simulation:
    """What became of the races: one row a race."""

    plies: Ints  # moves and chance outcomes; -1 for a race not over within the bound
    decisions: Ints  # of these, choices of a seat
    place: Ints  # by race and seat: 1 is first
    seconds: float

    @property
    def moves(self) -> int:
        """Moves and chance outcomes of all finished races."""
        return int(self.plies[self.plies > 0].sum())

    @property
    def unfinished(self) -> int:
        """Races not over within the bound."""
        return int((self.plies < 0).sum())

    @property
    def wins_by_seat(self) -> list[int]:
        """Races won by each seat."""
        return (self.place == 1).sum(axis=0).tolist()


def simulate(
    game: Game,
    table: Record,
    races: int,
    *,
    seed: int = 1,
    bots: Sequence[str] = ("random",),
    backend: Backend | Literal["gpu"] = "native",
    on: Workers | None = None,
    done: Done | None = None,
) -> Simulation:
    """Race number i of a seed is the same race on every backend and by any workers; without any, see `raced_by`."""
    seats = seats_of(table)
    policy = [POLICIES[bots[seat % len(bots)]] for seat in range(seats)]
    results = np.zeros((races, PLACES + seats), np.int64)
    parts = ranges(0, races, CHUNK[backend])
    if backend == "gpu":
        found = HERE.map(_gpu_racer(game, table, policy, seed), parts)
    else:
        game_entries(game, backend)  # compiled before the clock runs
        found = raced_by(on, backend, partial(_race, game, table, policy, seed, backend), parts)
    start = time.perf_counter()
    for (first, stop), rows in zip(parts, found, strict=True):
        results[first:stop] = rows
        if done:
            done(stop - first)
    seconds = time.perf_counter() - start
    return Simulation(results[:, 0], results[:, 1], results[:, PLACES:], seconds)


def game_entries(game: Game, backend: Backend) -> Any:
    """The engine's entries under a backend."""
    return game.native() if backend == "native" else game.python


def _race(game: Game, table: Record, policy: list[int], seed: int, backend: Backend, first: int, stop: int) -> Ints:
    """Race number `first` to `stop` - 1: a row of plies, decisions and places each."""
    native = backend == "native"
    tables, players = (table.to_array(), np.array(policy, np.int64)) if native else ([table], policy)
    states = game.state().to_array() if native else [game.state()]
    results, scratch = grid(backend, stop - first, PLACES + len(policy)), _scratch(game, backend)
    game_entries(game, backend).races(tables, states, players, seed, first, game.longest(table), results, scratch)
    return np.array(results, np.int64)


def _gpu_racer(game: Game, table: Record, policy: list[int], seed: int) -> Callable[[int, int], Ints]:
    """The same on the GPU of this machine; raises NoGpuError with a sentence where there is none."""
    on_gpu = GpuRaces(game, table)
    return lambda first, stop: on_gpu.races(policy, seed, first, stop - first).get()


def _scratch(game: Game, backend: Backend) -> Any:
    """Rows for options, weights, events and random words; the row for events has no room, so events are dropped."""
    return grid(backend, 4, max(game.room, WORDS, HEAD))


class Batch:
    """N races side by side in compiled code, each with its own random stream, advanced by several threads."""

    def __init__(self, game: Game, table: Record, races: int, *, seed: int = 1, threads: int | None = None):
        self.game, self.table, self.races = game, table, races
        self._threads = threads or os.cpu_count() or 1
        self._native = game.native()
        self._tables = table.to_array()
        self.states = np.repeat(Position.start(game, table).state.to_array(), races)
        self.random = np.zeros((races, WORDS), np.int64)
        for race in range(races):
            seed_random(self.random[race], seed, race)  # pyright: ignore[reportArgumentType]  indexed alike

    def advance(self, plies: int, bots: Sequence[str] = ("random",)) -> int:
        """Play every race on by at most `plies` plies; returns the total of plies played."""
        seats = seats_of(self.table)
        policy = np.array([POLICIES[bots[seat % len(bots)]] for seat in range(seats)], np.int64)

        def part(start: int, stop: int) -> int:
            states, random = self.states[start:stop], self.random[start:stop]
            return self._native.go_on(self._tables, states, policy, plies, _scratch(self.game, "native"), random)

        return sum(self._in_threads(part))

    def step(self, moves: Ints) -> None:
        """Play one move in every race (-1: none) and then all chance that follows."""

        def part(start: int, stop: int) -> int:
            self._native.step_all(self._tables, self.states, start, stop, moves, *self._buffers(), self.random)
            return 0

        self._in_threads(part)

    def state(self, race: int) -> Record:
        """A light copy of one position."""
        return self.game.state.from_array(self.states, race)

    def _buffers(self) -> tuple[Any, Any, Any]:
        return buffer("native", self.game.room), buffer("native", self.game.room), buffer("native", 2)

    def _in_threads(self, part: Callable[[int, int], int]) -> list[int]:
        share = -(-self.races // self._threads)
        bounds = ranges(0, self.races, share)
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(part, [start for start, _ in bounds], [stop for _, stop in bounds]))
