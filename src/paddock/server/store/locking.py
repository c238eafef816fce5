"""A lock on a store's file, so that two servers never use it at once. The system releases it if the process dies."""

import os
from typing import IO

from .store import StoreError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None


class FileLock:
    """A lock on a file beside the store, because SQLite itself locks the store's file."""

    def __init__(self, path: str):
        self._file: IO[str] = open(f"{path}-lock", "a+", opener=_private)  # noqa: SIM115
        try:
            _take(self._file)
        except OSError:
            self._file.close()
            raise StoreError("another server is using it; stop that one, or name another file with --store") from None

    def release(self) -> None:
        """Release the lock."""
        self._file.close()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _take(file: IO[str]) -> None:
    if fcntl:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # pyright: ignore
