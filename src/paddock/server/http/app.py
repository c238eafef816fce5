"""The ASGI application: routes, middleware, start-up and shutdown."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute

from paddock.engine import Game

from ..line.sockets import Sockets
from ..settings import Settings
from ..store.sqlite_store import SqliteStore
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
    if isinstance(store, SqliteStore):
        store.writer.observe = house.committed
    return Hall(house)


def make_app(hall: Hall) -> Starlette:
    """The ASGI application of a hall."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        await hall.open()
        yield
        await hall.close()

    routes = [
        *Api(hall).routes(),
        WebSocketRoute("/ws/{table}", Sockets(hall)),
        Route("/boards/{game}.js", Boards(hall.house.games).board, methods=["GET"]),
        Route("/{path:path}", Pages().page, methods=["GET"]),
    ]
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(KnownHosts, hosts=hall.house.settings.hosts),
            Middleware(Blocked, house=hall.house),
            Middleware(TracedRequests, traces=hall.house.traces),
        ],
        lifespan=lifespan,
    )
