"""OpenSpiel's tree search against a random driver: python examples/openspiel_mcts.py [SIMULATIONS] [SEED]

It needs `pip install 'paddock[openspiel]'`. The search reads the whole state, so it races in a game that hides nothing.
It is OpenSpiel's Python search: the C++ one cannot play games that are written in Python.
"""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from paddock.envs import openspiel
from paddock.games import all_games


def race(simulations, seed):
    """One race, the search in seat 0; returns what each seat gets."""
    open_game = next(game for game in all_games() if game.hides_nothing)
    game = pyspiel.load_game(f"{openspiel.PREFIX}{open_game.id}(seats=2,laps=1)")
    chance = np.random.RandomState(seed)
    guess = mcts.RandomRolloutEvaluator(1, chance)
    search = mcts.MCTSBot(game, 1.4, simulations, guess, random_state=chance)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choice(outcomes, p=weights))
        elif state.current_player() == 0:
            state.apply_action(search.step(state))
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    return state.returns()


if __name__ == "__main__":
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    searching, driving = race(simulations, seed)
    print(f"tree search {searching:+.0f}, random driver {driving:+.0f}")
