"""Races explained as reports: sentences, the chart of chances, what luck and decisions did, and graded decisions."""

from collections.abc import Mapping, Sequence
from html import escape

from paddock.analysis import WHOLE, DriverResult, Explained, GradedDecision, costly_kinds

from .plots import WIDE, svg
from .report import Column, Plot, Report, Table

BLOCKS = "▁▂▃▄▅▆▇█"
CHART = 60  # columns of a chart in a terminal
HIGH, TOP, SIDE = 220, 12, 40  # of the chart of chances: its height, and room above and beside it
BAR, ROW = 150, 30  # of the chart of changes: half its width, and the height of a bar
PARTS = {"luck": "luck", "own": "own decisions", "rivals": "rivals' decisions", "clock": "the clock"}


def race_report(race: Explained, game: str, command: str) -> Report:
    """A race explained."""
    drivers = driver_table(race)
    report = Report(f"{game}: the race explained", command, {"walks": race.walks}, list(race.sentences))
    report.tables = [drivers, decision_table(race)]
    report.plots = [chances_plot(race), changes_plot(race)]
    return report


def season_report(races: Sequence[Explained], game: str, titles: Mapping[str, str], command: str) -> Report:
    """Several races explained: which decisions cost each driver most. `titles` are those of clauses."""
    kinds = costly_kinds(races)
    report = Report(f"{game}: {len(races)} races explained", command, {"races": len(races)})
    for name in dict.fromkeys(one.name for one in kinds):
        worst = next(one for one in kinds if one.name == name)
        if worst.cost:
            wins = f"{worst.cost / WHOLE:.2f} wins in {worst.decisions} decisions"
            report.sentences.append(f"{name} lost most by {_named(worst.clause, titles)}: {wins}.")
    columns = (
        Column("driver", "text"),
        Column("decision", "text"),
        Column("decisions", "count"),
        Column("doubtful", "count"),
        Column("mistakes", "count"),
        Column("wins_lost"),
    )
    rows = [
        (one.name, _named(one.clause, titles), one.decisions, one.doubtful, one.mistakes, one.cost / WHOLE)
        for one in kinds
        if one.cost
    ]
    report.tables = [Table("decisions", "What decisions cost", columns, rows)]
    return report


def _named(clause: str, titles: Mapping[str, str]) -> str:
    return f"{titles[clause].rstrip('.').lower()} ({clause})" if titles.get(clause) else clause


# Tables


def driver_table(race: Explained) -> Table:
    """What made each driver's result; a row's columns add up to its last one."""
    parts = shown_parts(race)
    columns = (Column("driver", "text"), Column("start", "percent"), *(Column(PARTS[one], "percent") for one in parts))
    rows = [
        (one.name, one.start / WHOLE, *(getattr(one, part) / WHOLE for part in parts), one.result / WHOLE)
        for one in race.drivers
    ]
    return Table("drivers", "From the start to the result", (*columns, Column("result", "percent")), rows)


def shown_parts(race: Explained) -> list[str]:
    """The parts of a result that this race has."""
    return [part for part in PARTS if part != "clock" or any(driver.clock for driver in race.drivers)]


def decision_table(race: Explained) -> Table:
    """Decisions that were doubtful or mistakes, in order of time; the others are counted."""
    columns = (
        Column("ply", "count"),
        *(Column(name, "text") for name in ("driver", "grade", "played", "better")),
        Column("cost", "percent"),
        Column("why", "text"),
    )
    told = [one for one in race.decisions if one.grade in ("doubtful", "mistake")]
    rows = [_decision_row(race, one) for one in told]
    return Table("decisions", "Decisions that cost something", columns, rows, _counted(race))


def _decision_row(race: Explained, one: GradedDecision) -> tuple[object, ...]:
    return (one.ply, race.names[one.seat], one.grade, one.words, one.better, one.cost / WHOLE, one.why)


