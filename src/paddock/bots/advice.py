"""What a search says, in a sentence for a person: the best moves, their chances, odds and clauses."""

from typing import Any

from paddock.engine import Game

from .search import Line

MOST_LINES = 3
CLOSE = 10  # thousandths: moves that differ by less are as good
RARE = 20  # a move tried in fewer than one walk of so many is not worth telling, beyond the second


def good_lines(lines: list[Line]) -> list[Line]:
    """The best two or three moves."""
    walks = sum(line.walks for line in lines)
    return [line for n, line in enumerate(lines[:MOST_LINES]) if n < 2 or RARE * line.walks >= walks]


def sentence(game: Game, table: Any, known: Any, lines: list[Line]) -> str:
    """Which move is best by how much, by which clause, and the exact odds where the game knows them."""
    named = [(game.words.move_to_words(table, known, line.move), line) for line in lines]
    told = [f"“{words}” wins {percent(line.chance)} %" for words, line in named]
    clause = game.decision(table, known).clause
    if len(lines) > 1 and abs(lines[0].chance - lines[1].chance) < CLOSE:
        opening = f"It hardly matters ({clause}): {told[0]}"
    else:
        opening = f"Best ({clause}): {told[0]}"
    odds = game.odds(table, known) if game.odds else {}
    exact = [f"“{words}”: {odds[line.move]}" for words, line in named if line.move in odds]
    return ". ".join([", ".join([opening, *told[1:]]), *(["; ".join(exact)] if exact else [])]) + "."


def percent(chance: int) -> str:
    """A chance in thousandths as whole percents; never quite 0 or 100 unless it is."""
    if 0 < chance < 10:
        return "under 1"
    return "over 99" if 990 < chance < 1000 else str(round(chance / 10))
