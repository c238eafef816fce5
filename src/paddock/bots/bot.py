"""A bot: a level and a seed. It chooses in worlds drawn from those that its seat cannot exclude."""

from collections.abc import Callable
from dataclasses import dataclass

from paddock.engine import Match, TriedMove, uniform

from .levels import BOTS, Level
from .search import Search, think
from .seen import Seen

HUNDRED = 100


class UnknownBotError(LookupError):
    """There is no bot of that name."""


@dataclass(frozen=True)
class Bot:
    """A player: the same seed, ply and seat always give the same choice in the same position.

    With a time limit this holds only if the search finishes its walks before the limit.
    """

    name: str
    seed: int = 1

    @property
    def level(self) -> Level:
        """How well it drives."""
        return BOTS[self.name]

    def choose(self, match: Match, seat: int) -> int:
        """The move of the acting seat."""
        return self.decide(Seen.of(match, seat))

    def decide(self, seen: Seen, seconds: float = 0.0, stop: Callable[[], bool] = lambda: False) -> int:
        """A move, searched for at most `seconds` (0: no time limit, only the level's number of walks)."""
        return self.lines(seen, seconds, stop, best_only=True)[0].move if self.level.walks else self.quick(seen)

    def lines(
        self, seen: Seen, seconds: float = 0.0, stop: Callable[[], bool] = lambda: False, *, best_only: bool = False
    ) -> list[TriedMove]:
        """The moves that a searching level has tried; after a slip only the slip."""
        random = seen.random(self.seed)
        if uniform(random, HUNDRED) < self.level.slips:
            return [TriedMove(_any(seen.world(random).legal(), random), 0, 0)]
        search = Search(seen, self.seed, depth=self.level.reach(seen.game.horizon))
        return think(search, self.level.walks, seconds, stop, best_only=best_only)

    def quick(self, seen: Seen) -> int:
        """The game's quick choice in one possible world, or a slip."""
        random = seen.random(self.seed)
        slips = uniform(random, HUNDRED) < self.level.slips
        world = seen.world(random)
        moves = world.legal()
        return _any(moves, random) if slips else world.suggest(moves, random)


def _any(moves: list[int], random: list[int]) -> int:
    return moves[uniform(random, len(moves))]


def make_bot(name: str, seed: int = 1) -> Bot:
    """The bot of that name."""
    if name not in BOTS:
        raise UnknownBotError(f"there is no bot {name[:40]!r}; there are {', '.join(BOTS)}")
    return Bot(name, seed)
