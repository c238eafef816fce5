"""The HTTP API: every endpoint."""

import asyncio
import gzip
import hashlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from paddock import __version__
from paddock.series import sheet_csv, write_bundle

from ..line import wire
from ..line.refusals import RefusedError
from ..line.requests import take_seat
from ..node.passing import PASSED, Passed
from ..store.archive import Archive
from ..store.loading import load_race
from ..store.readiness import Readiness
from ..store.store import ReadOnlyError, StoreError, TableRow
from ..table.championships import season_of
from ..table.hall import Hall
from ..table.lessons import found_lesson
from ..table.sight import encode
from ..table.workshops import checked, made, tried, workshop_info
from .catalogue import games_info, howto_info, lobby_info, pictures_info, rules_info
from .logs import log_error
from .metrics import memory_bytes
from .security import Addresses, is_own_origin, may_read_metrics, network_of

if TYPE_CHECKING:
    from ..node.nodes import Nodes

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]
JSON, TEXT = "application/json", "text/plain; charset=utf-8"
KEPT = "private, max-age=86400, immutable"  # the link of a private table is a secret: no shared cache has it
BODY = "paddock.body"  # key in the ASGI scope: a body that was read
LEVEL = 5  # of compression
STATUSES = ("waiting", "racing", "over")


class Api:
    """The endpoints."""

    def __init__(self, hall: Hall):
        self.hall = hall
        self.house = hall.house
        limits = self.house.settings.limits
        self._posts = Addresses(limits.posts_a_minute / 60, limits.posts_a_minute)
        self._checks = Addresses(limits.checks_a_minute / 60, limits.checks_a_minute)
        self._tries = Addresses(limits.tries_a_minute / 60, limits.tries_a_minute)
        self._gets = Addresses(limits.gets_a_minute / 60, limits.gets_a_minute)
        self._races = Addresses(limits.races_a_minute / 60, limits.races_a_minute)
        self._at_once = asyncio.Semaphore(limits.races_at_once)
        self._tables = Addresses(limits.tables_an_hour / 3600, limits.tables_an_hour)
        self._readiness = Readiness(self.house.store, self.house.settings.sources)
        self._kept: dict[str, tuple[bytes, bytes, str]] = {}  # cached responses: plain, compressed, ETag

    def routes(self) -> list[Route]:
        """The routes of all endpoints."""
        table, series = "/api/tables/{table}", "/api/series/{series}"
        return [
            _get("/health", self._guarded(self.health)),
            _get("/ready", self._guarded(self.ready)),
            _get("/metrics", self._guarded(self.metrics)),
            _get("/api/network", self._guarded(self.network)),
            _get("/api/lobby", self._guarded(self.lobby)),
            _get("/api/games", self._guarded(self.games)),
            _get("/api/games/{game}/rules", self._guarded(self.rules)),
            _get("/api/games/{game}/howto", self._guarded(self.howto)),
            _get("/api/games/{game}/pictures", self._guarded(self.pictures)),
            _get("/api/games/{game}/workshop", self._guarded(self.workshop)),
            _post("/api/games/{game}/workshop/check", self._guarded(self.check)),
            _post("/api/games/{game}/workshop/make", self._guarded(self.make)),
            _post("/api/games/{game}/workshop/try", self._guarded(self.try_out)),
            _get("/api/tables", self._guarded(self.tables)),
            _post("/api/tables", self._guarded(self._unless_draining(self.new_table))),
            _post("/api/quick", self._guarded(self._unless_draining(self.quick))),
            _post("/api/lessons", self._guarded(self._unless_draining(self.lesson))),
            _get(table, self._guarded(self._at_owner(self.table))),
            _post(f"{table}/join", self._guarded(self._at_owner(self.join))),
            _get(f"{table}/record", self._guarded(self.record)),
            _get(f"{table}/replay", self._guarded(self.replay)),
            _get(f"{table}/verify", self._guarded(self.verify)),
            _get(f"{table}/explained", self._guarded(self.explained)),
            _post(f"{table}/fork", self._guarded(self.fork)),
            _post("/api/series", self._guarded(self._unless_draining(self.new_series))),
            _get(series, self._guarded(self.series)),
            _get(f"{series}/odds", self._guarded(self._at_owner(self.odds))),
            _get(f"{series}/sheet", self._guarded(self.sheet)),
            _get(f"{series}/bundle", self._guarded(self.bundle)),
            _post(f"{series}/next", self._guarded(self._at_owner(self.next_race))),
            Route("/api/{rest:path}", self._guarded(self.nothing), methods=["GET", "POST"]),
        ]

    # Games and the lobby

    async def health(self, request: Request) -> Response:
        """Liveness: whether this process answers; does not use the store."""
        return _json({"status": "closing" if self.hall.closing else "ok"})

    async def ready(self, request: Request) -> Response:
        """Readiness: whether moves can be stored, tested by a write."""
        if self.hall.closing:
            raise RefusedError("the server is closing", status=503)
        if self.hall.nodes and self.hall.nodes.draining:
            raise RefusedError("the server hands its tables over to others", status=503)
        problem = await self._readiness.problem()
        if problem:
            raise RefusedError(problem, status=503)
        return _json({"status": "ready"})

    async def metrics(self, request: Request) -> Response:
        """For Prometheus."""
        if not may_read_metrics(request.headers, _address(request), self.house.settings.metrics_token):
            raise RefusedError("metrics are for the host of this server", status=403)
        counts = await self.house.store.counts()
        gauges = {f'tables{{status="{status}"}}': float(counts.get(status, 0)) for status in STATUSES}
        gauges["rooms"] = len(self.hall.rooms)
        gauges["tasks"] = len(asyncio.all_tasks())
        gauges["read_only"] = bool(self.house.rules.read_only)
        gauges["memory_bytes"] = memory_bytes()
        gauges["store_bytes"] = self.house.store.size()
        return Response(self.house.metrics.text(gauges), media_type="text/plain; version=0.0.4")

    async def network(self, request: Request) -> Response:
        """The address at which others on the network reach this server."""
        return _json(wire.NetworkInfo(self.house.settings.sources.network()))

    async def lobby(self, request: Request) -> Response:
        """The games as the lobby shows them."""
        return self._plain(request, "lobby", lambda: encode(lobby_info(self.house)))

    async def games(self, request: Request) -> Response:
        """Everything for the form of a new table."""
        return self._plain(request, "games", lambda: encode(games_info(self.house)))

    async def rules(self, request: Request) -> Response:
        """A game's clauses."""
        game = self.house.game(request.path_params["game"])
        return self._plain(request, f"rules of {game.id}", lambda: encode(rules_info(game)))

    async def howto(self, request: Request) -> Response:
        """A game's page How to play."""
        game = self.house.game(request.path_params["game"])
        return self._plain(request, f"howto of {game.id}", lambda: encode(howto_info(game)))

    async def pictures(self, request: Request) -> Response:
        """What the form of a new table draws."""
        game = self.house.game(request.path_params["game"])
        return self._plain(request, f"pictures of {game.id}", lambda: encode(pictures_info(game)))

    async def workshop(self, request: Request) -> Response:
        """What an editor of component files needs to start: examples and palette."""
        game = self.house.game(request.path_params["game"])
        return self._plain(request, f"workshop of {game.id}", lambda: encode(workshop_info(game)))

    def _plain(self, request: Request, name: str, made: Callable[[], bytes]) -> Response:
        """A response that stays the same while the server runs: made and compressed once."""
        if name not in self._kept:
            data = made()
            self._kept[name] = (data, _zipped(data), f'W/"{hashlib.sha256(data).hexdigest()[:20]}"')
        plain, zipped, mark = self._kept[name]
        headers = {"vary": "accept-encoding", "etag": mark, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == mark:
            return Response(status_code=304, headers=headers)
        zips = "gzip" in request.headers.get("accept-encoding", "")
        if zips:
            return Response(zipped, media_type=JSON, headers=headers | {"content-encoding": "gzip"})
        return Response(plain, media_type=JSON, headers=headers)

    async def check(self, request: Request) -> Response:
        """Check a component file."""
        wish = await self._body(request, wire.Check, self._checks)
        game = self.house.game(request.path_params["game"])
        return _encoded(await self.house.files.do(checked, game, wish.text))

    async def make(self, request: Request) -> Response:
        """Generate a random component."""
        wish = await self._body(request, wire.Make, self._checks)
        game = self.house.game(request.path_params["game"])
        return _encoded(await self.house.files.do(made, game, wish.size, wish.seed))

    async def try_out(self, request: Request) -> Response:
        """Race on a component for a moment."""
        wish = await self._body(request, wire.Try, self._tries)
        game = self.house.game(request.path_params["game"])
        return _encoded(await self.house.files.do(tried, game, wish.text, wish.first))

    async def tables(self, request: Request) -> Response:
        """List public tables."""
        return _json(await self.hall.tables())

    async def nothing(self, request: Request) -> Response:
        """A path that does not exist."""
        raise RefusedError("there is nothing here", status=404)

    # Tables

    async def new_table(self, request: Request) -> Response:
        """Create a table."""
        wish = await self._body(request, wire.NewTable)
        self._count_table(request)
        row, created = await self.house.founder.from_request(self.house.game(wish.game), wish)
        row.maker = _maker(request)
        await self.hall.found(row)
        return _json(created, 201)

    async def quick(self, request: Request) -> Response:
        """Create a table that starts at once."""
        wish = await self._body(request, wire.Quick)
        self._count_table(request)
        row, created = await self.house.founder.quick(self.house.game(wish.game), wish)
        row.maker = _maker(request)
        await self.hall.found(row)
        return _json(created, 201)

    async def lesson(self, request: Request) -> Response:
        """Create a lesson table, in memory."""
        wish = await self._body(request, wire.Learn)
        self._count_table(request)
        created = found_lesson(self.hall, wish, _maker(request))
        if self.hall.nodes:
            await self.hall.nodes.hold(created.table)
        return _json(created, 201)

    async def table(self, request: Request) -> Response:
        """A table's summary."""
        return _json(await self.hall.info(request.path_params["table"]))

    async def join(self, request: Request) -> Response:
        """Take an open seat."""
        wish = await self._body(request, wire.Join)
        room = await self.hall.room(request.path_params["table"])
        async with room.lock:
            seated = await take_seat(self.hall, room, wish.name, wish.seat)
            room.telling.tell_seats()
        await self.hall.start_if_complete(room)
        return _json(seated, 201)

    # Stored races

    async def record(self, request: Request) -> Response:
        """The race record."""
        row, mark = await self._wanted(request)
        headers = {"content-disposition": f'attachment; filename="{row.game}-{row.id[:8]}.race"'}
        return await self._stored(request, mark, lambda archive: archive.record().encode(), TEXT, headers)

    async def replay(self, request: Request) -> Response:
        """The data of a replay."""
        row, mark = await self._wanted(request)
        info = await self.hall.stored_info(row)
        return await self._stored(request, mark, lambda archive: encode(archive.replay(info)), JSON)

    async def verify(self, request: Request) -> Response:
        """Check the dice."""
        _, mark = await self._wanted(request)
        return await self._stored(request, mark, lambda archive: encode(archive.verify()), JSON)

    async def explained(self, request: Request) -> Response:
        """A finished race explained; while a worker is at it, the answer is not ready."""
        row, mark = await self._wanted(request)
        if not mark:
            raise RefusedError("this race is not over; it is explained after the flag")
        headers = {"etag": mark, "cache-control": KEPT}
        if mark in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        finer = request.query_params.get("finer") == "1"
        key = f"{mark} {finer}"
        found = self.house.explainer.found(key)
        if found is not None:
            return Response(found, media_type=JSON, headers=headers)
        if not self.house.explainer.is_running(key):
            await self._start_to_explain(request, row, key, finer)
        return _json(wire.ExplainedRace(False))

    async def _start_to_explain(self, request: Request, row: TableRow, key: str, finer: bool) -> None:
        self._check_rate(request, self.house.hints)
        self.house.explainer.check_room()
        async with self._at_once:
            _, archive = await self._archive(row.id)
            if archive.race.note:
                raise RefusedError(f"this race cannot be explained: {archive.race.note}")
            record = await asyncio.to_thread(archive.record)
        self.house.explainer.start(key, row.game, record, finer=finer)

    async def _wanted(self, request: Request) -> tuple[TableRow, str]:
        """The row of the requested race, and its ETag; "" while the race is not over."""
        self._check_rate(request, self._races)
        row = await self.hall.row(request.path_params["table"])
        if row.status != "over":
            return row, ""
        what = f"{__version__} {self.house.game(row.game).rules_digest} {row.revision} {request.url.path}"
        return row, f'"{hashlib.sha256(what.encode()).hexdigest()[:20]}"'

    async def _stored(
        self,
        request: Request,
        mark: str,
        made: Callable[[Archive], bytes],
        kind: str,
        headers: dict[str, str] | None = None,
    ) -> Response:
        """A response made outside the event loop; browsers cache that of a finished race, which never changes."""
        headers = {**(headers or {}), "vary": "accept-encoding"}
        if mark:
            headers |= {"etag": mark, "cache-control": KEPT}
            if mark in request.headers.get("if-none-match", ""):
                return Response(status_code=304, headers=headers)
        async with self._at_once:
            _, archive = await self._archive(request.path_params["table"])
            zips = "gzip" in request.headers.get("accept-encoding", "")
            data = await asyncio.to_thread(lambda: _zipped(made(archive)) if zips else made(archive))
        return Response(data, media_type=kind, headers=headers | ({"content-encoding": "gzip"} if zips else {}))

    async def fork(self, request: Request) -> Response:
        """Play on from a ply."""
        wish = await self._body(request, wire.Fork)
        self._count_table(request)
        old, archive = await self._archive(request.path_params["table"])
        entries = await asyncio.to_thread(archive.fork_entries, wish.ply)
        row, created = self.house.founder.fork(archive.game, old, wish.ply, wish.seats)
        row.maker = _maker(request)
        await self.hall.found(row, entries)
        return _json(created, 201)

    async def _archive(self, table: str) -> tuple[TableRow, Archive]:
        row = await self.hall.row(table)
        game, sources = self.house.game(row.game), self.house.settings.sources
        race = await load_race(self.house.store, game, row, sources)
        return row, Archive(game, row, race, sources)

    # Series

    async def new_series(self, request: Request) -> Response:
        """Create a series and its first table."""
        wish = await self._body(request, wire.NewSeries)
        self._count_table(request)
        return _json(await self.hall.championships.found(wish, _maker(request)), 201)

    async def series(self, request: Request) -> Response:
        """Calendar, sheet and standings."""
        return _json(await self.hall.championships.info(request.path_params["series"]))

    async def odds(self, request: Request) -> Response:
        """The title odds."""
        return _json(await self.hall.championships.odds(request.path_params["series"]))

    async def next_race(self, request: Request) -> Response:
        """Open the next race."""
        wish = await self._body(request, wire.NextRace)
        table = await self.hall.championships.open_next_for(request.path_params["series"], wish.keys)
        return _json(wire.OpenedRace(table), 201)

    async def sheet(self, request: Request) -> Response:
        """The score sheet for a spreadsheet."""
        series, sheet = await self.hall.championships.sheet(request.path_params["series"])
        headers = {"content-disposition": f'attachment; filename="{series.game}-{series.id[:8]}.csv"'}
        return Response(sheet_csv(sheet), media_type="text/csv; charset=utf-8", headers=headers)

    async def bundle(self, request: Request) -> Response:
        """All finished races as a zip of records."""
        self._check_rate(request, self._races)
        series, sheet = await self.hall.championships.sheet(request.path_params["series"])
        records: list[str] = []
        for table in series.tables[: len(series.results)]:
            async with self._at_once:
                _, archive = await self._archive(table)
                records.append(await asyncio.to_thread(archive.record))
        headers = {"content-disposition": f'attachment; filename="{series.game}-{series.id[:8]}.zip"'}
        data = await asyncio.to_thread(write_bundle, records, sheet, series.game, season_of(series))
        return Response(data, media_type="application/zip", headers=headers)

    # Checks

    async def _body(self, request: Request, kind: type[T], counted: Addresses | None = None) -> T:
        limits = self.house.settings.limits
        self._check_origin(request)
        self._check_rate(request, counted or self._posts)
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise RefusedError("send JSON as application/json", status=415)
        return _decode(await _read(request, limits.body_bytes), kind)

    def _at_owner(self, endpoint: Endpoint) -> Endpoint:
        """Let the node answer that has the table, or the last table of the series, if that is another one."""

        async def placed(request: Request) -> Response:
            if self.hall.nodes is None or PASSED in request.scope:
                return await endpoint(request)
            table = request.path_params.get("table") or await self.hall.championships.last_table(
                request.path_params["series"]
            )
            return await self._passed_on(request, table, self.hall.nodes) or await endpoint(request)

        return placed

    def _unless_draining(self, endpoint: Endpoint) -> Endpoint:
        """Let another node make a new table if this one hands its tables over."""

        async def placed(request: Request) -> Response:
            nodes = self.hall.nodes
            if nodes is None or not nodes.draining or PASSED in request.scope:
                return await endpoint(request)
            return await self._passed_on(request, "", nodes) or await endpoint(request)

        return placed

    async def _passed_on(self, request: Request, table: str, nodes: "Nodes") -> Response | None:
        """The answer of the node that has a table or should have it; None if this is the one."""
        passed = Passed(
            request.method,
            request.url.path,
            _address(request),
            await _read(request, self.house.settings.limits.body_bytes) if request.method == "POST" else b"",
            request.headers.get("content-type", ""),
        )
        if request.method == "POST":
            self._check_origin(request)
            request.scope[BODY] = passed.body
        answer = await nodes.pass_on(table, passed)
        return Response(answer[2], answer[0], media_type=answer[1]) if answer else None

    def _check_origin(self, request: Request) -> None:
        if not is_own_origin(request.headers, self.house.settings.origins):
            raise RefusedError("this comes from a page of another site", status=403)

    def _check_rate(self, request: Request, counted: Addresses) -> None:
        if not counted.takes(_address(request), self.house.settings.sources.clock()):
            raise RefusedError("too many requests; wait a minute", status=429)

    def _count_table(self, request: Request) -> None:
        if not self._tables.takes(_address(request), self.house.settings.sources.clock()):
            raise RefusedError("too many new tables from your address; wait a while", status=429)

    def _guarded(self, endpoint: Endpoint) -> Endpoint:
        """Turn errors into a JSON object with one sentence, without details of the program."""

        async def guarded(request: Request) -> Response:
            try:
                if request.method == "GET" and request.url.path.startswith("/api/"):
                    self._check_rate(request, self._gets)
                return await endpoint(request)
            except RefusedError as error:
                return _json(wire.Failure(error.reason), error.status)
            except ClientDisconnect:
                return _json(wire.Failure("the request was not complete"), 400)
            except ReadOnlyError as error:
                return _json(wire.Failure(str(error)), 503)
            except StoreError:
                log_error("the store failed", path=request.scope["route"].path)
                return _json(wire.Failure("the store does not answer; try again"), 503)
            except Exception:
                log_error("a request failed", path=request.scope["route"].path)
                return _json(wire.Failure("something went wrong here"), 500)

        return guarded


def _get(path: str, endpoint: Endpoint) -> Route:
    return Route(path, endpoint, methods=["GET"])


def _post(path: str, endpoint: Endpoint) -> Route:
    return Route(path, endpoint, methods=["POST"])


def _json(value: Any, status: int = 200) -> Response:
    return _encoded(encode(value), status)


def _encoded(data: bytes, status: int = 200) -> Response:
    return Response(data, status, media_type=JSON)


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _maker(request: Request) -> str:
    """A hash of the creator's network, by which limits count tables."""
    return hashlib.sha256(network_of(_address(request)).encode()).hexdigest()[:16]


def _zipped(data: bytes) -> bytes:
    return gzip.compress(data, LEVEL, mtime=0)


async def _read(request: Request, most: int) -> bytes:
    if BODY in request.scope:
        return request.scope[BODY]
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > most:
            raise RefusedError(f"a request has at most {most} bytes", status=413)
    return data


def _decode(data: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RefusedError(f"this cannot be read: {error}"[:300], status=400) from None
