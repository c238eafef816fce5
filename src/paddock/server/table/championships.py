"""Series on the server: chains of tables. A race is counted in its series when it ends; reading stores nothing."""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from paddock.engine import Game, Options, Plan, Result, Season, capitalised
from paddock.series import Sheet, next_race, result_of, series_rules

from ..http.logs import log_error, short
from ..line.refusals import RefusedError
from ..line.wire import (
    CreatedSeries,
    HeatInfo,
    NewSeries,
    RematchMade,
    SeriesInfo,
    SeriesRaceInfo,
    SheetLine,
    TitleOdds,
)
from ..store.loading import load_race, new_match
from ..store.snapshots import script_to_row
from ..store.store import EntryRow, NoTableError, SeriesRow, TableRow, UnreadableError
from ..thinking.title_odds import Moment, OddsMaker
from .founding import seats_of_keys
from .infos import seat_info, shown_options

if TYPE_CHECKING:
    from .hall import Hall

NO_SEAT = -1
BLANK = Result((), (), (), ())  # placeholder for a future race


class Championships:
    """All series of a server."""

    def __init__(self, hall: "Hall"):
        self.hall = hall
        self.house = hall.house
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # gone when nobody holds them
        self._odds = OddsMaker(self.house.settings.sources.clock)
        self._counting: set[asyncio.Task[None]] = set()

    # Creating a series and its next races

    async def found(self, wish: NewSeries, maker: str = "") -> CreatedSeries:
        """A new series with its first table."""
        series, table, created = await self.house.founder.series(self.house.game(wish.game), wish)
        table.maker = maker
        await self.hall.check_room(table)
        await self.house.store.create_series(series)
        await self.hall.found(table)
        return created

    async def open_next(self, series_id: str) -> str:
        """The table of the open or next race; concurrent requests create only one."""
        async with self._lock(series_id):
            series = await self._counted(series_id)
            last = await self.hall.row(series.tables[-1])
            if len(series.results) < len(series.tables):
                return last.id
            game = self.house.game(series.game)
            plan = next_race(game, season_of(series))
            if plan is None:
                raise RefusedError("the series is over")
            row = self.house.founder.race_of_series(game, series, plan, last.dice)
            await self.hall.found(row, await asyncio.to_thread(self._opening, game, row, plan))
            series.tables.append(row.id)
            series.titles.append(plan.title)
            await self.house.store.save_series(series)
            return row.id

    async def open_next_for(self, series_id: str, keys: list[str]) -> str:
        """Like `open_next`, for the holder of a seat; all clients at the last table get the link."""
        if len(keys) > self.house.settings.limits.keys:
            raise RefusedError(f"at most {self.house.settings.limits.keys} keys", status=400)
        series = await self._load(series_id)
        rows = [await self.hall.row(table) for table in series.tables]
        if not any(seats_of_keys(row, keys) for row in rows):
            raise RefusedError("only drivers of this series open its next race", status=403)
        table = await self.open_next(series_id)
        if table != rows[-1].id:
            await self._announce(rows[-1].id, table)
        return table

    async def _announce(self, last: str, table: str) -> None:
        room = await self.hall.room(last)
        async with room.lock:
            room.row.rematch = table
            await room.storing.save_row()
            room.telling.tell(RematchMade(table, NO_SEAT))

    def _opening(self, game: Game, row: TableRow, plan: Plan) -> list[EntryRow]:
        """The entries of the opening moves that the series plays."""
        match = new_match(game, row, self.house.settings.sources)
        for move in plan.opening:
            match.apply(move)
        return [script_to_row(entry) for entry in match.script]

    async def last_table(self, series_id: str) -> str:
        """The table of the last race that was opened."""
        return (await self._load(series_id)).tables[-1]

    # What is stored

    def _lock(self, series_id: str) -> asyncio.Lock:
        return self._locks.setdefault(series_id, asyncio.Lock())

    async def _load(self, series_id: str) -> SeriesRow:
        try:
            return await self.house.store.load_series(series_id)
        except NoTableError:
            raise RefusedError("there is no such series", status=404) from None
        except UnreadableError as error:
            log_error("a series cannot be read", series=short(series_id))
            raise RefusedError(str(error), status=500) from None

    def race_over(self, table: TableRow) -> None:
        """Count a finished race in its series, if it has one, as soon as the series' lock is free."""
        if table.series:
            task = asyncio.get_running_loop().create_task(self._count_race(table.series))
            self._counting.add(task)
            task.add_done_callback(self._counting.discard)

    async def _count_race(self, series_id: str) -> None:
        try:
            async with self._lock(series_id):
                await self._counted(series_id)
        except Exception:  # it is counted before the next race at the latest
            log_error("a race was not counted", series=short(series_id))

    async def _counted(self, series_id: str) -> SeriesRow:
        """The series with all finished races counted, and stored; the caller holds the lock."""
        stored = await self._load(series_id)
        series = await self._brought_up(replace(stored, results=[*stored.results]))
        if (series.results, series.seats) != (stored.results, stored.seats):
            await self.house.store.save_series(series)
        return series

    async def _current(self, series_id: str) -> SeriesRow:
        """The series with all finished races counted, for reading: nothing is stored."""
        return await self._brought_up(await self._load(series_id))

    async def _brought_up(self, series: SeriesRow) -> SeriesRow:
        """The series with the seats of its last race, and with its result if that race is over."""
        last = await self.hall.row(series.tables[-1])
        if len(last.seats) == len(series.seats):
            series.seats = [replace(seat) for seat in last.seats]
        if last.status == "over" and len(series.results) < len(series.tables):
            await self._count(series, last)
        return series

    async def _count(self, series: SeriesRow, table: TableRow) -> None:
        game, season = self.house.game(series.game), season_of(series)
        race = await load_race(self.house.store, game, table, self.house.settings.sources)
        plan = next_race(game, season)
        if race.note or plan is None:
            raise RefusedError(f"the last race cannot be counted: {race.note or 'the series was over'}")
        series.race_options = {**series.race_options, **_pilots(game, table)}
        series.results.append(result_of(game, season, plan, race.match.table, race.match.state))

    # Telling

    async def info(self, series_id: str) -> SeriesInfo:
        """Calendar, sheet and standings."""
        series = await self._current(series_id)
        game, season = self.house.game(series.game), season_of(series)
        names = self._names(series)
        sheet = Sheet.of(game, season, names, series.titles[: len(series.results)])
        return SeriesInfo(
            id=series.id,
            name=series.name,
            game=series.game,
            game_name=game.name,
            aim=series_rules(game).aim(season),
            seats=[seat_info(self.house, series, seat) for seat in range(len(series.seats))],
            options={**shown_options(series.race_options, series.files), **series.options},
            races=await self._calendar(game, series, season, sheet),
            lines=[_line(sheet, number) for number in range(len(sheet.lines))],
            teams=list(sheet.teams),
            totals=[total / sheet.parts for total in sheet.totals],
            order=[list(group) for group in sheet.order],
            over=sheet.over,
            champions=sheet.champions,
            created=series.created,
        )

    async def sheet(self, series_id: str) -> tuple[SeriesRow, Sheet]:
        """The score sheet."""
        series = await self._current(series_id)
        titles = series.titles[: len(series.results)]
        return series, Sheet.of(self.house.game(series.game), season_of(series), self._names(series), titles)

    def _names(self, series: SeriesRow) -> list[str]:
        infos = [seat_info(self.house, series, seat) for seat in range(len(series.seats))]
        return [
            series.seats[info.seat].name or capitalised(info.name or f"open seat {info.seat + 1}") for info in infos
        ]

    async def _calendar(self, game: Game, series: SeriesRow, season: Season, sheet: Sheet) -> list[SeriesRaceInfo]:
        races: list[SeriesRaceInfo] = []
        for number, table in enumerate(series.tables, 1):
            row = await self.hall.row(table)
            result = season.results[number - 1] if number <= len(season.results) else None
            winners, best = (_winners(result, sheet), _best(result, sheet)) if result else ([], [])
            counts = result is None or result.counts
            heats = [HeatInfo(*heat) for heat in sheet.heats[number - 1]] if result else []
            title = series.titles[number - 1]
            races.append(SeriesRaceInfo(number, title, table, row.status, counts, winners, best, heats))
        for title in _coming(game, series, season):
            races.append(SeriesRaceInfo(len(races) + 1, title, "", "coming", True, [], [], []))
        return races

    async def odds(self, series_id: str) -> TitleOdds:
        """Title odds after the races so far, and from where the running race stands."""
        series = await self._current(series_id)
        if self.hall.nodes:
            await self.hall.room(series.tables[-1])  # one node has it, and all others ask that one
        return self._odds.odds(self.house.game(series.game), series_id, season_of(series), self._moment(series))

    def _moment(self, series: SeriesRow) -> Moment:
        """The state of the season, with no more of the running race than every spectator knows."""
        races, room = len(series.results), self.hall.rooms.get(series.tables[-1])
        if room is None or races == len(series.tables) or not room.racing:
            return Moment(races)
        return Moment.of(races, room.match)

    async def close(self) -> None:
        """Finish counting, stop simulations."""
        await asyncio.gather(*self._counting)
        self._odds.close()


