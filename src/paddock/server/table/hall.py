"""All live tables: loaded when a client comes, unloaded when they have been empty for a while."""

import asyncio
from typing import TYPE_CHECKING

from ..http.logs import log, log_error, short
from ..line.refusals import MOVED, MovedError, RefusedError
from ..line.wire import Closing, Notice, TableInfo, Tables
from ..store.loading import load_race
from ..store.store import EntryRow, HouseRules, NoTableError, StoreError, TableRow, UnreadableError
from .championships import Championships
from .founding import folded
from .house import House
from .infos import table_info
from .presence import Line, Present
from .room import Room
from .sight import encode

if TYPE_CHECKING:
    from ..node.nodes import Nodes

LISTED = 30
BLOCKED = "the host of this server has blocked you"
POLICY = 1008  # WebSocket close code: policy violation
DROPPED_SECONDS = 5.0  # in which whatever a dropped room was doing ends
FRESH = 600.0  # seconds after its creation for which an empty waiting table is listed


class Hall:
    """The rooms of a server."""

    def __init__(self, house: House):
        self.house = house
        self.rooms: dict[str, Room] = {}
        self.championships = Championships(self)
        self.nodes: Nodes | None = None  # of several servers on one database; None: this one is alone
        house.lose = self.drop
        self.closing = False
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    # Rooms

    async def room(self, table_id: str) -> Room:
        """The live room of a table; concurrent requests share one load."""
        if self.closing:
            raise RefusedError("the server is closing", status=503)
        if self.nodes:
            await self.nodes.make_sure()  # a message may have waited while this process slept
        if table_id in self.rooms:
            return self.rooms[table_id]
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.get_running_loop().create_task(self._load(table_id))
        return await asyncio.shield(self._loading[table_id])

    def has(self, room: Room) -> bool:
        """Whether a room is still the live one of its table, and no other node can have taken it."""
        return self.rooms.get(room.row.id) is room and (self.nodes is None or self.nodes.is_sure)

    async def look_again(self) -> None:
        """Drop what other nodes have taken."""
        if self.nodes:
            await self.nodes.look_again()

    async def _load(self, table_id: str) -> Room:
        try:
            epoch = await self.take(table_id)
            row = await self.row(table_id)
            game = self.house.game(row.game)
            race = await load_race(self.house.store, game, row, self.house.settings.sources)
            room = Room(self.house, row, race, self.championships.race_over)
            await room.playing.recover()
            await self.house.store.touch([table_id], self.house.settings.sources.now())
            self._check_held(room, epoch)
            self.rooms[table_id] = room
            if row.status == "over":
                self.championships.race_over(row)  # the server may have crashed before it counted the race
            return room
        except UnreadableError as error:
            log_error("a table cannot be read", table=short(table_id))
            raise RefusedError(str(error), status=500) from None
        finally:
            self._loading.pop(table_id, None)
            if table_id not in self.rooms:
                await self.leave(table_id)

    def _check_held(self, room: Room, epoch: int) -> None:
        """MovedError if another node has taken the table while it was loaded: it may be behind, and nobody drops it."""
        if self.nodes and self.nodes.epoch(room.row.id) != epoch:
            room.drop(MOVED)
            raise MovedError

    async def take(self, table_id: str) -> int:
        """Have a table for this server alone, since an epoch; MovedError if another node has it."""
        return await self.nodes.take(table_id) if self.nodes else 0

    async def leave(self, table_id: str) -> None:
        """Let any node have a table."""
        if self.nodes:
            await self.nodes.leave(table_id)

    def drop(self, table_id: str) -> None:
        """Another node has taken a table: its room ends here, and its clients come again."""
        if self.nodes:
            self.nodes.lose(table_id)
        room = self.rooms.pop(table_id, None)
        if room:
            log("a table was lost to another node", table=short(table_id))
            room.drop(MOVED)
            asyncio.get_running_loop().call_later(DROPPED_SECONDS, room.stop)

    async def row(self, table_id: str) -> TableRow:
        """A table as it is stored."""
        room = self.rooms.get(table_id)
        if room and room.is_stored:
            return room.row
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
        if await store.open_count(limits.tables) >= limits.tables:
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
        waiting, racing = await store.listed("waiting", LISTED), await store.listed("racing", LISTED)
        there = await self.present([row.id for row in (*waiting, *racing)])
        waiting = [row for row in waiting if self._is_open(row) and (row.id in there or self._is_fresh(row))]
        racing = [row for row in racing if row.id in there]
        over = await store.listed("over", LISTED)
        shown = [[self._listed(row, there.get(row.id)) for row in rows] for rows in (waiting, racing, over)]
        return Tables(*shown, notice=self.house.rules.notice)

    async def present(self, table_ids: list[str]) -> dict[str, Present]:
        """By table, of these: who is there, at this server or another node; tables with nobody are left out."""
        rooms = ((table, self.rooms[table]) for table in table_ids if table in self.rooms)
        here = {table: room.present for table, room in rooms if room.lines}
        return {**await self.nodes.present(table_ids), **here} if self.nodes else here

    def _listed(self, row: TableRow, there: Present | None) -> TableInfo:
        if row.id in self.rooms:
            return self.rooms[row.id].info
        if there is None:
            return table_info(self.house, row)
        return table_info(self.house, row, entries=there.entries, connected=there.connected, driven=there.driven)

    def _is_open(self, row: TableRow) -> bool:
        """Whether a seat is open: a rematch may wait for people who have their seats."""
        return any(seat.kind == "open" for seat in row.seats)

    def _is_fresh(self, row: TableRow) -> bool:
        return self.house.settings.sources.now() - row.created < FRESH

    # House rules

    def take_rules(self, rules: HouseRules) -> None:
        """Apply house rules at every table: of the host of this server, or read from the store."""
        before = self.house.rules
        if before == rules:
            return
        self.house.take_rules(rules)
        for room in self.rooms.values():
            for line in [line for line in room.lines if self._is_blocked(room, line)]:
                line.send(encode(Closing(BLOCKED, False)))
                line.close(POLICY)
            if rules.notice != before.notice:
                room.telling.tell(Notice(rules.notice))
            if rules.read_only != before.read_only:
                room.driver.schedule()

    def _is_blocked(self, room: Room, line: Line) -> bool:
        names = {folded(room.row.seats[seat].name) for seat in line.seats} - {""}
        return line.address in self.house.rules.networks or bool(names & self.house.founder.blocked)

    # Unloading and closing

    async def open(self) -> None:
        """Load the house rules and start the periodic sweep."""
        self.house.take_rules(await self.house.store.house_rules())
        if self.nodes:
            await self.nodes.open()
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
                await self.leave(table_id)

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
            await self.leave(room.row.id)

    async def hand_over(self) -> int:
        """Leave every table to other nodes, whose clients come again at once; returns how many there were."""
        count = 0
        while self.rooms or self._loading:
            await asyncio.gather(*self._loading.values(), return_exceptions=True)
            rooms = list(self.rooms.values())
            await asyncio.gather(*(self._hand_over(room) for room in rooms))
            count += len(rooms)
        return count

    async def _hand_over(self, room: Room) -> None:
        """Clients are told when another node can take the table already."""
        async with room.lock:
            room.stop()
            await room.storing.keep_snapshot()
            self.rooms.pop(room.row.id, None)
            await self.leave(room.row.id)
            room.drop(MOVED)

    async def close(self) -> None:
        """Tell all clients, finish all writes, close the store."""
        if self.closing:
            return
        self.closing = True
        if self._sweeper:
            self._sweeper.cancel()
        reason = "the server restarts; come back in a moment"
        await asyncio.gather(*(room.close(reason, self.leave) for room in list(self.rooms.values())))
        self.house.bots.close()
        self.house.explainer.close()
        await asyncio.to_thread(self.house.files.close)
        await self.championships.close()
        if self.nodes:
            await self.nodes.close()
        await self.house.store.close()
        await asyncio.to_thread(self.house.traces.close)
