"""Rules in C++ made runnable here: translated, compiled by this machine's compiler and called through ctypes.

The kernels that run on a GPU run here as one block of one thread.
"""

import ctypes
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from paddock.engine import Game, Record, Rule
from paddock.engine.rules.choosing import QUICK
from paddock.engine.rules.cpp import array_of, source
from paddock.engine.rules.cpp_rule import Called, Kind, RuleText
from paddock.envs import Race, Step
from paddock.envs.batched import OUTSIDE, policies
from paddock.envs.gpu_batched import drive_arrays, drive_sizes

ROOT = Path(__file__).parents[2]
LOOPS = Path(__file__).with_name("races_here.cpp")
HEAD = ROOT / "src" / "paddock" / "engine" / "rules" / "head.cu"
# A number that outgrows its 32 bits, a shift that is too long and an entry behind the end of an array stop the process.
CHECKS = ("-DCHECKED", "-fsanitize=signed-integer-overflow,shift,bounds", "-fsanitize-undefined-trap-on-error")
BLOCK = {"SLOTS": 32, "THREADS": 1, "STEPS": 4, "KEEP": 8}  # a block of one thread with 32 races side by side


@cache
def compiler() -> str:
    """The C++ compiler of this machine."""
    command = [sys.executable, str(ROOT / "tools" / "ensure_compiler.py")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def library(text: str, folder: Path, *flags: str) -> ctypes.CDLL:
    """A program in C++ as a library."""
    (folder / "rules.cpp").write_text(text)
    command = [compiler(), "-std=c++20", "-O1", "-shared", "-fPIC", *CHECKS, *flags, "-o", "rules.so", "rules.cpp"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return ctypes.CDLL(str(folder / "rules.so"))


def races_in_cpp(game: Game, table: Record, folder: Path, **sizes: int) -> Any:
    """The races of a table in C++: (count, quick seats as a set) -> a row of plies, decisions and places each."""
    found = library(f"{source(game, table, ['races.cu'], BLOCK | sizes)}\n{LOOPS.read_text()}", folder)
    columns = 2 + int(getattr(table, "seats"))  # noqa: B009  every game's table has seats

    def run(seed: int, count: int, quick: int, bound: int = 0) -> np.ndarray[Any, Any]:
        rows, longest = np.zeros((count, columns), np.int32), bound or game.longest(table)
        found.races_here(ctypes.c_uint64(seed), count, longest, quick, rows.ctypes.data_as(ctypes.c_void_p))
        return rows

    return run


class BatchInCpp:
    """What `GpuBatchedRaces` does, by the same kernels, with NumPy arrays."""

    def __init__(self, game: str, races: int, seats: int, folder: Path, rivals: Sequence[str | None] = ()):
        self.race, self.races = Race(game, seats, None), races
        policy = policies(rivals, seats)
        self._sets = [sum(1 << seat for seat in range(seats) if policy[seat] == one) for one in (OUTSIDE, QUICK)]
        sizes = {**drive_sizes(self.race), "THREADS": 1}
        text = source(self.race.game, self.race.table, ["drive.cu"], sizes, drive_arrays(self.race))
        self._code = library(text, folder)
        state, moves, seen = self.race.game.state.dtype.itemsize, self.race.game.moves, len(self.race.observed)
        self._positions, self._known = (np.zeros((races, state), np.uint8) for _ in range(2))
        self._random, self._viewer = np.zeros((races, 4), np.uint32), np.zeros(races, np.int64)
        self._numbers = np.arange(races) - races
        shapes = ((races, seen), (races, moves), (races, seats), races, races)
        widths = (np.int32, np.uint8, np.float32, np.bool_, np.int64)
        self._step = Step(*(np.zeros(shape, width) for shape, width in zip(shapes, widths, strict=True)))

    def reset(self, seed: int) -> Step:
        self._seed = seed
        return self.step(np.full(self.races, -1))

    def step(self, actions: Any) -> Step:
        step = self._step
        step.masks[:] = 0
        before = (self.races, ctypes.c_uint64(self._seed), *self._sets, actions, actions.itemsize)
        told = (step.acting, self._viewer, step.masks, step.rewards, step.done)
        call(self._code.drive, *before, self._positions, self._known, self._random, self._numbers, *told)
        call(self._code.observe, self.races, self._known, self._viewer, step.observations)
        return step

    def close(self) -> None:
        """Nothing is held."""


def call(function: Any, *arguments: Any) -> None:
    """Call a function in C++, with the addresses of arrays."""
    function(*(ctypes.c_void_p(one.ctypes.data) if isinstance(one, np.ndarray) else one for one in arguments))


class Alone:
    """A rule that stands alone: no table and no position, only numbers, buffers and the rules it calls."""

    def __init__(self) -> None:
        self.texts: dict[tuple[Rule, tuple[Kind, ...]], RuleText] = {}
        self.arrays: dict[str, Sequence[int]] = {}

    def called(self, function: Rule, kinds: tuple[Kind, ...]) -> Called:
        if (function, kinds) not in self.texts:
            made = RuleText(function, kinds, self, f"rule_{function.__name__}_{''.join(kind.name for kind in kinds)}")
            self.texts[function, kinds] = made
        found = self.texts[function, kinds]
        return Called(found.name, found.parts, found.reads, found.writes)

    def meant(self, function: Rule, name: str) -> Any:
        return function.__globals__.get(name)

    def table(self, field: str) -> Any:
        raise AssertionError(field)

    def lengths(self, field: str) -> tuple[int, ...]:
        return {"space": (3,), "turn": ()}[field]

    def width(self, field: str) -> str:
        return {"space": "i1", "turn": "i2"}[field]

    def numbers(self, name: str, values: Any) -> tuple[str, Kind]:
        self.arrays[name] = values
        return name, Kind.INT


def answer_in_cpp(function: Rule, numbers: Sequence[int], folder: Path) -> list[int]:
    """What a rule `(given: list[int], out: list[int])` writes to `out`, in C++."""
    world = Alone()
    name = world.called(function, ()).name
    rules = "\n".join(text.text for text in world.texts.values())
    arrays = "\n".join(array_of(array, values) for array, values in world.arrays.items())
    state = "struct State {};"
    entry = f'extern "C" void answer(int *given, int *out) {{ {name}(given, out); }}'
    found = library("\n".join([HEAD.read_text(), state, arrays, rules, entry]), folder)
    given, out = (ctypes.c_int * max(1, len(numbers)))(*numbers), (ctypes.c_int * 32)()
    found.answer(given, out)
    return list(out)
