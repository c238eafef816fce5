"""Stores by their URL."""

import os
import sys
from pathlib import Path

from .sqlite_store import MEMORY, SqliteStore
from .store import Store, StoreError

SQLITE = "sqlite://"


def open_store(url: str = "") -> Store:
    """The store of a URL: sqlite:///path, sqlite://:memory:, or a file in the user's data folder."""
    return SqliteStore(store_path(url))


def store_path(url: str = "") -> str:
    """The file of a store, or `:memory:`."""
    if not url:
        return str(default_path())
    if url == SQLITE + MEMORY:
        return MEMORY
    if url.startswith(SQLITE + "/") and len(url) > len(SQLITE) + 1:
        return str(Path(url.removeprefix(SQLITE + "/")).expanduser())
    raise StoreError(f"a store is given as sqlite:///path or {SQLITE}{MEMORY}, not {url[:80]!r}")


def default_path() -> Path:
    """The store's file if none is configured."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "paddock" / "races.sqlite"
