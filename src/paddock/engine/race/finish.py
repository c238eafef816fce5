"""What is told about a race after the flag."""

from .events import number_of
from .match import Match


def gaps(match: Match) -> list[str]:
    """By seat: how far it was behind, in the game's words; "" for nothing to tell."""
    gap = match.game.gap
    if gap is None:
        return [""] * len(match.names)
    table, flag, end = match.table, match.at(_first_finish(match)).state, match.state
    return [gap(table, flag, end, seat) for seat in range(len(match.names))]


def figures(match: Match) -> list[str]:
    """By seat: what it scored, in the game's words; "" for every seat if nobody scored."""
    _, scores = match.standings()
    if not any(scores):
        return [""] * len(scores)
    figure = match.game.figure
    return [figure(match.table, score) if figure else number_of(score, "point") for score in scores]


def _first_finish(match: Match) -> int:
    """How many plies were played when the first car had finished; all of them if none has."""
    for number, ply in enumerate(match.plies):
        if any(happening.event.moment == "finish" for happening in ply.happenings):
            return number + 1
    return len(match.plies)
