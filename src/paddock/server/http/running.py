"""The server process: uvicorn, graceful shutdown, and opening a browser."""

import gc
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any

import uvicorn

from paddock.games import all_games

from ..admin.channel import AdminSocket
from ..admin.desk import Desk
from ..line.doors import Doors
from ..line.protocol import LineProtocol, RequestProtocol
from ..settings import Settings
from ..store.stores import store_of
from ..table.hall import Hall
from .app import make_app, make_hall
from .logs import log, log_to_stderr
from .reach import Reach

SPARE = 100  # tasks allowed beyond the connections: uvicorn answers 503 above that
FRAME_BYTES = 65_536  # the WebSocket protocol refuses larger frames; messages have a lower limit (message_bytes)


class Server(uvicorn.Server):
    """Uvicorn that reports when it listens and lets the tables finish before it closes their connections."""

    def __init__(self, hall: Hall, config: uvicorn.Config):
        super().__init__(config)
        self.hall = hall
        self.admin: AdminSocket | None = None
        self.on_ready: Callable[[], None] = lambda: None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen for clients and for the host's commands, then call `on_ready`."""
        await super().startup(sockets)
        channel = self.hall.house.store.channel
        if channel and self.servers:
            self.admin = AdminSocket.opened(channel, Desk(self.hall), self._leave)
        self.on_ready()

    def _leave(self) -> int:
        """Shut down for a process that takes over; returns the file descriptor of the listening socket."""
        listener = os.dup(self.servers[0].sockets[0].fileno())
        self.should_exit = True
        return listener

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Handle SIGHUP (the terminal is closed) like SIGTERM, unless it is ignored (nohup)."""
        with _handled("SIGHUP", self.handle_exit), super().capture_signals():
            yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting, tell clients, finish writing, then close.

        New connections wait in the backlog of the listening socket, if another process or systemd holds it, too.
        """
        for server in self.servers:
            server.close()
        await self.hall.close()
        if self.admin:
            self.admin.close()
        await super().shutdown(sockets)


def make_server(hall: Hall, host: str = "127.0.0.1", port: int = 0) -> Server:
    """A configured server, ready to run."""
    settings = hall.house.settings
    doors = Doors(settings.limits, settings.proxies, hall.nodes.is_peer if hall.nodes else None)
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
    """Freeze start-up objects and run the garbage collector rarely: it scans the positions of all tables, which wait
    meanwhile. Reference counting frees everything that is in no cycle."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(400_000, 20, 20)


@contextmanager
def _handled(name: str, handler: Callable[..., object]) -> Generator[None]:
    """Install a signal handler, if the signal exists, this is the main thread, and the signal is not ignored."""
    number = getattr(signal, name, None)
    is_main = threading.current_thread() is threading.main_thread()
    if number is None or not is_main or signal.getsignal(number) == signal.SIG_IGN:
        yield
        return
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def _interrupt(*_signal: object) -> None:
    raise KeyboardInterrupt


@contextmanager
def _until_interrupted() -> Generator[None]:
    """Turn every request to end into an orderly exit of Python: workers are joined and their semaphores freed."""
    with suppress(KeyboardInterrupt), _handled("SIGTERM", _interrupt), _handled("SIGHUP", _interrupt):
        yield


def _end_with_terminal() -> None:
    """Send SIGHUP when the terminal is closed: the kernel tells only the session leader, which may be `make`."""
    terminal = next((number for number in range(3) if os.isatty(number)), None)
    if terminal is None or not hasattr(select, "poll"):
        return
    watched = select.poll()
    watched.register(terminal, 0)  # POLLHUP is always reported
    threading.Thread(target=lambda: (watched.poll(), os.kill(os.getpid(), signal.SIGHUP)), daemon=True).start()


def open_page(address: str) -> None:
    """Open a browser detached from this terminal, which a text browser would take over."""
    command, nowhere = [sys.executable, "-m", "webbrowser", "-t", address], subprocess.DEVNULL

    def run() -> None:
        with suppress(OSError):
            subprocess.run(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True, check=False)

    threading.Thread(target=run, daemon=True).start()


def serve(
    reach: Reach,
    settings: Settings,
    on_ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve all games until interrupted."""
    log_to_stderr()
    settings = replace(settings, sources=replace(settings.sources, network=reach.network))
    hall = make_hall(all_games(), store_of(settings), settings)
    for game in hall.house.games.values():
        log("game offered", game=game.id)

    def ready() -> None:
        log("listening", here=reach.here, network=reach.network())
        on_ready()

    server = make_server(hall)
    server.on_ready = ready
    calm_memory()
    with _until_interrupted():
        _end_with_terminal()
        server.run([reach.listener])
