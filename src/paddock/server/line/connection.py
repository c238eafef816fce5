"""One client's connection: limits on what it sends, and its outbox."""

import asyncio

import msgspec

from ..http.logs import log_error, short
from ..store.store import ReadOnlyError, StoreError
from ..table.hall import Hall
from ..table.room import Room
from ..table.sight import encode
from . import wire
from .bucket import Bucket
from .outbox import Outbox, Wire
from .refusals import MovedError, RefusedError
from .requests import answer, at_once, hello

POLICY, TOO_BIG, RESTART = 1008, 1009, 1012  # WebSocket close codes
_decoder = msgspec.json.Decoder(wire.ClientMessage, strict=True)


class Connection:
    """A client at a table, or one that has not said hello yet."""

    def __init__(self, hall: Hall, table_id: str, line: Wire | None = None, address: str = ""):
        self.hall = hall
        self.table_id = table_id
        self.room: Room | None = None
        self.seats: list[int] = []
        self.address = address
        self.outbox = Outbox(line)
        self._line = line
        self.closed = False
        self._limits = hall.house.settings.limits
        self._clock = hall.house.settings.sources.clock
        self._bucket = Bucket(self._limits.messages_a_second, self._limits.message_burst, self._clock())
        self._refused = 0  # in a row

    # To the client

    def send(self, message: bytes) -> None:
        """Queue a message; a client that reads too slowly is disconnected and catches up when it reconnects."""
        if self.closed:
            return
        if len(self.outbox) >= self._limits.outbox:
            self.close(POLICY)
            self._abort()
            return
        self.outbox.put(message)

    def close(self, code: int) -> None:
        """Close after all queued messages; abort if the client does not read them in time."""
        if not self.closed:
            self.closed = True
            self.outbox.close(code)
            asyncio.get_running_loop().call_later(self._limits.close_seconds, self._abort)

    def _abort(self) -> None:
        """Drop the TCP connection; it may be closed already."""
        if self._line:
            self._line.abort()

    def gone(self) -> None:
        """The connection is broken or closed."""
        self.closed = True
        if self.room:
            self.room.goodbye(self)
            self.room = None

    # From the client

    def arrived(self) -> float:
        """The arrival time of the next message, if the protocol records it; else now."""
        return self._line.arrived() if self._line else self._clock()

    async def receive(self, data: bytes | str, at: float | None = None) -> None:
        """Handle a message that arrived at `at`: check size, rate and schema, then seat, ply and legality."""
        if self.closed:
            return
        at = self._clock() if at is None else at
        excess = self._excess(data)
        if excess:
            self._refuse("", RefusedError(excess[0]))
            self.close(excess[1])
            return
        try:
            message = _decoder.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._refuse("", RefusedError(f"this message cannot be read: {error}"[:300]))
            return
        await self._answer(message, at)

    def _excess(self, data: bytes | str) -> tuple[str, int] | None:
        """Why a message exceeds a limit, and the close code; None if it does not."""
        size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "surrogatepass"))
        if size > self._limits.message_bytes:
            return f"a message has at most {self._limits.message_bytes} bytes, this has {size}", TOO_BIG
        if not self._bucket.takes(self._clock()):
            return f"too fast: at most {self._limits.messages_a_second:g} messages a second", POLICY
        return None

    async def _answer(self, message: wire.Request, at: float) -> None:
        what = str(message.__struct_config__.tag)
        try:
            await self._carry_out(message, at)
            self._refused = 0
        except MovedError as error:
            self.send(encode(wire.Closing(error.reason, True)))
            self.close(RESTART)
        except RefusedError as error:
            self._refuse(what, error)
        except ReadOnlyError as error:
            self._refuse(what, RefusedError(str(error)))
        except StoreError:
            log_error("the store failed", table=short(self.table_id))
            self._refuse(what, RefusedError("the store does not answer; try again"))
        except Exception:
            log_error("a message failed", table=short(self.table_id), what=what)
            self._refuse(what, RefusedError("something went wrong here; nothing was changed"))

    async def _carry_out(self, message: wire.Request, at: float) -> None:
        if isinstance(message, wire.Ping):
            now = round(self.hall.house.settings.sources.now(), 3)
            self.send(encode(wire.Pong(message.n, now)))
        elif isinstance(message, wire.Hello):
            await self._hello(message)
        elif self.room is None:
            raise RefusedError("say hello first")
        elif isinstance(message, wire.Press | wire.Probed):
            at_once(self.room, self, message, at)
        else:
            room = self.room  # the client may disconnect before the answer
            await answer(self.hall, room, self, message)
            await self.hall.start_if_complete(room)

    async def _hello(self, message: wire.Hello) -> None:
        if self.room is not None:
            raise RefusedError("hello was said already")
        self.room = await hello(self.hall, self.table_id, self, message)
        if self.room.live_clock:
            self.outbox.hurry()
        if self.closed:
            self.gone()

    def _refuse(self, what: str, error: RefusedError) -> None:
        if self.closed:
            return
        self.hall.house.metrics.refusals[what or "unreadable"] += 1
        if self.room and error.ply:
            error.ply = self.room.match.known_ply(*self.seats)
        self.send(encode(error.message(what)))
        self._refused += 1
        if self._refused >= self._limits.bad_messages:
            self.close(POLICY)
