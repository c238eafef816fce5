"""Steps a second of batched environments, with observations and masks: python -m bench.envs [GAME ...]

The actions are random legal ones; choosing them is not part of the time.
"""

import sys
import time
from typing import Any

import numpy as np

from paddock.envs import batch
from paddock.games import game_ids

RACES, STEPS, SEATS = 4096, 200, 4


def main(games: list[str]) -> int:
    """Measure the games that are named, or all."""
    for game in games or game_ids():
        rates = [f"{steps_per_second(game, threads) / 1e6:.2f}" for threads in (1, 2)]
        print(f"{game}: {rates[0]} million steps a second on one thread, {rates[1]} on two")
    return 0


def steps_per_second(game: str, threads: int) -> float:
    """How many actions of one race each a batch takes in a second."""
    races = batch(game, RACES, SEATS, threads=threads)
    step = races.reset(1)
    luck = np.random.default_rng(1).random((RACES, races.race.moves))
    seconds = 0.0
    for number in range(STEPS):
        actions: Any = (step.masks * np.roll(luck, number, axis=0)).argmax(axis=1)
        start = time.perf_counter()
        step = races.step(actions)
        seconds += time.perf_counter() - start
    races.close()
    return RACES * STEPS / seconds


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
