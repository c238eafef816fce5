"""What rivals hear reveals nothing hidden: a decision with one choice is asked if that fact depends on a hidden hand.

A decision that is skipped in one world and asked in another tells a rival which world is real, though every view is the
same to the byte: the history has different lines, another number of plies, another seat to wait for. What a move shows
on purpose is in the words of its lines; which lines there are must not depend on anything hidden.
"""

import random

from paddock.engine import OVER, Game, Match, Position

from .cases import Case
from .sample import sampled

WORLDS = 3  # drawn for each listener
MOVES = 6  # tried in each position

Heard = tuple[list[str], int, str]  # the template of each line, who acts then, and the clause of that decision


def heard_tells_nothing_hidden(game: Game, case: Case) -> None:
    """After a move that a rival sees, the rival hears the same lines and waits for the same seat in every world."""
    if game.hides_nothing:
        return
    for match in sampled(game, case):
        for listener in range(case.seats):
            if match.actor not in (OVER, listener):
                _listen(game, match, listener)


def _listen(game: Game, match: Match, listener: int) -> None:
    """Compare what a listener hears in the real world and in other worlds that it holds possible."""
    now = match.now
    if not now.sees_move(listener):
        return
    choose = random.Random(len(match.plies))
    for world in now.seen_by(listener).worlds(listener, 1, range(WORLDS)):
        common = _told_alike(now, world)
        for move in choose.sample(common, min(MOVES, len(common))):
            here, there = (_heard(position, move, listener) for position in (now, world))
            words = game.words.move_to_words(match.table, match.state, move)
            told = f"after “{words}” at ply {len(match.plies)} seat {listener} can tell a hidden difference"
            assert here == there, f"{told}: {here} or {there}"


def _told_alike(here: Position, there: Position) -> list[int]:
    """Moves that are possible in both worlds with the same words, so that they show the same on purpose."""
    words = here.game.words.move_to_words
    common = sorted(set(here.possible()) & set(there.possible()))
    return [move for move in common if words(here.table, here.state, move) == words(there.table, there.state, move)]


def _heard(position: Position, move: int, listener: int) -> Heard:
    """What a listener hears after a move, and which seat it waits for then."""
    after = position.copy()
    happenings = after.play(move)
    told = [one.event.sentence if one.is_seen_by(listener) else one.event.others for one in happenings]
    seen = after.seen_by(listener)
    return [line for line in told if line], seen.actor, seen.decision.clause
