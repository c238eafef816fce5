"""The ladder of bot levels: mirrored races between two levels, and Bradley-Terry ratings of all of them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from paddock.engine import CHANCE, OVER, WORDS, Z99, Game, Position, Runner, seats_of, seed_random, weighted

from .bot import Bot
from .seen import Seen

MEAN = 1500.0  # of all ratings
POINTS = 400 / math.log(10)  # rating points per unit of log-odds: 400 points are odds of ten to one
ROUNDS = 60  # of Newton's method, far more than it needs
DRAWN = 0.5  # each pair gets one drawn race, so that a level that wins every race has a finite rating


def raced(game: Game, table: Any, bots: Sequence[Bot], seed: int, number: int) -> tuple[list[int], list[int]]:
    """Run race number `number` of a seed; returns its moves, those of chance included, and the final places."""
    runner, random = Runner(game, table, "native"), [0] * WORDS
    seed_random(random, seed, number)
    runner.setup()
    moves: list[int] = []
    while runner.actor() != OVER:
        moves.append(_move(runner, bots, len(moves), random))
        runner.apply(moves[-1])
    return moves, runner.standings()[0]


def race(game: Game, table: Any, bots: Sequence[Bot], seed: int, number: int) -> list[float]:
    """Run race number `number` of a seed; returns each seat's share of the win."""
    _, places = raced(game, table, bots, seed, number)
    winners = places.count(1)
    return [1 / winners if place == 1 else 0.0 for place in places]


def _move(runner: Runner, bots: Sequence[Bot], ply: int, random: list[int]) -> int:
    seat = runner.actor()
    if seat == CHANCE:
        outcomes, weights = runner.chance()
        return outcomes[weighted(random, weights, len(weights))]
    known = Position(runner.game, runner.table, runner.state).seen_by(seat).state
    return bots[seat].decide(Seen(runner.game, runner.table, known, seat, ply))


def mirrored(game: Game, table: Any, one: str, other: str, seed: int, number: int) -> float:
    """Two races with the same dice and exchanged seats; returns how many of the two the first level won."""
    won = 0.0
    for first in (0, 1):
        bots = [Bot((one, other)[(seat + first) % 2], seed + number) for seat in range(seats_of(table))]
        shares = race(game, table, bots, seed, number)
        won += sum(share for bot, share in zip(bots, shares, strict=True) if bot.name == one)
    return won


Pair = tuple[str, str]  # two levels that raced each other


@dataclass(frozen=True)
class Score:
    """How many of a pair's races the first level won."""

    won: float
    races: int


@dataclass(frozen=True)
class Rating:
    """A level's strength; a lead of 400 points means odds of ten to one."""

    level: str
    points: float
    within: float  # half the width of the 99 % confidence interval


def ratings(levels: Sequence[str], scores: dict[Pair, Score]) -> list[Rating]:
    """Bradley-Terry strengths of levels that raced each other, each pair any number of times; all must be connected.

    Newton's method maximises the likelihood; the inverse of the Fisher information gives the intervals. Only
    differences count, so the pseudo-inverse leaves out the direction in which all strengths grow alike.
    """
    wins, met = _results(levels, scores)
    strength = np.zeros(len(levels))
    covariance = np.zeros_like(met)
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (wins - met * chance).sum(axis=1)
        bend = met * chance * (1 - chance)
        covariance = np.linalg.pinv(np.diag(bend.sum(axis=1)) - bend)
        strength = strength + covariance @ slope
    error = np.sqrt(np.diag(covariance))
    return [
        Rating(level, MEAN + POINTS * float(strength[i] - strength.mean()), Z99 * POINTS * float(error[i]))
        for i, level in enumerate(levels)
    ]


def _results(levels: Sequence[str], scores: dict[Pair, Score]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Two matrices by pair of levels: wins of the one against the other, and races between them."""
    wins, met = np.zeros((len(levels), len(levels))), np.zeros((len(levels), len(levels)))
    for (one, other), score in scores.items():
        i, j = levels.index(one), levels.index(other)
        wins[i, j], wins[j, i] = score.won + DRAWN, score.races - score.won + DRAWN
        met[i, j] = met[j, i] = score.races + 2 * DRAWN
    return wins, met
