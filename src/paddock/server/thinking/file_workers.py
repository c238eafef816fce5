"""Worker processes that read component files: text from outside is parsed under limits, never in the event loop."""

import asyncio
import math
import multiprocessing
import queue
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, cast

from paddock.engine import Game
from paddock.games import load_game

from ..http.logs import log
from ..line.refusals import RefusedError
from ..settings import FileLimits
from .thinkers import begin_worker

try:
    import resource
except ImportError:  # Windows has only the limit on wall time
    resource = None

START_SECONDS = 60.0  # timeout for a new process to start
TOO_MUCH = "this file cannot be checked: it takes too much time or memory"
GONE = "the file could not be checked just now; try again"
Work = Callable[[], Any]


@dataclass(frozen=True)
class Reply:
    """A worker's answer: a value or a refusal, and the resources used."""

    value: Any = None
    refusal: str = ""
    status: int = 400
    cpu_seconds: float = 0.0
    memory: int = 0  # peak memory of the process in kilobytes


class WorkerGoneError(RuntimeError):
    """A worker died or did not answer in time."""


class TooLongError(BaseException):
    """A job exceeded its CPU limit; a BaseException, so that no `except Exception` of a game swallows it."""


class FileWorkers:
    """Runs jobs in processes with resource limits; one that dies is replaced, and its request refused."""

    def __init__(self, limits: FileLimits):
        self.limits = limits
        self.observe: Callable[[Reply], None] | None = None
        self._threads = ThreadPoolExecutor(limits.workers, thread_name_prefix="files")
        self._idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        self._workers = [Worker(limits) for _ in range(limits.workers)]
        for worker in self._workers:
            self._idle.put(worker)
        self._waiting = 0
        self._closed = False

    async def do(self, work: Callable[..., Any], game: Game, *arguments: Any) -> Any:
        """Call a function of this package on a game's file; RefusedError if it refuses or exceeds a limit."""
        if self._waiting >= self.limits.waiting:
            raise RefusedError("too many files are being checked; try again in a moment", status=503)
        self._waiting += 1
        try:
            run = asyncio.get_running_loop().run_in_executor
            reply = await run(self._threads, self._ask, partial(for_game, work, game.id, *arguments))
        except WorkerGoneError:
            log("a worker that checks files died; there will be another")
            raise RefusedError(GONE, status=503) from None
        finally:
            self._waiting -= 1
        if self.observe:
            self.observe(reply)
        if reply.refusal:
            raise RefusedError(reply.refusal, status=reply.status)
        return reply.value

    def _ask(self, work: Work) -> Reply:
        worker = self._idle.get()
        try:
            if self._closed:
                raise WorkerGoneError
            return worker.ask(work)
        finally:
            self._idle.put(worker)

    def processes(self) -> list[int]:
        """The process ids of the workers that run."""
        return [worker.process.pid for worker in self._workers if worker.process and worker.process.pid]

    def close(self) -> None:
        """End all workers."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.end()


class Worker:
    """One worker process and its pipe; a thread of the server waits for its answers."""

    def __init__(self, limits: FileLimits):
        self.process: BaseProcess | None = None
        self._limits = limits
        self._line: Connection | None = None

    def ask(self, work: Work) -> Reply:
        """Run a job in the process; WorkerGoneError if there is no answer within the limit on wall time."""
        try:
            line = self._running()
            line.send(work)
            return _heard(line, self._limits.wall_seconds)
        except (OSError, EOFError):
            self.end()
            raise WorkerGoneError from None

    def _running(self) -> Connection:
        """The pipe to the process, which is started when first needed and again after it has died."""
        if self._line and self.process and self.process.is_alive():
            return self._line
        self.end()
        context = multiprocessing.get_context("spawn")
        ours, theirs = cast(tuple[Connection, Connection], context.Pipe())
        self._line = ours
        self.process = context.Process(target=work_for_ever, args=(theirs, self._limits), daemon=True)
        self.process.start()
        theirs.close()
        _heard(ours, START_SECONDS)
        return ours

    def end(self) -> None:
        """Kill the process; safe to call from two threads at once."""
        process, self.process = self.process, None
        line, self._line = self._line, None
        if process:
            process.kill()
            process.join()
        if line:
            line.close()


def _heard(line: Connection, seconds: float) -> Reply:
    if not line.poll(seconds):
        raise TimeoutError
    return line.recv()


# In a worker


def work_for_ever(line: Connection, limits: FileLimits) -> None:
    """Run jobs until the server closes the pipe."""
    begin_worker()
    _limit_memory(limits.memory_mb)
    line.send(Reply())
    with suppress(EOFError, OSError):
        while True:
            line.send(_carried_out(line.recv(), limits.cpu_seconds))


def for_game(work: Callable[..., Any], game_id: str, *arguments: Any) -> Any:
    """Call `work` with the worker's own copy of a game: games cannot be pickled."""
    return work(load_game(game_id), *arguments)


def _carried_out(work: Work, cpu_seconds: int) -> Reply:
    started = time.process_time()
    value, refusal, status = None, "", 400
    try:
        _limit_cpu(started + cpu_seconds)
        value = work()
        _limit_cpu(None)
    except RefusedError as error:
        refusal, status = error.reason, error.status
    except (TooLongError, MemoryError, RecursionError):
        value, refusal = None, TOO_MUCH
    except Exception as error:  # the server logs it; a file must never end a worker
        refusal, status = f"the check of this file failed ({type(error).__name__})", 500
    _limit_cpu(None)
    return Reply(value, refusal, status, time.process_time() - started, _most_memory())


def _limit_memory(megabytes: int) -> None:
    if resource:
        with suppress(OSError, ValueError):  # some systems do not limit address space
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def _limit_cpu(until: float | None) -> None:
    """Have the kernel send SIGXCPU from that second of CPU time on; None removes the limit."""
    if resource is None:
        return
    signal.signal(signal.SIGXCPU, _too_long if until is not None else signal.SIG_IGN)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (hard if until is None else math.ceil(until), hard))


def _too_long(number: int, frame: Any) -> None:
    raise TooLongError


def _most_memory() -> int:
    """Peak memory in KiB; not from getrusage, which also counts what the parent had when it started the process."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss if resource else 0
