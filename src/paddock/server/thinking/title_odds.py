"""Title odds, simulated in a separate process, so that no table waits for them."""

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Self, cast

from paddock.engine import SPECTATOR, Game, Match, Options, Season
from paddock.games import load_game
from paddock.series import Odds, champions, is_over, series_rules, title_odds

from ..http.logs import log, log_error
from ..line.refusals import RefusedError
from ..line.wire import TitleOdds
from .thinkers import begin_modest_worker

SEASONS = 1000  # at most
SECONDS = 3.0  # of simulating, after compiling
KEPT = 200  # results in the cache
PAUSE = 4.0  # seconds from one answer to the next simulation of the same race


@dataclass(frozen=True)
class Moment:
    """The state of a season: races finished, plies of the next race, and its position as spectators know it."""

    races: int
    ply: int = 0
    known: bytes = b""

    @classmethod
    def of(cls, races: int, match: Match) -> Self:
        """In a running race: only what every spectator of it knows leaves the table."""
        return cls(races, match.known_ply(), match.seen_by(SPECTATOR).to_bytes())


class OddsMaker:
    """Simulates one season at a time; during a race it returns the last result until there is a new one."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._pool: ProcessPoolExecutor | None = None
        self._line: Connection | None = None  # closed: the worker ends
        self._found: dict[str, tuple[Moment, float, Odds]] = {}  # by series
        self._failed: dict[str, Moment] = {}  # by series: a later moment is tried again
        self._running: dict[str, asyncio.Task[None]] = {}

    def odds(self, game: Game, series_id: str, season: Season, now: Moment) -> TitleOdds:
        """The odds if they are known; else starts to simulate them."""
        if is_over(game, season):
            return _certain(game, season)
        if self._failed.get(series_id) == now:
            raise RefusedError("the title odds cannot be had now", status=503)
        if self._is_due(series_id, now):
            task = asyncio.get_running_loop().create_task(self._find(series_id, game, season, now))
            self._running[series_id] = task
        moment, _, found = self._found.get(series_id, (None, 0.0, None))
        if moment is None or found is None or moment.races != now.races:
            return TitleOdds(False, now.races, now.ply, 0, [], [], [])
        low, high = zip(*found.intervals, strict=True)
        return TitleOdds(True, moment.races, moment.ply, found.seasons, list(found.shares), list(low), list(high))

    def _is_due(self, series_id: str, now: Moment) -> bool:
        """Whether the season has changed and no simulation of it is running."""
        if series_id in self._running:
            return False
        moment, at, _ = self._found.get(series_id, (None, 0.0, None))
        if moment is None or moment.races != now.races:
            return True
        return moment.ply != now.ply and self._clock() - at >= PAUSE

    async def _find(self, series_id: str, game: Game, season: Season, now: Moment) -> None:
        try:
            work = asyncio.get_running_loop().run_in_executor
            odds = await work(self._running_pool(), simulated, game.id, season, now.known)
            self._keep(series_id, now, odds)
        except BrokenExecutor:
            self._pool = None
            log("the worker of title odds died; there will be another")
        except Exception:
            self._failed[series_id] = now
            log_error("title odds failed", game=game.id)
        finally:
            self._running.pop(series_id, None)

    def _keep(self, series_id: str, now: Moment, odds: Odds) -> None:
        self._found.pop(series_id, None)
        while len(self._found) >= KEPT:
            self._found.pop(next(iter(self._found)))
        self._found[series_id] = (now, self._clock(), odds)

    def _running_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._line, end = cast(tuple[Connection, Connection], context.Pipe())
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=begin_ending_worker, initargs=(end,))
        return self._pool

    def close(self) -> None:
        """Stop the worker."""
        for task in self._running.values():
            task.cancel()
        if self._line:
            self._line.close()  # the worker exits at once, even while it simulates or compiles
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _certain(game: Game, season: Season) -> TitleOdds:
    """The odds of a season that is over."""
    titles = champions(game, season)
    shares = [titles.get(team, 0.0) for team in range(len(series_rules(game).teams(season)))]
    return TitleOdds(True, len(season.results), 0, 0, shares, shares, shares)


# In the worker


def begin_ending_worker(line: Connection) -> None:
    """Start a worker that exits at once when the server closes its end of a pipe."""
    begin_modest_worker()
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: Connection) -> None:
    with suppress(EOFError, OSError):
        line.recv()
    os._exit(0)


def simulated(game_id: str, season: Season, known: bytes) -> Odds:
    """The odds of a season, from a position of its next race if there is one; the rules are compiled first."""
    game = load_game(game_id)
    game.native()
    if game.live_option(season.race_options):  # the times of presses are unknown: simulate without a clock
        season, known = replace(season, race_options=_untimed(game, season.race_options)), b""
    position = game.state.from_bytes(known) if known else None
    return title_odds(game, season, SEASONS, seconds=SECONDS, threads=1, known=position)


def _untimed(game: Game, options: Options) -> Options:
    """The same race without a running clock."""
    return {name: value for name, value in options.items() if not game.live_option({name: value})}
