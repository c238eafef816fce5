"""A search for the acting seat of a race, gone on with in pieces, so that it can stop whenever somebody asks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from paddock.engine import Match
from paddock.engine.loops import QUICK
from paddock.engine.rng import WORDS, seed_random
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

ROOM = 1 << 16  # nodes of a tree
DEPTH = 40  # plies that are played on with quick drivers before a position is estimated


@dataclass(frozen=True)
class Line:
    """One move of the searching seat."""

    move: int
    walks: int  # how often it was tried: what the search thinks of it
    chance: int  # to win, in thousandths, as a mean over these walks


class Search:
    """The tree of one decision. The same seed and number of walks give the same tree on every backend.

    It is made from what the seat may see and holds nothing else of the race.
    """

    def __init__(self, match: Match, seat: int, seed: int, *, backend: Backend = "native", depth: int = DEPTH):
        game, known = match.game, match.seen_by(seat)
        native = backend == "native"
        self.seat, self.plies = seat, 0
        self._depth = depth
        self._entry = (game.native() if native else game.python).search
        self._tables: Any = match.table.to_array() if native else [match.table]
        self._states: Any = np.repeat(known.to_array(), 2) if native else [known, known.copy()]
        self._tree = buffer(backend, HEAD + (NODE + EDGE) * ROOM)
        self._tree[NODES] = self._tree[EDGES] = 1  # the root, and no edge
        self._tree[NODE_ROOM] = self._tree[EDGE_ROOM] = ROOM
        self._tree[HEAD + LIKELY] = -1
        size = max(game.choices, game.seats[1])
        self._buffers = [buffer(backend, length) for length in (2 * PATH, size, size, 2, WORDS)]
        self._policy = buffer(backend, game.seats[1])
        self._policy[:] = [QUICK] * game.seats[1]
        seed_random(self._buffers[-1], seed, len(match.plies))

    def walk(self, walks: int) -> None:
        """Go on by so many walks."""
        path, out, weight, log, random = self._buffers
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
            random,
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
