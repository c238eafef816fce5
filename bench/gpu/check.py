"""Races on the GPU of this machine: each must be the native one, then speed is measured.

    python -m bench.gpu.check [GAME ...] [--seconds 1]

Needs what `bench.gpu.expect` kept, CuPy and a GPU. Exit status 1 if a race differs.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# CuPy ships no types.

import argparse
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from paddock.engine import POLICIES, Game, GpuRaces
from paddock.envs import Step, gpu_batch
from paddock.games import all_games, load_game

from .expect import BUILD, DRIVERS, RACES, RIVALS, SEATS, SEED, STEPS, actions, digest

SPEED_SEED = 7
RACES_A_SLOT = 8  # of a timed run, so that its end, when slots fall idle, counts little
MOST_RACES = 60_000_000
BATCH = 65_536


def main() -> None:
    """What was asked for, one game after another."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=1.0, help="that a timed run should take at least (1)")
    asked = parser.parse_args()
    games = list(map(load_game, asked.games)) if asked.games else all_games()
    equal = [check(game, asked.seconds) for game in games]
    sys.exit(not all(equal))


def check(game: Game, seconds: float) -> bool:
    """One game: equality first, then speed."""
    start = time.perf_counter()
    races = GpuRaces(game, game.new_table(SEATS, {}))
    ready, shape, kernel = time.perf_counter() - start, races.shape, races.kernel
    where = "the block's memory" if shape.is_in_block else "the device's memory"
    print(
        f"{game.id}: ready in {ready:.1f} s; {races.state_bytes} bytes a position in {where}; {shape.slots} races and "
        f"{shape.threads} threads a block, {kernel.blocks_of_unit} blocks a multiprocessor; {kernel.attributes}",
        flush=True,
    )
    expected = np.load(BUILD / f"{game.id}.npz")
    equal = True
    for drivers in DRIVERS:
        equal &= compare(races, drivers, expected[drivers])
        speed(races, drivers, seconds)
    equal &= compare_steps(game, expected["steps"])
    if find_spec("torch"):
        speed_of_steps(game)
    return equal


def compare_steps(game: Game, expected: np.ndarray[Any, Any]) -> bool:
    """A batch of environments: everything each step gives; then steps a second."""
    start = time.perf_counter()
    races = gpu_batch(game.id, RACES, SEATS, rivals=RIVALS)
    ready = time.perf_counter() - start
    step = on_host(races.reset(SEED))
    found = [digest(step)]
    for number in range(STEPS):
        step = on_host(races.step(races.device.cupy.asarray(actions(step.masks, number))))
        found.append(digest(step))
    wrong = int((np.array(found) != expected).sum())
    print(f"  batch: ready in {ready:.1f} s; {STEPS} steps of {RACES} races, {wrong} differ from native", flush=True)
    return not wrong


def speed_of_steps(game: Game) -> None:
    """Steps a second of a batch, observations and masks included; PyTorch draws the actions on the device."""
    torch: Any = import_module("torch")
    races = gpu_batch(game.id, BATCH, SEATS)
    step, events = races.reset(SPEED_SEED), list[Any]()
    for _ in range(STEPS):
        masks = torch.from_dlpack(step.masks)
        actions = (torch.rand(masks.shape, device=masks.device) * masks).argmax(dim=1)
        events.append([torch.cuda.Event(enable_timing=True) for _ in range(2)])
        events[-1][0].record()
        step = races.step(actions)
        events[-1][1].record()
    torch.cuda.synchronize()
    took = sum(start.elapsed_time(end) for start, end in events[STEPS // 2 :]) / 1000
    rate = BATCH * (STEPS - STEPS // 2) / took / 1e6
    print(f"  batch: {BATCH:,} races side by side, {rate:,.1f} million steps a second", flush=True)


def on_host(step: Step) -> Step:
    """The same arrays in this process's memory."""
    fields: list[Any] = [step.observations, step.masks, step.rewards, step.done, step.acting]
    return Step(*(array.get() for array in fields))


def compare(races: GpuRaces, drivers: str, expected: np.ndarray[Any, Any]) -> bool:
    """Race by race: plies, decisions and places."""
    found = races.races([POLICIES[drivers]] * SEATS, SEED, 0, len(expected)).get()
    wrong = np.flatnonzero((found != expected).any(axis=1))
    moves = int(expected[:, 0].clip(0).sum())
    print(f"  {drivers}: {len(expected):,} races, {moves:,} moves, {len(wrong)} races differ from native", flush=True)
    for race in wrong[:3]:
        print(f"    race {race}: GPU {found[race].tolist()}, native {expected[race].tolist()}")
    return not len(wrong)


def speed(races: GpuRaces, drivers: str, seconds: float) -> None:
    """Moves a second over a run that is long enough."""
    count = races.kernel.blocks * races.shape.slots * RACES_A_SLOT
    policy = [POLICIES[drivers]] * SEATS
    took, moves = timed(races, policy, max(1, count // 16))
    while took < seconds and count < MOST_RACES:
        took, moves = timed(races, policy, count)
        count = int(count * max(1.5, 1.2 * seconds / took))
    print(f"  {drivers}: {moves:,} moves in {took:.2f} s: {moves / took / 1e6:,.0f} million a second", flush=True)


def timed(races: GpuRaces, policy: list[int], count: int) -> tuple[float, int]:
    """Seconds that races take on the device, and the moves they made."""
    cuda = races.device.cupy.cuda
    start, end = cuda.Event(), cuda.Event()
    start.record()
    rows = races.races(policy, SPEED_SEED, 0, count)
    end.record()
    end.synchronize()
    plies = rows.get()[:, 0]
    return cuda.get_elapsed_time(start, end) / 1000, int(plies.clip(0).sum(dtype=np.int64))


if __name__ == "__main__":
    main()
