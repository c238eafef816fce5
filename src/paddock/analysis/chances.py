"""The chance of every driver to win, before each ply of a race and at its end: one sequence, in thousandths."""

from collections.abc import Sequence
from typing import Any

from paddock.engine import TABLE, Match, Position

from .effort import SEED, Effort, share, walks_of

WHOLE = 1000  # thousandths: certain to win
NO_MOVE = -1  # that nobody plays
Chances = tuple[int, ...]  # by seat, in thousandths


def race_positions(match: Match) -> list[Any]:
    """The state before each ply, and the last one."""
    position = Position.start(match.game, match.table)
    states = [position.state.copy()]
    for ply in match.plies:
        states.append(position.play_unheard((ply.move,)).state.copy())
    return states


def race_chances(match: Match, states: Sequence[Any], effort: Effort) -> list[Chances]:
    """The chances before each ply if club drivers raced on from there, then the result."""
    walks = walks_of(match, share(effort.chances, len(states)), SEED, effort.backend)
    found: list[Chances] = []
    for number in range(len(match.plies), -1, -1):
        ply = match.plies[number] if number < len(match.plies) else None
        parts = walks.back_to(states[number], number, NO_MOVE if ply is None or ply.actor == TABLE else ply.move)
        found.append(thousandths(parts.sum(axis=0).tolist(), walks.win * walks.walks))
    return found[::-1]


def thousandths(parts: Sequence[int], whole: int) -> Chances:
    """Parts of a whole, rounded so that their sum is right (the largest remainders are rounded up)."""
    exact = [WHOLE * part for part in parts]
    found = [one // whole for one in exact]
    missing = round(sum(exact) / whole) - sum(found)
    order = sorted(range(len(parts)), key=lambda seat: (-(exact[seat] % whole), seat))
    return tuple(one + (seat in order[:missing]) for seat, one in enumerate(found))
