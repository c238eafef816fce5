"""What is told about a race after the flag."""

from .match import Match


def gaps(match: Match) -> list[str]:
    """By seat: how far it was behind when the first car finished, in the game's words; "" for nothing to tell."""
    gap = match.game.gap
    if gap is None:
        return [""] * len(match.names)
    then = match.at(_first_finish(match))
    return [gap(then.table, then.state, seat) for seat in range(len(match.names))]


def _first_finish(match: Match) -> int:
    """How many plies were played when somebody had finished; all of them if nobody has."""
    for number, ply in enumerate(match.plies):
        if any(happening.event.moment == "finish" for happening in ply.happenings):
            return number + 1
    return len(match.plies)
