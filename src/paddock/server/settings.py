"""The settings of a server, and its sources of time, keys, addresses and dice, which tests replace."""

import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import ip_network
from typing import Any

from paddock.bots import BOTS
from paddock.engine import SECRET_BYTES, Dice, FairDice

from .store.urls import without_password

Check = Callable[[Any], str]  # what is wrong with a value; empty: nothing


def checked(default: Any, check: Check, *, is_secret: Callable[[Any], bool] = lambda value: False) -> Any:
    """A setting with its own check instead of the default one, that every number is above 0."""
    return field(default=default, metadata={"check": check, "is_secret": is_secret})


def _within(least: float, most: float = float("inf")) -> Check:
    bounds = f"takes a number from {least:g}" + ("" if most == float("inf") else f" to {most:g}")
    return lambda value: "" if least <= value <= most else bounds


def _span(value: tuple[float, float]) -> str:
    return "" if 0.0 <= value[0] <= value[1] else "takes two numbers from 0 on, the smaller one first"


def _each(pattern: str, what: str) -> Check:
    return lambda values: "" if all(re.fullmatch(pattern, one) for one in values) else f"takes {what}"


def _proxies(values: tuple[str, ...]) -> str:
    try:
        [ip_network(one) for one in values]
    except ValueError:
        return "takes addresses or networks, e.g. 127.0.0.1 or 10.0.0.0/8"
    return ""


def _bot(value: str) -> str:
    return "" if value in BOTS else f"takes one of {', '.join(BOTS)}"


def _traces(value: str) -> str:
    return (
        ""
        if not value or re.fullmatch(r"https?://\S+", value)
        else "takes an address like http://localhost:4318/v1/traces"
    )


def _node(value: str) -> str:
    is_one = not value or re.fullmatch(r"http://([\w.-]+|\[[0-9a-fA-F:]+\]):\d{1,5}", value)
    return "" if is_one else "takes an address like http://10.0.0.5:8000, with no path"


def _anything(value: object) -> str:
    return ""


def _has_password(value: Any) -> bool:
    return without_password(str(value)) != value


ORIGINS = _each(r"https?://[\w.:\[\]-]+", "origins like https://play.example, with no path")
HOSTS = _each(r"[\w.:%-]+", "names like play.example, with no https:// and no path")


@dataclass(frozen=True)
class Limits:
    """Limits for one client, one address and the whole server."""

    message_bytes: int = 16_384  # of one message on a WebSocket
    body_bytes: int = 65_536  # of one HTTP request
    messages_a_second: float = 20.0
    message_burst: int = 60  # messages that may come at once
    bad_messages: int = 100  # refused in a row before the connection is closed
    hello_seconds: float = 10.0
    outbox: int = 512  # messages a slow reader may be behind
    keys: int = 16  # in one hello
    name_length: int = 32
    entropy_length: int = 100
    posts_a_minute: int = 120  # of one address
    gets_a_minute: int = 1_200  # of one address
    races_a_minute: int = 120  # stored races that one address reads: replays, records, checks of dice, bundles
    races_at_once: int = 2  # stored races that are loaded at the same time, for all clients together
    checks_a_minute: int = 600  # of component files from one address: an editor asks after every change
    tries_a_minute: int = 60  # of races on a component, from one address; one takes half a second of a processor
    tables_an_hour: int = 200  # created from one address
    hints_a_minute: int = 30  # for one address
    tables: int = 100_000  # waiting or racing, in the store; archived ones do not count
    tables_an_address: int = 1_000  # of those, made from one address
    lessons: int = 2_000  # tables of lessons, which are in memory only
    lessons_an_address: int = 60  # of those, from one address
    connections: int = 10_000  # WebSocket connections to tables
    connections_an_address: int = 400
    sockets: int = 12_000  # TCP connections of any kind; fewer if the limit on open files is lower
    sockets_an_address: int = 1_000
    header_seconds: float = 10.0  # for the headers of a request to come
    body_seconds: float = 20.0  # for its body
    answer_seconds: float = 60.0  # that a response may stall because the client does not read it
    ping_seconds: float = 20.0  # between pings of a connection, and for the answer to one
    close_seconds: float = 5.0  # for the closing handshake of a connection


