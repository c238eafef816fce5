"""The server: tables, seats, a store, and the wire protocol for clients. It names no game."""

from .admin.alone import carry_out
from .admin.backups import CheckedBackup, back_up, check, restore
from .admin.channel import take_over
from .admin.copying import Copied, copy_store
from .admin.desk import DeskError
from .admin.held import HeldRace, held_races
from .configuration import Choices, Chosen, SettingError, all_settings, from_words, read_settings, shown
from .http.app import make_app, make_hall
from .http.reach import Reach, inherited, listen
from .http.running import make_server, open_page, serve
from .http.traces import TracesError
from .settings import Expiry, FileLimits, Limits, Pace, Settings, Sources
from .store.store import StoreError
from .store.stores import channel_path, open_store, store_path

__all__ = [
    "CheckedBackup",
    "Choices",
    "Chosen",
    "Copied",
    "DeskError",
    "Expiry",
    "FileLimits",
    "HeldRace",
    "Limits",
    "Pace",
    "Reach",
    "SettingError",
    "Settings",
    "Sources",
    "StoreError",
    "TracesError",
    "all_settings",
    "back_up",
    "carry_out",
    "channel_path",
    "check",
    "copy_store",
    "from_words",
    "held_races",
    "inherited",
    "listen",
    "make_app",
    "make_hall",
    "make_server",
    "open_page",
    "open_store",
    "read_settings",
    "restore",
    "serve",
    "shown",
    "store_path",
    "take_over",
]
