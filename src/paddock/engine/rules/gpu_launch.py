"""Running a compiled kernel on a GPU with CuPy. Needs nothing but NumPy and CuPy, so it can travel alone."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingImports=false, reportMissingModuleSource=false
# CuPy is an extra: what it gives is unknown on this page.

from typing import Any

import numpy as np

BLOCK = 256  # threads, and races, of a block
ATTRIBUTES = {"shared_bytes": 1, "local_bytes": 3, "registers": 4}  # by CUDA's numbers


class NoGpuError(RuntimeError):
    """The GPU backend cannot be used here, with a sentence that says what is missing."""


def capability_here() -> tuple[int, int]:
    """The compute capability of this machine's GPU."""
    cupy = _cupy()
    number = int(cupy.cuda.Device().compute_capability)
    return number // 10, number % 10


def _cupy() -> Any:
    """CuPy with a GPU that it can use."""
    try:
        import cupy
    except ImportError:
        raise NoGpuError("the GPU backend needs CuPy: pip install 'paddock[gpu]'") from None
    try:
        found = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError:
        found = 0
    if not found:
        raise NoGpuError("there is no GPU here that CUDA can use: choose another backend")
    return cupy


class Launch:
    """A game's kernel on the GPU, with the states of all races that run at once."""

    def __init__(self, ptx: str, name: str, table: bytes, state_bytes: int, blocks: int = 0):
        self._cupy = cupy = _cupy()
        self._kernel = _load(cupy, ptx, name)
        self.blocks = blocks or self._resident()
        self._table = cupy.asarray(np.frombuffer(table, np.uint8))
        self._states = cupy.zeros((self.blocks * BLOCK, state_bytes), np.uint8)
        self._random = cupy.zeros((self.blocks * BLOCK, 4), np.int64)
        self._table_bytes, self._state_bytes = len(table), state_bytes

    def _resident(self) -> int:
        """Blocks that the device runs at once."""
        units = self._cupy.cuda.Device().attributes["MultiProcessorCount"]
        each = self._cupy.cuda.driver.occupancyMaxActiveBlocksPerMultiprocessor(self._kernel.ptr, BLOCK, 0)
        return units * max(1, each)

    @property
    def attributes(self) -> dict[str, int]:
        """Registers and memory that a thread takes."""
        ask = self._cupy.cuda.driver.funcGetAttribute
        return {name: ask(number, self._kernel.ptr) for name, number in ATTRIBUTES.items()}

    def races(self, policy: list[int], seed: int, first: int, count: int, bound: int, burst: int = 1) -> Any:
        """Race number `first` and following of a seed: an array on the device, one row a race."""
        cupy = self._cupy
        players = cupy.asarray(np.array(policy, np.int64))
        rows, taken = cupy.zeros((count, 2 + len(policy)), np.int64), cupy.zeros(1, np.int64)
        arguments = [
            *_array(self._table, 1, self._table_bytes),
            *_array(self._states, self.blocks * BLOCK, self._state_bytes),
            *_grid(self._states, 1),
            *_grid(self._random, 8),
            *_array(players, len(policy), 8),
            *(np.int64(number) for number in (seed, first, count, bound, burst)),
            *_array(taken, 1, 8),
            *_grid(rows, 8),
        ]
        self._kernel((self.blocks,), (BLOCK,), tuple(arguments))
        return rows


def _load(cupy: Any, ptx: str, name: str) -> Any:
    """The kernel from PTX: the driver makes machine code of it."""
    module = cupy.cuda.function.Module()
    module.load(ptx.encode())
    return module.get_function(name)


def _array(array: Any, items: int, size: int) -> list[Any]:
    """An array of one dimension as numba passes it: seven words."""
    return [np.int64(0), np.int64(0), np.int64(items), np.int64(size), array.data.ptr, np.int64(items), np.int64(size)]


def _grid(array: Any, size: int) -> list[Any]:
    """An array of two dimensions likewise: nine words."""
    rows, columns = array.shape
    head = [np.int64(0), np.int64(0), np.int64(rows * columns), np.int64(size), array.data.ptr]
    return [*head, np.int64(rows), np.int64(columns), np.int64(columns * size), np.int64(size)]
