"""A search for the acting seat of a race, gone on with in pieces, so that it can stop whenever somebody asks."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from paddock.engine.rules.loops import QUICK
from paddock.engine.rules.runner import Backend, buffer
from paddock.engine.rules.search import BRANCH, COUNT, FIRST, HEAD, LIKELY, MOVE, NEXT, PATH, ROOM, SUM, UNKNOWN, USED

from .seen import Seen

MOST = 1 << 16  # branches of a tree
DEPTH = 40  # plies that are played on with quick drivers before a position is estimated
PIECE = 100  # walks between two looks at the clock


@dataclass(frozen=True)
class Line:
    """One move of the searching seat."""

    move: int
    walks: int  # how often it was tried: what the search thinks of it
    chance: int  # to win, in thousandths, as a mean over these walks


class Search:
    """The tree of one decision. The same seed and number of walks give the same tree on every backend."""

    def __init__(self, seen: Seen, seed: int, *, backend: Backend = "native", depth: int = DEPTH):
        game, native = seen.game, backend == "native"
        self.seat, self.walks, self.plies = seen.seat, 0, 0
        self._depth = depth
        self._entry = (game.native() if native else game.python).search
        self._tables: Any = seen.table.to_array() if native else [seen.table]
        self._states: Any = np.repeat(seen.known.to_array(), 2) if native else [seen.known, seen.known.copy()]
        self._tree = buffer(backend, HEAD + BRANCH * MOST)
        self._tree[USED], self._tree[ROOM] = 1, MOST  # the root is there
        self._tree[HEAD + LIKELY] = UNKNOWN
        self._buffers = [buffer(backend, length) for length in (2 * PATH, game.room, game.room, 2)]
        self._random = buffer(backend, 4)
        self._random[:] = seen.random(seed)
        self._policy = buffer(backend, game.seats[1])
        self._policy[:] = [QUICK] * game.seats[1]

    def walk(self, walks: int) -> None:
        """Go on by so many walks."""
        path, out, weight, log = self._buffers
        self.walks += walks
        self.plies += self._entry(
            self._tables,
            self._states,
            self.seat,
            walks,
            self._depth,
            self._policy,
            self._tree,
            path,
            out,
            weight,
            log,
            self._random,
        )

    def lines(self) -> list[Line]:
        """The moves tried, the best one first."""
        found = [
            Line(self._at(b, MOVE), self._at(b, COUNT), self._at(b, SUM) // self._at(b, COUNT)) for b in self._first()
        ]
        return sorted(found, key=lambda line: (-line.walks, line.move))

    def is_settled(self, walks: int) -> bool:
        """Whether another move can no longer become the best one before so many walks are done."""
        best, second = sorted([0, 0, *(self._at(branch, COUNT) for branch in self._first())])[:-3:-1]
        return best - second > walks - self.walks

    def _first(self) -> Iterator[int]:
        branch = self._at(0, FIRST)
        while branch:
            yield branch
            branch = self._at(branch, NEXT)

    def _at(self, branch: int, field: int) -> int:
        return int(self._tree[HEAD + BRANCH * branch + field])


def think(
    search: Search,
    walks: int,
    seconds: float = 0.0,
    stop: Callable[[], bool] = lambda: False,
    *,
    best_only: bool = False,
) -> list[Line]:
    """Search until the walks or the seconds (0: no limit) are used up or somebody says stop; at least a piece.

    If only the best move is asked for, it is known as soon as it is settled.
    """
    end = time.monotonic() + seconds
    while search.walks < walks:
        search.walk(min(PIECE, walks - search.walks))
        if stop() or (seconds and time.monotonic() >= end) or (best_only and search.is_settled(walks)):
            break
    return search.lines()