@dataclass(frozen=True)
class FileLimits:
    """Limits for checking one component file; the check runs in a process that does nothing else."""

    workers: int = 1  # processes
    waiting: int = 64  # files that wait for one, at most
    cpu_seconds: int = 2
    memory_mb: int = 512  # of address space, the program itself included
    wall_seconds: float = 20.0


@dataclass(frozen=True)
class Pace:
    """Delays and grace periods, in seconds."""

    bot_delay: tuple[float, float] = checked((0.5, 1.4), _span)  # of a bot's move: shortest, and with many choices
    bot_goes_on: float = checked(0.35, _within(0))  # factor of that delay if the same bot moved just before
    leave_grace: float = checked(5.0, _within(0))  # after a player leaves, until a bot drives
    away_grace: float = checked(60.0, _within(0))  # after a player's connection breaks, until a bot drives
    unload_after: float = checked(30.0, _within(0))  # with nobody at the table


@dataclass(frozen=True)
class Expiry:
    """When abandoned tables are deleted or archived."""

    waiting_hours: float = 24.0  # without visitors until a table whose race has not begun is deleted
    race_days: float = 30.0  # without visitors until a race is archived: not counted, not listed, opened by its link
    delete_races: bool = False  # delete abandoned races instead
    every_seconds: float = 600.0  # between two checks for abandoned tables


def new_token(size: int) -> str:
    """A random id or key that can be typed as a word of a command: it never looks like an option."""
    while (found := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return found


@dataclass(frozen=True)
class Sources:
    """Sources of time, keys and dice."""

    now: Callable[[], float] = time.time  # since 1970
    clock: Callable[[], float] = time.monotonic  # for durations
    token: Callable[[int], str] = new_token
    secret: Callable[[], bytes] = lambda: secrets.token_bytes(SECRET_BYTES)
    seed: Callable[[], int] = lambda: secrets.randbits(31)  # of a table's bots
    fraction: Callable[[], float] = lambda: secrets.randbelow(1000) / 1000  # for a bot's delay
    network: Callable[[], str] = lambda: ""  # the address that others can open; "": only this computer can
    dice: Callable[[bytes, tuple[tuple[int, str], ...]], Dice] = FairDice


@dataclass(frozen=True)
class Settings:
    """All settings."""

    limits: Limits = field(default_factory=Limits)
    pace: Pace = field(default_factory=Pace)
    sources: Sources = field(default_factory=Sources)
    files: FileLimits = field(default_factory=FileLimits)
    expiry: Expiry = field(default_factory=Expiry)
    host: str = checked("127.0.0.1", _anything)  # address to listen at; 0.0.0.0 or :: lets others in
    port: int = checked(0, _within(0, 65_535))  # 0: the first free one from 8000
    store: str = checked(
        "", _anything, is_secret=_has_password
    )  # of races: sqlite:///races.db; empty: your data folder
    open_browser: bool = True  # open a page when the server is ready
    proxies: tuple[str, ...] = checked((), _proxies)  # addresses whose X-Forwarded-For is trusted, e.g. 127.0.0.1
    hosts: tuple[str, ...] = checked((), HOSTS)  # names besides this machine's own and its addresses
    metrics_token: str = checked("", _anything, is_secret=bool)  # that /metrics asks for; empty: this machine only
    origins: tuple[str, ...] = checked((), ORIGINS)  # allowed besides the server's own, e.g. https://play.example
    node_address: str = checked("", _node)  # where other servers on the same PostgreSQL reach this one; empty: alone
    lease_seconds: float = 5.0  # after which the tables of a node that died move to others
    traces: str = checked("", _traces)  # where traces go, e.g. http://localhost:4318/v1/traces; empty: nowhere
    snapshot_every: int = 512  # entries of a race between two snapshots
    bot_threads: int = 2  # for quick choices
    bot_workers: int = checked(0, _within(0))  # processes that search; 0: all processors but one
    standard_bot: str = checked("club", _bot)
