"""Compiled rules on disk: one file for each entry, with a checksum.

A file that is damaged in any way is deleted and its entry compiled again. Where the cache folder cannot be written, a
private folder for temporary files takes its place, else memory. Files name no source path: clones of the same rules
share them.
"""

# pyright: reportPrivateUsage=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# Numba ships no types.

import contextlib
import errno
import hashlib
import logging
import os
import pickle
import re
import shutil
import stat
import tempfile
import time
import uuid
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

LOGGER = logging.getLogger("paddock.engine")
KEEP_SECONDS = 14 * 24 * 3600  # compiled rules that were not used for two weeks are deleted
DIGEST_BYTES = 32
FOLDER_NAME = re.compile(r".+-[0-9a-f]{24}")  # of one game's rules; nothing else is ever deleted
PRIVATE = 0o700


def cache_home() -> Path:
    """Where compiled rules are kept: `PADDOCK_CACHE`, or the user's cache folder."""
    if "PADDOCK_CACHE" in os.environ:
        return Path(os.environ["PADDOCK_CACHE"])
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "paddock" / "native"


@dataclass(frozen=True)
class Place:
    """A folder that may hold the compiled rules of one game."""

    home: Path
    name: str
    private: bool = False  # never read from a folder that others can write to: the files run as machine code

    @property
    def folder(self) -> Path:
        """The folder itself."""
        return self.home / self.name

    def is_trusted(self) -> bool:
        """Whether its files may be run."""
        return not self.private or _is_only_mine(self.home)

    def make(self) -> None:
        """Make the folder; an OSError if it cannot be made or not be trusted."""
        if self.private:
            self.home.mkdir(PRIVATE, exist_ok=True)
        if not self.is_trusted():
            raise PermissionError(errno.EACCES, "others can write there", str(self.home))
        self.folder.mkdir(parents=True, exist_ok=True)


def places(name: str) -> list[Place]:
    """Where the rules of that name may be: in the cache, else in a private folder for temporary files."""
    found = [Place(cache_home(), name)]
    with contextlib.suppress(OSError):  # there may be no folder for temporary files at all
        found.append(Place(Path(tempfile.gettempdir()) / f"paddock-{_user()}", name, private=True))
    return found


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0


def _is_only_mine(folder: Path) -> bool:
    try:
        found = folder.lstat()
    except OSError:
        return False
    is_mine = not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o077)
    return is_mine and stat.S_ISDIR(found.st_mode)


class EntryCache:
    """Replaces Numba's cache of one entry, with the two methods that its dispatcher calls."""

    def __init__(self, places: Sequence[Place], entry: str):
        self._places, self._entry = places, entry

    def load_overload(self, _signature: Any, context: Any) -> Any:
        """The compiled entry, or None if there is no intact file of it."""
        from numba.core.compiler import CompileResult

        context.refresh()
        for place in self._places:
            file = self._file(place, context.codegen())
            data = read_checked(file) if place.is_trusted() else None
            if data is None:
                continue
            try:
                return CompileResult._rebuild(context, *pickle.loads(data))
            except Exception:  # whatever is wrong with the file, compiling again replaces it
                delete(file)
        return None

    def save_overload(self, _signature: Any, result: Any) -> None:
        """Store a compiled entry in the first folder that can be written; warn once if that is not the cache."""
        from numba.core.serialize import dumps

        data = dumps(result._reduce())
        problems: list[OSError] = []
        for place in self._places:
            try:
                place.make()
                write_checked(self._file(place, result.codegen), data)
            except OSError as problem:
                problems.append(problem)
                continue
            break
        if problems:
            _say(self._places, problems)

    def _file(self, place: Place, codegen: Any) -> Path:
        """This entry for this processor."""
        processor = hashlib.sha256(repr(codegen.magic_tuple()).encode()).hexdigest()[:8]
        return place.folder / f"{self._entry}-{processor}.compiled"


def read_checked(file: Path) -> bytes | None:
    """The contents of a file; None if it is missing. A file with a wrong checksum is deleted, and None returned."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(data[DIGEST_BYTES:]).digest() == data[:DIGEST_BYTES]:
        return data[DIGEST_BYTES:]
    delete(file)
    return None


def write_checked(file: Path, data: bytes) -> None:
    """Write a file atomically: readers see all of it or nothing."""
    growing = file.with_name(f"{file.name}.{uuid.uuid4().hex[:8]}")
    try:
        growing.write_bytes(hashlib.sha256(data).digest() + data)
        growing.replace(file)
    except OSError:
        delete(growing)
        raise


def delete(file: Path) -> None:
    """Delete a file, if that is possible."""
    with contextlib.suppress(OSError):
        file.unlink()


def _say(places: Sequence[Place], problems: Sequence[OSError]) -> None:
    """Warn which folder could not be written, and what follows from that."""
    why = f"paddock: {places[0].home} cannot be written ({problems[0].strerror or problems[0]})"
    if len(problems) < len(places):
        _warn(f"{why}, so compiled rules are kept in {places[-1].home}.")
    else:
        _warn(f"{why}, so rules are compiled again at every start.")


@cache
def _warn(sentence: str) -> None:
    """Log a warning once in a process."""
    LOGGER.warning(sentence)


@contextlib.contextmanager
def one_process(places: Sequence[Place]) -> Generator[None]:
    """Hold a file lock: other processes wait while one compiles, then read what it wrote."""
    try:
        import fcntl
    except ImportError:  # Windows: two processes may compile the same rules, which only costs time
        yield
        return
    with contextlib.ExitStack() as held:
        for place in places:
            with contextlib.suppress(OSError):
                place.make()
                file = held.enter_context((place.folder / "lock").open("w"))
                fcntl.flock(file, fcntl.LOCK_EX)
                break
        yield


def delete_unused(places: Sequence[Place]) -> None:
    """Keep the cache small: mark these folders as used, delete those unused for two weeks."""
    for place in places:
        with contextlib.suppress(OSError):
            os.utime(place.folder)
            for other in place.home.iterdir():
                _delete_if_old(other)


def _delete_if_old(folder: Path) -> None:
    with contextlib.suppress(OSError):
        if FOLDER_NAME.fullmatch(folder.name) and time.time() - folder.stat().st_mtime > KEEP_SECONDS:
            shutil.rmtree(folder)
