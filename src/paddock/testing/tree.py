"""Tree counts (perft): how many lines of play a few plies have, and their total probability, counted in two ways."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from paddock.engine import CHANCE, OVER, Game, Match, Record, Runner


@dataclass(frozen=True)
class TreeCount:
    """Lines of play of a fixed number of plies: how many, and the sum of their probabilities.

    A chance outcome has its probability and each choice of a seat counts as 1, so the mass is the number of ways in
    which the seats can choose, averaged over chance. A line that ends early counts, too.
    """

    lines: int
    mass: Fraction


def count_tree(game: Game, table: Record, state: Record, depth: int) -> TreeCount:
    """Count with compiled rules, position by position."""
    runner = Runner(game, table, "native")
    lines, mass = 0, Fraction(0)
    waiting: list[tuple[Record, int, Fraction]] = [(state, depth, Fraction(1))]
    while waiting:
        position, left, weight = waiting.pop()
        runner.state = position
        if left == 0 or runner.actor() == OVER:
            lines, mass = lines + 1, mass + weight
            continue
        for move, share in _branches(runner):
            runner.state = position
            runner.apply(move)
            waiting.append((runner.state, left - 1, weight * share))
    return TreeCount(lines, mass)


def _branches(runner: Runner) -> list[tuple[int, Fraction]]:
    if runner.actor() != CHANCE:
        return [(move, Fraction(1)) for move in runner.legal()]
    outcomes, weights = runner.chance()
    return [(outcome, Fraction(weight, sum(weights))) for outcome, weight in zip(outcomes, weights, strict=True)]


def count_naively(match: Match, depth: int) -> TreeCount:
    """Count the slow way: with interpreted matches, forked at every ply."""
    if depth == 0 or match.is_over:
        return TreeCount(1, Fraction(1))
    counts = [(share, count_naively(_played(match, move), depth - 1)) for move, share in _shares(match)]
    return TreeCount(sum(count.lines for _, count in counts), sum((s * c.mass for s, c in counts), Fraction(0)))


def _shares(match: Match) -> list[tuple[int, Fraction]]:
    if match.actor != CHANCE:
        return [(choice.move, Fraction(1)) for choice in match.choices()]
    outcomes, weights = match.outcomes()
    return [(outcome, Fraction(weight, sum(weights))) for outcome, weight in zip(outcomes, weights, strict=True)]


def _played(match: Match, move: int) -> Match:
    fork: Any = match.fork()
    fork.apply(move)
    return fork
