"""Pass a client's line or request on to the node that has its table. The client sees no difference."""

import asyncio
import hmac
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from ..http.logs import log_error
from ..line.outbox import Outbox, Wire
from ..line.refusals import MOVED
from ..line.wire import Closing
from ..settings import Limits
from ..table.sight import encode

SECRET, CLIENT = "x-paddock-node", "x-paddock-client"  # headers: the nodes' secret, and the address of the client
PASSED = "paddock.passed"  # key in the ASGI scope of what another node has passed on
RESTART = 1012  # WebSocket close code: clients reconnect
POLICY = 1008
OPEN_SECONDS = 3.0  # until a node that does not answer counts as dead
ANSWER_SECONDS = 30.0
MOST_FRAME = 1 << 24  # bytes from a node
MOST_BYTES = 1 << 26  # of an answer from a node


@dataclass(frozen=True)
class Passed:
    """A request to pass on."""

    method: str
    path: str
    client: str  # address
    body: bytes = b""
    kind: str = "application/json"


class FromNodes:
    """Gives a line or request that another node passes on the address of its client; refuses a wrong secret."""

    def __init__(self, app: ASGIApp, nodes: Any):
        self.app = app
        self.nodes = nodes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one."""
        headers = Headers(scope=scope) if scope["type"] in ("http", "websocket") else Headers()
        if SECRET not in headers:
            await self.app(scope, receive, send)
        elif self.nodes.secret and hmac.compare_digest(headers[SECRET].encode(), self.nodes.secret.encode()):
            await self.app({**scope, "client": (headers.get(CLIENT, ""), 0), PASSED: True}, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": POLICY})
        else:
            await Response('{"error": "this comes from no node"}', 403, media_type="application/json")(
                scope, receive, send
            )


# Lines


async def open_line(address: str, secret: str, table: str, client: str) -> ClientConnection:
    """A line to a table at another node; OSError if nobody listens there."""
    uri = f"ws{address.removeprefix('http')}/ws/{table}"
    try:
        return await connect(
            uri,
            additional_headers={SECRET: secret, CLIENT: client},
            compression=None,
            proxy=None,
            open_timeout=OPEN_SECONDS,
            close_timeout=OPEN_SECONDS,
            max_size=MOST_FRAME,
        )
    except WebSocketException as error:  # it closes, or it has another secret
        raise OSError(str(error)) from None


class PassedLine:
    """A client's line that is passed on to the owner of its table, frame by frame, in order, both ways.

    The owner is read as fast as it sends. A client that does not read is cut when as much waits for it as at the owner.
    """

    def __init__(self, line: ClientConnection, wire: Wire | None, limits: Limits):
        self._line = line
        self._wire = wire
        self._limits = limits
        self._outbox = Outbox(wire)

    async def run(self, receive: Receive, send: Send) -> None:
        """Pass frames on until one side closes."""
        up = asyncio.create_task(self._up(receive))
        down = asyncio.create_task(self._down())
        writer = asyncio.create_task(self._outbox.write(send))
        try:
            await asyncio.wait({up, down}, return_when=asyncio.FIRST_COMPLETED)
            if down.done() or not up.result():  # the owner has closed: what it said before is passed on first
                await asyncio.wait({down})
                await self._finish(writer)
        finally:
            for task in (up, down, writer):
                task.cancel()
            await asyncio.gather(up, down, writer, return_exceptions=True)
            await self._line.close()

    async def _finish(self, writer: "asyncio.Task[None]") -> None:
        """Give the client some time to read the rest."""
        await asyncio.wait({writer}, timeout=self._limits.close_seconds)
        if not writer.done():
            self._abort()

    async def _up(self, receive: Receive) -> bool:
        """From the client to the owner; True: the client has closed, False: the owner has."""
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return True
            if self._wire:
                self._wire.arrived()
            data = message.get("text")
            try:
                await self._line.send(data if data is not None else message.get("bytes") or b"")
            except ConnectionClosed:
                return False

    async def _down(self) -> None:
        """From the owner to the client, until the owner closes or the client is cut."""
        try:
            while len(self._outbox) < self._limits.outbox:
                frame = await self._line.recv(decode=False)
                self._outbox.put(frame[1:-1])  # a frame is a list of messages
            self._abort()
            self._outbox.close(POLICY)
        except ConnectionClosed as closed:
            if closed.rcvd is None:  # the owner is gone without a word
                self._outbox.put(encode(Closing(MOVED, True)))
            self._outbox.close(closed.rcvd.code if closed.rcvd else RESTART)

    def _abort(self) -> None:
        if self._wire:
            self._wire.abort()


# Requests


async def pass_on(address: str, secret: str, request: Passed) -> tuple[int, str, bytes]:
    """A node's answer to a request: status, content type and body; OSError if nobody listens there."""
    where = urlsplit(address)
    async with asyncio.timeout(OPEN_SECONDS):
        reader, writer = await asyncio.open_connection(where.hostname, where.port or 80)
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            writer.write(_request(where.netloc, secret, request))
            return _answer(await _whole(reader))
    except (OSError, TimeoutError, ValueError):
        log_error("a node did not answer a request")
        return 503, "application/json", b'{"error":"the server that has this table does not answer; try again"}'
    finally:
        writer.close()


async def _whole(reader: asyncio.StreamReader) -> bytes:
    data = b""
    while part := await reader.read(65_536):
        data += part
        if len(data) > MOST_BYTES:
            raise ValueError("the answer is too long")
    return data


def _request(host: str, secret: str, request: Passed) -> bytes:
    lines = [
        f"{request.method} {request.path} HTTP/1.1",
        f"host: {host}",
        f"{SECRET}: {secret}",
        f"{CLIENT}: {request.client}",
        f"content-type: {request.kind}",
        f"content-length: {len(request.body)}",
        "connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode() + request.body


def _answer(data: bytes) -> tuple[int, str, bytes]:
    """An answer of this program's own server, which always says its length."""
    head, gap, body = data.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
    if not gap or len(body) != int(headers.get("content-length", -1)):
        raise ValueError("the answer is not whole")
    return int(first.split()[1]), headers.get("content-type", "application/json"), body
