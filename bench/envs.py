"""Steps a second of batched environments, with observations and masks: python -m bench.envs [GAME ...]

With --peers PYTHON beside EnvPool's and Pgx' backgammon, in turn with ours: PYTHON is an interpreter that has them
(`pip install envpool pgx`). The actions are random legal ones; choosing them is not part of the time. Each figure is
the best of --rounds.
"""

import argparse
import json
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np

from paddock.envs import batch
from paddock.games import game_ids

RACES, STEPS, SEATS = 4096, 200, 4
THREADS = (1, 2)
PEERS = Path(__file__).with_name("envs_peers.py")


def main() -> None:
    """Measure the games that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="games; none: all")
    parser.add_argument("--peers", metavar="PYTHON", help="an interpreter that has envpool and pgx")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each (3)")
    chosen = parser.parse_args()
    games: list[str] = chosen.games or list(game_ids())
    best: dict[str, dict[int, float]] = {}
    for _ in range(chosen.rounds):
        for game in games:
            keep_best(best, game, {threads: steps_per_second(game, threads) / 1e6 for threads in THREADS})
        if chosen.peers:
            for peer, rate in peer_rates(chosen.peers).items():
                keep_best(best, f"{peer}'s backgammon", {THREADS[-1]: rate})
    for name, rates in best.items():
        print(f"{name}: " + ", ".join(f"{rate:.2f} on {words(threads)}" for threads, rate in rates.items()))
    print("million steps a second, with observations and masks")
    if chosen.peers:
        print_ratios(best, games)


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


def peer_rates(python: str) -> dict[str, float]:
    """Million steps a second of the others, by name."""
    run = subprocess.run([python, str(PEERS), str(THREADS[-1])], capture_output=True, text=True, check=True)
    return json.loads(run.stdout.splitlines()[-1])


def keep_best(best: dict[str, dict[int, float]], name: str, rates: dict[int, float]) -> None:
    """Keep the best rate by number of threads: what else runs on a machine only makes it slower."""
    kept = best.setdefault(name, {})
    for threads, rate in rates.items():
        kept[threads] = max(rate, kept.get(threads, 0.0))


def print_ratios(best: dict[str, dict[int, float]], games: list[str]) -> None:
    """Each game as a multiple of the peers."""
    peers = {name: rates[THREADS[-1]] for name, rates in best.items() if name not in games}
    for game in games:
        times = (f"{best[game][THREADS[-1]] / rate:.1f} times {peer}" for peer, rate in peers.items())
        print(f"{game} on {words(THREADS[-1])}: " + ", ".join(times))


def words(threads: int) -> str:
    """A number of threads in words."""
    return f"{threads} thread{'s' if threads > 1 else ''}"


if __name__ == "__main__":
    main()