def _counted(race: Explained) -> str:
    counts = {grade: sum(one.grade == grade for one in race.decisions) for grade in ("best", "fine")}
    return f"Of {len(race.decisions)} decisions {counts['best']} were best and {counts['fine']} fine."


# Charts


def text_chart(race: Explained) -> list[str]:
    """A line of blocks for each driver: how high the chance was over the race."""
    wide = max(len(name) for name in race.names)
    return [f"{driver.name:{wide}}  {_blocks(race, driver)}" for driver in race.drivers]


def _blocks(race: Explained, driver: DriverResult) -> str:
    last, columns = len(race.chances) - 1, min(CHART, len(race.chances))
    at = [round(column * last / max(1, columns - 1)) for column in range(columns)]
    return "".join(BLOCKS[min(7, 8 * race.chances[ply][driver.seat] // WHOLE)] for ply in at)


def chances_plot(race: Explained) -> Plot:
    """A line for each driver, with its name in the legend; the turn that decided is shaded."""
    last = max(1, len(race.chances) - 1)
    wide = WIDE - SIDE - 10

    def x(ply: int) -> float:
        return round(SIDE + wide * ply / last, 1)

    def y(chance: int) -> float:
        return round(TOP + HIGH * (WHOLE - chance) / WHOLE, 1)

    parts = [
        f'<line class="cell" x1="{SIDE}" x2="{WIDE - 10}" y1="{y(level)}" y2="{y(level)}"/>'
        f'<text class="small" x="{SIDE - 6}" y="{y(level) + 4}" text-anchor="end">{level // 10} %</text>'
        for level in (0, WHOLE // 2, WHOLE)
    ]
    if race.decided:
        left, right = x(race.decided.first), x(race.decided.stop)
        parts.append(f'<rect class="decided" x="{left}" y="{TOP}" width="{max(2, right - left):.1f}" height="{HIGH}"/>')
    for driver in race.drivers:
        points = " ".join(f"{x(ply)},{y(chance[driver.seat])}" for ply, chance in enumerate(race.chances))
        parts.append(f'<polyline class="line seat{driver.seat % 8}" points="{points}"/>')
    parts += _legend(race, TOP + HIGH + 26)
    title = "Chance to win over the race"
    return Plot(title, svg(title, TOP + HIGH + 26 + ROW * (-(-len(race.drivers) // 4)), parts))


def _legend(race: Explained, top: float) -> list[str]:
    parts: list[str] = []
    for number, driver in enumerate(race.drivers):
        left, y = SIDE + number % 4 * 150, top + number // 4 * ROW
        parts.append(f'<line class="line seat{driver.seat % 8}" x1="{left}" x2="{left + 22}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="{left + 28}" y="{y + 4}">{escape(driver.name[:16])}</text>')
    return parts


def changes_plot(race: Explained) -> Plot:
    """Bars to the left and right of nothing: what dice and decisions took and gave."""
    kinds = shown_parts(race)
    most = max([abs(getattr(driver, part)) for driver in race.drivers for part in kinds] + [1])
    middle, parts, y = 390, list[str](), 16
    for driver in race.drivers:
        parts.append(f'<text x="6" y="{y + 5}" font-weight="700">{escape(driver.name[:18])}</text>')
        for part in kinds:
            change = getattr(driver, part)
            long = BAR * abs(change) / most
            left = middle if change >= 0 else middle - long
            parts.append(f'<text x="{middle - BAR - 14}" y="{y + 5}" text-anchor="end">{PARTS[part]}</text>')
            parts.append(f'<rect class="bar" x="{left:.1f}" y="{y - 8}" width="{long:.1f}" height="16"/>')
            parts.append(f'<text x="{WIDE - 6}" y="{y + 5}" text-anchor="end">{change / 10:+.1f}</text>')
            y += 22
        y += 10
    parts.append(f'<line class="fair" x1="{middle}" x2="{middle}" y1="4" y2="{y - 12}"/>')
    title = "What luck and decisions changed, in percentage points"
    return Plot(title, svg(title, y, parts))
