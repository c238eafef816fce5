"""Keeps what native races came to, for `bench.gpu.check` to repeat on a GPU. Needs no GPU.

python -m bench.gpu.expect [GAME ...] --moves 10000000
"""

import argparse
import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from paddock.engine import Game, Record, simulate
from paddock.envs import Step, batch
from paddock.games import all_games, load_game

BUILD = Path(__file__).parent / "build"
SEED = 2026
SEATS = 4
DRIVERS = ("random", "quick")
RACES, STEPS = 1000, 400  # of a batch
RIVALS = (None, "quick", None, "random")


def main() -> None:
    """What was asked for, one game after another."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--moves", type=int, default=10_000_000, help="of each kind of drivers (10,000,000)")
    asked = parser.parse_args()
    BUILD.mkdir(exist_ok=True)
    for game in map(load_game, asked.games) if asked.games else all_games():
        table = game.new_table(SEATS, {})
        kept: dict[str, Any] = {drivers: native_races(game, table, drivers, asked.moves) for drivers in DRIVERS}
        np.savez_compressed(BUILD / f"{game.id}.npz", **kept, steps=native_steps(game.id))
        print(f"{game.id}: {', '.join(f'{len(kept[name]):,} races of {name} drivers' for name in DRIVERS)}")


def native_races(game: Game, table: Record, drivers: str, moves: int) -> np.ndarray[Any, Any]:
    """As many races as make at least so many moves: plies, decisions and places."""
    length = simulate(game, table, 200, seed=SEED, bots=(drivers,)).moves / 200
    races = int(moves / length * 1.02) + 1
    found = simulate(game, table, races, seed=SEED, bots=(drivers,))
    assert found.moves >= moves
    return np.column_stack([found.plies, found.decisions, found.place]).astype(np.int32)


def native_steps(game_id: str) -> np.ndarray[Any, Any]:
    """A digest of everything that each step of a batch gives."""
    races = batch(game_id, RACES, SEATS, rivals=RIVALS)
    step = races.reset(SEED)
    digests = [digest(step)]
    for number in range(STEPS):
        step = races.step(actions(step.masks, number))
        digests.append(digest(step))
    races.close()
    return np.array(digests)


def actions(masks: np.ndarray[Any, Any], number: int) -> np.ndarray[Any, Any]:
    """An action in each race, another one at each step; some are not legal."""
    legal = masks.cumsum(axis=1)
    wanted = 1 + (np.arange(len(masks)) * 13 + number * 7) % legal[:, -1].clip(1)
    found = (legal == wanted[:, None]).argmax(axis=1)
    found[number % len(masks)] = number % masks.shape[1]
    return found


def digest(step: Step) -> str:
    """All arrays of a step in one number."""
    arrays = (step.observations, step.masks, step.rewards, step.done, step.acting)
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()


if __name__ == "__main__":
    main()
