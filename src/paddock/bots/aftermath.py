"""Why a move is better: what happens to its driver in the turns that follow, in walks of quick drivers.

The walks after two moves have the same worlds and the same dice, so that they differ by the moves alone. A game says by
`Event.follows` which of its events are told. Walks are interpreted, as only they tell events.
"""

from dataclasses import dataclass
from math import sqrt

from paddock.engine import CHANCE, Game, Happening, Position, TriedMove, random_words, weighted

from .advice import BEST, verdict
from .seen import Seen

WALKS = 80
PLIES = 40  # of a walk at most; fewer where a game trusts its estimate after fewer
STREAMS = 1 << 50  # the random streams of these walks start here, so that they never meet those of bots
MOST_PLIES = 1 << 10  # of a walk: random streams of two walks are so far apart
CLEAR = 3.0  # standard errors by which a share must differ: the largest of many is more than one would be by chance
LEAST = 0.1  # and by which at least
LEAST_PLACES = 0.3  # the same for the mean place


@dataclass(frozen=True)
class Aftermath:
    """What the walks after a move held for its driver."""

    happened: list[set[int]]  # by walk: the kinds of its events
    places: list[int]  # by walk: the place at its end

    def share(self, kind: int) -> float:
        """The share of walks in which an event happened."""
        return sum(kind in kinds for kinds in self.happened) / len(self.happened)


def aftermath(seen: Seen, move: int, walks: int = WALKS) -> Aftermath:
    """Race on after a move, a number of times."""
    found = [_walk(seen, move, STREAMS + walk * MOST_PLIES) for walk in range(walks)]
    return Aftermath([kinds for kinds, _ in found], [place for _, place in found])


def _walk(seen: Seen, move: int, stream: int) -> tuple[set[int], int]:
    """The kinds of events that happen to the driver, and its place after these plies."""
    random = random_words(seen.ply, stream)
    world, kinds = seen.world(random), set[int]()
    world.play(move)  # what it brings at once needs no telling
    for ply in range(1, min(PLIES, seen.game.horizon or PLIES)):
        if world.is_over:
            break
        for one in world.play(driven(world, random_words(seen.ply, stream + ply))):
            if one.event.follows and driver_of(seen.game, world, one) == seen.seat:
                kinds.add(one.event.kind)
    return kinds, world.standings()[0][seen.seat]


def driver_of(game: Game, world: Position, one: Happening) -> int:
    """The seat that an event happens to, -1 for a car of nobody."""
    return game.owner(world.state, one.a) if game.owner and one.event.is_of_car else one.a


def driven(world: Position, random: list[int]) -> int:
    """What a quick driver, or chance, does next."""
    if world.actor != CHANCE:
        return world.suggest(world.legal(), random)
    outcomes, weights = world.outcomes()
    return outcomes[weighted(random, weights, len(weights))]


def reason(seen: Seen, lines: list[TriedMove], walks: int = WALKS) -> str:
    """Why the first move of a search is better than the second; "" where it cannot tell whether it is."""
    return difference(seen, lines[0].move, lines[1].move, walks) if len(lines) > 1 and verdict(lines) == BEST else ""


def difference(seen: Seen, first: int, second: int, walks: int = WALKS) -> str:
    """The clearest difference in what follows two moves that speaks for the first, "" where none is clear."""
    better, other = (aftermath(seen, move, walks) for move in (first, second))
    one, two = (f"“{seen.game.words.move_to_words(seen.table, seen.known, move)}”" for move in (first, second))
    event = clearest(seen.game, better, other)
    if event is not None:
        shares = [round(100 * found.share(event)) for found in (better, other)]
        what = seen.game.events[event].follows
        return f"In the turns after {one} comes {what} in {shares[0]} % of tries, after {two} in {shares[1]} %"
    gains = [second - first for first, second in zip(better.places, other.places, strict=True)]
    if is_clear(gains, LEAST_PLACES):
        means = [sum(found.places) / walks for found in (better, other)]
        return f"Some turns after {one} it is place {means[0]:.1f} on average, after {two} {means[1]:.1f}"
    return ""


def clearest(game: Game, better: Aftermath, other: Aftermath) -> int | None:
    """The kind of event that speaks most for the better move, if it is clear that it does."""
    found: dict[int, int] = {}
    for kind in sorted(set[int]().union(*better.happened, *other.happened)):
        sign = 1 if game.events[kind].is_welcome else -1
        pairs = zip(better.happened, other.happened, strict=True)
        gains = [sign * ((kind in one) - (kind in two)) for one, two in pairs]
        if is_clear(gains, LEAST):
            found[kind] = sum(gains)
    return max(found, key=lambda kind: found[kind], default=None)


def is_clear(gains: list[int], least: float) -> bool:
    """Whether the mean of differences between paired walks is at least so much, and no work of chance."""
    walks = len(gains)
    mean = sum(gains) / walks
    error = sqrt(sum((gain - mean) ** 2 for gain in gains) / walks / max(1, walks - 1))
    return mean >= max(least, CLEAR * error)
