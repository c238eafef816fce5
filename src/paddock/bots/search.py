"""A search for the acting seat of a race, run in slices so that it can be stopped."""

import time
from collections.abc import Callable

from paddock.engine import Backend, SearchTree, TriedMove

from .seen import Seen

MOST = 1 << 16  # branches of a tree
DEPTH = 40  # plies of a playout with quick drivers before a position is estimated
PIECE = 100  # walks between two checks of the clock


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
        """Plies played in all walks."""
        return self._tree.plies

    def walk(self, walks: int) -> None:
        """Run `walks` more walks."""
        self.walks += walks
        self._tree.walk(walks)

    def lines(self) -> list[TriedMove]:
        """The moves tried, the best one first."""
        return sorted(self._tree.tried(), key=lambda one: (-one.walks, one.move))

    def is_settled(self, walks: int) -> bool:
        """Whether no other move can become the best one before `walks` walks are done."""
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
    """Search until the walks or the seconds (0: no limit) are used up or `stop` returns True; at least one slice.

    With `best_only` the search ends as soon as no other move can become the best.
    """
    end = time.monotonic() + seconds
    while search.walks < walks:
        search.walk(min(PIECE, walks - search.walks))
        if stop() or (seconds and time.monotonic() >= end) or (best_only and search.is_settled(walks)):
            break
    return search.lines()
