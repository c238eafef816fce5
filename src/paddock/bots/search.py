"""A search for the acting seat of a race, gone on with in pieces, so that it can stop whenever somebody asks."""

import time
from collections.abc import Callable

from paddock.engine import Backend, SearchTree, TriedMove

from .seen import Seen

MOST = 1 << 16  # branches of a tree
DEPTH = 40  # plies that are played on with quick drivers before a position is estimated
PIECE = 100  # walks between two looks at the clock


class Search:
    """The tree of one decision. The same seed and number of walks give the same tree on every backend."""

    def __init__(self, seen: Seen, seed: int, *, backend: Backend = "native", depth: int = DEPTH):
        self.walks = 0
        words = seen.random(seed)
        self._tree = SearchTree(
            seen.game, seen.table, seen.known, seen.seat, words, depth=depth, most=MOST, backend=backend
        )

    @property
    def plies(self) -> int:
        """Played in all walks."""
        return self._tree.plies

    def walk(self, walks: int) -> None:
        """Go on by so many walks."""
        self.walks += walks
        self._tree.walk(walks)

    def lines(self) -> list[TriedMove]:
        """The moves tried, the best one first."""
        return sorted(self._tree.tried(), key=lambda one: (-one.walks, one.move))

    def is_settled(self, walks: int) -> bool:
        """Whether another move can no longer become the best one before so many walks are done."""
        best, second = sorted([0, 0, *(one.walks for one in self._tree.tried())])[:-3:-1]
        return best - second > walks - self.walks


def think(
    search: Search,
    walks: int,
    seconds: float = 0.0,
    stop: Callable[[], bool] = lambda: False,
    *,
    best_only: bool = False,
) -> list[TriedMove]:
    """Search until the walks or the seconds (0: no limit) are used up or somebody says stop; at least a piece.

    If only the best move is asked for, it is known as soon as it is settled.
    """
    end = time.monotonic() + seconds
    while search.walks < walks:
        search.walk(min(PIECE, walks - search.walks))
        if stop() or (seconds and time.monotonic() >= end) or (best_only and search.is_settled(walks)):
            break
    return search.lines()
