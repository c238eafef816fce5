"""The events of a race as sentences for one viewer: a choice and its effects share a line."""

from collections.abc import Collection, Iterable
from itertools import groupby

from paddock.engine import CHANCE, HistoryLine, Match, capitalised


def sentences(match: Match, seat: int, start: int, stop: int, people: Collection[int]) -> list[str]:
    """The plies from start to stop in words with their clauses, as that seat may know them."""
    lines = [line for line in match.history(seat, start) if line.ply < stop]
    return [in_a_line(match, part, people) for part in parts(match, lines)]


def parts(match: Match, lines: list[HistoryLine]) -> list[list[HistoryLine]]:
    """Lines by ply; a choice whose whole effect is a roll or a draw is told together with it."""
    told: list[list[HistoryLine]] = []
    for ply, group in groupby(lines, lambda line: line.ply):
        if (
            told
            and match.plies[ply].actor == CHANCE
            and is_waiting(match, told[-1][-1].ply)
            and ply == told[-1][-1].ply + 1
        ):
            told[-1] += group
        else:
            told.append(list(group))
    return told


def is_waiting(match: Match, ply: int) -> bool:
    """Whether a ply is a choice whose effect is the chance event that follows."""
    played = match.plies[ply]
    return played.actor != CHANCE and not played.happenings


def in_a_line(match: Match, lines: list[HistoryLine], people: Collection[int]) -> str:
    """Sentences joined to one line; each clause is named after the last sentence that it covers."""
    pairs = [(_said(match, line, people), line.clause) for line in lines]
    return " ".join(
        f"{text} ({clause})" if number == len(pairs) - 1 or pairs[number + 1][1] != clause else text
        for number, (text, clause) in enumerate(pairs)
    )


def clauses(lines: Iterable[HistoryLine]) -> list[str]:
    """The clauses of some lines, each once, in order."""
    return list(dict.fromkeys(line.clause for line in lines))


def _said(match: Match, line: HistoryLine, people: Collection[int]) -> str:
    """A line of the history; a bot is called by its seat's name alone."""
    if line.actor < 0 or line.actor in people or not match.names[line.actor].endswith(" bot"):
        return line.text
    full = f"{match.full_name(line.actor)}: "
    if not line.text.startswith(full):
        return line.text
    return f"{capitalised(match.game.words.seat_name(match.table, line.actor))}: {line.text.removeprefix(full)}"
