"""People whose server is killed: they come back whenever the line breaks, and remember everything they heard."""

import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from websockets.exceptions import WebSocketException

from .harness import WAIT, Client, Message, race_to_the_end
from .racing import Racer

BROKEN = (WebSocketException, OSError, EOFError, TimeoutError)
FINAL = ("accepted", "dropped", "refused")  # what becomes of a press in the end
PROBES = 4  # measurements of a line before its racer is ready
PAUSE = 0.05  # seconds until somebody tries to come back
Choosing = Callable[[Message], int]


class Listening(Protocol):
    """A server, which has another port each time it is started."""

    @property
    def port(self) -> int: ...


class StoppedError(Exception):
    """Nobody wants this race to go on."""


def by_ply(position: Message) -> int:
    choices = position["choices"]
    return choices[position["ply"] * 7 % len(choices)]["move"]


def likely(position: Message) -> int:
    """What a driver would do who wants to arrive."""
    choices = position["choices"]
    return next((choice["move"] for choice in choices if choice["likely"]), choices[0]["move"])


class Race:
    """One table and the people at it, each with a line of their own."""

    pause = PAUSE

    def __init__(self, server: Listening, table: str, keys: dict[int, str], choose: Choosing = by_ply):
        self.server = server
        self.table = table
        self.keys = keys
        self.choose = choose
        self.entry = dict.fromkeys(keys, 0)
        self.told: dict[int, dict[int, Message]] = {seat: {} for seat in keys}  # plies without their views
        self.lines: dict[int, Client] = {}
        self.patience = WAIT  # seconds until somebody who hears nothing comes again
        self.over = False
        self.breaks = 0
        self.problems: list[str] = []
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def start(self) -> "Race":
        self.thread.start()
        return self

    @property
    def heard(self) -> dict[int, tuple[int, int]]:
        """Who did what at each ply, as anybody heard it."""
        return {n: (ply["actor"], ply["move"]) for told in self.told.values() for n, ply in told.items()}

    def run(self) -> None:
        while not self.over and not self.stopped.is_set():
            lines = self.lines = {}
            try:
                for seat in self.keys:
                    lines[seat] = self.line_of(seat)
                self.play(lines)
                self.over = True
            except BROKEN:
                self.breaks += bool(lines)
                time.sleep(self.pause)
            except StoppedError:
                pass
            except AssertionError as error:  # what a client found wrong, or did not hear in time
                self.problems.append(f"{self.table}: {error}")
            for seat, line in lines.items():
                self.remember(seat, line)
                line.socket.close()

    def line_of(self, seat: int) -> Client:
        line = Client(self.server.port, self.table, [self.keys[seat]], self.entry[seat])
        line.patience = self.patience
        return line

    def play(self, lines: dict[int, Client]) -> None:
        """To the end of the race."""
        race_to_the_end(*((line, seat) for seat, line in lines.items()), choose=self._chosen)

    def _chosen(self, position: Message) -> int:
        if self.stopped.is_set():
            raise StoppedError
        return self.choose(position)

    def remember(self, seat: int, line: Client) -> None:
        if line.heard and line.heard[0].get("entry", self.entry[seat]) < self.entry[seat]:
            self.problems.append(f"{self.entry[seat]} entries were heard of, the store has {line.heard[0]['entry']}")
        self.entry[seat] = max(self.entry[seat], line.entry)
        self.compare(seat, line)

    def compare(self, seat: int, line: Client) -> None:
        """What was heard before is as it was."""
        for number, ply in line.plies.get(seat, {}).items():
            now = {name: value for name, value in ply.items() if name != "view"}
            before = self.told[seat].setdefault(number, now)
            if before != now:
                self.problems.append(f"ply {number} of {self.table} was {before} and is {now} now")

    def audit(self) -> None:
        """Everything that was ever heard is told again, and the same, to a line that knows nothing."""
        for seat, key in self.keys.items():
            known = dict(self.told[seat])
            with Client(self.server.port, self.table, [key]) as line:
                line.settled()
                while line.entry < self.entry[seat] and line.position:
                    line.hear("position")
            self.remember(seat, line)
            lost = sorted(set(known) - set(line.plies.get(seat, {})))
            if lost:
                self.problems.append(f"plies {lost[:5]} of {self.table} were heard and are gone")


class LiveRace(Race):
    """By a running clock: they also remember what became of each press."""

    def __init__(self, server: Listening, table: str, keys: dict[int, str]):
        super().__init__(server, table, keys)
        self.numbers = dict.fromkeys(keys, 0)  # of the last press
        self.fates: dict[tuple[int, int], str] = {}

    def play(self, lines: dict[int, Client]) -> None:
        racers = [self.racer(line, seat) for seat, line in lines.items()]
        for racer in racers:
            racer.number = self.numbers[racer.seat]
        try:
            self._race(racers)
        finally:
            for racer in racers:
                self.numbers[racer.seat] = racer.number
                self._keep_fates(racer)

    def racer(self, line: Client, seat: int) -> Racer:
        """Somebody at a line."""
        return Racer(line, seat)

    def drive(self, racer: Racer) -> None:
        """Hear something, and press."""
        racer.drive()

    def _race(self, racers: list[Racer]) -> None:
        ready: set[int] = set()
        while not all(racer.over for racer in racers):
            if self.stopped.is_set():
                raise StoppedError
            for racer in racers:
                self.drive(racer)
                if racer.seat not in ready and self._can_be_ready(racer):
                    ready.add(racer.seat)
                    racer.client.say("ready", seat=racer.seat)

    def _can_be_ready(self, racer: Racer) -> bool:
        return racer.seat in racer.live.get("waiting", []) and racer.probes >= PROBES

    def _keep_fates(self, racer: Racer) -> None:
        for fate in racer.fates:
            if fate["what"] in FINAL:
                self.fates[racer.seat, fate["number"]] = fate["what"]

    def audit_presses(self, stored: dict[tuple[int, int], Any]) -> None:
        """What anybody heard about a press is what the store has; `stored` is by seat and number."""
        for press, what in self.fates.items():
            if stored.get(press) != what:
                self.problems.append(f"press {press} of {self.table} was {what}, the store has {stored.get(press)}")
