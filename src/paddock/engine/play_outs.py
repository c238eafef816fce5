"""Races played on from a position to their end by quick drivers, with the same dice from whatever position.

The random words of a ply depend on the number of the ply and of the walk alone (common random numbers). So walks from
two positions of one race differ only by what differs between the positions, and a walk that begins with the move that
was played is the walk from the next position: nothing is raced twice, and nothing but the move makes a difference.
With a depth, a walk that was taken over from the next position looks a ply further.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .game import Game
from .rules.entries import NO_MOVE, NO_SEAT
from .rules.log import HEAD
from .rules.measures import WIN
from .rules.rng import WORDS
from .rules.runner import Backend, buffer, grid
from .rules.schema import Record, seats_of

Ints = np.ndarray[Any, np.dtype[np.int64]]


class PlayOuts:
    """A number of walks. The same seed gives the same on every backend; `win` is what a whole win counts."""

    win = WIN

    def __init__(
        self,
        game: Game,
        table: Record,
        walks: int,
        policies: Sequence[int],
        *,
        seed: int,
        depth: int = 0,
        backend: Backend = "native",
    ):
        native = backend == "native"
        self.walks = walks
        self.plies = 0  # played in all walks
        self._entry = (game.native() if native else game.python).play_outs
        self.backend: Backend = backend
        self._tables: Any = table.to_array() if native else [table]
        self._seats, self._seed = seats_of(table), seed
        self._depth = depth or game.longest(table)
        self._policy = buffer(backend, self._seats)
        self._policy[:] = list(policies)
        self._scratch = grid(backend, 4, max(game.room, WORDS, HEAD))
        self._back = grid(backend, walks, self._seats)  # the rows of `back_to`

    def back_to(self, state: Record, ply: int, played: int = NO_MOVE) -> Ints:
        """By walk and seat: the part of a win from the position before ply number `ply`, where `played` was played.

        Go backwards through a race: the walks from the position after `played` are known by then.
        """
        self._run(state, NO_SEAT, NO_MOVE, played, ply, self._back)
        return np.array(self._back, np.int64)

    def after(self, known: Record, seat: int, move: int, ply: int) -> Ints:
        """The same after a move of a seat that knows only `known`: each walk in a world that it holds possible."""
        rows = grid(self.backend, self.walks, self._seats)
        self._run(known, seat, move, NO_MOVE, ply, rows)
        return np.array(rows, np.int64)

    def _run(self, state: Record, seat: int, move: int, played: int, ply: int, rows: Any) -> None:
        states: Any = np.repeat(state.to_array(), 2) if self.backend == "native" else [state, state.copy()]
        self.plies += self._entry(
            self._tables,
            states,
            seat,
            move,
            played,
            self._policy,
            self._seed,
            ply,
            self._depth,
            rows,
            self._scratch,
        )
