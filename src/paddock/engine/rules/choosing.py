"""How one ply is chosen: an outcome of chance, or a seat's move by a policy. The dispatchers of `phases` call these."""

from typing import Any

from .contract import suggest
from .marking import inlined, rule
from .rng import EQUAL, uniform, weighted

RANDOM, QUICK = 0, 1  # policies: any legal move; the game's `suggest`


SIX = 6


@rule
def die_faces(out: list[int], weight: list[int]):
    """One of six numbers, equally likely."""
    weight[0] = EQUAL
    for face in range(1, SIX + 1):
        out[face - 1] = face
    return SIX


@inlined
def rolled_die(random: list[int]):
    """What would be drawn from `die_faces`."""
    return 1 + uniform(random, SIX)


@rule
def drawn(out: list[int], weight: list[int], n: int, random: list[int]):
    """One of the n outcomes in `out`."""
    return out[weighted(random, weight, n)]


@inlined
def chosen(t: Any, s: Any, policy: int, out: list[int], n: int, random: list[int]):
    """The choice of the acting seat among the n moves in `out`, by a policy."""
    if policy == QUICK:
        return suggest(t, s, out, n, random)
    return out[uniform(random, n)]
