"""One position under either backend, with the contract's questions as methods."""

from typing import Any, Literal

import numpy as np

from ..game import Game
from . import entries
from .log import HEAD, new_log, read_log
from .native import Progress
from .rng import WORDS, all_weights, seed_random
from .schema import Record, seats_of

Backend = Literal["python", "native"]
BACKENDS: tuple[Backend, ...] = ("python", "native")


class Runner:
    """A table and a state; the same calls whether the rules are interpreted or compiled."""

    def __init__(self, game: Game, table: Record, backend: Backend = "python", progress: Progress | None = None):
        self.game = game
        self.table = table
        self.backend: Backend = backend
        native = backend == "native"
        self._ask_rules = game.native(progress).ask if native else game.python.ask
        self._out, self._weight, self._random = (buffer(backend, n) for n in (game.room, game.room, WORDS))
        log = new_log()
        self._log = np.array(log, np.int64) if native else log
        self._tables = table.to_array() if native else [table]
        self._states: Any = game.state().to_array() if native else [game.state()]

    def _ask(self, question: int, number: int = 0) -> int:
        return self._ask_rules(
            self._tables, self._states, question, number, self._out, self._weight, self._log, self._random
        )

    @property
    def state(self) -> Record:
        """A light copy of the position."""
        return self.game.state.from_array(self._states) if self.backend == "native" else self._states[0].copy()

    @state.setter
    def state(self, state: Record) -> None:
        self._states = state.to_array() if self.backend == "native" else [state.copy()]

    def setup(self) -> None:
        """The position before the first move."""
        self._ask(entries.SETUP)

    def actor(self) -> int:
        """Who acts: a seat, CHANCE or OVER."""
        return self._ask(entries.ACTOR)

    def legal(self) -> list[int]:
        """The legal moves of the acting seat."""
        return _ints(self._out, self.game.counted("legal", self._ask(entries.LEGAL)))

    def chance(self) -> tuple[list[int], list[int]]:
        """Outcomes of the pending chance event, and their weights."""
        n = self.game.counted("chance", self._ask(entries.CHANCES))
        return _ints(self._out, n), all_weights(_ints(self._weight, n))

    def apply(self, move: int) -> list[tuple[int, int, int, int]]:
        """Play a move or an outcome; returns the events it made."""
        self._log[1] = 0
        self._ask(entries.APPLY, move)
        return read_log(_ints(self._log, HEAD + int(self._log[1])))

    def standings(self) -> tuple[list[int], list[int]]:
        """Places and points of every seat."""
        self._ask(entries.STANDINGS)
        return _ints(self._out, self.seats), _ints(self._weight, self.seats)

    def conceal(self, seat: int) -> None:
        """Blank what a seat may not know."""
        self._ask(entries.CONCEAL, seat)

    def resample(self, seat: int, seed: int) -> None:
        """Fill what was concealed with a world that the seat cannot tell from the real one."""
        seed_random(self._random, seed, 0)
        self._ask(entries.RESAMPLE, seat)

    def sees_move(self, seat: int) -> bool:
        """Whether a seat may see the move about to be played."""
        return self._ask(entries.SEES_MOVE, seat) != 0

    def estimate(self) -> list[int]:
        """Each seat's chance to win, in thousandths."""
        self._ask(entries.ESTIMATE)
        return _ints(self._out, self.seats)

    def suggest(self, seed: int) -> int:
        """The game's quick choice."""
        seed_random(self._random, seed, 0)
        return self._ask(entries.SUGGEST)

    @property
    def seats(self) -> int:
        """How many seats this table has."""
        return seats_of(self.table)


def buffer(backend: Backend, length: int) -> Any:
    """An array of zeros in the backend's type."""
    return np.zeros(length, np.int64) if backend == "native" else [0] * length


def grid(backend: Backend, rows: int, columns: int) -> Any:
    """Rows of zeros in the backend's type."""
    return np.zeros((rows, columns), np.int64) if backend == "native" else [[0] * columns for _ in range(rows)]


def _ints(array: Any, n: int) -> list[int]:
    return array[:n].tolist() if isinstance(array, np.ndarray) else array[:n]
