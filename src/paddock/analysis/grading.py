"""Decisions of a race, graded by the chance that each cost its driver, from what the driver could know."""

from collections.abc import Sequence
from math import sqrt
from typing import Any, Literal

from msgspec import Struct

from paddock.bots import LEVELS, Search, Seen, advice_sentence, difference, good_lines, think
from paddock.engine import Backend, Match, PlayOuts, Position, TriedMove

from .chances import WHOLE
from .effort import SEED, Effort, share, walks_of

Grade = Literal["best", "fine", "doubtful", "mistake"]
# A decision that cost fewer thousandths than this has the grade; the last grade has no end.
GRADES: dict[Grade, int] = {"best": 10, "fine": 30, "doubtful": 80, "mistake": WHOLE + 1}
EXPLAINING = 30  # short walks after a mistake and after the better move, to say what went wrong
SURE = 2.0  # standard errors that a loss has to exceed before a decision is called doubtful or a mistake
DEPTH = LEVELS["champion"]  # hints look as far


class GradedDecision(Struct, frozen=True):
    """A decision between several moves."""

    ply: int
    seat: int
    words: str  # the move played
    clause: str
    grade: Grade
    cost: int  # thousandths of win chance that the better move would have kept, as far as the driver could know
    better: str = ""  # the better move in words; "" if there was none
    better_move: int = -1
    why: str = ""  # a hint's sentence about both


def grade_of(cost: int, error: float = 0.0) -> Grade:
    """The grade of a cost in thousandths with its standard error; without proof no decision is worse than fine."""
    grade: Grade = next(name for name, most in GRADES.items() if cost < most)
    if cost >= GRADES["fine"] and cost < SURE * error:
        return "fine"
    return grade


def graded_decisions(match: Match, states: Sequence[Any], effort: Effort) -> list[GradedDecision]:
    """Every decision between two moves or more."""
    asked = [number for number, ply in enumerate(match.plies) if ply.actor >= 0 and ply.outcomes > 1]
    walks = walks_of(match, share(effort.pairs, len(asked)), SEED + 1, effort.backend)
    search = share(effort.search, len(asked))
    return [
        _graded(match, Position(match.game, match.table, states[number]), number, walks, search) for number in asked
    ]


def _graded(match: Match, position: Position, number: int, walks: PlayOuts, search: int) -> GradedDecision:
    ply = match.plies[number]
    seen = Seen(match.game, match.table, position.seen_by(ply.actor).state, ply.actor, number)
    good = _good_moves(seen, search, walks.backend)
    if good[0] == ply.move:
        return GradedDecision(number, ply.actor, ply.words, ply.clause, "best", 0)
    cost, error, lines = _compared(seen, [move for move in good if move != ply.move], ply.move, walks)
    grade = grade_of(cost, error)
    if grade == "best":
        return GradedDecision(number, ply.actor, ply.words, ply.clause, "best", 0)
    better = lines[0].move
    words = match.game.words.move_to_words(match.table, seen.known, better)
    shown = difference(seen, better, ply.move, EXPLAINING) if grade == "mistake" else ""
    why = advice_sentence(match.game, match.table, seen.known, lines, said="Better", why=shown)
    return GradedDecision(number, ply.actor, ply.words, ply.clause, grade, cost, words, better, why)


def _good_moves(seen: Seen, walks: int, backend: Backend) -> list[int]:
    """The moves that a hint would name, the best first."""
    search = Search(seen, SEED, backend=backend, depth=DEPTH.reach(seen.game.horizon))
    return [line.move for line in good_lines(think(search, walks))]


def _compared(seen: Seen, others: list[int], played: int, walks: PlayOuts) -> tuple[int, float, list[TriedMove]]:
    """What the move played cost against the best of others in the same worlds with the same dice, with its error."""
    parts = {move: walks.after(seen.known, seen.seat, move, seen.ply)[:, seen.seat] for move in (*others, played)}
    chances = {move: round(WHOLE * int(part.sum()) / (walks.win * walks.walks)) for move, part in parts.items()}
    better = max(others, key=lambda move: chances[move])
    error = WHOLE * float((parts[better] - parts[played]).std()) / walks.win / sqrt(walks.walks)
    lines = [TriedMove(move, walks.walks, chances[move]) for move in (better, played)]
    return max(0, chances[better] - chances[played]), error, lines
