"""One ply of the loop that plays races is what asking, choosing and playing one after the other are."""

from typing import Any

import pytest

from paddock.engine import CHANCE, OVER, WORDS, Game, Position, new_log, seed_random
from paddock.engine.rules.choosing import QUICK, RANDOM
from paddock.engine.rules.loops import chance_outcome, policy_move
from paddock.engine.rules.twin import Twins
from paddock.games import all_games

PLIES = 400


@pytest.mark.parametrize("policy", [RANDOM, QUICK])
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_a_ply_is_a_choice_that_is_played(game: Game, policy: int):
    table = game.new_table(game.seats[1], {})
    twins = Twins(game.contract, lambda function: function)
    ply, draw, choose = (twins.of(one) for one in (game.contract["ply"], chance_outcome, policy_move))
    whole, apart = Position.start(game, table), Position.start(game, table)
    words: list[list[int]] = [[0] * WORDS, [0] * WORDS]
    for random in words:
        seed_random(random, 7, 1)
    logs, out, weight = (new_log(), new_log()), [0] * game.room, [0] * game.room

    for number in range(PLIES):
        who = apart.actor
        if who != OVER:
            chance = who == CHANCE
            move: Any = draw(table, apart.state, out, weight, words[1]) if chance else None
            move = move if chance else choose(table, apart.state, policy, out, words[1])
            game.contract["apply"](table, apart.state, move, logs[1])
        played = ply(table, whole.state, [policy] * game.seats[1], out, weight, logs[0], words[0])

        assert played == who, f"ply {number}"
        assert whole.state == apart.state, f"ply {number}: {whole.state.differences(apart.state)}"
        assert words[0] == words[1], f"ply {number}: other random words were used"
        assert logs[0] == logs[1], f"ply {number}: other events"
        logs[0][1] = logs[1][1] = 0
