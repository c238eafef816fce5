"""Benchmarks of other implementations: OpenSpiel."""

import importlib
import random
import time
from functools import cache
from typing import Any

SAMPLED = 100  # games played to find their mean length
PIG, GIN_RUMMY, BACKGAMMON = "pig(players=4)", "gin_rummy", "backgammon"
ACTIONS = {PIG: 400_000, GIN_RUMMY: 40_000, BACKGAMMON: 20_000}  # about this many actions are measured


@cache
def _game(name: str) -> tuple[Any, float]:
    """A game of OpenSpiel, and the mean number of actions (chance included) of a random race through it."""
    game = _pyspiel().load_game(name)
    choose = random.Random(1)
    return game, sum(_length(game, choose) for _ in range(SAMPLED)) / SAMPLED


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


def rollout_rate(name: str) -> float:
    """Million actions a second of random rollouts that never leave C++: the evaluator of its tree search, one leaf."""
    game, length = _game(name)
    rollouts = max(20, int(ACTIONS[name] / length))
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    bot = _pyspiel().MCTSBot(game, _pyspiel().RandomRolloutEvaluator(rollouts, 1), 2.0, 1, 100, False, 1, False)
    start = time.perf_counter()
    bot.step(state)
    return rollouts * length / (time.perf_counter() - start) / 1e6


def _pyspiel() -> Any:
    return importlib.import_module("pyspiel")
