"""Bots' moves and hints, never in the event loop: quick choices in threads, searches in worker processes."""

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from paddock.bots import BOTS, LEVELS, Level, Packed, Search, Seen, good_lines, make_bot, reason, think
from paddock.engine import Match, TriedMove
from paddock.games import load_game

from ..http.logs import log, log_error, log_to_stderr

LEAST_SECONDS = 0.05  # of a search, under any load
SLACK = 1.5  # seconds that an answer may take beyond its search; then the quick choice is taken
ADVISER = LEVELS["champion"]
INTERPRETED_WALKS = 120  # of advice while the rules are being compiled
MOST_HINTS = 8  # in the queue; more are refused
HINT_PATIENCE = 20.0  # timeout of a hint in seconds


@dataclass(frozen=True)
class Question:
    """A request to a worker; it contains only what the seat may see."""

    game: str  # its id
    seen: Packed
    level: str
    seed: int
    seconds: float  # to think, at most
    until: float  # an answer after this time (seconds since 1970) is of no use


@dataclass(frozen=True)
class Hint:
    """What a search found for a person: the moves that it tried, and why the best of them is better than the next."""

    lines: list[TriedMove]
    why: str = ""


T = TypeVar("T")


class Thinkers:
    """The bots of all tables, and hints. If a worker fails there is still a move; bots have priority over hints."""

    def __init__(self, threads: int, workers: int = 0):
        self.workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._bots = Pool(self.workers, begin_worker)
        self._hints = Pool(1, begin_modest_worker)  # one process of lower priority than those of bots
        self._waiting = 0  # pending questions of bots
        self._hints_waiting = 0

    async def choose(self, match: Match, seat: int, name: str, seed: int) -> int:
        """The move of a bot: by search, or the quick choice if no worker is free or has compiled rules."""
        level = BOTS.get(name)
        lines = await self._search(match, seat, level, seed) if level and level.walks else []
        if lines:
            return lines[0].move
        return await asyncio.get_running_loop().run_in_executor(self._threads, choose, match, seat, name, seed)

    async def _search(self, match: Match, seat: int, level: Level, seed: int) -> list[TriedMove]:
        """The moves that a search tried; empty if it times out. The more questions wait, the shorter each search."""
        self._waiting += 1
        seconds = max(LEAST_SECONDS, (level.seconds or SLACK) / max(1.0, self._waiting / self.workers))
        try:
            found = await self._ask(self._bots, search, match, seat, level, seed, seconds, seconds + SLACK)
            return found or []
        finally:
            self._waiting -= 1

    async def advise(self, match: Match, seat: int, seed: int) -> Hint:
        """The moves of the acting seat with their chances to win, the most tried first; none under too much load."""
        if self._hints_waiting >= MOST_HINTS:
            return Hint([])
        self._hints_waiting += 1
        is_idle = self._waiting < self.workers
        try:
            work = hint if is_idle else short_hint
            seconds = ADVISER.seconds or SLACK
            found = await self._ask(self._hints, work, match, seat, ADVISER, seed, seconds, HINT_PATIENCE)
            return found or Hint([])
        finally:
            self._hints_waiting -= 1

    def close(self) -> None:
        """Stop all threads and workers."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._bots.close()
        self._hints.close()

    async def _ask(
        self,
        pool: "Pool",
        work: Callable[[Question], T],
        match: Match,
        seat: int,
        level: Level,
        seed: int,
        seconds: float,
        patience: float,
    ) -> T | None:
        """What a worker finds; None if it fails or is too late."""
        until = time.time() + patience
        try:
            run = asyncio.get_running_loop().run_in_executor
            asked = run(self._threads, _submit, pool, work, match, seat, level, seed, seconds, until)
            return await asyncio.wait_for(asyncio.wrap_future(await asked), patience)
        except TimeoutError:
            return None
        except BrokenExecutor:
            log("a bot's worker died; there will be another")
            return None
        except Exception:
            log_error("a search failed", level=level.name, game=match.game.id)
            return None


class Pool:
    """Worker processes, started when first needed and again after one has died."""

    def __init__(self, workers: int, begin: Callable[[], None]):
        self._workers, self._begin = workers, begin
        self._pool: ProcessPoolExecutor | None = None
        self._starting = threading.Lock()
        self._closed = False

    def submit(self, work: Callable[[Question], T], question: Question) -> Future[T]:
        """Queue a question for a worker."""
        with self._starting:
            try:
                return self._running().submit(work, question)
            except BrokenExecutor:
                self._pool = None
                return self._running().submit(work, question)

    def _running(self) -> ProcessPoolExecutor:
        if self._closed:
            raise RuntimeError("the server is closing")
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=self._begin)
        return self._pool

    def close(self) -> None:
        """Stop the workers."""
        with self._starting:
            self._closed = True
            if self._pool:
                self._pool.shutdown(wait=False, cancel_futures=True)


# In a thread


def _submit(
    pool: Pool,
    work: Callable[[Question], T],
    match: Match,
    seat: int,
    level: Level,
    seed: int,
    seconds: float,
    until: float,
) -> Future[T]:
    seen = Seen.of(match, seat)
    return pool.submit(work, Question(seen.game.id, seen.packed(), level.name, seed, seconds, until))


def choose(match: Match, seat: int, name: str, seed: int) -> int:
    """The bot's quick move; if the bot fails, the first legal one, so that the race continues."""
    try:
        return make_bot(name, seed).quick(Seen.of(match, seat))
    except Exception:
        log_error("a bot failed", level=name, game=match.game.id)
        return match.now.legal()[0]


# In a worker


def begin_worker() -> None:
    """Ignore SIGINT and SIGHUP, which are for the server; exit when the server exits, also if it is killed."""
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    log_to_stderr()
    parent = multiprocessing.parent_process()
    if parent:
        threading.Thread(target=lambda: (parent.join(), os._exit(0)), daemon=True).start()


def begin_modest_worker() -> None:
    """Start a worker of lower priority (nice), so that races come first."""
    begin_worker()
    with suppress(OSError, AttributeError):
        os.nice(5)


def search(question: Question) -> list[TriedMove]:
    """The moves that a search tried; empty if it is too late or this process is still compiling the rules."""
    game = load_game(question.game)
    if not game.is_native_ready():
        _compile_once(question.game)
        return []
    left = question.until - time.time()
    if left <= 0:
        return []
    bot = make_bot(question.level, question.seed)
    return bot.lines(Seen.unpacked(game, question.seen), min(question.seconds, left))


def search_or_play(question: Question) -> list[TriedMove]:
    """Like `search`, but with a short interpreted search while the rules are being compiled."""
    lines = search(question)
    if lines or question.until <= time.time():
        return lines
    seen = Seen.unpacked(load_game(question.game), question.seen)
    return think(Search(seen, question.seed, backend="python"), INTERPRETED_WALKS, question.seconds)


def hint(question: Question) -> Hint:
    """The moves tried, and why the best one is better."""
    lines = search_or_play(question)
    if question.until <= time.time():
        return Hint(lines)
    return Hint(lines, reason(Seen.unpacked(load_game(question.game), question.seen), good_lines(lines)))


def short_hint(question: Question) -> Hint:
    """The moves that a compiled search tried, and no reason: bots are waiting."""
    return Hint(search(question))


@cache
def _compile_once(game_id: str) -> threading.Thread:
    return load_game(game_id).compile_in_background()
