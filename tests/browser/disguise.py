"""A race in rounds that the browser takes for a live race, so that a test controls every single message."""

import json
import time
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute

from .site import Message

CHANCE = -1
SOON = 0.3  # seconds from ready to GO

_handlers: dict[Page, Callable[[WebSocketRoute], None]] = {}


def route_lines(page: Page, handler: Callable[[WebSocketRoute], None]) -> None:
    """Route all websockets of a page through a handler, the latest one given: pages are reused."""
    if page not in _handlers:
        page.route_web_socket(lambda address: "/ws/" in address, lambda line: _handlers[page](line))
    _handlers[page] = handler


class Disguise:
    """A proxy between a page and the server: presses become moves, and positions those of a live race."""

    def __init__(self, page: Page, to_go: float = SOON):
        self.to_go = to_go
        self.go = 0.0
        self.pressed: list[Message] = []
        self.judges = True  # a press is accepted at once; else the test decides its fate
        self.sent: list[Message] = []
        self._line: WebSocketRoute | None = None
        self._server: WebSocketRoute | None = None
        route_lines(page, self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        self._line, self._server = line, line.connect_to_server()
        line.on_message(self._from_page)
        self._server.on_message(self._from_server)

    def say(self, *messages: Message) -> None:
        """Send a message to the page, as the server would."""
        assert self._line
        self._line.send(json.dumps(messages))

    def live(self) -> Message:
        seats = [] if self.go else [0]
        since = {"type": "live", "ready": [] if seats else [0], "waiting": seats, "since": 0, "delays": [34]}
        return {**since, "go": self.go}

    def fate(self, what: str, reason: str = "", clause: str = "", which: int = -1) -> Message:
        """Send the fate of a press, by default of the last one."""
        number = self.pressed[which]["number"]
        about = {"type": "fate", "seat": 0, "number": number, "what": what, "time": self.race_time()}
        return {**about, "clause": clause, "reason": reason, "retry_at": -1}

    def race_time(self) -> int:
        return round((time.time() - self.go) * 1000)

    def accept(self) -> None:
        """The last press is played."""
        press = self.pressed[-1]
        self.say(self.fate("accepted"))
        self._to_server({"type": "move", "seat": 0, "ply": press["ply"], "move": press["move"]})

    def _to_server(self, message: Message) -> None:
        assert self._server
        self._server.send(json.dumps(message))

    def _from_page(self, text: str | bytes) -> None:
        message: Message = json.loads(text)
        self.sent.append(message)
        if message["type"] == "ready":
            self.go = time.time() + self.to_go
            self.say(self.live())
        elif message["type"] == "press":
            self.pressed.append(message)
            if self.judges:
                self.accept()
        elif message["type"] != "probed":
            self._to_server(message)

    def _from_server(self, text: str | bytes) -> None:
        messages: list[Message] = json.loads(text)
        self.say(*[self._disguised(message) for message in messages], self.live())

    def _disguised(self, message: Message) -> Message:
        if message["type"] == "welcome":
            message["scene"] = {**(message["scene"] or {}), "clock": "realtime"}
        if message["type"] == "position" and message["actor"] == 0:
            message["actor"] = CHANCE
        return message
