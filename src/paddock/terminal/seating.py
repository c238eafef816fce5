"""Who sits where: people by name, bots by kind."""

import re
from dataclasses import dataclass

from paddock.bots import BOTS, make_bot
from paddock.engine import Game, RaceRecord

MOST_LETTERS = 40
DEFAULT_BOT = "quick"
DEFAULT_BOTS = 2
_BOT_SEAT = re.compile(r"(\w+) bot")


class SeatingError(ValueError):
    """Seats that cannot be filled as asked."""


@dataclass(frozen=True)
class Seat:
    """A person (with or without a name) or a bot."""

    name: str = ""
    bot: str = ""  # a bot's kind, empty for a person

    @property
    def recorded_name(self) -> str:
        """The name in the race record."""
        return f"{self.bot} bot" if self.bot else self.name


def read_seats(game: Game, seats: str, bots: str) -> list[Seat]:
    """Seats as typed: a number, or names separated by commas, where a bot's kind seats a bot; bots fill the rest."""
    kinds = _bot_kinds(bots)
    if not seats.strip():
        people, room = [Seat()], None
    elif re.fullmatch(r"[+-]?\d+", seats.strip()):
        return _numbered(game, _seat_number(game, seats.strip()), kinds, bots)
    else:
        people, room = [_named(name) for name in seats.split(",")], len(seats.split(","))
    seated = [*people, *_bots_beside(game, people, kinds, bots, room)]
    _seat_number(game, str(len(seated)))
    return seated


def seats_of_record(record: RaceRecord, *, auto: bool) -> list[Seat]:
    """Who sat at a recorded race; `auto` gives every seat of a person to a bot.

    Older records do not say who drives: there a bot is known by its name.
    """
    seats = [
        Seat(name, driver if driver in BOTS else "")
        for name, driver in zip(record.names, record.drivers, strict=bool(record.drivers))
    ]
    seats = seats or [_called(name) for name in record.names]
    return [Seat(seat.name, seat.bot or DEFAULT_BOT) for seat in seats] if auto else seats


def _numbered(game: Game, number: int, kinds: list[str], bots: str) -> list[Seat]:
    """One person and bots; all people with `--bots none`."""
    if bots.strip() == "none":
        return [Seat() for _ in range(number)]
    if len(kinds) == 1:
        kinds = kinds * (number - 1)
    kinds = kinds or [DEFAULT_BOT] * (number - 1)
    if len(kinds) > number:
        raise SeatingError(f"{len(kinds)} bots do not fit on {number} seats")
    return [*(Seat() for _ in range(number - len(kinds))), *(Seat(bot=kind) for kind in kinds)]


def _bots_beside(game: Game, people: list[Seat], kinds: list[str], bots: str, room: int | None) -> list[Seat]:
    """The bots that sit with named people, or with the one person if no seats were given."""
    fewest, most = game.seats
    if bots.strip() == "none":
        return []
    if len(kinds) > 1 or re.fullmatch(r"\d+", bots.strip()):
        return [Seat(bot=kind) for kind in kinds]
    wanted = max(0, fewest - len(people)) if room is not None else DEFAULT_BOTS
    count = min(max(wanted, fewest - len(people)), most - len(people))
    return [Seat(bot=(kinds or [DEFAULT_BOT])[0])] * max(0, count)


def _bot_kinds(bots: str) -> list[str]:
    """Kinds typed as `quick`, `quick,random`, or a number of quick bots."""
    text = bots.strip()
    if not text or text == "none":
        return []
    if re.fullmatch(r"\d{1,3}", text):
        return [DEFAULT_BOT] * int(text)
    return [make_bot(kind.strip()).name for kind in text.split(",")]


def _seat_number(game: Game, text: str) -> int:
    fewest, most = game.seats
    number = int(text) if len(text) < 10 else most + 1
    if not fewest <= number <= most:
        raise SeatingError(f"{game.name} is for {fewest} to {most} seats, not {text[:20]}")
    return number


def _named(text: str) -> Seat:
    name = text.strip()
    if name in BOTS:
        return Seat(bot=name)
    if not name or len(name) > MOST_LETTERS or not name.isprintable():
        raise SeatingError(f"a name has 1 to {MOST_LETTERS} letters, not {name[:50]!r}")
    return Seat(name)


def _called(name: str) -> Seat:
    found = _BOT_SEAT.fullmatch(name)
    return Seat(name, found[1]) if found and found[1] in BOTS else Seat(name)
