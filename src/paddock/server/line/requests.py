"""The handlers of client messages. Each checks its message before it changes anything."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from ..table.entering import NO_OPEN_SEATS, is_real
from ..table.founding import clean_name, seats_of_keys
from ..table.hall import Hall
from ..table.presence import Asked, Line
from ..table.room import Room
from ..table.sight import encode
from . import wire
from .refusals import RefusedError

Answer = Callable[[Hall, Room, Line, Any], Awaitable[None]]


async def answer(hall: Hall, room: Room, line: Line, message: Any) -> None:
    """Carry out a message or refuse it."""
    async with room.lock:
        await _ANSWERS[type(message)](hall, room, line, message)


def at_once(room: Room, line: Line, message: wire.Press | wire.Probed, at: float) -> None:
    """Handle a message of a race by a running clock without the room's lock; `at` is its arrival time."""
    if room.live_clock is None:
        raise RefusedError("this table has no running clock", ply=room.ply)
    if isinstance(message, wire.Probed):
        room.live_clock.probes.answered(line, message.number, at)
        return
    _held(room, line, message.seat)
    _racing(room)
    room.live_clock.press(message, at)


# Checks


def _held(room: Room, line: Line, seat: int) -> None:
    if seat not in line.seats:
        raise RefusedError(f"you do not hold seat {seat}" if _exists(room, seat) else "there is no such seat")


def _exists(room: Room, seat: int) -> bool:
    return 0 <= seat < len(room.row.seats)


def _racing(room: Room) -> None:
    if room.race.note:
        raise RefusedError(f"this race can only be read: {room.race.note}")
    if room.row.status == "waiting":
        raise RefusedError("the race has not started yet")
    if room.row.status == "over":
        raise RefusedError("the race is over", ply=room.ply)


def _waiting(room: Room, what: str) -> None:
    if room.row.status != "waiting":
        raise RefusedError(f"the race has started; {what} before the start only")


def _current(room: Room, line: Line, ply: int) -> None:
    known = room.match.known_ply(*line.seats)
    if ply != known:
        room.telling.tell_position(line)
        raise RefusedError(f"this answers ply {ply}, but the race is at ply {known}", ply=known)


# Playing


async def move(hall: Hall, room: Room, line: Line, message: wire.Move) -> None:
    """Play a move."""
    _held(room, line, message.seat)
    _racing(room)
    _current(room, line, message.ply)
    await room.playing.play(message.seat, message.move)


async def enter(hall: Hall, room: Room, line: Line, message: wire.Enter) -> None:
    """Enter what was rolled or drawn at a table with real dice."""
    _held(room, line, message.seat)
    _racing(room)
    _current(room, line, message.ply)
    if not is_real(room.row):
        raise RefusedError("the dice of this table are the server's; nobody enters them", ply=room.ply)
    await room.playing.enter(message.seat, message.outcome)


async def undo(hall: Hall, room: Room, line: Line, message: wire.Undo) -> None:
    """Take back the seat's last move, where that is permitted, or its last entry, if nothing has followed."""
    _held(room, line, message.seat)
    _racing(room)
    _current(room, line, message.ply)
    if await room.playing.correct(message.seat):
        return
    permission = room.match.can_undo(message.seat)
    if not permission.allowed:
        raise RefusedError(f"this cannot be taken back: {permission.reason}; ask the others", ply=room.ply)
    last = max(ply.number for ply in room.match.plies if ply.actor == message.seat)
    await room.playing.take_back(last, message.seat)


async def ask_undo(hall: Hall, room: Room, line: Line, message: wire.AskUndo) -> None:
    """Ask all other people to agree to go back; those who are away can answer when they reconnect."""
    _held(room, line, message.seat)
    _racing(room)
    if room.row.series:
        raise RefusedError("in a series nobody goes back: what was rolled counts", ply=room.ply)
    known = room.match.known_ply(*line.seats)
    if not 0 <= message.to_ply < known or room.match.ply_at(message.to_ply) < 0:
        raise RefusedError(f"one can go back to ply 0 to {known - 1}", ply=known)
    if room.asked:
        raise RefusedError("another question about going back is open; answer it first", ply=room.ply)
    people = [number for number, seat in enumerate(room.row.seats) if seat.kind == "person"]
    others = [seat for seat in people if seat != message.seat]
    room.asked = Asked(message.seat, message.to_ply, [message.seat], others)
    await _ask_or_go(room)


