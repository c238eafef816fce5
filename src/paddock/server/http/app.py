"""The ASGI application: routes, middleware, start-up and shutdown."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute

from paddock.engine import Game

from ..admin.desk import Desk
from ..admin.node_desk import NodeDesk
from ..line.sockets import Sockets
from ..node.passing import FromNodes
from ..settings import Settings
from ..store.store import Store
from ..table.hall import Hall
from ..table.house import House
from .api import Api
from .pages import Boards, Pages
from .security import Blocked, KnownHosts, SecurityHeaders
from .traces import TracedRequests


def make_hall(games: Sequence[Game], store: Store, settings: Settings | None = None) -> Hall:
    """The hall (all tables) of a server for these games."""
    house = House(games, store, settings or Settings())
    store.observed_by(house.committed)
    hall = Hall(house)
    if house.settings.node_address:
        from ..node.nodes import Nodes  # needs the library of PostgreSQL
        from ..store.node_store import NodeStore

        assert isinstance(store, NodeStore)
        hall.nodes = Nodes(hall, store)
    return hall


def make_app(hall: Hall) -> Starlette:
    """The ASGI application of a hall."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        await hall.open()
        yield
        await hall.close()

    routes = [
        *Api(hall).routes(),
        *([NodeDesk(Desk(hall), hall.nodes).route()] if hall.nodes else []),
        WebSocketRoute("/ws/{table}", Sockets(hall)),
        Route("/boards/{game}.js", Boards(hall.house.games).board, methods=["GET"]),
        Route("/{path:path}", Pages().page, methods=["GET"]),
    ]
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(SecurityHeaders),
            *([Middleware(FromNodes, nodes=hall.nodes)] if hall.nodes else []),
            Middleware(KnownHosts, hosts=known_hosts(hall.house.settings)),
            Middleware(Blocked, house=hall.house),
            Middleware(TracedRequests, traces=hall.house.traces),
        ],
        lifespan=lifespan,
    )


def known_hosts(settings: Settings) -> list[str]:
    """The names of this server: as people know it, and as other nodes do."""
    node = urlsplit(settings.node_address).hostname
    return [*settings.hosts, *([node] if node else [])]
