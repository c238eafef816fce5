"""Steps a second of other batched environments: EnvPool's and Pgx' backgammon, with observations and masks.

`python -m bench.envs --peers PYTHON` runs this file with a Python that has them (`pip install envpool pgx`): they bring
more than a gigabyte, so they have an environment of their own. It prints a line of JSON: million steps a second.
"""

import importlib
import json
import sys
import time
from typing import Any

RACES, STEPS = 4096, 50


def envpool_rate(threads: int) -> float:
    """EnvPool's backgammon; actions are random legal ones, and choosing them is not part of the time."""
    np, pool = (
        load("numpy"),
        load("envpool").make_gymnasium("Backgammon-v1", num_envs=RACES, num_threads=threads, seed=1),
    )
    _, info = pool.reset()
    luck = np.random.default_rng(1).random(info["legal_action_mask"].shape)
    seconds = 0.0
    for number in range(STEPS):
        actions = (info["legal_action_mask"] * np.roll(luck, number, axis=0)).argmax(axis=1).astype(np.int32)
        start = time.perf_counter()
        info = pool.step(actions, info["env_id"])[4]  # which need not be in order
        seconds += time.perf_counter() - start
    return RACES * STEPS / seconds / 1e6


def pgx_rate() -> float:
    """Pgx' backgammon, compiled by JAX for this processor; it uses all cores as it likes."""
    jax, env, where = load("jax"), load("pgx").make("backgammon"), load("jax.numpy").where
    step = jax.jit(jax.vmap(env.step))

    def any_legal(key: Any, mask: Any) -> Any:
        return jax.random.categorical(key, where(mask, 0.0, -1e9), axis=1)

    choose = jax.jit(any_legal)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), RACES))
    seconds = 0.0
    for number in range(STEPS // 5 + 1):
        key = jax.random.PRNGKey(number)
        actions = jax.block_until_ready(choose(key, state.legal_action_mask))
        keys = jax.block_until_ready(jax.random.split(key, RACES))
        start = time.perf_counter()
        state = jax.block_until_ready(step(state, actions, keys))
        seconds += time.perf_counter() - start if number else 0.0  # the first step compiles
    return RACES * (STEPS // 5) / seconds / 1e6


def load(name: str) -> Any:
    """A library of that other environment."""
    return importlib.import_module(name)


if __name__ == "__main__":
    print(json.dumps({"EnvPool": envpool_rate(int(sys.argv[1])), "Pgx": pgx_rate()}))
