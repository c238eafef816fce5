"""Workers of a Ray cluster: `ray start --head` on one machine, `ray start --address=...` on the others.

Every machine has the same paddock; a game is not sent but loaded there, and other rules are refused.
"""

import os
import pickle
import socket
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from .workers import AHEAD, TRIES, LostPartError, Part, Result, Workers, WorkersError

SECONDS_TO_KNOCK = 5.0
RUNNING = "auto"  # Ray's word for the cluster that this machine belongs to


class OnRay(Workers):
    """Every processor of a cluster that is running."""

    def __init__(self, address: str = ""):
        self._ray = _ray()
        self._is_mine = not self._ray.is_initialized()  # a program that has joined a cluster stays in it
        if self._is_mine:
            self._join(address or os.environ.get("RAY_ADDRESS") or RUNNING)
        self.number = max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def _join(self, address: str) -> None:
        try:
            if address != RUNNING:
                _knock(address)
            self._ray.init(address=address, log_to_driver=False, configure_logging=False, logging_level="ERROR")
        except (OSError, RuntimeError, ValueError) as error:
            where = "on this machine" if address == RUNNING else f"at {address}"
            said = " ".join(str(error).split())[:200]
            raise WorkersError(
                f"no Ray cluster can be joined {where} ({said}): start one with `ray start --head`, or name one by its"
                " address, e.g. --on ray:192.0.2.1:6379"
            ) from error
        _tell_on_stderr()

    def map(self, job: Callable[..., Result], parts: Sequence[Part]) -> Iterator[Result]:
        """Ray runs a part again, on another worker, when its worker or machine dies."""

        def call(job: bytes, part: Part) -> Any:  # sent as it is: a machine may lack this module
            return pickle.loads(job)(*part)

        run = self._ray.remote(num_cpus=1, max_retries=TRIES - 1)(call)
        sent = self._ray.put(self._ray.cloudpickle.dumps(job))
        waiting: deque[tuple[Any, Part]] = deque()
        try:
            for part in parts:
                waiting.append((run.remote(sent, part), part))
                if len(waiting) >= AHEAD * self.number:
                    yield self._result(*waiting.popleft())
            while waiting:
                yield self._result(*waiting.popleft())
        finally:
            for task, _ in waiting if self._ray.is_initialized() else ():
                self._ray.cancel(task)

    def _result(self, task: Any, part: Part) -> Any:
        errors = self._ray.exceptions
        try:
            return self._ray.get(task)
        except errors.RayTaskError as error:
            if isinstance(error.cause, ModuleNotFoundError):
                raise WorkersError(
                    f"a machine of the cluster lacks {error.cause.name}: install the same paddock on all of them, e.g."
                    " pip install 'paddock[cluster]'"
                ) from error
            raise error.cause from error
        except errors.RayError as error:
            raise LostPartError(part) from error

    def close(self) -> None:
        """Leave the cluster, which goes on."""
        if self._is_mine:
            self._ray.shutdown()


@cache
def _tell_on_stderr() -> None:
    """Let Ray say on stderr that a machine has died: by itself it says so among what a command prints for programs."""
    worker: Any = import_module("ray._private.worker")
    tell = worker.print_to_stdstream

    def told(data: Any, *more: Any, **named: Any) -> None:
        tell({**data, "is_err": True}, *more, **named)

    worker.print_to_stdstream = told


def _knock(address: str) -> None:
    """Raise OSError or ValueError at once where nobody listens: Ray would try for ten minutes."""
    host, _, port = address.rpartition(":")
    socket.create_connection((host, int(port)), timeout=SECONDS_TO_KNOCK).close()


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise WorkersError("a cluster needs Ray: pip install 'paddock[cluster]'") from None
    return ray
