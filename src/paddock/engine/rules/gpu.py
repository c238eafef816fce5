"""The same rules on a GPU: a table's rules in C++, compiled once and kept on disk, and whole races by them.

Race number i of a seed is the same race as on the other backends, bit for bit.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .choosing import QUICK
from .cpp import source
from .gpu_launch import Device, Kernel
from .native_cache import Place, delete_unused, one_process, places, read_checked, write_checked
from .schema import Record

if TYPE_CHECKING:
    from ..game import Game

FILE = "rules.cubin"
WARP = 32
WORD = (1 << 64) - 1
SLOT_BYTES = 36  # that races.cu takes of a block's memory for each slot, beside the position
OTHER_BYTES = 1024  # that it takes for everything else
MOST_SLOTS = 1024  # of a block: a set of them is a word for each lane of a warp
FEWEST_SLOTS = 384  # with fewer in the block's memory, too few warps have races to play


@dataclass(frozen=True)
class Shape:
    """How a block holds its races, and how long a warp stays with those it has taken."""

    slots: int  # races side by side
    threads: int
    steps: int  # that a warp plays at most
    keep: int  # of its races that wait for the same unit: with fewer it puts them back
    is_in_block: bool  # positions lie in the block's own memory, else in the device's

    @property
    def sizes(self) -> dict[str, int]:
        """What the program has to know."""
        sizes = {"SLOTS": self.slots, "THREADS": self.threads, "STEPS": self.steps, "KEEP": self.keep}
        return {**sizes, "IN_COLUMNS": 1} if self.is_in_block else sizes


def shape_of(game: "Game", block_bytes: int) -> Shape:
    """The block's own memory is faster; where it holds too few races, the device's holds more."""
    each = game.state.dtype.itemsize + SLOT_BYTES
    slots = min((block_bytes - OTHER_BYTES) // each // WARP * WARP, MOST_SLOTS)
    if slots >= FEWEST_SLOTS:
        return Shape(slots, slots * 7 // 8 // WARP * WARP, steps=8, keep=8, is_in_block=True)
    return Shape(MOST_SLOTS, MOST_SLOTS // 2, steps=64, keep=16, is_in_block=False)


class GpuProgram:
    """A table's rules and loops around them on the GPU of this machine; raises NoGpuError where there is none."""

    def __init__(
        self,
        game: "Game",
        table: Record,
        files: Sequence[str],
        sizes: Mapping[str, int],
        arrays: Mapping[str, Sequence[int]] | None = None,
        device: Device | None = None,
    ):
        self.device = device or Device()
        text = source(game, table, files, sizes, arrays or {})
        digest = hashlib.sha256("\n".join([self.device.compiler, text]).encode()).hexdigest()
        kept = places(f"{game.id}-{digest[:24]}")
        with one_process(kept):
            self._module = self.device.load(kept_code(kept, lambda: self.device.compile(text)))
        delete_unused(kept)
        self._threads = sizes["THREADS"]

    def kernel(self, name: str, block_bytes: int = 0) -> Kernel:
        """A kernel of the program; each block gets so many bytes for itself."""
        return self.device.kernel(self._module, name, self._threads, block_bytes)


def kept_code(kept: Sequence[Place], compile_now: Callable[[], bytes]) -> bytes:
    """Machine code from the cache of compiled rules, or compiled now and kept there."""
    for place in kept:
        code = read_checked(place.folder / FILE) if place.is_trusted() else None
        if code is not None:
            return code
    code = compile_now()
    for place in kept:
        try:
            place.make()
            write_checked(place.folder / FILE, code)
        except OSError:
            continue
        break
    return code


class GpuRaces:
    """Whole races of a table on the GPU of this machine."""

    def __init__(self, game: "Game", table: Record, shape: Shape | None = None):
        self.device = device = Device()
        self.shape = shape = shape or shape_of(game, device.block_bytes)
        self.state_bytes = game.state.dtype.itemsize
        program = GpuProgram(game, table, ["races.cu"], shape.sizes, device=device)
        in_block = self.state_bytes * shape.slots if shape.is_in_block else 0
        self.kernel = program.kernel("races", in_block)
        self._bound = game.longest(table)
        of_device = 0 if shape.is_in_block else self.kernel.blocks * shape.slots * self.state_bytes
        self._memory = device.cupy.zeros(max(1, of_device), np.uint8)

    def races(self, policy: Sequence[int], seed: int, first: int, count: int) -> Any:
        """Race number `first` and following of a seed: plies, decisions and places on the device, one row a race."""
        quick = sum(1 << seat for seat, one in enumerate(policy) if one == QUICK)
        cupy = self.device.cupy
        rows, taken = cupy.empty((count, 2 + len(policy)), np.int32), cupy.zeros(1, np.int32)
        numbers = (np.uint64(seed & WORD), np.uint64(first), np.int32(count), np.int32(self._bound), np.uint32(quick))
        self.kernel(*numbers, taken, rows, self._memory)
        return rows
