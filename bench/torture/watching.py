"""People at tables of several nodes, also by a running clock: they come through the proxy, and remember what each line
told them."""

import json
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from tests.server.harness import Client, Message, NotHeardError
from tests.server.killing import FINAL, LiveRace, Race, likely
from tests.server.racing import Racer

from .history import Line
from .kills import LIVE, Chain

SEATS = 3  # at a table
SILENCE = 4.0  # seconds until a client that hears nothing comes again; a page in the browser does so, too
UNLIKELY = 0.3  # share of moves by which a second history would differ from the first; more, and no race would end
COME_AGAIN = 0.3  # seconds until it tries
LISTENING = 0.05  # seconds that somebody at a race by a running clock waits for a message before looking up
AWAY = (500, 502, 503, 504)  # status: the proxy or the node has nobody who could answer now


class Place(Protocol):
    """Where people come in."""

    port: int
    thinking: tuple[float, float]  # seconds from one move of a person to the next
    chance: random.Random


class Watcher(Client):
    """Keeps what happened, not how it looked: many races fit into the memory."""

    patience = SILENCE
    heard_at = 0.0  # when the last message came

    def next(self, timeout: float = SILENCE) -> Message:
        """The next message; of the earlier ones only the first is kept."""
        message = super().next(min(timeout, self.patience))
        del self.raw[:], self.heard[1:]
        self.heard_at = time.monotonic()
        return message

    def hear(self, kind: str, where: Callable[[Message], bool] = lambda message: True) -> Message:
        """Wait for a message of that kind; without it somebody comes again, also if other messages come."""
        try:
            return super().hear(kind, where)
        except NotHeardError as error:
            raise TimeoutError(str(error)) from None

    def _keep(self, message: Message) -> None:
        if message["type"] == "plies":
            for ply in message["plies"]:
                ply["view"] = None
        super()._keep(message)

    def _complete(self, position: Message) -> None:
        """No ply shows a position."""


class WatchedRace(Race):
    """Remembers what each line was told, in the order of arrival."""

    pause = COME_AGAIN

    def __init__(self, place: Place, table: str, keys: dict[int, str]):
        super().__init__(place, table, keys)
        self.choose = likely
        self.views: dict[int, list[Line]] = {seat: [] for seat in keys}
        self.thinking = place.thinking
        self.chance = random.Random(place.chance.random())
        self.hurried = threading.Event()  # while somebody waits for this table, people do not think
        self.moved = time.monotonic()

    def line_of(self, seat: int) -> Client:
        """A line of a person."""
        return Watcher(self.server.port, self.table, [self.keys[seat]], self.entry[seat])

    def remember(self, seat: int, line: Client) -> None:
        """A line has ended."""
        super().remember(seat, line)
        plies = line.plies.get(seat, {})
        self.views[seat].append([(number, _words(ply)) for number, ply in plies.items()])

    def play(self, lines: dict[int, Client]) -> None:
        """To the end of the race; nobody waits for a node that sleeps to say goodbye."""
        for line in lines.values():
            line.socket.close_timeout = COME_AGAIN
        super().play(lines)

    def _chosen(self, position: Message) -> int:
        self.hurried.wait(max(0.0, self.moved + self.chance.uniform(*self.thinking) - time.monotonic()))
        self.moved = time.monotonic()
        if self.chance.random() < UNLIKELY:
            self.choose = self._any
        move, self.choose = super()._chosen(position), likely
        return move

    def _any(self, position: Message) -> int:
        return self.chance.choice(position["choices"])["move"]

    @property
    def reached(self) -> int:
        """Entries that anybody has heard of."""
        return max([*self.entry.values(), *(line.entry for line in list(self.lines.values()))])

    def acknowledged(self) -> int:
        """Moves of people who were told that they are stored."""
        return sum(ply["actor"] == seat for seat, told in self.told.items() for ply in told.values())


class WatchedLiveRace(WatchedRace, LiveRace):
    """By a running clock: what each line was told of presses is remembered, too."""

    def __init__(self, place: Place, table: str, keys: dict[int, str]):
        super().__init__(place, table, keys)
        self.told_fates: list[tuple[tuple[int, int], str]] = []
        self.next_press = dict.fromkeys(keys, 0.0)

    def racer(self, line: Client, seat: int) -> Racer:
        """Somebody whose server has a clock as fast as ours."""
        return Racer(line, seat, fast=1.0)

    def drive(self, racer: Racer) -> None:
        """Press after thinking for a while; TimeoutError if nothing has come for long, as the clock is always told."""
        line, now = racer.client, time.monotonic()
        assert isinstance(line, Watcher)
        if line.heard_at and now - line.heard_at > SILENCE:
            raise TimeoutError
        if now < self.next_press[racer.seat] and not self.hurried.is_set():
            racer.listen(LISTENING)
            return
        before = racer.number
        racer.drive(LISTENING)
        if racer.number > before:
            self.next_press[racer.seat] = now + self.chance.uniform(*self.thinking)

    def _keep_fates(self, racer: Racer) -> None:
        for fate in racer.fates:
            if fate["what"] in FINAL:
                self.told_fates.append(((racer.seat, fate["number"]), fate["what"]))


def _words(ply: dict[str, object]) -> str:
    """A ply without what only shows it."""
    return json.dumps({name: value for name, value in ply.items() if name != "view"}, sort_keys=True)


@dataclass
class Table(Chain):
    """Races one after the other."""

    rest: float = field(default=0.0)  # seconds until the first one

    def run(self) -> None:
        """Not all tables are founded in the same moment."""
        if not self.stopped.wait(self.rest):
            super().run()

    def new_race(self, table: str, keys: dict[int, str]) -> WatchedRace:
        """A race whose lines are kept."""
        return (WatchedLiveRace if self.by_clock else WatchedRace)(cast(Place, self.server), table, keys)

    def next_table(self) -> dict[str, Any] | None:
        """Two people and a bot."""
        plain = self.game.complete_options(SEATS, {})
        without_clock = {name: plain[name] for name in self.game.live.OPTIONS} if self.game.live else {}
        options = LIVE if self.by_clock else without_clock
        seats = [{"kind": "me"}, {"kind": "me"}, {"kind": "bot"}]
        made = self.post("/api/tables", {"game": self.game.id, "seats": seats, "options": options})
        if made is None:
            self.stopped.wait(COME_AGAIN)
        return made

    def refused(self, status: int, answer: dict[str, Any]) -> None:
        """Nothing can be stored while the database is away."""
        if status not in AWAY:
            super().refused(status, answer)

    @property
    def now(self) -> WatchedRace:
        """The race that is on."""
        race = self.races[-1]
        assert isinstance(race, WatchedRace)
        return race
