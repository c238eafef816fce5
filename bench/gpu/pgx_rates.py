"""Moves a second of Pgx' games with random moves, compiled by JAX for the processor or GPU that it finds.

    python3 bench/gpu/pgx_rates.py [--races 131072] [--steps 200]

Needs `pip install pgx jax`. Races begin again where they end; all steps of a measurement are one call.
"""

# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# Pgx and JAX are not installed where types are checked.

import argparse
import time
from importlib import import_module
from typing import Any

GAMES = ("backgammon", "connect_four", "kuhn_poker")
SEED = 7


def main() -> None:
    """A line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--races", type=int, default=131_072, help="side by side (131,072)")
    parser.add_argument("--steps", type=int, default=200, help="of each race in a measurement (200)")
    asked = parser.parse_args()
    jax: Any = import_module("jax")
    for game in GAMES:
        rate = moves_a_second(game, asked.races, asked.steps)
        print(f"Pgx' {game} on {jax.devices()[0].device_kind}: {rate / 1e6:,.1f} million moves a second", flush=True)


def moves_a_second(game: str, races: int, steps: int) -> float:
    """The best of three measurements after one that compiles."""
    jax: Any = import_module("jax")
    env: Any = import_module("pgx").make(game)
    step = import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)

    def played(state: Any, key: Any) -> tuple[Any, None]:
        choose, chance = jax.random.split(key)
        moves = jax.random.categorical(choose, jax.numpy.log(state.legal_action_mask), axis=-1)
        return jax.vmap(step)(state, moves, jax.random.split(chance, races)), None

    @jax.jit
    def run(state: Any, key: Any) -> Any:
        return jax.lax.scan(played, state, jax.random.split(key, steps))[0]

    state = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(SEED), races))
    took: list[float] = []
    for seed in range(4):
        start = time.perf_counter()
        state = jax.block_until_ready(run(state, jax.random.PRNGKey(seed)))
        took.append(time.perf_counter() - start)
    return races * steps / min(took[1:])


if __name__ == "__main__":
    main()
