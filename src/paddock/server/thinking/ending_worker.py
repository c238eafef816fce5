"""A process of low priority that works for the server, and ends at once when the server says so or dies."""

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import TypeVar, TypeVarTuple, cast

from .thinkers import begin_modest_worker

T = TypeVar("T")
Given = TypeVarTuple("Given")


class EndingWorker:
    """One worker process, started when it is first needed and again after it has died or was ended."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._line: Connection | None = None  # closed: the worker ends

    async def run(self, work: Callable[[*Given], T], *given: *Given) -> T:
        """What `work` returns in the worker; BrokenExecutor if that dies."""
        return await asyncio.get_running_loop().run_in_executor(self._running_pool(), work, *given)

    def _running_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._line, end = cast(tuple[Connection, Connection], context.Pipe())
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_begin, initargs=(end,))
        return self._pool

    def end(self) -> None:
        """Stop the worker at once, even while it works or compiles; the next work starts another."""
        if self._line:
            self._line.close()
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._line = None


# In the worker


def _begin(line: Connection) -> None:
    """Exit at once when the server closes its end of a pipe."""
    begin_modest_worker()
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: Connection) -> None:
    with suppress(EOFError, OSError):
        line.recv()
    os._exit(0)
