"""The server: tables, seats, a store, and the wire between them and their clients. It names no game."""

from .configuration import Choices, Chosen, SettingError, all_settings, from_words, read_settings, shown
from .http.app import make_app, make_hall
from .http.reach import Reach, listen
from .http.running import make_server, open_page, serve
from .settings import Expiry, FileLimits, Limits, Pace, Settings, Sources
from .store.store import StoreError
from .store.stores import open_store

__all__ = [
    "Choices",
    "Chosen",
    "Expiry",
    "FileLimits",
    "Limits",
    "Pace",
    "Reach",
    "SettingError",
    "Settings",
    "Sources",
    "StoreError",
    "all_settings",
    "from_words",
    "listen",
    "make_app",
    "make_hall",
    "make_server",
    "open_page",
    "open_store",
    "read_settings",
    "serve",
    "shown",
]
