"""What rivals hear tells nothing hidden: a question that a hidden hand answers by itself is asked all the same.

A question that is settled without asking in one world and asked in another tells a rival which world it is in, though
every view is the same to the byte: the history has other lines, a ply more or less, another seat to wait for. What a
move shows on purpose is in the words of its lines; which lines there are must not depend on anything hidden.
"""

import random
from typing import Any

from paddock.engine import CHANCE, OVER, Game, Match, Runner
from paddock.engine.match import apply_move

from .cases import Case
from .sample import sampled

WORLDS = 3  # drawn for each listener
MOVES = 6  # tried in each position

Heard = tuple[list[str], int, str]  # the sentence of each line before its names are put in, who acts then, on what


def heard_tells_nothing_hidden(game: Game, case: Case) -> None:
    """After a move that a rival sees, the rival hears the same lines and waits for the same seat in every world."""
    if game.hides_nothing:
        return
    for match in sampled(game, case):
        for listener in range(case.seats):
            if match.actor not in (OVER, listener):
                _listen(game, match, listener)


def _listen(game: Game, match: Match, listener: int) -> None:
    """Compare what a listener hears in the real world and in others that it holds possible."""
    if not game.contract["sees_move"](match.table, match.state, listener):
        return
    choose, known = random.Random(len(match.plies)), match.seen_by(listener)
    for seed in range(WORLDS):
        world = _world(game, match.table, known, listener, seed)
        common = _told_alike(game, match, world)
        for move in choose.sample(common, min(MOVES, len(common))):
            here, there = (_heard(game, match.table, state, move, listener) for state in (match.state, world))
            words = game.words.move_to_words(match.table, match.state, move)
            told = f"after “{words}” at ply {len(match.plies)} seat {listener} can tell a hidden difference"
            assert here == there, f"{told}: {here} or {there}"


def _told_alike(game: Game, match: Match, world: Any) -> list[int]:
    """Moves that are possible in both worlds and have the same words there: they show the same on purpose."""
    words, here = game.words.move_to_words, _possible(game, match.table, match.state)
    common = sorted(set(here) & set(_possible(game, match.table, world)))
    return [move for move in common if words(match.table, match.state, move) == words(match.table, world, move)]


def _heard(game: Game, table: Any, state: Any, move: int, listener: int) -> Heard:
    """What a listener hears after a move, and whom it waits for then."""
    state = state.copy()
    happenings = apply_move(game, table, state, move)
    told = [one.event.sentence if one.is_seen_by(listener) else one.event.others for one in happenings]
    game.contract["conceal"](table, state, listener)
    decision = game.words.decision(table, state)
    return [line for line in told if line], game.contract["actor"](table, state), decision.clause


def _world(game: Game, table: Any, known: Any, seat: int, seed: int) -> Any:
    """A position that a seat cannot tell from the real one."""
    runner = Runner(game, table)
    runner.state = known
    runner.resample(seat, seed + 1)
    return runner.state


def _possible(game: Game, table: Any, state: Any) -> list[int]:
    out = [0] * game.choices
    if game.contract["actor"](table, state) == CHANCE:
        return out[: game.contract["chance"](table, state, out, [0] * game.choices)]
    return out[: game.contract["legal"](table, state, out)]
