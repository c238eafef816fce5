"""Carry out the host's commands: in the running server of a store, or in this process if none runs."""

from typing import Any

from paddock.games import all_games

from ..http.app import make_hall
from ..settings import Settings
from ..store.stores import channel_path, open_store
from ..store.urls import is_postgres
from .apart import run_apart
from .channel import do
from .desk import Desk, DeskError
from .node_desk import ask_nodes


def carry_out(url: str, request: dict[str, Any]) -> Any:
    """The answer to a command for the server of a store; raises DeskError or StoreError if it fails."""
    told = ask_nodes(url, request) if is_postgres(url) else None
    if told is not None:
        if "error" in told:
            raise DeskError(told["error"])
        return told["answer"]
    return do(channel_path(url), request, lambda: run_apart(_alone(url, request)))


async def _alone(url: str, request: dict[str, Any]) -> Any:
    opened = open_store(url)
    hall = make_hall(all_games(), opened, Settings())
    hall.house.take_rules(await opened.house_rules())
    try:
        return await Desk(hall).do(request)
    finally:
        await hall.close()
