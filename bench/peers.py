"""Other implementations to compare with."""

import importlib
import random
import time
from functools import cache
from typing import Any

ROLLOUTS = 20_000


@cache
def _pig() -> tuple[Any, float]:
    """OpenSpiel's pig, and the mean number of actions (chance included) of a random game of it."""
    game = _pyspiel().load_game("pig(players=4)")
    choose = random.Random(1)
    return game, sum(_length(game, choose) for _ in range(300)) / 300


def _length(game: Any, choose: random.Random) -> int:
    state, actions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choose.choices(outcomes, weights)[0])
        else:
            state.apply_action(choose.choice(state.legal_actions()))
        actions += 1
    return actions


def pig_rate() -> float:
    """Million actions a second of random rollouts that never leave C++: the evaluator of its tree search, one leaf."""
    game, length = _pig()
    rollouts = max(20, int(ROLLOUTS * 20 / length))
    evaluator = _pyspiel().RandomRolloutEvaluator(rollouts, 1)
    bot = _pyspiel().MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
    start = time.perf_counter()
    bot.step(game.new_initial_state())
    return rollouts * length / (time.perf_counter() - start) / 1e6


def _pyspiel() -> Any:
    return importlib.import_module("pyspiel")
