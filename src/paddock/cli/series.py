"""`paddock series`: run a season of bots, print its score sheet, write its files."""

import json
from dataclasses import replace
from pathlib import Path

import click

from paddock.bots import BOTS, make_bot
from paddock.engine import Game, RaceRecord, SeriesRules, Value, Workers, capitalised, read_options, write_record
from paddock.series import (
    NoSeriesError,
    RacedSeries,
    Sheet,
    found_season,
    points_text,
    run_series,
    series_rules,
    sheet_csv,
    title_odds,
    write_bundle,
)

from .errors import wrong_input
from .params import (
    FILE,
    MOST_SEED,
    Whole,
    chosen_options,
    complete_bots,
    game_argument,
    json_option,
    on_option,
    options_option,
    workers,
)
from .progress import compile_with_progress, progress
from .simulate import default_seats

MOST_SIMULATED = 1_000_000
Odds = list[tuple[float, ...]]  # by race: the share of the title of each contender before it


@click.command()
@game_argument
@click.option("--seats", type=Whole(1, 1000), help="How many drivers.  [default: 4 or the nearest possible]")
@click.option("--races", type=Whole(1, 1000), help="How many races; short for --set races=N.")
@click.option("--set", "agreed", multiple=True, metavar="NAME=VALUE", help="An option of the series. May be repeated.")
@click.option("--calendar", metavar="A,B,...", help="Where the races take place, e.g. boards or tracks, in order.")
@options_option
@click.option(
    "--bots",
    default="quick",
    show_default=True,
    shell_complete=complete_bots,
    help=f"Of {', '.join(BOTS)}: one for all, or one for each driver, separated by commas.",
)
@click.option("--seed", type=Whole(0, MOST_SEED), default=1, show_default=True, help="Same seed, same season.")
@click.option(
    "--odds",
    "simulated",
    type=Whole(1, MOST_SIMULATED),
    metavar="N",
    help="Tell the odds of the title before each race, from N simulated rests of the season by quick drivers.",
)
@on_option
@click.option("--csv", "csv_file", type=FILE, help="Write the sheet to this file.")
@click.option("--bundle", type=FILE, help="Write all race records to this zip; `paddock verify` checks it.")
@json_option
def series(
    game: Game,
    seats: int | None,
    races: int | None,
    agreed: tuple[str, ...],
    calendar: str | None,
    options: tuple[str, ...],
    bots: str,
    seed: int,
    simulated: int | None,
    place: str,
    csv_file: Path | None,
    bundle: Path | None,
    as_json: bool,
) -> None:
    """Run a season of bots and print its score sheet."""
    number = default_seats(game) if seats is None else seats
    check_folders(csv_file, bundle)
    with wrong_input(NoSeriesError, ValueError):
        rules = series_rules(game)
        chosen = read_agreed(game, rules, agreed, races)
        venues = read_calendar(game, rules.venue, calendar)
        season = found_season(game, number, chosen_options(game, options), chosen, venues)
    drivers = bots_of(bots, number)
    names = [f"{capitalised(bot)} {driver + 1}" for driver, bot in enumerate(drivers)]
    if simulated or any(BOTS[bot].walks for bot in drivers):
        compile_with_progress(game)
    with progress(f"Racing {game.name}", None) as bar:
        raced = run_series(
            game,
            season,
            names,
            lambda driver, luck: make_bot(drivers[driver], luck).choose,
            seed,
            lambda race, title: bar.at(race, f"{race} {title}"),
        )
    sheet = Sheet.of(game, raced.season, names, raced.titles)
    write_files(game, raced, sheet, csv_file, bundle)
    odds: Odds = []
    if simulated:
        with workers(place) as on:
            odds = odds_by_race(game, raced, simulated, seed, on)
    click.echo(as_data(game, sheet, seed, odds) if as_json else report(game, raced, sheet, seed, odds))


def odds_by_race(game: Game, raced: RacedSeries, simulated: int, seed: int, on: Workers) -> Odds:
    """The odds of the title before each race."""
    found: Odds = []
    with progress(f"Simulating {game.name}", len(raced.titles)) as bar:
        for done in range(len(raced.titles)):
            before = replace(raced.season, results=raced.season.results[:done])
            found.append(title_odds(game, before, simulated, seed=seed, on=on).shares)
            bar.at(done + 1, f"{done + 1} of {len(raced.titles)} races")
    return found


def check_folders(*files: Path | None) -> None:
    """Refuse files that cannot be written, before the season is raced."""
    for file in files:
        if file and (file.is_dir() or not file.parent.is_dir()):
            what = "is a folder" if file.is_dir() else "cannot be written: there is no such folder"
            raise click.ClickException(f"{file} {what}")


def read_agreed(game: Game, rules: SeriesRules, agreed: tuple[str, ...], races: int | None) -> dict[str, Value]:
    """The options of the series as typed."""
    texts = [*agreed, *([f"races={races}"] if races else [])]
    if texts and not rules.options:
        raise click.ClickException(f"a series of {game.name} has no options: {rules.sentence}")
    named = [text.partition("=")[0] for text in texts]
    twice = next((name for name in named if named.count(name) > 1), None)
    if twice:
        raise click.ClickException(f"{twice[:40]} is given twice")
    return read_options(rules.options, texts)


