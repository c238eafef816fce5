"""Random agents race each other in a PettingZoo environment: python examples/random_agents.py [GAME] [SEED]

It needs `pip install 'paddock[rl]'`. docs/research.md explains what agents observe and get.
"""

import sys

from paddock import envs
from paddock.games import game_ids


def race(game, seed):
    """One race; returns the place of each agent."""
    env = envs.aec(game)
    env.reset(seed=seed)
    for agent in env.agents:
        env.action_space(agent).seed(seed)
    places = {}
    for agent in env.agent_iter():
        _observation, _reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            places[agent] = info["place"]
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(info["action_mask"]))  # your ideas go here
    return places


if __name__ == "__main__":
    game = sys.argv[1] if len(sys.argv) > 1 else game_ids()[0]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for agent, place in sorted(race(game, seed).items(), key=lambda pair: pair[1]):
        print(f"{place}. {agent}")
