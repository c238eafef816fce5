"""Stores by their URL."""

import hashlib
import os
import sys
from pathlib import Path

from ..settings import Settings
from .sqlite_store import SqliteStore
from .store import Store, StoreError
from .urls import MEMORY, POSTGRES, SQLITE, is_postgres, without_password

FORMS = f"sqlite:///path, {SQLITE}{MEMORY} or {POSTGRES[0]}user@host/database"
NODE_BYTES = 9  # of its id, which is another one after each start
MISSING = "a store in PostgreSQL needs psycopg: install it with `pip install 'paddock[postgres]'`"
NO_FILE = "{} is no file: use pg_dump and pg_restore, or copy it to a file with `paddock store copy` (docs/hosting.md)"


def open_store(url: str = "", shared: bool = False) -> Store:
    """The store of a URL, or a file in the user's data folder. Only a `shared` one may be open twice."""
    if not is_postgres(url):
        return SqliteStore(store_path(url), shared)
    try:
        from .postgres_store import PostgresStore
    except ImportError:
        raise StoreError(MISSING) from None
    return PostgresStore(url, "" if shared else _channel_if_any(url), shared)


def store_of(settings: Settings) -> Store:
    """The store that a server uses; StoreError if it cannot be opened."""
    if not settings.node_address:
        return open_store(settings.store)
    if not is_postgres(settings.store):
        raise StoreError(f"a node shares a store in PostgreSQL with others: --store {POSTGRES[0]}user@host/database")
    try:
        from .node_store import Node, NodeStore
    except ImportError:
        raise StoreError(MISSING) from None
    node = Node(settings.sources.token(NODE_BYTES), settings.node_address)
    return NodeStore(settings.store, node, settings.lease_seconds)


def store_path(url: str = "") -> str:
    """The file of a store, or `:memory:`."""
    if not url:
        return str(default_path())
    if url == SQLITE + MEMORY:
        return MEMORY
    if url.startswith(SQLITE + "/") and len(url) > len(SQLITE) + 1:
        return str(Path(url.removeprefix(SQLITE + "/")).expanduser())
    if is_postgres(url):
        raise StoreError(NO_FILE.format(without_password(url)))
    raise StoreError(f"a store is given as {FORMS}, not {without_password(url)[:80]!r}")


def channel_path(url: str = "") -> str:
    """The path beside which the admin socket of a store's server is: the file, or a name in the data folder."""
    if not is_postgres(url):
        return store_path(url)
    digest = hashlib.sha256(without_password(url).encode()).hexdigest()[:16]
    return str(default_path().with_name(f"postgres-{digest}"))


def _channel_if_any(url: str) -> str:
    try:
        return channel_path(url)
    except RuntimeError:  # this user has no home, and so no data folder
        return ""


def default_path() -> Path:
    """The store's file if none is configured."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "paddock" / "races.sqlite"
