"""What limits whole races on a GPU, by the hardware counters that Nsight Compute reads.

    python -m bench.gpu.limits [GAME ...] [--drivers random]

Needs `ncu`, CuPy and a GPU. The counters are those of two races in each slot.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# CuPy ships no types.

import argparse
import csv
import subprocess
import sys

import numpy as np

from paddock.engine import POLICIES, GpuRaces
from paddock.games import all_games, load_game

from .expect import DRIVERS, SEATS, SEED

STALLS = {  # what a warp that cannot go on waits for
    "instructions": "no_instruction",
    "a branch": "branch_resolving",
    "memory": "long_scoreboard",
    "the block's memory": "short_scoreboard",
    "room for memory requests": "lg_throttle",
    "the block": "barrier",
    "a result": "wait",
    "its turn": "not_selected",
}
STALL = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
COUNTERS = {
    "warps a scheduler": "smsp__warps_active.avg.per_cycle_active",
    "of what the device holds, %": "sm__warps_active.avg.pct_of_peak_sustained_active",
    "cycles with an instruction, %": "smsp__issue_active.avg.pct_of_peak_sustained_active",
    "threads of 32 active": "smsp__thread_inst_executed_per_inst_executed.ratio",
    "instructions of warps": "smsp__inst_executed.sum",
    "bytes from and to DRAM": "dram__bytes.sum",
    "bytes from and to L2": "lts__t_bytes.sum",
    "hits in L1, %": "l1tex__t_sector_hit_rate.pct",
    **{f"waits for {what}": STALL.format(name) for what, name in STALLS.items()},
}
A_MOVE = ("instructions of warps", "bytes from and to DRAM", "bytes from and to L2")


def main() -> None:
    """What was asked for, one game after another."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--drivers", choices=DRIVERS, default="random")
    parser.add_argument("--only", action="store_true", help="run the one game without reading counters")
    asked = parser.parse_args()
    if asked.only:
        print("moves", run(asked.games[0], asked.drivers))
        return
    for game in asked.games or [game.id for game in all_games()]:
        print(f"{game}, {asked.drivers} drivers")
        for what, value in counters(game, asked.drivers).items():
            print(f"  {what}: {value:,.2f}{' a move' if what in A_MOVE else ''}", flush=True)


def run(game_id: str, drivers: str) -> int:
    """Two races in each slot; returns the moves."""
    game = load_game(game_id)
    races = GpuRaces(game, game.new_table(SEATS, {}))
    rows = races.races([POLICIES[drivers]] * SEATS, SEED, 0, 2 * races.kernel.blocks * races.shape.slots).get()
    return int(rows[:, 0].clip(0).sum(dtype=np.int64))


def counters(game_id: str, drivers: str) -> dict[str, float]:
    """What the counters say; some of it for each move."""
    ours = [sys.executable, "-m", "bench.gpu.limits", "--only", game_id, "--drivers", drivers]
    asked = ["--kernel-name", "races", "--metrics", ",".join(COUNTERS.values())]
    settings = ["--csv", "--page", "raw", "--print-units", "base", "--clock-control", "none"]
    told = subprocess.run(["ncu", *settings, *asked, *ours], capture_output=True, text=True, check=True).stdout
    moves = next(int(line.split()[1]) for line in told.splitlines() if line.startswith("moves "))
    table = list(csv.DictReader(line for line in told.splitlines() if line.startswith('"')))
    found = {what: float(table[-1][name].replace(",", "")) for what, name in COUNTERS.items()}
    return {what: value / moves if what in A_MOVE else value for what, value in found.items()}


if __name__ == "__main__":
    main()
