"""How many walks an analysis makes: fixed numbers, so that every analysis of a race gives the same result."""

from dataclasses import dataclass

from paddock.bots import LEVELS
from paddock.engine import Backend, Match, PlayOuts, policy_number, seats_of

SEED = 0x7ADD0C  # of all walks; that of no race's dice


LEAST, MOST = 50, 4000  # walks of one position or decision, however many there are


@dataclass(frozen=True)
class Effort:
    """Walks of a whole race, shared by its positions or decisions: a long race takes as long as a short one.

    With the same effort every machine and every backend finds the same.
    """

    chances: int  # walks from all positions
    search: int  # walks of the searches for the best moves of all decisions
    pairs: int  # worlds in which the moves played and better ones are compared
    backend: Backend = "native"


USUAL = Effort(chances=100_000, search=30_000, pairs=30_000)
FINER = Effort(chances=1_000_000, search=300_000, pairs=300_000)


def share(walks: int, many: int) -> int:
    """The walks that one of many positions or decisions gets."""
    return max(LEAST, min(MOST, walks // max(1, many)))


def walks_of(match: Match, number: int, seed: int, backend: Backend) -> PlayOuts:
    """Walks by club drivers, as far as a hint looks; from there on the game's estimate counts.

    Quick drivers never slip: where a game has few dice, the car in front would keep its lead in nearly every walk.
    """
    depth = LEVELS["champion"].reach(match.game.horizon)
    policies = [policy_number("quick", LEVELS["club"].slips)] * seats_of(match.table)
    return PlayOuts(match.game, match.table, number, policies, seed=seed, depth=depth, backend=backend)
