"""The WebSocket endpoint of a table."""

import asyncio
from collections import Counter

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from ..http.security import is_own_origin, network_of
from ..node.passing import PASSED, PassedLine, open_line
from ..store.store import StoreError
from ..table.hall import Hall
from .connection import POLICY, Connection
from .outbox import Wire
from .protocol import wire_of
from .refusals import MovedError


class Sockets:
    """Accepts WebSockets and passes messages between them and their connections."""

    def __init__(self, hall: Hall):
        self.hall = hall
        self.settings = hall.house.settings
        self._by_address: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one WebSocket, from its first to its last message."""
        websocket = WebSocket(scope, receive, send)
        address = network_of(websocket.client.host if websocket.client else "")
        if self.hall.closing or not is_own_origin(websocket.headers, self.settings.origins) or self._is_full(address):
            await websocket.close(POLICY)
            return
        await websocket.accept()
        self._count(address, 1)
        try:
            wire = wire_of(scope)
            if wire:
                wire.clock = self.settings.sources.clock
            if not await self._is_passed_on(websocket, wire, receive, send):
                connection = Connection(self.hall, websocket.path_params["table"], wire, address)
                await self._serve(connection, receive, send)
        finally:
            self._count(address, -1)

    async def _is_passed_on(self, websocket: WebSocket, wire: Wire | None, receive: Receive, send: Send) -> bool:
        """Pass a line on to the node that has its table, if that is another one; never twice."""
        nodes, table = self.hall.nodes, websocket.path_params["table"]
        if nodes is None or PASSED in websocket.scope:
            return False
        client = websocket.client.host if websocket.client else ""
        try:
            line = await nodes.reach(table, lambda owner: open_line(owner.address, nodes.secret, table, client))
        except (MovedError, StoreError):
            return False  # it is told to come again when it says hello
        if line:
            await PassedLine(line, wire, self.settings.limits).run(receive, send)
        return line is not None

    def _is_full(self, address: str) -> bool:
        limits = self.settings.limits
        return self._by_address.total() >= limits.connections or (
            self._by_address[address] >= limits.connections_an_address
        )

    def _count(self, address: str, change: int) -> None:
        self._by_address[address] += change
        if not self._by_address[address]:
            del self._by_address[address]
        self.hall.house.metrics.gauges["connections"] = self._by_address.total()

    async def _serve(self, connection: Connection, receive: Receive, send: Send) -> None:
        writer = asyncio.get_running_loop().create_task(_write(connection, send))
        patience = asyncio.get_running_loop().call_later(self.settings.limits.hello_seconds, _close_silent, connection)
        try:
            await _read(connection, receive)
        finally:
            patience.cancel()
            connection.gone()
            writer.cancel()


def _close_silent(connection: Connection) -> None:
    if connection.room is None:
        connection.close(POLICY)


async def _read(connection: Connection, receive: Receive) -> None:
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        data = message.get("text")
        await connection.receive(data if data is not None else message.get("bytes") or b"", connection.arrived())


async def _write(connection: Connection, send: Send) -> None:
    """Send queued messages until the connection is closed."""
    try:
        await connection.outbox.write(send)
    except (RuntimeError, OSError):
        connection.gone()
