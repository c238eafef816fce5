"""Which level is stronger, and by how much: mirrored races between two levels, and ratings of all of them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from paddock.engine import CHANCE, OVER, WORDS, Z99, Game, Position, Runner, seats_of, seed_random, weighted

from .bot import Bot
from .seen import Seen

MEAN = 1500.0  # of all ratings
POINTS = 400 / math.log(10)  # of a rating: 400 of them are ten to one
ROUNDS = 60  # of Newton's method, far more than it needs
DRAWN = 0.5  # a race of each pair counted as drawn, so that whoever wins every race is not infinitely strong


def race(game: Game, table: Any, bots: Sequence[Bot], seed: int, number: int) -> list[float]:
    """Race number `number` of a seed: how much of the win each seat has."""
    runner, random = Runner(game, table, "native"), [0] * WORDS
    seed_random(random, seed, number)
    runner.setup()
    ply = 0
    while runner.actor() != OVER:
        runner.apply(_move(runner, bots, ply, random))
        ply += 1
    places = runner.standings()[0]
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
    """Two races with the same dice and exchanged seats: how many the first level has won, of two."""
    won = 0.0
    for first in (0, 1):
        bots = [Bot((one, other)[(seat + first) % 2], seed + number) for seat in range(seats_of(table))]
        shares = race(game, table, bots, seed, number)
        won += sum(share for bot, share in zip(bots, shares, strict=True) if bot.name == one)
    return won


Pair = tuple[str, str]  # two levels that raced each other


@dataclass(frozen=True)
class Score:
    """What the first of a pair has won, of so many races."""

    won: float
    races: int


@dataclass(frozen=True)
class Rating:
    """A level's strength; 400 points are ten to one."""

    level: str
    points: float
    within: float  # the 99 % interval is so much to both sides


def ratings(levels: Sequence[str], scores: dict[Pair, Score]) -> list[Rating]:
    """Bradley-Terry strengths of levels that raced each other, however often; all have to be linked by some pair.

    The likelihood is climbed by Newton's method; the inverse of its curvature gives the intervals. Only differences
    count, so both leave out the direction in which all strengths grow alike.
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
    """By two levels: what the one has won against the other, and how often they met."""
    wins, met = np.zeros((len(levels), len(levels))), np.zeros((len(levels), len(levels)))
    for (one, other), score in scores.items():
        i, j = levels.index(one), levels.index(other)
        wins[i, j], wins[j, i] = score.won + DRAWN, score.races - score.won + DRAWN
        met[i, j] = met[j, i] = score.races + 2 * DRAWN
    return wins, met
