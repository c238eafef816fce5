"""The host's commands for servers that share a database: sent to one of them, with the secret from the database."""

import http.client
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..node.passing import CLIENT, PASSED, SECRET, Passed
from ..store.migrations import VERSION
from ..store.store import StoreError
from .desk import Desk, DeskError

if TYPE_CHECKING:
    from ..node.nodes import Nodes

PATH = "/node/desk"
SENT_ON = "sent_on"  # marks a command that another node has sent to the owner of its table
MOST_BYTES = 65_536  # of a command
ANSWER_PATIENCE = 120.0  # timeout in seconds, as for a server alone
ASKED = "SELECT nodes.address, node_secret.secret FROM nodes, node_secret WHERE lease_end > EXTRACT(EPOCH FROM now())"


class NodeDesk:
    """A node's end: commands about a table are carried out by its owner."""

    def __init__(self, desk: Desk, nodes: "Nodes"):
        self._desk = desk
        self._nodes = nodes

    def route(self) -> Route:
        """Its route; without the secret there is nothing."""
        return Route(PATH, self.answer, methods=["POST"])

    async def answer(self, request: Request) -> Response:
        """Carry out one command."""
        if PASSED not in request.scope:
            return _json({"error": "there is nothing here"}, 404)
        body = await request.body()
        wish: dict[str, Any] = json.loads(body) if len(body) <= MOST_BYTES else {}
        table = str(wish.get("table", ""))
        if table and not wish.pop(SENT_ON, False):
            sent = Passed("POST", PATH, "", json.dumps({**wish, SENT_ON: True}).encode())
            answer = await self._nodes.pass_on(table, sent)
            if answer:
                return Response(answer[2], answer[0], media_type=answer[1])
        try:
            return _json({"answer": await self._desk.do(wish)})
        except DeskError as error:
            return _json({"error": str(error)})


def _json(value: Any, status: int = 200) -> Response:
    return Response(json.dumps(value), status, media_type="application/json")


def ask_nodes(url: str, request: dict[str, Any]) -> dict[str, Any] | None:
    """The answer of one of the nodes on a database, or of the one that is named; None if there are none."""
    nodes = _named(_nodes(url), str(request.get("node", "")))
    for address, secret in nodes:
        try:
            return _asked(address, secret, request)
        except ConnectionRefusedError:  # it has just ended
            continue
        except (OSError, ValueError) as error:
            raise StoreError(f"the server at {address} does not answer: {error}") from None
    if nodes:
        raise StoreError(f"the server at {nodes[0][0]} does not answer; try again in a few seconds")
    return None


def _named(nodes: list[tuple[str, str]], wanted: str) -> list[tuple[str, str]]:
    """The node that is wanted; all if none is named."""
    found = [node for node in nodes if wanted in ("", node[0])]
    if nodes and not found:
        addresses = ", ".join(address for address, _ in nodes)
        raise StoreError(f"there is no server at {wanted[:80]!r}; there are {addresses}")
    return found


def _nodes(url: str) -> list[tuple[str, str]]:
    try:
        from ..store.postgres_connection import PostgresConnection
    except ImportError:  # told when the store is opened
        return []
    session = PostgresConnection(url)
    try:
        return session.execute(ASKED).fetchall() if session.version() == VERSION else []
    finally:
        session.close()


def _asked(address: str, secret: str, request: dict[str, Any]) -> dict[str, Any]:
    where = urlsplit(address)
    line = http.client.HTTPConnection(where.hostname or "", where.port, timeout=ANSWER_PATIENCE)
    try:
        line.request(
            "POST", PATH, json.dumps(request), {SECRET: secret, CLIENT: "", "content-type": "application/json"}
        )
        return json.loads(line.getresponse().read())
    finally:
        line.close()
