"""The host's commands for the tables of a server. Each request is an object with `do` and its arguments."""

import unicodedata
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from ..http.logs import log, short
from ..http.security import is_address, network_of
from ..line.refusals import RefusedError
from ..line.wire import Closing
from ..store.store import HouseRules, KeptTable, StoreError, TableRow
from ..table.founding import folded
from ..table.hall import POLICY, Hall
from ..table.presence import Present
from .drivers import delete_driver, driver_data

LISTED = 10_000  # tables
MOST_TEXT = 300  # letters of a message
MOST_BLOCKED = 10_000
CLOSED = "the host of this server closed this table"
ENDED = "the host of this server ended this race; the places are those of that moment"
Request = dict[str, Any]
Answer = Any


class DeskError(ValueError):
    """A command that was refused, with the reason."""


class Desk:
    """Carries out the host's commands in the server's event loop."""

    def __init__(self, hall: Hall):
        self.hall = hall
        self.house = hall.house
        self._commands: dict[str, Callable[[Request], Awaitable[Answer]]] = {
            "list": self.list_tables,
            "close": self.close,
            "end": self.end,
            "hide": self.hide,
            "rules": self.rules,
            "block": self.block,
            "unblock": self.unblock,
            "read_only": self.read_only,
            "message": self.message,
            "drain": self.drain,
            "export_driver": self.export_driver,
            "delete_driver": self.delete_driver,
        }

    async def do(self, request: Request) -> Answer:
        """Carry out one command."""
        command = self._commands.get(str(request.get("do")))
        if command is None:
            raise DeskError(f"there is no such command; there are {', '.join(self._commands)}")
        log("command of the host", command=str(request["do"]))
        try:
            return await command(request)
        except RefusedError as error:
            raise DeskError(error.reason) from None
        except StoreError as error:
            raise DeskError(str(error)) from None

    # Tables

    async def list_tables(self, request: Request) -> list[Answer]:
        """Every table, newest first."""
        wanted = _text(request, "status")
        kept = await self.house.store.kept_tables(LISTED)
        present = await self.hall.present([one.row.id for one in kept])
        return [self._listed(one, present.get(one.row.id)) for one in kept if wanted in ("", one.row.status)]

    def _listed(self, kept: KeptTable, present: Present | None) -> Answer:
        row = kept.row
        return {
            "id": row.id,
            "game": row.game,
            "status": row.status,
            "hidden": row.private,
            "archived": kept.is_archived,
            "drivers": [seat.name for seat in row.seats if seat.kind == "person"],
            "entries": kept.entries,
            "lines": present.lines if present else 0,
            "created": row.created,
        }

    async def close(self, request: Request) -> str:
        """Disconnect all clients; a waiting table is deleted, a race archived, a finished one stays."""
        table = _text(request, "table")
        row = await self.hall.row(table)
        room = self.hall.rooms.get(table)
        if room:
            await self.hall.send_away(room, Closing(CLOSED, False), POLICY)
        if row.status == "over":
            return "disconnected everybody"
        await self.hall.take(table)
        try:
            return await self._clear_away(row)
        finally:
            await self.hall.leave(table)

    async def _clear_away(self, row: TableRow) -> str:
        if row.status == "waiting" and not row.series:
            await self.house.store.remove(row.id)
            return "deleted"
        await self.house.store.archive(row.id)
        return "archived"

    async def end(self, request: Request) -> str:
        """End a race; the current places become the result."""
        room = await self.hall.room(_text(request, "table"))
        async with room.lock:
            if room.row.status != "racing":
                raise DeskError(f"no race goes on there: it is {room.row.status}")
            if room.row.series:
                raise DeskError("it is a race of a series, which counts its results: close or hide it instead")
            await room.playing.end(ENDED)
        log("race ended by the host", table=short(room.row.id))
        return "ended"

    async def hide(self, request: Request) -> str:
        """Remove a table from the lobby, or list it again; its link still works."""
        room = await self.hall.room(_text(request, "table"))
        async with room.lock:
            room.row.private = not request.get("show")
            await room.storing.save_row()
            room.telling.tell_seats()
        return "hidden" if room.row.private else "shown"

    # The whole server

    async def rules(self, request: Request) -> Answer:
        """The house rules in force."""
        rules = await self._rules()
        return {
            "networks": rules.networks,
            "drivers": rules.drivers,
            "read_only": rules.read_only,
            "notice": rules.notice,
        }

    async def block(self, request: Request) -> str:
        """Block an address or a driver's name, and disconnect those who are there."""
        network, driver, rules = *_who(request), await self._rules()
        networks = sorted({*rules.networks, *([network] if network else [])})
        drivers = sorted({*rules.drivers, *([driver] if driver else [])})
        if len(networks) + len(drivers) > MOST_BLOCKED:
            raise DeskError(f"at most {MOST_BLOCKED} can be blocked; unblock some first")
        await self._decide(replace(rules, networks=networks, drivers=drivers))
        return f"blocked {network or driver}"

    async def unblock(self, request: Request) -> str:
        """Unblock an address or a driver's name."""
        network, driver, rules = *_who(request), await self._rules()
        networks = [one for one in rules.networks if one != network]
        drivers = [one for one in rules.drivers if folded(one) != folded(driver)]
        if (networks, drivers) == (rules.networks, rules.drivers):
            raise DeskError(f"{network or driver} is not blocked")
        await self._decide(replace(rules, networks=networks, drivers=drivers))
        return f"unblocked {network or driver}"

    async def read_only(self, request: Request) -> str:
        """Make the server read-only, with a reason; an empty reason ends that."""
        await self._decide(replace(await self._rules(), read_only=_line(request, "reason")))
        return "read-only" if self.house.rules.read_only else "open"

    async def message(self, request: Request) -> str:
        """Show a message to all clients until another one replaces it; an empty one removes it."""
        await self._decide(replace(await self._rules(), notice=_line(request, "text")))
        return "shown" if self.house.rules.notice else "removed"

    async def drain(self, request: Request) -> str:
        """Hand all tables of this server over to others on its database, so that it can be stopped."""
        if self.hall.nodes is None:
            raise DeskError("this server is alone on its store: nobody could take its tables; stop it instead")
        return f"handed over {await self.hall.nodes.drain()} tables; this server takes no more and may be stopped"

    async def _rules(self) -> HouseRules:
        """The house rules as they are stored: another node may have changed them a moment ago."""
        return await self.house.store.house_rules()

    async def _decide(self, rules: HouseRules) -> None:
        await self.house.store.save_house_rules(rules)
        self.hall.take_rules(rules)

    # A driver's data

    async def export_driver(self, request: Request) -> Answer:
        """Everything that the store keeps about a driver of that name."""
        return await driver_data(self.hall, _text(request, "name"))

    async def delete_driver(self, request: Request) -> Answer:
        """Remove a driver's name from all finished races; the races stay."""
        return await delete_driver(self.hall, _text(request, "name"))


def _text(request: Request, name: str) -> str:
    value = request.get(name, "")
    if not isinstance(value, str) or len(value) > MOST_TEXT:
        raise DeskError(f"{name} is a text of at most {MOST_TEXT} letters")
    return value


def _line(request: Request, name: str) -> str:
    """A text for people on one line: whitespace collapsed, no control characters."""
    text = " ".join(_text(request, name).split())
    if any(unicodedata.category(letter).startswith("C") for letter in text):
        raise DeskError(f"{name} has only visible letters")
    return text


def _who(request: Request) -> tuple[str, str]:
    """A network, or the name of a driver."""
    address, driver = _text(request, "address"), _line(request, "driver")
    if bool(address) == bool(driver):
        raise DeskError("name an address or a driver")
    if address and not is_address(address.partition("/")[0]):
        raise DeskError(f"{address[:60]!r} is not an address like 203.0.113.9 or 2001:db8::1")
    network = network_of(address.partition("/")[0]) if address else ""
    if "/" in address and address != network:
        raise DeskError(f"{address[:60]!r} is a network: name one address; of an IPv6 address its /64 is meant")
    return network, driver