async def answer_undo(hall: Hall, room: Room, line: Line, message: wire.AnswerUndo) -> None:
    """Agree or refuse."""
    _held(room, line, message.seat)
    asked = room.asked
    if not asked or message.seat not in asked.waiting:
        raise RefusedError("nobody waits for your answer", ply=room.ply)
    if not message.yes:
        room.asked = None
        room.telling.tell(asked.told("refused", message.seat))
        return
    asked.waiting.remove(message.seat)
    asked.agreed.append(message.seat)
    await _ask_or_go(room)


async def _ask_or_go(room: Room) -> None:
    asked = room.asked
    if not asked:
        return
    if asked.waiting:
        room.telling.tell(asked.told("asked"))
        return
    room.asked = None
    room.telling.tell(asked.told("granted"))
    await room.playing.take_back(asked.to_ply, -1)


async def hint(hall: Hall, room: Room, line: Line, message: wire.Hint) -> None:
    """Start a search for a hint, whose result is sent later; one at a time for each seat."""
    _held(room, line, message.seat)
    _racing(room)
    _current(room, line, message.ply)
    if not room.row.advice:
        raise RefusedError("this table has no hints", ply=room.ply)
    if room.match.actor != message.seat:
        raise RefusedError("a hint is for the seat that acts", ply=room.ply)
    person = room.presence[message.seat]
    if person.advised and not person.advised.done():
        raise RefusedError("a hint is on its way", ply=room.ply)
    if not hall.house.hints.takes(line.address, hall.house.settings.sources.clock()):
        raise RefusedError("too many hints; wait a moment", ply=room.ply)
    person.advised = asyncio.get_running_loop().create_task(room.playing.advise(line, message.seat))


async def ready(hall: Hall, room: Room, line: Line, message: wire.Ready) -> None:
    """Ready for the start of a race by a running clock."""
    _held(room, line, message.seat)
    _racing(room)
    if room.live_clock is None:
        raise RefusedError("this table has no running clock", ply=room.ply)
    room.live_clock.ready(message.seat)


# Seats


async def start(hall: Hall, room: Room, line: Line, message: wire.Start) -> None:
    """The host starts."""
    _waiting(room, "it can be started")
    if not any(room.row.seats[seat].host for seat in line.seats):
        raise RefusedError("only the host can start the race")
    if is_real(room.row) and any(seat.kind == "open" for seat in room.row.seats):
        raise RefusedError(NO_OPEN_SEATS)
    await room.playing.start()


async def sit(hall: Hall, room: Room, line: Line, message: wire.Sit) -> None:
    """Take an open seat."""
    seated = await take_seat(hall, room, message.name, message.seat)
    line.seats.append(seated.seat)
    room.presence[seated.seat].arrives()
    line.send(encode(seated))
    room.telling.tell_seats()
    room.telling.tell_position(line)


async def take_seat(hall: Hall, room: Room, name: str, seat: int) -> wire.Seated:
    """Give an open seat to a person; the caller holds the lock."""
    _waiting(room, "one can sit down")
    number = _open_seat(room, seat)
    row = room.row.seats[number]
    row.name = hall.house.founder.driver_name(name)
    row.kind = "person"
    row.host = not any(one.host for one in room.row.seats)
    key = hall.house.founder.new_key(row)
    await room.storing.save_row()
    return wire.Seated(number, key)


def _open_seat(room: Room, wanted: int) -> int:
    seats = [number for number, seat in enumerate(room.row.seats) if seat.kind == "open"]
    if not seats:
        raise RefusedError("no seat is open")
    if wanted == -1:
        return seats[0]
    if wanted not in seats:
        raise RefusedError(f"that seat is not open; open: {', '.join(str(seat) for seat in seats)}")
    return wanted


