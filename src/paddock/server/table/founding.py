"""New tables: from a request, for a quick race, as a fork, a rematch or a race of a series; their seats and keys."""

import hashlib
import hmac
import unicodedata
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from paddock.bots import BOTS, driver_name
from paddock.engine import Game, Options, Plan, usual_seats
from paddock.series import next_race

from ..line.refusals import RefusedError
from ..line.wire import Clock, Created, CreatedSeries, DiceKind, NewSeries, NewTable, Quick, Seated, SeatWish
from ..settings import Settings
from ..store.store import SeatRow, SeriesRow, TableRow
from ..thinking.file_workers import FileWorkers
from .entering import check_real_dice
from .workshops import complete_options, complete_season, has_files

ID_BYTES = 12
KEY_BYTES = 24
CLOCK_SECONDS = {"none": (0, 0), "move": (5, 24 * 3600), "race": (30, 24 * 3600)}


def key_hash(key: str) -> str:
    """The hash under which a key is stored."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def seats_of_keys(row: TableRow, keys: Sequence[str]) -> list[int]:
    """The seats that these keys open."""
    hashes = [key_hash(key) for key in keys]
    return [number for number, seat in enumerate(row.seats) if any(_opens(seat, one) for one in hashes)]


def _opens(seat: SeatRow, one: str) -> bool:
    return bool(seat.key_hash) and hmac.compare_digest(seat.key_hash, one)


def clean_name(name: str, most: int) -> str:
    """A name that can be shown to others: one line of visible characters, not too long."""
    text = " ".join(unicodedata.normalize("NFC", name).split())
    if len(text) > most:
        raise RefusedError(f"a name has at most {most} characters", status=400)
    if any(unicodedata.category(c).startswith("C") for c in text):
        raise RefusedError("a name has only visible characters", status=400)
    return text


def name_bots(table_id: str, seats: list[SeatRow]) -> None:
    """Name the bots of a table: names differ between tables, and the same table gives the same names."""
    start = zlib.crc32(table_id.encode())
    for seat in seats:
        if seat.kind == "bot" and not seat.name:
            seat.name = driver_name(seat.level, {one.name for one in seats}, start)


def folded(name: str) -> str:
    """A name normalised for comparison: case-folded, compatibility characters (NFKC) merged."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def usual_options(game: Game) -> Options:
    """Default options on a server that differ from the game's: a server has a running clock."""
    return game.live.OPTIONS if game.live else {}


