"""Servers in processes of their own, forked from one that has loaded everything: each begins in a few hundredths of a
second, so that a thousand can be killed."""

import asyncio
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from tests.server.harness import AT_ONCE, QUICKLY, House
from tests.server.process import FREELY, print_port, run

from paddock.games import all_games
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server import Limits, Settings, Sources, listen, make_hall, open_store
from paddock.server.http.running import calm_memory
from paddock.server.store.store import Store, StoreError
from paddock.server.store.stores import store_of as store_in

from .network import enter

WAIT = 30.0
LATE = 0.5  # seconds, of a planted bug
GAMES = [RIDGE_RUN, *all_games()]  # loaded before the first fork
NO_ANSWER = (OSError, HTTPException)  # of a server that is gone, or goes while it is asked
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["bench.torture.servers"])


@dataclass(frozen=True)
class Wanted:
    """The server that a proof wants."""

    store: str
    fast: float = 1.0  # its clock runs so many times as fast as ours
    snapshot_every: int = 20
    unload_after: float = 30.0
    limits: Limits = FREELY
    lease_seconds: float = 0.0  # more: it is one of several nodes on a database
    log: str = ""  # the file of its log; empty: beside the store
    host: str = "127.0.0.1"
    port: int = 0  # 0: a free one
    proxies: tuple[str, ...] = ()
    namespace: int = 0  # the process whose network it is in; 0: that of the bench
    is_planted: bool = False  # with a bug that has to be found

    def settings(self) -> Settings:
        """As the server has them."""
        fast = self.fast
        return replace(
            QUICKLY,
            limits=self.limits,
            pace=replace(AT_ONCE, unload_after=self.unload_after),
            sources=Sources(clock=lambda: fast * time.monotonic()),
            snapshot_every=self.snapshot_every,
            standard_bot="quick",
            lease_seconds=self.lease_seconds or QUICKLY.lease_seconds,
            proxies=self.proxies,
        )


def serve(wanted: Wanted, announce: Callable[[int], None]) -> None:
    """In the new process; what it says goes to a file."""
    os.dup2(os.open(wanted.log or log_of(wanted.store), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
    if wanted.lease_seconds:
        serve_node(wanted, announce)
        return
    hall = make_hall(GAMES, open_store(wanted.store), wanted.settings())
    calm_memory()
    run(hall, announce)


def serve_node(wanted: Wanted, announce: Callable[[int], None]) -> None:
    """The same as one of several nodes."""
    if wanted.namespace:
        enter(wanted.namespace)
    listener = listen(wanted.host, wanted.port)
    address = f"http://{wanted.host}:{listener.getsockname()[1]}"
    settings = replace(wanted.settings(), store=wanted.store, node_address=address)
    store = store_in(settings)
    if wanted.is_planted:
        plant(store)
    hall = make_hall(GAMES, store, settings)
    calm_memory()
    run(hall, announce, listener)


def plant(store: Store) -> None:
    """The planted bug: people are told that a move is stored before it is, and nobody looks whether it was."""
    append, going = store.append, set[asyncio.Task[None]]()

    async def hasty(*what: Any) -> None:
        task = asyncio.get_running_loop().create_task(_late(append(*what)))
        going.add(task)
        task.add_done_callback(going.discard)

    store.append = hasty  # pyright: ignore[reportAttributeAccessIssue]


async def _late(stored: Coroutine[Any, Any, None]) -> None:
    await asyncio.sleep(LATE)
    with suppress(StoreError):
        await stored


class Server:
    """A server that can be killed and started again."""

    def __init__(self, wanted: Wanted):
        self.wanted = wanted
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        mine, theirs = _context.Pipe()
        self.process = _context.Process(target=serve, args=(self.wanted, theirs.send))
        self.process.start()
        theirs.close()
        if not mine.poll(WAIT):
            self.kill()
            raise TimeoutError("the server does not start")
        self.port = mine.recv()
        mine.close()

    @property
    def pid(self) -> int:
        """Of the process."""
        assert self.process.pid
        return self.process.pid

    def kill(self) -> None:
        """Without a word."""
        os.kill(self.pid, signal.SIGKILL)
        self.process.join(WAIT)

    def end(self) -> int | None:
        """In order; returns the exit status."""
        self.process.terminate()
        self.process.join(WAIT)
        return self.process.exitcode

    def faults(self) -> list[str]:
        """What went wrong in the server although nobody may have noticed, from its log."""
        said = Path(log_of(self.wanted.store)).read_text("utf-8", "replace").splitlines()
        return [line[:300] for line in said if "Traceback" in line or '"error"' in line or "ERROR" in line]

    def house(self) -> House:
        """What talks HTTP to it."""
        return House(None, self.port)


class ProgramServer(Server):
    """A server that is started as a program, with an environment of its own."""

    def __init__(self, wanted: Wanted, environment: dict[str, str]):
        self.environment = environment
        super().__init__(wanted)

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [sys.executable, "-m", "bench.torture.servers", self.wanted.store, str(self.wanted.fast)]
        environment = {**os.environ, **self.environment}
        self.program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.program.stdout
        told = self.program.stdout.readline()
        if not told:
            raise ChildProcessError(f"the server ended with status {self.program.wait(WAIT)}")
        self.port = int(told)

    @property
    def pid(self) -> int:
        """Of the process."""
        return self.program.pid

    def kill(self) -> None:
        """Without a word."""
        self._end(signal.SIGKILL)

    def end(self) -> int | None:
        """In order; returns the exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        self.program.send_signal(how)
        code = self.program.wait(WAIT)
        if self.program.stdout:
            self.program.stdout.close()
        return code


def log_of(store: str) -> str:
    """The file that has what a server said."""
    return f"{store.removeprefix('sqlite:///')}.log"


def store_of(folder: Path) -> str:
    """The store in a folder."""
    return f"sqlite:///{folder / 'races.sqlite'}"


def ask(port: int, path: str, body: Any = None, seconds: float = WAIT) -> tuple[int, Any]:
    """A request by as little as there is: status and answer. With a body it is a POST."""
    line = HTTPConnection("127.0.0.1", port, timeout=seconds)
    try:
        sent = None if body is None else json.dumps(body)
        line.request("GET" if sent is None else "POST", path, sent, {"Content-Type": "application/json"})
        answer = line.getresponse()
        data = answer.read()
        is_json = answer.headers.get_content_type() == "application/json"
        return answer.status, json.loads(data) if is_json else data
    finally:
        line.close()


def answer_seconds(port: int, path: str = "/health") -> float:
    """How long a plain request takes."""
    started = time.monotonic()
    status, _ = ask(port, path)
    assert status == 200, status
    return time.monotonic() - started


def until(holds: Callable[[], Any], what: str, seconds: float = WAIT) -> None:
    """Wait for something."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not happen in {seconds:g} s")
        time.sleep(0.02)


if __name__ == "__main__":
    serve(Wanted(sys.argv[1], float(sys.argv[2])), print_port)
