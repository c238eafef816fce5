"""All live tables: loaded when a client comes, unloaded when they have been empty for a while."""

import asyncio

from ..http.logs import log, log_error, short
from ..line.refusals import RefusedError
from ..line.wire import Closing, TableInfo, Tables
from ..store.loading import load_race
from ..store.store import EntryRow, NoTableError, StoreError, TableRow, UnreadableError
from .championships import Championships
from .house import House
from .infos import table_info
from .room import Room
from .sight import encode

LISTED = 30
FRESH = 600.0  # seconds after its creation for which an empty waiting table is listed


class Hall:
    """The rooms of a server."""

    def __init__(self, house: House):
        self.house = house
        self.rooms: dict[str, Room] = {}
        self.championships = Championships(self)
        self.closing = False
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    # Rooms

    async def room(self, table_id: str) -> Room:
        """The live room of a table; concurrent requests share one load."""
        if self.closing:
            raise RefusedError("the server is closing", status=503)
        if table_id in self.rooms:
            return self.rooms[table_id]
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.get_running_loop().create_task(self._load(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> Room:
        try:
            row = await self.row(table_id)
            game = self.house.game(row.game)
            race = await load_race(self.house.store, game, row, self.house.settings.sources)
            room = Room(self.house, row, race, self.championships.race_over)
            await room.playing.recover()
            await self.house.store.touch([table_id], self.house.settings.sources.now())
            self.rooms[table_id] = room
            if row.status == "over":
                self.championships.race_over(row)  # the server may have crashed before it counted the race
            return room
        except UnreadableError as error:
            log_error("a table cannot be read", table=short(table_id))
            raise RefusedError(str(error), status=500) from None
        finally:
            self._loading.pop(table_id, None)

    async def row(self, table_id: str) -> TableRow:
        """A table as it is stored."""
        if table_id in self.rooms:
            return self.rooms[table_id].row
        try:
            return await self.house.store.load(table_id)
        except NoTableError:
            raise RefusedError("there is no such table", status=404) from None
        except UnreadableError as error:
            log_error("a table cannot be read", table=short(table_id))
            raise RefusedError(str(error), status=500) from None

    async def exists(self, table_id: str) -> bool:
        """Whether a table was created and not deleted since."""
        try:
            return bool(table_id) and bool(await self.house.store.load(table_id))
        except NoTableError:
            return False

    async def check_room(self, row: TableRow) -> None:
        """Refuse a new table if there are too many waiting or racing, in total or from one network."""
        limits, store = self.house.settings.limits, self.house.store
        counts = await store.counts()
        if counts.get("waiting", 0) + counts.get("racing", 0) >= limits.tables:
            raise RefusedError("this server has no room for another table", status=503)
        if row.maker and await store.made_by(row.maker) >= limits.tables_an_address:
            raise RefusedError("too many open tables from your address; finish one first", status=429)

    async def found(self, row: TableRow, entries: list[EntryRow] | None = None) -> Room:
        """Store a new table; its race starts at once if it waits for nobody."""
        await self.check_room(row)
        await self.house.store.create(row, entries or [])
        log("table made", table=short(row.id), game=row.game, private=row.private)
        room = await self.room(row.id)
        await self.start_if_complete(room)
        return room

    async def start_if_complete(self, room: Room) -> None:
        """Start the race if no seat is open and, for a rematch, all people are connected."""
        if room.row.status != "waiting":
            return
        async with room.lock:
            if room.row.status != "waiting" or any(seat.kind == "open" for seat in room.row.seats):
                return
            people = [number for number, seat in enumerate(room.row.seats) if seat.kind == "person"]
            if room.row.waits_for_all and not all(room.presence[seat].lines for seat in people):
                return
            await room.playing.start()

    # The lobby

    async def info(self, table_id: str) -> TableInfo:
        """The public information about a table."""
        row = await self.row(table_id)
        if table_id in self.rooms:
            return self.rooms[table_id].info
        return await self.stored_info(row)

    async def stored_info(self, row: TableRow) -> TableInfo:
        """The same without who is there, which changes also when a race is over."""
        return table_info(self.house, row, entries=await self.house.store.entry_count(row.id))

    async def tables(self) -> Tables:
        """The public tables."""
        store = self.house.store
        waiting = [row for row in await store.listed("waiting", LISTED) if self._is_open(row) and self._is_fresh(row)]
        racing = [row for row in await store.listed("racing", LISTED) if self._is_watched(row)]
        over = await store.listed("over", LISTED)
        listed = [[self._listed(row) for row in rows] for rows in (waiting, racing, over)]
        return Tables(*listed, notice=self.house.rules.notice)

    def _listed(self, row: TableRow) -> TableInfo:
        return self.rooms[row.id].info if row.id in self.rooms else table_info(self.house, row)

    def _is_watched(self, row: TableRow) -> bool:
        return row.id in self.rooms and bool(self.rooms[row.id].lines)

    def _is_open(self, row: TableRow) -> bool:
        """Whether a seat is open: a rematch may wait for people who have their seats."""
        return any(seat.kind == "open" for seat in row.seats)

    def _is_fresh(self, row: TableRow) -> bool:
        return self._is_watched(row) or self.house.settings.sources.now() - row.created < FRESH

    # Unloading and closing

    async def open(self) -> None:
        """Load the house rules and start the periodic sweep."""
        self.house.take_rules(await self.house.store.house_rules())
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep_for_ever())

    async def _sweep_for_ever(self) -> None:
        clock, due = self.house.settings.sources.clock, 0.0
        while True:
            try:
                if clock() >= due:
                    due = clock() + self.house.settings.expiry.every_seconds
                    await self.expire()
                await self.sweep()
            except StoreError:
                log_error("sweeping failed; it will be tried again")
            await asyncio.sleep(max(0.05, self.house.settings.pace.unload_after / 3))

    async def expire(self) -> None:
        """Delete or archive tables without visitors for long; those with a room are not idle."""
        if self.house.rules.read_only:
            return
        expiry, now = self.house.settings.expiry, self.house.settings.sources.now()
        await self.house.store.touch(list(self.rooms), now)
        waiting, racing = now - expiry.waiting_hours * 3600, now - expiry.race_days * 86400
        cleared = await self.house.store.expire(waiting, racing, expiry.delete_races)
        if cleared:
            log("idle tables cleared away", tables=cleared)

    async def sweep(self) -> None:
        """Unload rooms that have been empty for a while."""
        clock, patience = self.house.settings.sources.clock, self.house.settings.pace.unload_after
        for table_id, room in list(self.rooms.items()):
            if room.lines or room.is_timed or clock() - room.empty_since < patience or room.lock.locked():
                continue
            async with room.lock:  # a concurrent `hello` waits for it, then finds the room unloaded and loads it again
                await room.storing.keep_snapshot()
                await self.house.store.touch([table_id], self.house.settings.sources.now())
                room.unload()
                self.rooms.pop(table_id, None)

    async def send_away(self, room: Room, message: Closing, code: int) -> None:
        """Close every line to a room, and unload it."""
        async with room.lock:
            for line in list(room.lines):
                line.send(encode(message))
                line.close(code)
                room.goodbye(line)
            await room.storing.keep_snapshot()
            room.unload()
            self.rooms.pop(room.row.id, None)

    async def close(self) -> None:
        """Tell all clients, finish all writes, close the store."""
        if self.closing:
            return
        self.closing = True
        if self._sweeper:
            self._sweeper.cancel()
        reason = "the server restarts; come back in a moment"
        await asyncio.gather(*(room.close(reason) for room in list(self.rooms.values())))
        self.house.bots.close()
        await asyncio.to_thread(self.house.files.close)
        await self.championships.close()
        await self.house.store.close()
        await asyncio.to_thread(self.house.traces.close)