async def leave(hall: Hall, room: Room, line: Line, message: wire.Leave) -> None:
    """Give up a seat before the start; during the race a bot drives."""
    _held(room, line, message.seat)
    if room.row.status == "over":
        raise RefusedError("the race is over", ply=room.ply)
    if room.row.status == "racing" and is_real(room.row):
        raise RefusedError("at a table with real dice no bot drives for you: the race waits until you are back")
    if room.row.status == "racing":
        room.leave(message.seat)
        return
    seat = room.row.seats[message.seat]
    seat.name, seat.kind, seat.key_hash, seat.host = "", "open", "", False
    _new_host(room)
    await room.storing.save_row()
    _give_up(room, message.seat)
    room.telling.tell_seats()
    room.telling.tell_position(line)


def _new_host(room: Room) -> None:
    people = [seat for seat in room.row.seats if seat.kind == "person"]
    if people and not any(seat.host for seat in people):
        people[0].host = True


def _give_up(room: Room, seat: int) -> None:
    """Remove a seat from all lines that hold it."""
    for line in room.lines:
        if seat in line.seats:
            line.seats.remove(seat)
    room.presence[seat].lines = 0


async def back(hall: Hall, room: Room, line: Line, message: wire.Back) -> None:
    """Drive again."""
    _held(room, line, message.seat)
    _racing(room)
    room.back(message.seat)


async def entropy(hall: Hall, room: Room, line: Line, message: wire.Entropy) -> None:
    """Mix words into the dice."""
    _held(room, line, message.seat)
    _waiting(room, "words can be mixed into the dice")
    if is_real(room.row):
        raise RefusedError("the dice of this table are real ones; no words can be mixed into them")
    if any(seat == message.seat for seat, _ in room.row.entropy):
        raise RefusedError("this seat has mixed in its words already")
    text = clean_name(message.text, hall.house.settings.limits.entropy_length)
    if not text:
        raise RefusedError("say at least one word")
    room.row.entropy.append((message.seat, text))
    await room.storing.save_row()
    room.telling.tell_seats()


async def rematch(hall: Hall, room: Room, line: Line, message: wire.Rematch) -> None:
    """Create another race with the same seats, or the next one of the series; all clients get its link."""
    _held(room, line, message.seat)
    if room.row.status != "over":
        raise RefusedError("a rematch can be asked for when the race is over", ply=room.ply)
    if not await hall.exists(room.row.rematch):
        room.row.rematch = await _race_after(hall, room)
        await room.storing.save_row()
    room.telling.tell(wire.RematchMade(room.row.rematch, message.seat))


async def _race_after(hall: Hall, room: Room) -> str:
    """The table that follows this one."""
    if room.row.series:
        return await hall.championships.open_next(room.row.series)
    row = hall.house.founder.rematch(room.game, room.row)
    await hall.found(row)
    return row.id


_ANSWERS: dict[type[Any], Answer] = {
    wire.Move: move,
    wire.Enter: enter,
    wire.Undo: undo,
    wire.AskUndo: ask_undo,
    wire.AnswerUndo: answer_undo,
    wire.Start: start,
    wire.Sit: sit,
    wire.Leave: leave,
    wire.Back: back,
    wire.Entropy: entropy,
    wire.Rematch: rematch,
    wire.Hint: hint,
    wire.Ready: ready,
}


async def hello(hall: Hall, table_id: str, line: Line, message: wire.Hello) -> Room:
    """Welcome a client to a table, with the keys of its seats."""
    if message.version != wire.VERSION:
        raise RefusedError(f"this server speaks version {wire.VERSION} of the protocol, not {message.version}")
    if len(message.keys) > hall.house.settings.limits.keys:
        raise RefusedError(f"at most {hall.house.settings.limits.keys} keys")
    room = await hall.room(table_id)
    if message.entry > room.match.entry_number:  # it has seen more: another node may have the table by now
        await hall.look_again()
    while True:
        room = await hall.room(table_id)
        async with room.lock:
            if not hall.has(room):
                continue  # it was unloaded or lost meanwhile
            line.seats[:] = hall.house.founder.unblocked(room.row, seats_of_keys(room.row, message.keys))
            room.welcome(line, message.entry)
        await hall.start_if_complete(room)
        return room
