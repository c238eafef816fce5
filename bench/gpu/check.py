"""Runs the kernels of `bench/gpu/build.py` on a GPU: every race must be the native one, then speed is measured.

    python3 bench/gpu/check.py [GAME ...]

Needs NumPy and CuPy. Exit status 1 if a race differs.
"""

# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# CuPy is not installed where types are checked.

import importlib.util
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
LAUNCH = HERE.parents[1] / "src" / "paddock" / "engine" / "rules" / "gpu_launch.py"
SECONDS = 1.0  # that a timed run should take at least
BURSTS = (1, 2, 4, 16)  # plies between two sortings of a block
POLICY = {"random": 0, "quick": 1}


def launcher() -> Any:
    """`gpu_launch` alone, without the package around it."""
    spec = importlib.util.spec_from_file_location("gpu_launch", LAUNCH)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(name: str) -> bool:
    """One game: equality first, then speed; a line of each."""
    launch = launcher()
    facts = json.loads((HERE / "build" / f"{name}.json").read_text())
    kept = np.load(HERE / "build" / f"{name}.npz")
    start = time.perf_counter()
    ptx = (HERE / "build" / f"{name}.ptx").read_text()
    run = launch.Launch(ptx, facts["name"], kept["table"].tobytes(), facts["state_bytes"])
    loaded = time.perf_counter() - start
    print(
        f"{name}: PTX {len(ptx):,} bytes, made in {facts['compile_seconds']} s, loaded in {loaded:.1f} s; "
        f"state {facts['state_bytes']} bytes; {run.blocks} blocks of {launch.BLOCK}; {run.attributes}",
        flush=True,
    )
    equal = True
    for policy, number in POLICY.items():
        for burst in BURSTS:
            equal &= compare(run, facts, kept[policy], policy, number, burst)
            speed(run, facts, policy, number, burst)
    return equal


def compare(run: Any, facts: Any, expected: Any, policy: str, number: int, burst: int) -> bool:
    """Race by race: plies, decisions and places."""
    found = run.races([number] * facts["seats"], facts["seed"], 0, len(expected), facts["bound"], burst).get()
    wrong = int((found != expected).any(axis=1).sum())
    moves = int(expected[:, 0].clip(0).sum())
    if wrong or burst == BURSTS[0]:
        print(f"  {policy}: {len(expected):,} races, {moves:,} moves, {wrong} differ from native", flush=True)
    if wrong:
        first = int((found != expected).any(axis=1).argmax())
        print(f"  race {first}: GPU {found[first].tolist()}, native {expected[first].tolist()}")
    return wrong == 0


def speed(run: Any, facts: Any, policy: str, number: int, burst: int) -> None:
    """Moves a second over a run that is long enough."""
    import cupy as found

    cupy: Any = found
    races: int = run.blocks * 1024
    while True:
        cupy.cuda.Device().synchronize()
        start = time.perf_counter()
        rows = run.races([number] * facts["seats"], 7, 0, races, facts["bound"], burst)
        cupy.cuda.Device().synchronize()
        took = time.perf_counter() - start
        if took > SECONDS or races > 60_000_000:
            break
        races = int(races * min(8, max(1.5, 1.2 * SECONDS / took)))
    moves = int(rows[:, 0].clip(0).sum())
    print(
        f"  {policy}, burst {burst}: {races:,} races, {moves:,} moves in {took:.2f} s: "
        f"{moves / took / 1e6:,.0f} million a second",
        flush=True,
    )


if __name__ == "__main__":
    names = sys.argv[1:] or sorted(path.stem for path in (HERE / "build").glob("*.ptx"))
    results = [check(name) for name in names]
    sys.exit(not all(results))
