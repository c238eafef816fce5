"""The engine's own loops, written once as rules and bound to a game's rules: interpreted or compiled."""

from collections.abc import Sequence
from typing import Any

from .choosing import chosen
from .contract import actor, apply, chance, legal, ply, resample
from .marking import CHANCE, OVER, rule
from .rng import weighted

OUTSIDE = -1  # no policy: somebody else decides for that seat


def fill_habits(t: Any, habits: Sequence[int]) -> None:
    """Give every seat's quick driver the same numbers: the field `habits`, by seat."""
    for seat in range(len(t.habits)):
        t.habits[seat][:] = habits


@rule
def chance_outcome(t: Any, s: Any, out: list[int], weight: list[int], random: list[int]):
    """Draw one outcome of the pending chance event."""
    n = chance(t, s, out, weight)
    return out[weighted(random, weight, n)]


@rule
def policy_move(t: Any, s: Any, policy: int, out: list[int], random: list[int]):
    """The choice of the acting seat by a policy."""
    return chosen(t, s, policy, out, legal(t, s, out), random)


@rule
def advance(
    t: Any, s: Any, policy: list[int], plies: int, out: list[int], weight: list[int], log: list[int], random: list[int]
):
    """Play on for at most `plies` plies; returns plies played and, of these, decisions."""
    played = 0
    decisions = 0
    while played < plies:
        who = ply(t, s, policy, out, weight, log, random)
        if who == OVER:
            break
        if who != CHANCE:
            decisions += 1
        played += 1
    return played, decisions


@rule
def settle(t: Any, s: Any, out: list[int], weight: list[int], log: list[int], random: list[int]):
    """Draw pending chance events until a seat must decide or the race is over."""
    while actor(t, s) == CHANCE:
        apply(t, s, chance_outcome(t, s, out, weight, random), log)


@rule
def rival_move(t: Any, s: Any, seat: int, policy: int, out: list[int], random: list[int]):
    """The choice of a seat by a policy, in a state that holds only what it may know; the state changes."""
    resample(t, s, seat, random)
    return policy_move(t, s, policy, out, random)


@rule
def turned_move(move: int, by: int, seats: int, seat_moves: list[int], n: int):
    """The same move if every seat has a number that is higher by `by`; moves that name a seat begin at `seat_moves`."""
    for i in range(n):
        if seat_moves[i] <= move < seat_moves[i] + seats:
            return seat_moves[i] + (move - seat_moves[i] + by) % seats
    return move


@rule
def play_action(t: Any, s: Any, action: int, seat_moves: list[int], n: int, out: list[int], log: list[int]):
    """Play an action of the acting seat, in which seats are counted from it; returns 0 if it is not legal."""
    move = turned_move(action, actor(t, s), t.seats, seat_moves, n)
    for i in range(legal(t, s, out)):
        if out[i] == move:
            apply(t, s, move, log)
            return 1
    return 0