class Founder:
    """Creates the rows of new tables."""

    def __init__(self, settings: Settings, files: FileWorkers):
        self.settings = settings
        self.files = files
        self.blocked: set[str] = set()  # folded names of drivers

    async def from_request(self, game: Game, wish: NewTable) -> tuple[TableRow, Created]:
        """A table from a request."""
        check_real_dice(game, wish)
        chosen = self._chosen(game, wish)
        complete = await self._read(has_files(chosen), complete_options, game, len(wish.seats), chosen)
        row = self._row(game, complete.options, [], wish.private, _checked_clock(wish.clock))
        row.advice, row.pace, row.files, row.dice = wish.advice, wish.pace, complete.names, wish.dice
        return row, self.seat(row, wish.seats)

    @staticmethod
    def _chosen(game: Game, wish: NewTable | NewSeries) -> Options:
        """The wished options; with real dice no clock runs by default."""
        return {**({} if wish.dice == "manual" else usual_options(game)), **wish.options}

    async def _read(self, files: bool, work: Callable[..., Any], game: Game, *arguments: Any) -> Any:
        """Run `work` in a worker if it parses text from outside, else here."""
        return await self.files.do(work, game, *arguments) if files else work(game, *arguments)

    async def quick(self, game: Game, wish: Quick) -> tuple[TableRow, Created]:
        """One person against bots."""
        many = wish.seats or usual_seats(game)
        if not game.seats[0] <= many <= game.seats[1]:
            raise RefusedError(f"{game.name} is for {game.seats[0]} to {game.seats[1]} seats", status=400)
        wishes = [SeatWish("me", wish.name), *(SeatWish("bot") for _ in range(many - 1))]
        return await self.from_request(game, NewTable(game.id, wishes))

    def fork(self, game: Game, old: TableRow, ply: int, wishes: list[SeatWish]) -> tuple[TableRow, Created]:
        """The same race from a ply on, with new dice and the same options, clock and advice."""
        if old.status != "over" and sum(seat.kind != "bot" for seat in old.seats) > 1:
            raise RefusedError("this race is still on; it can be played on from a ply when it is over")
        if len(wishes) != len(old.seats):
            raise RefusedError(f"this race has {len(old.seats)} seats, not {len(wishes)}", status=400)
        row = self._row(game, dict(old.options), [], True, old.clock)
        row.forked_from, row.forked_ply = old.id, ply
        row.advice, row.pace, row.files = old.advice, old.pace, old.files
        return row, self.seat(row, wishes)

    def rematch(self, game: Game, old: TableRow) -> TableRow:
        """The same seats, keys and options; it begins when all people are connected."""
        row = self._row(game, dict(old.options), [replace(seat) for seat in old.seats], old.private, old.clock)
        row.waits_for_all = True
        row.advice, row.pace, row.files, row.dice = old.advice, old.pace, old.files, old.dice
        return row

    async def series(self, game: Game, wish: NewSeries) -> tuple[SeriesRow, TableRow, CreatedSeries]:
        """A series from a request, and its first race."""
        check_real_dice(game, wish)
        chosen, venues = self._chosen(game, wish), tuple(wish.venues)
        agreed = (len(wish.seats), chosen, wish.agreed, venues)
        season, names = await self._read(has_files(chosen, venues), complete_season, game, *agreed)
        plan = next_race(game, season)
        if plan is None:
            raise RefusedError("this series has no races", status=400)
        name = clean_name(wish.name, self.settings.limits.name_length) or game.name
        row = self._row(game, plan.options, [], wish.private, _checked_clock(wish.clock))
        row.advice, row.pace, row.files, row.dice = wish.advice, wish.pace, names, wish.dice
        created = self.seat(row, wish.seats)
        series = SeriesRow(
            id=self.settings.sources.token(ID_BYTES),
            game=game.id,
            name=name,
            seats=[replace(seat) for seat in row.seats],
            race_options=dict(season.race_options),
            options=dict(season.options),
            venues=list(season.venues),
            created=row.created,
            private=wish.private,
            clock=row.clock,
            advice=row.advice,
            pace=row.pace,
            tables=[row.id],
            titles=[plan.title],
            files=names,
        )
        row.series, row.series_race = series.id, 1
        return series, row, CreatedSeries(series.id, row.id, created.keys, created.link)

    def race_of_series(self, game: Game, series: SeriesRow, plan: Plan, dice: DiceKind) -> TableRow:
        """The next race: the same people, keys and kind of dice; it begins when all people are connected."""
        seats = [replace(series.seats[driver]) for driver in plan.drivers]
        if not any(seat.host for seat in seats):
            seats[0].host = True
        row = self._row(game, plan.options, seats, series.private, series.clock)
        row.waits_for_all = True
        row.advice, row.pace, row.files, row.dice = series.advice, series.pace, series.files, dice
        row.series, row.series_race, row.opening = series.id, len(series.tables) + 1, len(plan.opening)
        return row

    def table_in_memory(self, game: Game, options: Options, seats: list[SeatRow]) -> TableRow:
        """A private table whose race is on and that is never stored."""
        row = self._row(game, game.complete_options(len(seats), options), seats, True, Clock("none", 0))
        row.status = "racing"
        return row

    def seat(self, row: TableRow, wishes: list[SeatWish]) -> Created:
        """Fill the seats; returns the keys of the creator's seats."""
        if not any(wish.kind == "me" for wish in wishes):
            raise RefusedError("take at least one seat yourself", status=400)
        keys: list[Seated] = []
        for number, wish in enumerate(wishes):
            row.seats.append(self._seat(wish))
            if wish.kind == "me":
                keys.append(Seated(number, self.new_key(row.seats[number])))
        name_bots(row.id, row.seats)
        return Created(row.id, keys, f"/#/table/{row.id}")

    def new_key(self, seat: SeatRow) -> str:
        """A new key for a seat; only its hash is kept."""
        key = self.settings.sources.token(KEY_BYTES)
        seat.key_hash = key_hash(key)
        return key

    def driver_name(self, name: str) -> str:
        """A cleaned name for a seat; refused if the host has blocked it."""
        cleaned = clean_name(name, self.settings.limits.name_length)
        if folded(cleaned) in self.blocked:
            raise RefusedError("the host of this server has blocked that name", status=403)
        return cleaned

    def unblocked(self, row: TableRow, seats: list[int]) -> list[int]:
        """Those of these seats whose drivers are not blocked."""
        return [seat for seat in seats if folded(row.seats[seat].name) not in self.blocked]

    def _seat(self, wish: SeatWish) -> SeatRow:
        level = wish.level or self.settings.standard_bot
        if level not in BOTS:
            raise RefusedError(f"there is no bot {level[:40]!r}; there are {', '.join(BOTS)}", status=400)
        name = self.driver_name(wish.name)
        if wish.kind == "me":
            return SeatRow(name, "person", level, host=True)
        return SeatRow(name if wish.kind == "bot" else "", wish.kind, level)

    def _row(self, game: Game, options: Options, seats: list[SeatRow], private: bool, clock: Clock) -> TableRow:
        sources = self.settings.sources
        return TableRow(
            id=sources.token(ID_BYTES),
            game=game.id,
            rules=game.rules_digest,
            options=dict(options),
            seats=seats,
            secret=sources.secret(),
            created=sources.now(),
            private=private,
            clock=clock,
            bot_seed=sources.seed(),
        )


def _checked_clock(clock: Clock) -> Clock:
    least, most = CLOCK_SECONDS[clock.kind]
    if not least <= clock.seconds <= most:
        raise RefusedError(f"a clock of kind {clock.kind} has {least} to {most} seconds", status=400)
    return clock
