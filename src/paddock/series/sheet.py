"""The score sheet: a line for each row, points by race, running totals, places."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from paddock.engine import NOBODY, Game, Result, Season, capitalised

from .season import is_over, series_rules


@dataclass(frozen=True)
class ScoreLine:
    """One row of the sheet; points are in parts of a point."""

    name: str
    driver: int  # NOBODY for a car that scores for itself
    points: tuple[int | None, ...]  # by race; None: did not race, or the race gives no points
    running: tuple[int, ...]  # total after each race
    wins: int
    team: int  # which contender it belongs to, -1: cannot become champion
    place: int  # of that contender, 0 for none
    colour: str = ""  # of the car; empty: that of the driver's seat

    @property
    def total(self) -> int:
        """All its points."""
        return self.running[-1] if self.running else 0


@dataclass(frozen=True)
class Sheet:
    """A season as people read it."""

    titles: tuple[str, ...]  # of the races raced
    lines: tuple[ScoreLine, ...]  # in the order of the rows
    teams: tuple[str, ...]  # names of the contenders
    totals: tuple[int, ...]  # of the contenders
    order: tuple[tuple[int, ...], ...]  # contenders from first to last
    over: bool
    parts: int
    drivers: tuple[str, ...]  # names of the drivers
    heats: tuple[tuple[tuple[str, str], ...], ...]  # by race: title and winner of each race inside it, "" for nobody

    @classmethod
    def of(cls, game: Game, season: Season, names: Sequence[str], titles: Sequence[str]) -> "Sheet":
        """The sheet of a season whose drivers have these names."""
        rules = series_rules(game)
        rows, teams, order = rules.rows(season), rules.teams(season), rules.order(season)
        place = {team: 1 + sum(map(len, order[:rank])) for rank, group in enumerate(order) for team in group}
        team_of = {row: team for team, one in enumerate(teams) for row in one.rows}
        called = [_row_name(row.name, row.driver, names) for row in rows]
        lines = [
            replace(
                _line(season, number, called[number], row.driver, team_of.get(number, -1), place), colour=row.colour
            )
            for number, row in enumerate(rows)
        ]
        totals = [line.total for line in lines]
        return cls(
            titles=tuple(titles),
            lines=tuple(lines),
            teams=tuple(" and ".join(called[row] for row in team.rows) for team in teams),
            totals=tuple(sum(totals[row] for row in team.rows) for team in teams),
            order=order,
            over=is_over(game, season),
            parts=rules.parts,
            drivers=tuple(names),
            heats=tuple(_heats(result, names) for result in season.results),
        )

    @property
    def has_teams(self) -> bool:
        """Whether rows are added up for the title."""
        return len(self.teams) < sum(line.team >= 0 for line in self.lines)

    @property
    def champions(self) -> list[str]:
        """The winners of the series, several if they share the title; empty before it is over."""
        return [self.teams[team] for team in self.order[0]] if self.over else []

    def sorted_lines(self) -> list[ScoreLine]:
        """The rows, best first."""
        return sorted(self.lines, key=lambda line: (-line.total, line.place))

    def behind(self, line: ScoreLine) -> int:
        """How many points, in parts, a row is behind the best one."""
        return max(one.total for one in self.lines) - line.total


def _row_name(car: str, driver: int, names: Sequence[str]) -> str:
    if driver == NOBODY:
        return f"{capitalised(car)} (no driver)"
    name = names[driver] or f"driver {driver + 1}"
    return f"{name} ({car})" if car else name


def _heats(result: Result, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    called = [_row_name("", driver, names) for driver in range(len(names))]
    return tuple((heat.title, called[heat.winner] if heat.winner != NOBODY else "") for heat in result.heats)


def _line(season: Season, row: int, name: str, driver: int, team: int, place: dict[int, int]) -> ScoreLine:
    points: list[int | None] = []
    running: list[int] = []
    total = wins = 0
    for result in season.results:
        if result.counts:
            total += result.points[row]
            wins += result.wins[row]
        points.append(result.points[row] if result.counts else None)
        running.append(total)
    return ScoreLine(name, driver, tuple(points), tuple(running), wins, team, place.get(team, 0))


def points_text(points: int, parts: int) -> str:
    """Points as people write them, e.g. 9.5."""
    return f"{points / parts:g}"
