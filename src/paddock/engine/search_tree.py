"""The tree of one search and the buffers around it, under either backend; `rules/search.py` grows it."""

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from .game import Game
from .rules.choosing import QUICK
from .rules.runner import Backend, buffer
from .rules.schema import Record
from .rules.search import BRANCH, COUNT, FIRST, HEAD, LIKELY, MOVE, NEXT, PATH, ROOM, SUM, UNKNOWN, USED


class TriedMove(msgspec.Struct, frozen=True, gc=False):
    """A move of the searching seat, and what the search has found about it."""

    move: int
    walks: int  # how often it was tried: what the search thinks of it
    chance: int  # to win, in thousandths, as a mean over these walks


class SearchTree:
    """The same words, seat and number of walks give the same tree on every backend."""

    def __init__(
        self,
        game: Game,
        table: Record,
        known: Record,
        seat: int,
        words: list[int],
        *,
        depth: int,
        most: int,
        backend: Backend = "native",
    ):
        native = backend == "native"
        self.plies = 0  # played in all walks
        self._seat, self._depth = seat, depth
        self._entry = (game.native() if native else game.python).search
        self._tables: Any = table.to_array() if native else [table]
        self._states: Any = np.repeat(known.to_array(), 2) if native else [known, known.copy()]
        self._tree = buffer(backend, HEAD + BRANCH * most)
        self._tree[USED], self._tree[ROOM] = 1, most  # the tree begins with its root
        self._tree[HEAD + LIKELY] = UNKNOWN
        self._buffers = [buffer(backend, length) for length in (2 * PATH, game.room, game.room, 2)]
        self._random = buffer(backend, len(words))
        self._random[:] = words
        self._policy = buffer(backend, game.seats[1])
        self._policy[:] = [QUICK] * game.seats[1]

    def walk(self, walks: int) -> None:
        """Run `walks` more walks (playouts from the root)."""
        path, out, weight, log = self._buffers
        self.plies += self._entry(
            self._tables,
            self._states,
            self._seat,
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

    def tried(self) -> Iterator[TriedMove]:
        """The moves tried at the root, in no order."""
        branch = self._at(0, FIRST)
        while branch:
            walks = self._at(branch, COUNT)
            yield TriedMove(self._at(branch, MOVE), walks, self._at(branch, SUM) // walks)
            branch = self._at(branch, NEXT)

    def _at(self, branch: int, field: int) -> int:
        return int(self._tree[HEAD + BRANCH * branch + field])