def read_calendar(game: Game, venue: str, text: str | None) -> tuple[Value, ...]:
    """The agreed order as typed."""
    if not text:
        return ()
    option = next((option for option in game.options if option.name == venue), None)
    if option is None:
        raise click.ClickException(f"a series of {game.name} has no calendar")
    return tuple(option.read(part.strip()) for part in text.split(","))


def bots_of(text: str, seats: int) -> list[str]:
    """One bot for all, or one for each driver."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in BOTS:
            raise click.ClickException(f"there is no bot {name[:40]!r}; there are {', '.join(BOTS)}")
    if len(names) not in (1, seats):
        raise click.ClickException(f"{len(names)} bots for {seats} drivers: name one for all or one for each")
    return names if len(names) == seats else names * seats


def write_files(game: Game, raced: RacedSeries, sheet: Sheet, csv_file: Path | None, bundle: Path | None) -> None:
    """Write the sheet and the records, where wanted."""
    with wrong_input(OSError):
        if csv_file:
            csv_file.write_text(sheet_csv(sheet), encoding="utf-8")
        if bundle:
            records = [write_record(RaceRecord.of(match), match) for match in raced.matches]
            bundle.write_bytes(write_bundle(records, sheet, game.id, raced.season))


def as_data(game: Game, sheet: Sheet, seed: int, odds: Odds) -> str:
    """The sheet for programs."""
    lines = [
        {
            "name": line.name,
            "points": [None if one is None else one / sheet.parts for one in line.points],
            "total": line.total / sheet.parts,
            "wins": line.wins,
            "place": line.place,
        }
        for line in sheet.lines
    ]
    teams = [
        {"name": name, "total": total / sheet.parts} for name, total in zip(sheet.teams, sheet.totals, strict=True)
    ]
    data = {"game": game.id, "seed": seed, "races": sheet.titles, "sheet": lines, "champions": sheet.champions}
    data |= {"teams": teams} if sheet.has_teams else {}
    if any(sheet.heats):
        heats = [[{"title": title, "winner": winner or None} for title, winner in race] for race in sheet.heats]
        data |= {"heats": heats}
    if odds:
        data |= {"odds": [dict(zip(sheet.teams, shares, strict=True)) for shares in odds]}
    return json.dumps(data, indent=2, ensure_ascii=False)


def report(game: Game, raced: RacedSeries, sheet: Sheet, seed: int, odds: Odds) -> str:
    """The sheet for people."""
    aim = series_rules(game).aim(raced.season)
    many = len(sheet.titles)
    heading = f"{game.name}, {aim}: {many} {'race' if many == 1 else 'races'} of seed {seed}"
    races = [line for number in range(many) for line in _race(sheet, number)]
    return "\n".join([heading, *races, "", *_table(sheet), *_teams(sheet), *_odds(sheet, odds), "", _champion(sheet)])


def _race(sheet: Sheet, number: int) -> list[str]:
    """A race by number and title, and who won the races inside it."""
    heats = [f"      {title}: {f'{winner} won' if winner else 'nobody won'}" for title, winner in sheet.heats[number]]
    return [f"{number + 1:>3} {sheet.titles[number]}", *heats]


def _table(sheet: Sheet) -> list[str]:
    wide = max(len("driver"), *(len(line.name) for line in sheet.lines))
    numbers = "".join(f"{number:>6}" for number in range(1, len(sheet.titles) + 1))
    lines = [f"{'driver':{wide}}{numbers}   total behind  wins"]
    for line in sheet.sorted_lines():
        points = "".join(f"{'-' if one is None else points_text(one, sheet.parts):>6}" for one in line.points)
        total, behind = (points_text(one, sheet.parts) for one in (line.total, sheet.behind(line)))
        lines.append(f"{line.name:{wide}}{points}{total:>8}{behind:>7}{line.wins:>6}")
    return lines


def _teams(sheet: Sheet) -> list[str]:
    """The totals of teams, best first; empty if there are no teams."""
    if not sheet.has_teams:
        return []
    wide = max(map(len, sheet.teams))
    ranked = [team for group in sheet.order for team in group]
    return ["", *(f"{sheet.teams[team]:{wide}}{points_text(sheet.totals[team], sheet.parts):>8}" for team in ranked)]


def _odds(sheet: Sheet, odds: Odds) -> list[str]:
    """The odds of the title before each race, in percent; empty if nobody asked for them."""
    if not odds:
        return []
    wide = max(len("odds before race"), *map(len, sheet.teams))
    numbers = "".join(f"{number:>6}" for number in range(1, len(odds) + 1))
    ranked = [team for group in sheet.order for team in group]
    lines = [f"{sheet.teams[team]:{wide}}" + "".join(f"{100 * one[team]:>6.1f}" for one in odds) for team in ranked]
    return ["", f"{'odds before race':{wide}}{numbers}", *lines]


def _champion(sheet: Sheet) -> str:
    champions = sheet.champions
    return f"Champion: {champions[0]}" if len(champions) == 1 else f"Champions together: {', '.join(champions)}"
