"""Title odds, simulated in a separate process, so that no table waits for them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, replace
from typing import Self

from paddock.engine import SPECTATOR, Game, Match, Options, Season
from paddock.games import load_game
from paddock.series import Odds, champions, is_over, series_rules, title_odds

from ..http.logs import log, log_error
from ..line.refusals import RefusedError
from ..line.wire import TitleOdds
from .ending_worker import EndingWorker

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
        self._worker = EndingWorker()
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
            self._keep(series_id, now, await self._worker.run(simulated, game.id, season, now.known))
        except BrokenExecutor:
            self._worker.end()
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

    def close(self) -> None:
        """Stop the worker."""
        for task in self._running.values():
            task.cancel()
        self._worker.end()


def _certain(game: Game, season: Season) -> TitleOdds:
    """The odds of a season that is over."""
    titles = champions(game, season)
    shares = [titles.get(team, 0.0) for team in range(len(series_rules(game).teams(season)))]
    return TitleOdds(True, len(season.results), 0, 0, shares, shares, shares)


# In the worker


def simulated(game_id: str, season: Season, known: bytes) -> Odds:
    """The odds of a season, from a position of its next race if there is one; the rules are compiled first."""
    game = load_game(game_id)
    game.native()
    if game.live_option(season.race_options):  # the times of presses are unknown: simulate without a clock
        season, known = replace(season, race_options=_untimed(game, season.race_options)), b""
    position = game.state.from_bytes(known) if known else None
    return title_odds(game, season, SEASONS, seconds=SECONDS, known=position)


def _untimed(game: Game, options: Options) -> Options:
    """The same race without a running clock."""
    return {name: value for name, value in options.items() if not game.live_option({name: value})}
