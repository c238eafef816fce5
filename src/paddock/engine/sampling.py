"""Positions of finished races and who won them: the evidence by which a game's estimate is judged."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from .game import Game
from .rules import entries
from .rules.log import new_log
from .rules.rng import WORDS, seed_random
from .rules.runner import Backend, Runner, buffer, grid
from .rules.schema import Record, seats_of
from .simulate import POLICIES, game_entries, simulate
from .workers import Workers, raced_by, ranges

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]
PART = 100  # races that a worker replays at a time


@dataclass(frozen=True)
class Positions:
    """Positions of races, those of a race one after the other."""

    game: Game
    table: Record
    states: np.ndarray[Any, Any]  # by position: its record
    race: Ints  # by position: the number of its race
    part: Floats  # by position: the part of the race's plies that had been played
    won: Floats  # by position and seat: the share of the win

    def state(self, number: int) -> Record:
        """A light copy of one position."""
        return self.game.state.from_array(self.states, number)

    def estimates(self, backend: Backend = "native") -> Floats:
        """By position and seat: the chance to win that the game's estimate gives."""
        return self._answers(entries.ESTIMATE, 0, backend) / 1000

    def places(self, backend: Backend = "native") -> Floats:
        """By position and seat: its place as things stand."""
        return self._answers(entries.STANDINGS, 0, backend).astype(float)

    def _answers(self, question: int, number: int, backend: Backend) -> Ints:
        native = backend == "native"
        ask = game_entries(self.game, backend).ask
        seats, room = seats_of(self.table), self.game.room
        out, weight, random = buffer(backend, room), buffer(backend, room), buffer(backend, WORDS)
        log: Any = np.array(new_log(), np.int64) if native else new_log()
        tables: Any = self.table.to_array() if native else [self.table]
        found = np.zeros((len(self.states), seats), np.int64)
        for i in range(len(self.states)):
            states: Any = self.states[i : i + 1] if native else [self.state(i)]
            ask(tables, states, question, number, out, weight, log, random)
            found[i] = out[:seats]
        return found


def sample_positions(
    game: Game,
    table: Record,
    races: int,
    each: int,
    *,
    seed: int = 1,
    bots: Sequence[str] = ("quick",),
    backend: Backend = "native",
    on: Workers | None = None,
) -> Positions:
    """Positions of every race that `simulate` runs with these bots and this seed, on average `each`, evenly spread."""
    raced = simulate(game, table, races, seed=seed, bots=bots, backend=backend, on=on)
    over = np.flatnonzero(raced.plies > 0)
    stops = chosen_plies(raced.plies[over], each, seed)
    policy = [POLICIES[bots[seat % len(bots)]] for seat in range(seats_of(table))]
    parts = [(over[start:stop], stops[start:stop]) for start, stop in ranges(0, len(over), PART)]
    job = partial(_replay, game, table, policy, seed, backend)
    states = np.concatenate(list(raced_by(on, backend, job, parts)))
    return _positions(game, table, states, over, stops, raced.plies[over], raced.place[over])


def recorded_positions(
    game: Game, table: Record, races: Sequence[tuple[Sequence[int], Sequence[int]]], each: int, *, seed: int = 1
) -> Positions:
    """Positions of races that are given by their moves and final places, on average `each`, evenly spread."""
    plies = np.array([len(moves) for moves, _ in races])
    stops = chosen_plies(plies, each, seed)
    states = np.concatenate([_states_at(game, table, moves, stops[i]) for i, (moves, _) in enumerate(races)])
    places = np.array([place for _, place in races])
    return _positions(game, table, states, np.arange(len(races)), stops, plies, places)


def chosen_plies(plies: Ints, each: int, seed: int) -> list[Ints]:
    """By race: plies after which to look, as far apart in short races as in long ones, on average `each` in a race.

    So every ply is as likely to be looked at as any other. To look so many times at every race, however long, would be
    looking at a game of two races when it is half done, and at one of three when it is: a leader after the first race
    would seem to win more often than leaders do.
    """
    apart = float(plies.mean()) / each
    first = np.random.default_rng(seed).random(len(plies)) * apart
    looks = [1 + int((many - at) // apart) for at, many in zip(first, plies, strict=True)]
    return [(at + np.arange(many) * apart).astype(np.int64) for at, many in zip(first, looks, strict=True)]


def _replay(
    game: Game, table: Record, policy: list[int], seed: int, backend: Backend, races: Ints, stops: list[Ints]
) -> np.ndarray[Any, Any]:
    """Run races again and copy their positions after some plies."""
    native = backend == "native"
    tables: Any = table.to_array() if native else [table]
    players: Any = np.array(policy, np.int64) if native else policy
    go_on = partial(game_entries(game, backend).go_on, tables)
    start = Runner(game, table)
    start.setup()
    found: list[Any] = [start.state.to_array()[:0]]  # no look at all, if these races are so short
    for race, some in zip(races.tolist(), stops, strict=True):
        states: Any = start.state.to_array() if native else [start.state.copy()]
        scratch, random = grid(backend, 3, max(game.room, 2)), grid(backend, 1, WORDS)
        seed_random(random[0], seed, race)
        for plies in np.diff(some, prepend=0).tolist():
            go_on(states, players, plies, scratch, random)
            found.append(states.copy() if native else states[0].to_array())
    return np.concatenate(found)


def _states_at(game: Game, table: Record, moves: Sequence[int], stops: Ints) -> np.ndarray[Any, Any]:
    return np.concatenate(list(_copies(game, table, moves, stops)))


def _copies(game: Game, table: Record, moves: Sequence[int], stops: Ints) -> Iterator[np.ndarray[Any, Any]]:
    runner, done = Runner(game, table), 0
    runner.setup()
    for stop in stops.tolist():
        for move in moves[done:stop]:
            runner.apply(move)
        done = stop
        yield runner.state.to_array()


def _positions(
    game: Game, table: Record, states: Any, races: Ints, stops: list[Ints], plies: Ints, place: Any
) -> Positions:
    first = place == 1
    won = first / np.maximum(1, first.sum(axis=1, keepdims=True))
    looks = [len(some) for some in stops]
    part = np.concatenate(stops) / np.repeat(plies, looks)
    return Positions(game, table, states, np.repeat(races, looks), part, np.repeat(won, looks, axis=0))
