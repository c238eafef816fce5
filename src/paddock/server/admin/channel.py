"""The admin channel to a running server: a Unix socket beside the store that only the owner can open.

A request is one line of JSON, and so is the answer. A process that takes over receives the listening socket over this
channel (SCM_RIGHTS), and a second answer when the store is closed.
"""

import asyncio
import json
import os
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ..http.logs import log, log_error
from ..store.store import StoreError
from .desk import Desk, DeskError

SUFFIX = "-admin"
MOST_BYTES = 65_536  # of a request
LONGEST_PATH = 100  # bytes in the path of a Unix socket, a few less than any system allows
PATIENCE = 5.0  # timeout in seconds for a request to arrive
ANSWER_PATIENCE = 120.0  # timeout in seconds for an answer, e.g. about a driver in many races
HAND_OVER = "hand_over"
Answer = dict[str, Any]


class AdminSocket:
    """The server's end: a thread that accepts one request after the other and runs it in the event loop."""

    def __init__(self, listener: socket.socket, path: str, desk: Desk, leave: Callable[[], int]):
        self._listener = listener
        self._path = path
        self._desk = desk
        self._leave = leave
        self._closed = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="admin", daemon=True)
        self._thread.start()

    @classmethod
    def opened(cls, store: str, desk: Desk, leave: Callable[[], int]) -> "AdminSocket | None":
        """Open the socket of a server's store; None where that is not possible, e.g. on Windows."""
        if not hasattr(socket, "AF_UNIX"):
            return None
        path = store + SUFFIX
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                os.unlink(path)  # left by a server that was killed: this one holds the store's lock
            return cls(_listening(path), path, desk, leave)
        except OSError:
            log_error("there is no line for paddock admin")
            return None

    def close(self) -> None:
        """Close the socket and tell a process that takes over that the store is closed."""
        with suppress(FileNotFoundError):
            os.unlink(self._path)
        self._closed.set()
        with suppress(OSError):  # wakes the thread
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(PATIENCE)

    def _run(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError:
                return
            with line:
                line.settimeout(PATIENCE)
                try:
                    self._serve(line)
                except (OSError, ValueError):
                    log_error("a command of the host was not answered")

    def _serve(self, line: socket.socket) -> None:
        request = _received(line)
        if request.get("do") == HAND_OVER:
            self._hand_over(line)
            return
        future = asyncio.run_coroutine_threadsafe(self._desk.do(request), self._loop)
        try:
            answer = {"answer": future.result(ANSWER_PATIENCE)}
        except DeskError as error:
            answer = {"error": str(error)}
        except Exception as error:
            log_error("a command of the host failed")
            answer = {"error": f"the server could not do this ({type(error).__name__}); its log says more"}
        line.sendall(_line_of(answer))

    def _hand_over(self, line: socket.socket) -> None:
        """Send the listening socket, then an answer when the store is closed."""
        log("another process takes over")
        listener = self._leave()
        socket.send_fds(line, [_line_of({"answer": "here"})], [listener])
        os.close(listener)
        self._closed.wait()
        line.sendall(_line_of({"answer": "closed"}))


def is_running(store: str) -> bool:
    """Whether a server of this store answers."""
    try:
        with _connected(store):
            return True
    except OSError:
        return False


def ask(store: str, request: Answer) -> Any:
    """Send a request to a running server; OSError if none runs."""
    with _connected(store) as line:
        line.sendall(_line_of(request))
        answer = _received(line, most=1 << 30)
    if "error" in answer:
        raise DeskError(answer["error"])
    return answer["answer"]


def take_over(store: str) -> socket.socket | None:
    """Take the listening socket of a running server, which then ends and closes its store. None if none runs."""
    try:
        with _connected(store) as line:
            line.sendall(_line_of({"do": HAND_OVER}))
            _, files, _, _ = socket.recv_fds(line, MOST_BYTES, 1)
            with suppress(OSError, ValueError):  # it died, which closes its store, too
                _received(line)
            return socket.socket(fileno=files[0]) if files else None
    except OSError:
        return None


def _line_of(message: Answer) -> bytes:
    return json.dumps(message).encode() + b"\n"


def _received(line: socket.socket, most: int = MOST_BYTES) -> Answer:
    data = b""
    while not data.endswith(b"\n"):
        part = line.recv(MOST_BYTES)
        data += part
        if not part or len(data) > most:
            raise ValueError("no whole line of JSON")
    read = json.loads(data)
    if not isinstance(read, dict):
        raise ValueError("no object of JSON")
    return read  # pyright: ignore[reportUnknownVariableType]


@contextmanager
def _connected(store: str) -> Generator[socket.socket]:
    if not hasattr(socket, "AF_UNIX"):
        raise OSError("there are no Unix sockets here")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line, _address(store + SUFFIX) as address:
        line.settimeout(ANSWER_PATIENCE)
        line.connect(address)
        yield line


def _listening(path: str) -> socket.socket:
    """A listening socket that only the owner may open."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        with _address(path) as address:
            listener.bind(address)
        listener.listen()
    except OSError:
        listener.close()
        raise
    finally:
        os.umask(before)
    return listener


@contextmanager
def _address(path: str) -> Generator[str]:
    """A path short enough for a socket address; a long one is written as /proc/self/fd/N of its folder."""
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield path
        return
    folder = os.open(Path(path).parent, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{folder}/{Path(path).name}"
    finally:
        os.close(folder)


def do(store: str, request: Answer, alone: Callable[[], Any]) -> Any:
    """Send a request to the running server of a store, or call `alone` if none runs."""
    try:
        return ask(store, request)
    except (ConnectionError, FileNotFoundError):
        return alone()
    except OSError as error:
        raise StoreError(f"the server of {store} does not answer: {error}") from None
