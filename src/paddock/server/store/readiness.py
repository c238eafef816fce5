"""Readiness: whether moves can be stored, tested by a write, at most once a second."""

import asyncio

from ..http.logs import log_error
from ..settings import Sources
from .store import Store, StoreError

PAUSE = 1.0  # seconds for which a result is cached
PATIENCE = 2.0  # timeout of a write in seconds


class Readiness:
    """Caches the last result; concurrent requests share one write."""

    def __init__(self, store: Store, sources: Sources):
        self._store = store
        self._sources = sources
        self._lock = asyncio.Lock()
        self._asked = float("-inf")
        self._problem = ""

    async def problem(self) -> str:
        """Why nothing can be stored; empty if it can."""
        async with self._lock:
            if self._sources.clock() - self._asked >= PAUSE:
                self._problem = await self._written()
                self._asked = self._sources.clock()
        return self._problem

    async def _written(self) -> str:
        try:
            await asyncio.wait_for(self._store.check(self._sources.now()), PATIENCE)
        except TimeoutError:
            return f"the store has not written anything for {PATIENCE:g} seconds"
        except StoreError as error:
            log_error("the store cannot write")
            return f"nothing can be stored: {error}"
        return ""