def season_of(series: SeriesRow) -> Season:
    """The season of a stored series."""
    return Season(len(series.seats), series.race_options, series.options, tuple(series.venues), tuple(series.results))


def _coming(game: Game, series: SeriesRow, season: Season) -> list[str]:
    """Titles of the races that are not open yet; in a series without a fixed length only the next one."""
    rules = series_rules(game)
    length = rules.length(season)
    if length:
        later = [replace(season, results=(BLANK,) * race) for race in range(len(series.tables), length)]
    else:
        later = [season] if len(series.results) == len(series.tables) else []
    return [plan.title for plan in map(rules.next_race, later) if plan]


def _pilots(game: Game, table: TableRow) -> Options:
    """By a running clock: the options that say who drove each car, which are set at the start of a race."""
    if not (game.live and game.live_option(table.options)):
        return {}
    return {name: table.options[name] for name in game.live.seat_options([""] * len(table.seats))}


def _winners(result: Result, sheet: Sheet) -> list[str]:
    """The winners by the sheet, cars without a driver included; empty if the sheet has only one row."""
    if len(sheet.lines) == 1:
        return []
    return [line.name for line, won in zip(sheet.lines, result.wins, strict=True) if won]


def _best(result: Result, sheet: Sheet) -> list[str]:
    """The drivers in first place, if a car without a driver won the race; empty for a lone driver."""
    first = {driver for driver, place in zip(result.drivers, result.places, strict=True) if place == 1}
    won = {line.driver for line, won in zip(sheet.lines, result.wins, strict=True) if won}
    if len(result.drivers) == 1 or first == won:
        return []
    return [sheet.drivers[driver] for driver in sorted(first)]


def _line(sheet: Sheet, number: int) -> SheetLine:
    line = sheet.lines[number]
    return SheetLine(
        name=line.name,
        driver=line.driver,
        points=[None if one is None else one / sheet.parts for one in line.points],
        running=[one / sheet.parts for one in line.running],
        behind=sheet.behind(line) / sheet.parts,
        wins=line.wins,
        team=line.team,
        place=line.place,
        colour=line.colour,
    )
