"""Finished races explained, in a separate process of low priority, so that no table and no bot waits for it."""

import asyncio
from collections import OrderedDict
from concurrent.futures import BrokenExecutor

import msgspec

from paddock.analysis import FINER, USUAL, explain
from paddock.engine import Match, read_record
from paddock.games import load_game

from ..http.logs import log, log_error
from ..line.refusals import RefusedError
from ..line.wire import ExplainedRace
from .ending_worker import EndingWorker

KEPT = 100  # races in the cache; a finished race never changes
WAITING = 8  # races that wait for the worker; more are refused
SECONDS = 300.0  # of one race, compiling included; then its worker is ended


class Explainer:
    """Explains one race at a time and keeps what it found."""

    def __init__(self) -> None:
        self._worker = EndingWorker()
        self._found: OrderedDict[str, bytes] = OrderedDict()
        self._failed: OrderedDict[str, None] = OrderedDict()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._one = asyncio.Lock()

    def found(self, key: str) -> bytes | None:
        """What is known about a race, as JSON; None if it has to be explained first."""
        if key in self._failed:
            raise RefusedError("this race cannot be explained", status=503)
        if key in self._found:
            self._found.move_to_end(key)
        return self._found.get(key)

    def is_running(self, key: str) -> bool:
        """Whether a race is being explained, or waits for it."""
        return key in self._running

    def check_room(self) -> None:
        """Refuse another race while too many wait."""
        if len(self._running) >= WAITING:
            raise RefusedError("too many races are being explained; try again in a moment", status=503)

    def start(self, key: str, game_id: str, record: str, *, finer: bool) -> None:
        """Begin to explain the race of a record."""
        if key not in self._running:
            self._running[key] = asyncio.get_running_loop().create_task(self._find(key, game_id, record, finer))

    async def _find(self, key: str, game_id: str, record: str, finer: bool) -> None:
        try:
            async with self._one:
                asked = self._worker.run(race_explained, game_id, record, finer)
                self._found[key] = await asyncio.wait_for(asked, SECONDS)
        except BrokenExecutor:  # the next question starts again
            self._worker.end()
            log("the worker that explains races died; there will be another")
        except TimeoutError:
            self._worker.end()
            self._failed[key] = None
            log("a race took too long to explain; its worker was ended", game=game_id)
        except Exception:
            self._failed[key] = None
            log_error("a race could not be explained", game=game_id)
        finally:
            self._running.pop(key, None)
            for kept in (self._found, self._failed):
                while len(kept) > KEPT:
                    kept.popitem(last=False)

    def close(self) -> None:
        """Stop the worker."""
        for task in self._running.values():
            task.cancel()
        self._worker.end()


# In the worker


def race_explained(game_id: str, record: str, finer: bool) -> bytes:
    """A race explained, as JSON; the rules are compiled first."""
    match = Match.replay(load_game(game_id), read_record(record))
    return msgspec.json.encode(ExplainedRace(True, explain(match, FINER if finer else USUAL)))
