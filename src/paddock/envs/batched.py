"""Many races side by side in compiled code: NumPy arrays in and out, reused at every step."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np

from paddock.engine import POLICIES, WORDS, Options

from .gather import Gatherer
from .race import MOST_SEED, EnvError, Race

MOST_RACES = 1_000_000
OUTSIDE = -1  # a seat without a policy: its actions come from outside
NOT_LEGAL = 2  # how a race ended: by an illegal action
LOG = 2  # a log that drops all events


@dataclass(frozen=True)
class Step:
    """What a step gives; the arrays are written again by the next one."""

    observations: np.ndarray[Any, Any]  # (races, integers) int32: of the seat that is asked; after the end, asked last
    masks: np.ndarray[Any, Any]  # (races, moves) uint8: 1 for each legal action; all 0 after the end
    rewards: np.ndarray[Any, Any]  # (races, seats) float32: 0 before the end
    done: np.ndarray[Any, Any]  # (races,) bool: the race is over; its next action is not used, the next race begins
    acting: np.ndarray[Any, Any]  # (races,) int64: the seat that is asked, OVER after the end


class BatchedRaces:
    """N races of one table. Slot i runs races i, i + N, i + 2N ... of a seed, the same ones as `Race.start`.

    `rivals` names a policy (random or quick) for each seat, or None for a seat whose actions come from outside.
    """

    def __init__(
        self,
        game_id: str,
        races: int,
        seats: int | None = None,
        options: Options | None = None,
        *,
        rivals: Sequence[str | None] = (),
        threads: int | None = None,
    ):
        check_races(races)
        self.race = Race(game_id, seats, options)
        game, self.races = self.race.game, races
        self._policy = np.array(policies(rivals, self.race.seats), np.int64)
        self._native = game.native()
        self._tables = self.race.table.to_array()
        self._states = np.zeros(2 * races, game.state.dtype)  # the second half: what those who are asked may know
        self._seat_moves = np.array(self.race.observed.declared.seat_moves, np.int64)
        self._random = np.zeros((races, WORDS), np.int64)
        self._numbers, self._ended, self._viewer = (np.zeros(races, np.int64) for _ in range(3))
        self._places = np.zeros((races, game.room), np.int64)
        self._gather = Gatherer(self.race.observed, self.race.seats)
        self._seed = 0
        self._step = Step(
            np.zeros((races, len(self.race.observed)), np.int32),
            np.zeros((races, game.moves), np.uint8),
            np.zeros((races, self.race.seats), np.float32),
            np.zeros(races, np.bool_),
            np.zeros(races, np.int64),
        )
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
        self._parts = _parts(races, threads or os.cpu_count() or 1)
        self._scratch = [np.zeros((3, max(game.room, LOG)), np.int64) for _ in self._parts]  # a log without room

    def reset(self, seed: int = 0) -> Step:
        """Begin the first race of a seed in every slot."""
        check_seed(seed)
        self._seed = seed
        self._numbers[:] = np.arange(self.races) - self.races
        self._ended[:] = 0
        return self.step(np.full(self.races, -1, np.int64))

    def step(self, actions: np.ndarray[Any, Any]) -> Step:
        """An action in every race, then all that follows up to the next decision from outside or the end.

        The action of a race that is over is not used: its next race begins. So does that of a race whose action is -1.
        """
        taken = np.ascontiguousarray(actions, np.int64)
        if taken.shape != (self.races,):
            raise EnvError(f"a step takes {self.races} actions, not an array of shape {taken.shape}")
        list(self._pool.map(self._drive, repeat(taken), self._scratch, self._parts))
        return self._step

    def _drive(self, actions: np.ndarray[Any, Any], scratch: np.ndarray[Any, Any], part: tuple[int, int]) -> None:
        (start, stop), step = part, self._step
        self._native.drive_all(
            self._tables,
            self._states,
            start,
            stop,
            actions,
            self._policy,
            self._seat_moves,
            self._seed,
            self._numbers,
            self._ended,
            step.acting,
            self._viewer,
            self._places,
            step.masks,
            scratch,
            self._random,
        )
        seen = self._states[self.races + start : self.races + stop]
        self._gather.fill(seen, self._viewer[start:stop], step.observations[start:stop])
        step.done[start:stop] = self._ended[start:stop] != 0
        step.rewards[start:stop] = 0
        over = start + np.flatnonzero(step.done[start:stop])
        if len(over):
            step.rewards[over] = self._rewards(over)

    def _rewards(self, over: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The rewards of races that are over, as `Race.rewards` gives them."""
        seats = self.race.seats
        lost = self._ended[over] == NOT_LEGAL
        if seats == 1:
            field, place = self.race.game.field, self._places[over, :1]
            earned = (field + 1 - 2 * place) / (field - 1) if field > 1 else np.zeros(place.shape)
            return np.where(lost[:, None], -1.0, earned)
        places = np.where(lost[:, None], np.arange(seats) == self._viewer[over, None], self._places[over, :seats])
        return np.sign(places[:, None, :] - places[:, :, None]).sum(axis=2) / (seats - 1)

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown()


def check_races(races: int) -> None:
    """Refuse a batch of no races or too many."""
    if not 1 <= races <= MOST_RACES:
        raise EnvError(f"a batch has 1 to {MOST_RACES:,} races, not {races}")


def check_seed(seed: int) -> None:
    """Refuse what is not a seed."""
    if not 0 <= seed <= MOST_SEED:
        raise EnvError(f"a seed is a whole number from 0 to {MOST_SEED}, not {seed}")


def policies(rivals: Sequence[str | None], seats: int) -> list[int]:
    """A policy for each seat, OUTSIDE where none is named."""
    named = list(rivals) or [None] * seats
    unknown = [name for name in named if name is not None and name not in POLICIES]
    if unknown:
        raise EnvError(f"there is no policy {unknown[0]!r}; there are {', '.join(sorted(POLICIES))}")
    if len(named) != seats or None not in named:
        raise EnvError(f"rivals names a policy or None for each of {seats} seats, None at least once: not {named}")
    return [OUTSIDE if name is None else POLICIES[name] for name in named]


def _parts(races: int, threads: int) -> list[tuple[int, int]]:
    share = -(-races // threads)
    return [(start, min(start + share, races)) for start in range(0, races, share)]
