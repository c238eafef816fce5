"""This server as one of several nodes: its lease, its tables, and what it has to know of the others.

A tick renews the lease, drops tables that others have taken, reads the house rules again and shows who is present here.
Everything is read from the store, so nothing is missed, whatever was lost on the way.
"""

import asyncio
import secrets
import socket
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit
from zlib import crc32

import msgspec

from ..http.logs import log, log_error, short
from ..line.refusals import MovedError, RefusedError
from ..store.node_store import Node, NodeStore
from ..store.store import LostTableError, StoreError
from ..table.presence import Present
from .passing import Passed, pass_on

if TYPE_CHECKING:
    from ..table.hall import Hall
    from ..table.room import Room

TICKS = 3  # in one lease
TRIES = 10  # in one lease, to reach the owner of a table
READY = 200  # HTTP status
PATIENCE = 2  # leases in which a dead owner is replaced
T = TypeVar("T")
Reaching = Callable[[Node], Awaitable[T]]
_decode = msgspec.json.Decoder(Present).decode


class Nodes:
    """The nodes of a site, as this one sees them."""

    def __init__(self, hall: "Hall", store: NodeStore):
        self.secret = ""
        self._hall = hall
        self._store = store
        self._shown: dict[str, bytes] = {}  # by table: who is there, as others were shown
        self._peers: frozenset[str] = frozenset()  # IP addresses of all nodes
        self._others: list[Node] = []  # nodes that lived at the last tick
        self._tasks: list[asyncio.Task[None]] = []
        self._renewed = float("-inf")  # by this machine's clock, when the lease was last asked for
        self._late: asyncio.Task[None] | None = None  # a tick that clients wait for
        self._silent: dict[str, tuple[float, float]] = {}  # by node that cannot be reached: since when, and when last

    async def open(self) -> None:
        """Begin the lease and keep renewing it."""
        self.secret = await self._store.secret(secrets.token_urlsafe(32))
        await self.tick()
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(work) for work in (self._tick_for_ever(), self._watch_for_ever())]
        log("this server is a node", address=self._store.node.address, lease_seconds=self._store.lease_seconds)

    async def close(self) -> None:
        """End the lease; all tables were left before."""
        for task in self._tasks:
            task.cancel()
        try:
            await self._store.retire()
        except StoreError:  # the lease runs out by itself
            log_error("the lease was not ended")

    # The lease

    async def _tick_for_ever(self) -> None:
        while True:
            await asyncio.sleep(self._store.lease_seconds / TICKS)
            try:
                await self.tick()
            except Exception:  # without a tick this node would lose all its tables
                log_error("the lease was not renewed; it will be tried again")

    async def tick(self) -> None:
        """Renew the lease, drop what others have taken, and learn and show what is new."""
        begun = time.monotonic()
        for table in await self._store.renew():
            self._hall.drop(table)
        self._renewed = begun
        self._hall.take_rules(await self._store.house_rules())
        await self._show_present()
        nodes = await self._store.live_nodes()
        self._others = [node for node in nodes if node != self._store.node]
        self._peers = await _ip_addresses(nodes)

    async def _watch_for_ever(self) -> None:
        """Send people to other nodes if this one does not reach the database and another one does."""
        missed = 0  # leases
        while True:
            await asyncio.sleep(self._store.lease_seconds)
            missed = 0 if self.is_sure else missed + 1
            stored = [table for table, room in self._hall.rooms.items() if room.is_stored]  # lessons go on here
            if missed > 1 and stored and await self._is_another_ready():
                log("this node does not reach the database, and another one does: people are sent there")
                for table in stored:
                    self._hall.drop(table)

    async def _is_another_ready(self) -> bool:
        """Whether another node can store something."""
        asked = (pass_on(node.address, self.secret, Passed("GET", "/ready", "")) for node in self._others)
        answers = await asyncio.gather(*asked, return_exceptions=True)
        return any(not isinstance(answer, BaseException) and answer[0] == READY for answer in answers)

    @property
    def is_sure(self) -> bool:
        """Whether the lease lasts, so that no other node has a table that this one has."""
        return time.monotonic() - self._renewed <= self._store.lease_seconds

    async def make_sure(self) -> None:
        """Drop what others have taken, if this node was asleep or cut off for longer than its lease."""
        if not self.is_sure:
            await self.look_again()

    async def look_again(self) -> None:
        """Drop what others have taken; everybody who asks meanwhile waits for the same answer."""
        if self._late is None or self._late.done():
            self._late = asyncio.get_running_loop().create_task(self.tick())
        await asyncio.shield(self._late)

    def is_peer(self, address: str) -> bool:
        """Whether connections from an address carry the lines of many clients."""
        return address in self._peers

    # Draining

    @property
    def draining(self) -> bool:
        """Whether this node hands its tables over and takes no new ones, because it will be stopped."""
        return self._store.draining

    async def drain(self) -> int:
        """Hand all tables over and take no new ones; returns how many there were. Other nodes do what comes here."""
        if not await self._store.takers():
            raise RefusedError("no other server takes tables: stop this one, or start another first")
        self._store.draining = True
        try:
            await self._store.renew()
        except StoreError:
            self._store.draining = False
            raise
        return await self._hall.hand_over()

    # Tables

    async def take(self, table_id: str) -> int:
        """Take a table that is free; returns its epoch. MovedError if another node has it or should have it."""
        try:
            if self.draining or await self._store.take(table_id):
                raise MovedError
        except LostTableError:
            raise MovedError from None
        return self.epoch(table_id)

    def epoch(self, table_id: str) -> int:
        """Since which epoch this node has a table, as far as it knows; 0: it has not."""
        return self._store.epoch(table_id)

    async def hold(self, table_id: str) -> None:
        """Have a table that is in memory only, so that lines to it find this node."""
        await self._store.hold(table_id)

    async def leave(self, table_id: str) -> None:
        """Let any node have a table; if the store fails, this node drops it when it next hears of it."""
        self._shown.pop(table_id, None)
        try:
            await self._store.leave(table_id)
        except StoreError:
            log_error("a table was not left")

    def lose(self, table_id: str) -> None:
        """Forget a table that another node has taken."""
        self._shown.pop(table_id, None)
        self._store.lose(table_id)

    async def elsewhere(self, table_id: str) -> Node | None:
        """The other node that has a table or should have it; None: this one has it or may take it."""
        await self.make_sure()
        if table_id in self._hall.rooms:
            return None
        owner = await self._store.owner(table_id)
        if self.draining and owner in (None, self._store.node):
            return await self._taker(table_id)
        return owner if owner != self._store.node else None

    async def _taker(self, table_id: str) -> Node:
        """A node that takes tables: the same one for all lines of a table."""
        nodes = await self._store.takers()
        if not nodes:
            raise MovedError
        return nodes[crc32(table_id.encode()) % len(nodes)]

    async def reach(self, table_id: str, call: Reaching[T]) -> T | None:
        """What the owner of a table answers; None if this node has it or may take it.

        It takes the table of an owner that is dead, or that it could not reach for a lease.
        """
        for _ in range(PATIENCE * TRIES):
            owner, begun = await self.elsewhere(table_id), time.monotonic()
            if owner is None:
                return None
            try:
                answer = await call(owner)
            except (OSError, TimeoutError):  # nobody listens there: nothing was sent
                if self._is_cut_off(owner, begun):
                    log("a node is not reached: its table is taken over", table=short(table_id), node=owner.address)
                    await self._wrest(table_id, owner)
                else:
                    await asyncio.sleep(self._store.lease_seconds / TRIES)
            else:
                self._silent.pop(owner.id, None)
                return answer
        raise MovedError

    async def _wrest(self, table_id: str, owner: Node) -> None:
        try:
            await self._store.wrest(table_id, owner)
        except LostTableError:  # it holds it still: it will be tried again
            return

    def _is_cut_off(self, owner: Node, begun: float) -> bool:
        """Whether no try to reach a node has succeeded for a lease; `begun` is when the last one began."""
        now, lease = time.monotonic(), self._store.lease_seconds
        since, last = self._silent.get(owner.id, (begun, begun))
        if begun - last > lease:  # nobody has tried for long
            since = begun
        self._silent[owner.id] = since, now
        return now - since >= lease and self.is_sure and not self.draining

    async def pass_on(self, table_id: str, request: Passed) -> tuple[int, str, bytes] | None:
        """The owner's answer to a request: status, content type and body; None if this node should answer."""
        return await self.reach(table_id, lambda owner: pass_on(owner.address, self.secret, request))

    # Who is where

    async def _show_present(self) -> None:
        now = {table: _encoded(room) for table, room in self._hall.rooms.items()}
        news = {table: data for table, data in now.items() if self._shown.get(table, b"") != data}
        await self._store.show_present(news)
        self._shown = now

    async def present(self, table_ids: list[str]) -> dict[str, Present]:
        """By table, of these: who is there, at any node."""
        return {table: _decode(data) for table, data in (await self._store.present(table_ids)).items()}


def _encoded(room: "Room") -> bytes:
    """Who is in a room; empty: nobody."""
    return msgspec.json.encode(room.present) if room.lines else b""


async def _ip_addresses(nodes: list[Node]) -> frozenset[str]:
    found: set[str] = set()
    for node in nodes:
        try:
            host = urlsplit(node.address).hostname
            for one in await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM):
                found.add(str(one[4][0]))
        except OSError:  # a name that cannot be resolved here
            continue
    return frozenset(found)
