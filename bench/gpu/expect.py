"""Keeps what native races came to, for `bench.gpu.check` to repeat on a GPU. Needs no GPU.

python -m bench.gpu.expect [GAME ...] --moves 10000000
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from paddock.engine import Game, Record, simulate
from paddock.games import all_games, load_game

BUILD = Path(__file__).parent / "build"
SEED = 2026
SEATS = 4
DRIVERS = ("random", "quick")


def main() -> None:
    """What was asked for, one game after another."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--moves", type=int, default=10_000_000, help="of each kind of drivers (10,000,000)")
    asked = parser.parse_args()
    BUILD.mkdir(exist_ok=True)
    for game in map(load_game, asked.games) if asked.games else all_games():
        table = game.new_table(SEATS, {})
        races = {drivers: native_races(game, table, drivers, asked.moves) for drivers in DRIVERS}
        np.savez_compressed(BUILD / f"{game.id}.npz", **races)
        print(f"{game.id}: {', '.join(f'{len(rows):,} races of {name} drivers' for name, rows in races.items())}")


def native_races(game: Game, table: Record, drivers: str, moves: int) -> np.ndarray[Any, Any]:
    """As many races as make at least so many moves: plies, decisions and places."""
    length = simulate(game, table, 200, seed=SEED, bots=(drivers,)).moves / 200
    races = int(moves / length * 1.02) + 1
    found = simulate(game, table, races, seed=SEED, bots=(drivers,))
    assert found.moves >= moves
    return np.column_stack([found.plies, found.decisions, found.place]).astype(np.int32)


if __name__ == "__main__":
    main()
