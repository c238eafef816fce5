"""Jobs for workers of other processes, which import them from here."""

import os
import signal
import time
from pathlib import Path


def doubled(number: int) -> int:
    return 2 * number


def doubled_by_the_second(number: int, killed: int, folder: Path) -> int:
    """The first worker that is given one of the numbers is killed at it."""
    marker = folder / str(number)
    if number == killed and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def ending(number: int, killed: int) -> int:
    """Every worker dies at one of the numbers."""
    if number == killed:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def failing(number: int) -> int:
    raise ValueError(f"{number} is wrong")


def lacking(number: int) -> int:
    import not_installed  # pyright: ignore[reportMissingImports, reportUnusedImport]  # noqa: F401

    return number


def met(number: int, others: int, folder: Path) -> str:
    """Wait until so many are at work at once; returns the node that it is on."""
    import ray

    (folder / str(number)).touch()
    while len(list(folder.iterdir())) < others:
        time.sleep(0.02)
    return ray.get_runtime_context().get_node_id()


def held_up(number: int, folder: Path) -> int:
    """Say that it has begun, and wait until the folder has a file `go`."""
    (folder / f"begun-{number}").touch()
    while not (folder / "go").exists():
        time.sleep(0.02)
    return 2 * number
