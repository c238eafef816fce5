"""Bots by name. A bot knows what its seat may see: it chooses in a world drawn from those it cannot exclude."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from paddock.engine import Game, Match, MatchError
from paddock.engine.rng import WORDS, seed_random, uniform

World = tuple[Any, Any]  # table and a position that the bot may know
Policy = Callable[[Game, World, list[int], list[int]], int]  # game, world, legal moves, random words -> move
STREAMS = 1 << 40  # bots draw from streams of their own, far from those of seeded dice


class UnknownBotError(LookupError):
    """There is no bot of that name."""


def _any_move(game: Game, world: World, moves: list[int], random: list[int]) -> int:
    return moves[uniform(random, len(moves))]


def _suggestion(game: Game, world: World, moves: list[int], random: list[int]) -> int:
    table, state = world
    return game.contract["suggest"](table, state, moves, len(moves), random)


BOTS: dict[str, Policy] = {"quick": _suggestion, "random": _any_move}


@dataclass(frozen=True)
class Bot:
    """A player: the same seed, ply and seat always give the same choice in the same position."""

    name: str
    seed: int = 1

    def choose(self, match: Match, seat: int) -> int:
        """The move of the acting seat."""
        if match.actor != seat:
            raise MatchError(f"a bot chooses for the seat that acts, not for seat {seat}")
        random = [0] * WORDS
        seed_random(random, self.seed, STREAMS * (seat + 1) + len(match.plies))
        world = _possible_world(match, seat, random)
        return BOTS[self.name](match.game, world, _legal(match.game, world), random)


def make_bot(name: str, seed: int = 1) -> Bot:
    """The bot of that name."""
    if name not in BOTS:
        raise UnknownBotError(f"there is no bot {name[:40]!r}; there are {', '.join(BOTS)}")
    return Bot(name, seed)


def _possible_world(match: Match, seat: int, random: list[int]) -> World:
    """What the seat may see, the rest filled in at random: the real secrets never reach a policy."""
    state = match.seen_by(seat)
    match.game.contract["resample"](match.table, state, seat, random)
    return match.table, state


def _legal(game: Game, world: World) -> list[int]:
    table, state = world
    out = [0] * game.choices
    return out[: game.contract["legal"](table, state, out)]
