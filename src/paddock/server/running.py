"""The server as a process: uvicorn, a tidy end, and a browser if one is wanted."""

import gc
import socket
import threading
import webbrowser
from contextlib import suppress
from functools import partial
from typing import Any

import uvicorn

from paddock.games import all_games

from .app import make_app, make_hall
from .doors import Doors
from .hall import Hall
from .logs import log, log_to_stderr
from .protocol import LineProtocol, RequestProtocol
from .settings import Settings
from .stores import open_store

SPARE = 100  # tasks more than connections: uvicorn answers 503 beyond that
FRAME_BYTES = 65_536  # larger frames are cut off by the protocol; messages have a smaller limit of their own


class Server(uvicorn.Server):
    """Uvicorn that lets the tables finish before it closes their lines."""

    def __init__(self, hall: Hall, config: uvicorn.Config):
        super().__init__(config)
        self.hall = hall

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell clients, finish writing, then close."""
        await self.hall.close()
        await super().shutdown(sockets)


def make_server(hall: Hall, host: str, port: int) -> Server:
    """A server that is ready to run."""
    settings = hall.house.settings
    doors = Doors(settings.limits, settings.proxies)
    requests: Any = partial(RequestProtocol, doors, settings.limits)
    config = uvicorn.Config(
        make_app(hall),
        host=host,
        port=port,
        loop="auto",
        http=requests,
        ws=LineProtocol,
        ws_per_message_deflate=False,
        ws_max_size=FRAME_BYTES,
        ws_ping_interval=settings.limits.ping_seconds,
        ws_ping_timeout=settings.limits.ping_seconds,
        limit_concurrency=doors.most + SPARE,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        access_log=False,
        server_header=False,
        log_level="warning",
        timeout_graceful_shutdown=5,
    )
    return Server(hall, config)


def calm_memory() -> None:
    """Let the collector leave out what every program has loaded, and look seldom: it looks at the positions of all
    tables, and they wait for it. What is in no cycle is freed without it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(400_000, 20, 20)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    store: str = "",
    open_browser: bool = False,
    settings: Settings | None = None,
) -> None:
    """Serve all games until interrupted."""
    log_to_stderr()
    hall = make_hall(all_games(), open_store(store), settings or Settings())
    for game in hall.house.games.values():
        log("game offered", game=game.id)
    if open_browser:
        shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else host
        threading.Timer(1.0, webbrowser.open, (f"http://{shown}:{port}/",)).start()
    calm_memory()
    with suppress(KeyboardInterrupt):
        make_server(hall, host, port).run()
