"""The hand-written C version of the plain rules: compiled on the fly, called through ctypes."""

import ctypes
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np


@cache
def library() -> ctypes.CDLL:
    """Compile and load the library."""
    source = Path(__file__).parent / "gp_plain.c"
    target = Path(tempfile.mkdtemp()) / "gp_plain.so"
    subprocess.run(["cc", "-O3", "-march=native", "-shared", "-fPIC", str(source), "-o", str(target)], check=True)
    return ctypes.CDLL(str(target))


def races(table: Any, seed: int, count: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Plies and places of races number 0 and following of a seed."""
    corner = np.array(table.corner, np.uint8)
    plies, place = np.zeros(count, np.int64), np.zeros((count, table.seats), np.int64)
    pointers = (corner.ctypes.data_as(ctypes.c_void_p), plies.ctypes.data_as(ctypes.c_void_p))
    library().races(
        table.seats,
        table.laps,
        table.lap_length,
        table.round_limit,
        pointers[0],
        ctypes.c_uint64(seed),
        ctypes.c_int64(0),
        ctypes.c_int64(count),
        pointers[1],
        place.ctypes.data_as(ctypes.c_void_p),
    )
    return plies, place
