"""Carry out the host's commands: in the running server of a store, or in this process if none runs."""

from typing import Any

from paddock.games import all_games

from ..http.app import make_hall
from ..settings import Settings
from ..store.sqlite_store import SqliteStore
from .apart import run_apart
from .channel import do
from .desk import Desk


def carry_out(store: str, request: dict[str, Any]) -> Any:
    """The answer to a command; raises DeskError or StoreError if it fails."""
    return do(store, request, lambda: run_apart(_alone(store, request)))


async def _alone(store: str, request: dict[str, Any]) -> Any:
    opened = SqliteStore(store)
    hall = make_hall(all_games(), opened, Settings())
    hall.house.take_rules(await opened.house_rules())
    try:
        return await Desk(hall).do(request)
    finally:
        await hall.close()
