"""Where the parts of a large job run: in this process, on all cores, or on a Ray cluster (`cluster`).

A job is a function, a part is its arguments. The results come in the order of the parts, so whoever adds them up finds
the same whatever the workers are.
"""

import multiprocessing
import os
import signal
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from types import TracebackType
from typing import Any, Self, TypeVar

from .rules.runner import Backend

TRIES = 3  # of a part whose worker dies
AHEAD = 4  # parts that wait or run for each worker: a million rows are never held
Result = TypeVar("Result")
Part = tuple[Any, ...]


class WorkersError(Exception):
    """Work that cannot be given away, with a sentence that says why and what to do."""


class LostPartError(WorkersError):
    """A part whose worker died each time it was tried."""

    def __init__(self, part: Part):
        super().__init__(
            f"the worker died {TRIES} times at the part {part_words(part)}: look for what ends it,"
            " e.g. too little memory"
        )


class Workers(ABC):
    """Those who do the parts of a job. Close them, or use them in a `with`, when the work is done."""

    @abstractmethod
    def map(self, job: Callable[..., Result], parts: Sequence[Part]) -> Iterator[Result]:
        """The results in the order of the parts, as they come. What is sent must be possible to pickle."""

    def compiled(self, job: Callable[..., Result], parts: Sequence[Part]) -> Iterator[Result]:
        """The same for a job that spends its time in compiled rules."""
        return self.map(job, parts)

    @abstractmethod
    def close(self) -> None:
        """Send the workers home."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class ThisProcess(Workers):
    """One part after the other, here."""

    def map(self, job: Callable[..., Result], parts: Sequence[Part]) -> Iterator[Result]:
        """The results in the order of the parts."""
        return (job(*part) for part in parts)

    def close(self) -> None:
        """There is nothing to end."""


HERE = ThisProcess()


class Cores(Workers):
    """All processors of this machine, or as many as asked for: threads for compiled rules, processes for all else."""

    def __init__(self, number: int | None = None):
        self.number = number or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None  # kept from job to job: a process takes a second to start

    def compiled(self, job: Callable[..., Result], parts: Sequence[Part]) -> Iterator[Result]:
        """In threads: compiled rules release the interpreter's lock."""
        pool = ThreadPoolExecutor(self.number)
        try:
            yield from _in_order(pool, job, parts, AHEAD * self.number)
        finally:
            pool.shutdown(cancel_futures=True)  # an interrupt does not wait for the remaining parts

    def map(self, job: Callable[..., Result], parts: Sequence[Part]) -> Iterator[Result]:
        """In processes; a single part, or a single worker, needs none."""
        if self.number == 1 or len(parts) < 2:
            return HERE.map(job, parts)
        return self._in_processes(job, parts)

    def _in_processes(self, job: Callable[..., Result], parts: Sequence[Part]) -> Iterator[Result]:
        """When a process dies the pool is lost with it: parts that may have done it are tried one by one."""
        left = deque(parts)
        while left:
            pool = self._pool = self._pool or _processes(self.number)
            try:
                for result in _in_order(pool, job, tuple(left), AHEAD * self.number):
                    left.popleft()
                    yield result
            except BrokenExecutor:
                if self._pool is pool:  # not one that another job has begun since
                    self.close()
                for _ in range(min(len(left), AHEAD * self.number)):
                    yield _alone(job, left.popleft())

    def close(self) -> None:
        """End the processes."""
        if self._pool:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


def raced_by(
    on: Workers | None, backend: Backend, job: Callable[..., Result], parts: Sequence[Part]
) -> Iterator[Result]:
    """The results of a job on races; without workers compiled ones share all cores, interpreted ones stay here."""
    if backend == "native":
        return (on or Cores()).compiled(job, parts)
    return (on or HERE).map(job, parts)


def ranges(first: int, stop: int, size: int) -> list[tuple[int, int]]:
    """Consecutive ranges that cover `first` to `stop`."""
    return [(start, min(start + size, stop)) for start in range(first, stop, size)]


def part_words(part: Part) -> str:
    """A part for people: its arguments, short."""
    return ", ".join(str(one)[:60] for one in part)


def _in_order(pool: Executor, job: Callable[..., Result], parts: Sequence[Part], ahead: int) -> Iterator[Result]:
    """Results in the order of the parts, at most `ahead` of them waiting; the rest is called off when it is left."""
    waiting: deque[Future[Result]] = deque()
    try:
        for part in parts:
            waiting.append(pool.submit(job, *part))
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _alone(job: Callable[..., Result], part: Part) -> Result:
    """A part in a process that does nothing else, tried again if that dies."""
    for _ in range(TRIES):
        with suppress(BrokenExecutor), _processes(1) as pool:
            return pool.submit(job, *part).result()
    raise LostPartError(part)


def _processes(number: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(number, multiprocessing.get_context("spawn"), _begin)


def _begin() -> None:
    """Ignore SIGINT in workers: the parent process handles Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
