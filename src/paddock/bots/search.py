"""A search for the acting seat of a race, gone on with in pieces, so that it can stop whenever somebody asks."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from paddock.engine.loops import QUICK
from paddock.engine.runner import Backend, buffer
from paddock.engine.search import (
    COUNT,
    EDGE,
    EDGE_ROOM,
    EDGES,
    FIRST,
    HEAD,
    LIKELY,
    MOVE,
    NEXT,
    NODE,
    NODE_ROOM,
    NODES,
    PATH,
    SUM,
)

from .seen import Seen

ROOM = 1 << 16  # nodes of a tree
DEPTH = 40  # plies that are played on with quick drivers before a position is estimated
PIECE = 200  # walks between two looks at the clock


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
        self._tree = buffer(backend, HEAD + (NODE + EDGE) * ROOM)
        self._tree[NODES] = self._tree[EDGES] = 1  # the root, and no edge
        self._tree[NODE_ROOM] = self._tree[EDGE_ROOM] = ROOM
        self._tree[HEAD + LIKELY] = -1
        size = max(game.choices, game.seats[1])
        self._buffers = [buffer(backend, length) for length in (2 * PATH, size, size, 2)]
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
            Line(self._at(e, MOVE), self._at(e, COUNT), self._at(e, SUM) // self._at(e, COUNT)) for e in self._root()
        ]
        return sorted(found, key=lambda line: (-line.walks, line.move))

    def _root(self) -> Iterator[int]:
        edge = int(self._tree[HEAD + FIRST])
        while edge:
            yield edge
            edge = self._at(edge, NEXT)

    def _at(self, edge: int, field: int) -> int:
        return int(self._tree[HEAD + NODE * ROOM + EDGE * edge + field])


def think(search: Search, walks: int, seconds: float = 0.0, stop: Callable[[], bool] = lambda: False) -> list[Line]:
    """Search until the walks or the seconds (0: no limit) are used up or somebody says stop; at least a piece."""
    end = time.monotonic() + seconds
    while search.walks < walks:
        search.walk(min(PIECE, walks - search.walks))
        if stop() or (seconds and time.monotonic() >= end):
            break
    return search.lines()
