"""People who press in a race by a running clock. The server's clock runs ten times as fast as ours."""

import time
from collections.abc import Callable, Sequence

from .harness import Client, Message

FAST = 10.0


class Racer:
    """Somebody who presses as soon as there is something to press, at the end of a line that takes its time."""

    def __init__(self, client: Client, seat: int, line: float = 0.0, fast: float = FAST):
        self.client, self.seat, self.line = client, seat, line
        self.fast = fast  # so many times as fast as ours is the server's clock
        self.number = 0
        self.probes = 0  # measurements of the line that were answered
        self.live: Message = {}
        self.fates: list[Message] = []
        self.over: Message | None = None
        self.pressed_at = -1  # the ply of the last press

    def listen(self, seconds: float = 0.005) -> None:
        """Hear what has come, and answer what must be answered at once."""
        try:
            message = self.client.next(seconds)
        except TimeoutError:
            return
        if message["type"] == "probe":
            time.sleep(self.line)
            self.client.say("probed", number=message["number"])
            self.probes += 1
        elif message["type"] == "live":
            self.live = message
        elif message["type"] == "fate":
            self.fates.append(message)
            if message["what"] in ("dropped", "refused"):
                self.pressed_at = -1
        elif message["type"] == "over":
            self.over = message

    def until(self, holds: Callable[[], bool], seconds: float = 20.0) -> None:
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, self.client.heard[-3:]
            self.listen()

    @property
    def race(self) -> int:
        """The number of the race that this seat sees, 0 before it sees any."""
        position = self.client.position.get(self.seat)
        return position["view"]["race"] if position else 0

    def is_running(self) -> bool:
        return bool(self.live.get("go")) and time.time() > self.live["go"] - 3.0 + 3.0 / self.fast + 0.05

    def get_ready(self) -> None:
        """Wait for the line-up and until the line is measured, say so, and wait for the start."""
        self.until(lambda: self.seat in self.live.get("waiting", []))
        self.until(lambda: sum(one["type"] == "probe" for one in self.client.heard) >= 4)
        self.client.say("ready", seat=self.seat)

    def press(self, move: int) -> None:
        self.number += 1
        position = self.client.position[self.seat]
        self.client.say("press", seat=self.seat, number=self.number, ply=position["ply"], move=move)

    def drive(self, seconds: float = 0.005) -> None:
        """Press the best thing there is: a placement that does not blow the engine, else a roll."""
        self.listen(seconds)
        position = self.client.position.get(self.seat)
        if not position or not position["choices"] or position["ply"] <= self.pressed_at or not self.is_running():
            return
        places = [one for one in position["view"]["choices"] if one["kind"] == "place" and not one["explodes"]]
        rolls = [one for one in position["view"]["choices"] if one["kind"] == "roll"]
        self.pressed_at = position["ply"]
        self.press((places or rolls or position["view"]["choices"])[0]["move"])


def drive_until(racers: Sequence[Racer], holds: Callable[[Racer], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not all(holds(racer) for racer in racers):
        assert time.monotonic() < end, [racer.client.heard[-2:] for racer in racers]
        for racer in racers:
            racer.drive()


def race_to_the_end(*racers: Racer) -> None:
    drive_until(racers, lambda racer: racer.over is not None)
