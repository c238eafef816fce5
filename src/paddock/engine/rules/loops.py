"""The engine's own loops, written once as rules and bound to a game's rules: interpreted or compiled."""

from typing import Any

from .contract import actor, apply, chance, legal, suggest
from .marking import CHANCE, OVER, rule
from .rng import uniform, weighted

RANDOM, QUICK = 0, 1  # policies: any legal move; the game's `suggest`


@rule
def chance_outcome(t: Any, s: Any, out: list[int], weight: list[int], random: list[int]):
    """Draw one outcome of the pending chance event."""
    n = chance(t, s, out, weight)
    return out[weighted(random, weight, n)]


@rule
def policy_move(t: Any, s: Any, policy: int, out: list[int], random: list[int]):
    """The choice of the acting seat by a policy."""
    n = legal(t, s, out)
    if policy == QUICK:
        return suggest(t, s, out, n, random)
    return out[uniform(random, n)]


@rule
def advance(
    t: Any, s: Any, policy: list[int], plies: int, out: list[int], weight: list[int], log: list[int], random: list[int]
):
    """Play on for at most `plies` plies; returns plies played and, of these, decisions."""
    played = 0
    decisions = 0
    while played < plies:
        seat = actor(t, s)
        if seat == OVER:
            break
        if seat == CHANCE:
            move = chance_outcome(t, s, out, weight, random)
        else:
            move = policy_move(t, s, policy[seat], out, random)
            decisions += 1
        apply(t, s, move, log)
        played += 1
    return played, decisions


@rule
def settle(t: Any, s: Any, out: list[int], weight: list[int], log: list[int], random: list[int]):
    """Draw pending chance events until a seat must decide or the race is over."""
    while actor(t, s) == CHANCE:
        apply(t, s, chance_outcome(t, s, out, weight, random), log)
