"""Compiles the kernels of games to PTX and keeps what native races came to beside them. Needs no GPU.

    python -m bench.gpu.build [GAME ...] --moves 10000000

`bench/gpu/check.py` then runs on a machine with a GPU, NumPy and CuPy, and needs nothing of paddock but
`gpu_launch.py`.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from paddock.engine import Game, Record, compile_kernel, simulate
from paddock.games import all_games, load_game

BUILD = Path(__file__).parent / "build"
SEED = 2026
POLICIES = ("random", "quick")


def main() -> None:
    """What was asked for, one game after another."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--moves", type=int, default=10_000_000, help="of each policy that are compared (10,000,000)")
    parser.add_argument("--seats", type=int, default=4)
    asked = parser.parse_args()
    BUILD.mkdir(exist_ok=True)
    for game in map(load_game, asked.games) if asked.games else all_games():
        build(game, asked.seats, asked.moves)


def build(game: Game, seats: int, moves: int) -> None:
    """The kernel of one game and the races it must repeat."""
    table = game.new_table(seats, {})
    start = time.perf_counter()
    kernel = compile_kernel(game)
    seconds = time.perf_counter() - start
    races = {policy: native_races(game, table, policy, moves) for policy in POLICIES}
    facts = {
        "game": game.id,
        "seats": seats,
        "name": kernel.name,
        "state_bytes": kernel.state_bytes,
        "bound": game.longest(table),
        "seed": SEED,
        "compile_seconds": round(seconds, 1),
    }
    (BUILD / f"{game.id}.ptx").write_text(kernel.ptx)
    (BUILD / f"{game.id}.json").write_text(json.dumps(facts))
    kept: dict[str, Any] = {"table": np.frombuffer(table.to_bytes(), np.uint8), **races}
    np.savez_compressed(BUILD / f"{game.id}.npz", **kept)
    print(f"{game.id}: {len(kernel.ptx):,} bytes of PTX in {seconds:.1f} s")


def native_races(game: Game, table: Record, policy: str, moves: int) -> np.ndarray[Any, Any]:
    """As many races as make so many moves: plies, decisions and places."""
    length = simulate(game, table, 200, seed=SEED, bots=(policy,)).moves / 200
    found = simulate(game, table, int(moves / length) + 1, seed=SEED, bots=(policy,))
    return np.column_stack([found.plies, found.decisions, found.place]).astype(np.int32)


if __name__ == "__main__":
    main()
