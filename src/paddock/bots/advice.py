"""The result of a search as a sentence for a person: the best moves, their chances, odds and clauses."""

from math import sqrt
from typing import Any

from paddock.engine import Game, TriedMove

MOST_LINES = 3
CLOSE = 10  # thousandths: moves that differ by less are as good
RARE = 20  # a move with fewer than 1/20 of all walks is not known well enough to be called the best
BEST = "Best"
SURE = 2.0  # standard errors by which chances have to differ before one is called the better one


def good_lines(lines: list[TriedMove]) -> list[TriedMove]:
    """The best two or three of the moves (given most tried first), the highest chance first."""
    walks = sum(line.walks for line in lines)
    tried = [line for n, line in enumerate(lines) if n == 0 or RARE * line.walks >= walks]
    best = sorted(tried, key=lambda line: (-line.chance, -line.walks))[:MOST_LINES]
    if len(best) == 1:
        best += [line for line in lines[1:] if line.chance <= best[0].chance][:1]
    return best


def advice_sentence(game: Game, table: Any, known: Any, lines: list[TriedMove], said: str = "", why: str = "") -> str:
    """The best move, its lead and its clause, why it is better, and the exact odds where the game knows them.

    `said` takes the place of the verdict, where it is known by other means than these walks.
    """
    named = [(game.words.move_to_words(table, known, line.move), line) for line in lines]
    told = [f"“{words}” wins {interval(line)} %" for words, line in named]
    opening = f"{said or verdict(lines)} ({game.decision(table, known).clause}): {told[0]}"
    odds = game.odds(table, known) if game.odds else {}
    exact = [f"“{words}”: {odds[line.move]}" for words, line in named if line.move in odds]
    sentences = [", ".join([opening, *told[1:]]), why, "; ".join(exact)]
    return ". ".join(sentence for sentence in sentences if sentence) + "."


def verdict(lines: list[TriedMove]) -> str:
    """Whether the first move is the best one, as far as the number of walks can tell."""
    if len(lines) < 2:
        return BEST
    lead = lines[0].chance - lines[1].chance
    if lead < CLOSE:
        return "It hardly matters"
    error = 1000 * sqrt(sum(_variance(line) for line in lines[:2]))
    return BEST if lead >= SURE * error else "Too close to tell"


def _variance(line: TriedMove) -> float:
    """The variance of a move's win rate: that of a binomial proportion."""
    chance = line.chance / 1000
    return chance * (1 - chance) / max(1, line.walks)


def interval(line: TriedMove) -> str:
    """A chance in whole percents with its interval of 95 %, e.g. `43 ± 3`; without one that is less than a percent."""
    give = round(100 * SURE * sqrt(_variance(line)))
    return f"{percent(line.chance)} ± {give}" if give and percent(line.chance).isdigit() else percent(line.chance)


def percent(chance: int) -> str:
    """A chance in thousandths as whole percents; never quite 0 or 100 unless it is."""
    if 0 < chance < 10:
        return "under 1"
    return "over 99" if 990 < chance < 1000 else str(round(chance / 10))
