"""`paddock lab`: evidence about a game from many races, as text, a page, JSON or tables."""

import shlex
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from paddock.engine import Game
from paddock.games import all_games
from paddock.lab import (
    CAN_BE_COMPILED,
    COMPILED_LEVELS,
    Balance,
    BalancePlan,
    Clauses,
    Comparison,
    Conditions,
    EstimateTrial,
    HeldGroup,
    LabError,
    LabExtraError,
    Report,
    TrackTrial,
    Version,
    checked_track,
    course_workshop,
    page,
)
from paddock.lab import races as held_report

from .errors import wrong_input
from .params import (
    FILE,
    GAME,
    MOST_SEED,
    Whole,
    chosen_options,
    complete_bots,
    game_argument,
    new_table,
    on_option,
    options_option,
    workers,
)
from .progress import compile_with_progress, progress
from .simulate import default_seats

if TYPE_CHECKING:
    from paddock.server import HeldRace

MOST_RACES = 1_000_000_000
MOST_ODDS_RACES = 200_000  # of a setting: their positions are held in memory
MOST_TRACK_RACES = 100_000  # on each track: they are read ply by ply
FIRST_ANSWER_SECONDS = 10.0
NEXT_ANSWER_SECONDS = 60.0
STORE_SECONDS = 5.0
FOLDER = click.Path(path_type=Path, file_okay=False)


@click.group(short_help="Evidence for designers: balance, comparisons, clauses.")
def lab() -> None:
    """Race many times and report what that shows: sentences first, then tables and plots.

    Reports say which command and seed they come from: the same ones give the same report on any machine, whatever the
    number of its processors. Needs the extra `lab`: pip install 'paddock[lab]'.
    """


def shared_options(command: Callable[..., None]) -> Callable[..., None]:
    """What every command of the lab takes; the files that it writes come to the command as one, `files`."""

    @wraps(command)
    def with_files(html_file: Path | None, json_file: Path | None, csv_folder: Path | None, **others: Any) -> None:
        command(files=ReportFiles(html_file, json_file, csv_folder), **others)

    found = with_files
    for option in (
        click.option("--threads", type=Whole(1, 1024), help="With --on cores.  [default: all processors]"),
        on_option,
        click.option(
            "--csv", "csv_folder", type=FOLDER, metavar="FOLDER", help="Write a CSV file for each table there."
        ),
        click.option("--json", "json_file", type=FILE, metavar="FILE", help="Write everything there as JSON."),
        click.option("--html", "html_file", type=FILE, metavar="FILE", help="Write a page that needs nothing else."),
        click.option("--seed", type=Whole(0, MOST_SEED), default=1, show_default=True, help="Same seed, same report."),
    ):
        found = option(found)
    return found


drivers_option = click.option(
    "--drivers",
    default="quick",
    show_default=True,
    metavar="A,B,...",
    shell_complete=complete_bots,
    help=f"Who drives, one for each seat in turns, of {', '.join(CAN_BE_COMPILED)}.",
)


@lab.command()
@game_argument
@click.option("--seats", default="", metavar="N,N,...", help="Numbers of cars.  [default: 4 or the nearest possible]")
@click.option("--races", type=Whole(1, MOST_RACES), default=100_000, show_default=True, help="For each number of cars.")
@options_option
@drivers_option
@click.option(
    "--levels",
    default=",".join(COMPILED_LEVELS),
    show_default=True,
    metavar="A,B,...",
    shell_complete=complete_bots,
    help="Who races each other for luck and skill, from the weakest up.",
)
@click.option(
    "--level-races", type=Whole(0, 1_000_000), default=1000, show_default=True, help="Of each pair of levels; 0: none."
)
@click.option("--state", type=FILE, metavar="FILE", help="Keep what was raced there; the same command goes on.")
@click.option("--seconds", type=click.FloatRange(0.1), help="Stop after so long and report what there is.")
@shared_options
def balance(
    game: Game,
    seats: str,
    races: int,
    options: tuple[str, ...],
    drivers: str,
    levels: str,
    level_races: int,
    state: Path | None,
    seconds: float | None,
    seed: int,
    files: "ReportFiles",
    place: str,
    threads: int | None,
) -> None:
    """Is the game fair, how long and how tense is it, and how much of it is luck?

    A first answer comes after ten seconds and gets finer from then on. Stop with Ctrl-C: what has been raced is
    reported and, with --state, kept, so that the same command goes on from there.
    """
    with sentences(), workers(place, threads) as on:
        settings = chosen_settings(game, seats, options, names(drivers), seed)
        run = Balance(BalancePlan(settings, races, names(levels), level_races), on=on)
        if state and state.exists():
            run.go_on_from(state)
        compile_for(game, "measured")
        race_on(run, files, state, seconds)
        click.echo(run.report(typed()).text() if run.done else "Nothing has been raced.")


@lab.command()
@game_argument
@click.option("--seats", type=Whole(1, 1000), help="Cars of a race.  [default: 4 or the nearest possible]")
@click.option("--races", type=Whole(2, MOST_RACES), default=20_000, show_default=True, help="Of each variant.")
@options_option
@drivers_option
@click.option(
    "--version-from",
    "before",
    type=FOLDER,
    metavar="FOLDER",
    help="Compare with the game as it is in this checkout of paddock or of the game's package.",
)
@click.option("--seconds", type=click.FloatRange(0.1), help="Stop after so long and report what there is.")
@shared_options
def compare(
    game: Game,
    seats: int | None,
    races: int,
    options: tuple[str, ...],
    drivers: str,
    before: Path | None,
    seconds: float | None,
    seed: int,
    files: "ReportFiles",
    place: str,
    threads: int | None,
) -> None:
    """What changes with an option? Give it twice: --option board=oval --option board=coast.

    An option that is given several times makes a variant of each value; the first one is what the others are compared
    with. All variants race with the same dice.

    With --version-from the game is compared with itself before your changes: git worktree add ../before, then
    --version-from ../before.
    """
    with sentences(), workers(place, threads) as on, version_in(before) as version:
        number = default_seats(game) if seats is None else seats
        variants: list[Conditions] = []
        for some in variant_options(options):
            chosen = chosen_options(game, some)
            new_table(game, number, chosen)
            variants.append(Conditions(game, number, chosen, names(drivers), seed))
        if version:
            variants = versions_of(variants, version)
        run = Comparison(tuple(variants), races, on=on)
        compile_for(game, "measured")
        race_on(run, files, None, seconds)
        click.echo(run.report(typed()).text() if run.done else "Nothing has been raced.")


@lab.command()
@game_argument
@click.option("--seats", type=Whole(1, 1000), help="Cars of a race.  [default: 4 or the nearest possible]")
@click.option("--races", type=Whole(1, MOST_RACES), default=20_000, show_default=True, help="How many races.")
@options_option
@drivers_option
@click.option("--seconds", type=click.FloatRange(0.1), help="Stop after so long and report what there is.")
@shared_options
def clauses(
    game: Game,
    seats: int | None,
    races: int,
    options: tuple[str, ...],
    drivers: str,
    seconds: float | None,
    seed: int,
    files: "ReportFiles",
    place: str,
    threads: int | None,
) -> None:
    """How often does each clause fire, which decide races, and which choices pay, cost or are none?"""
    with sentences(), workers(place, threads) as on:
        number, chosen = default_seats(game) if seats is None else seats, chosen_options(game, options)
        new_table(game, number, chosen)
        run = Clauses(Conditions(game, number, chosen, names(drivers), seed), races, on=on)
        compile_for(game, "measured", "explored")
        race_on(run, files, None, seconds)
        click.echo(run.report(typed()).text() if run.done else "Nothing has been raced.")


class StoreFile(click.Path):
    """A store's file by its path or its URL."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, or a sentence about a store that is no file."""
        from paddock.server import StoreError, store_path

        with wrong_input(StoreError):
            return super().convert(store_path(value) if "://" in str(value) else value, param, ctx)


@lab.command()
@game_argument
@click.option("--seats", default="", metavar="N,N,...", help="Numbers of cars.  [default: all that the game has]")
@click.option("--races", type=Whole(2, MOST_ODDS_RACES), default=2000, show_default=True, help="Of each setting.")
@options_option
@click.option(
    "--drivers",
    default="quick",
    show_default=True,
    metavar="LEVEL",
    shell_complete=complete_bots,
    help="Who drives all cars: any bot. Races of those that search take seconds each, not thousandths.",
)
@click.option("--seconds", type=click.FloatRange(0.1), help="Stop after so long and report what there is.")
@shared_options
def estimate(
    game: Game,
    seats: str,
    races: int,
    options: tuple[str, ...],
    drivers: str,
    seconds: float | None,
    seed: int,
    files: "ReportFiles",
    place: str,
    threads: int | None,
) -> None:
    """Are the chances to win that players see true, and better than a look at who is in front?

    Positions of many races are compared with who won them: log loss, and calibration by tenths of predicted chance.
    An option that is given several times makes a setting of each value, like each number of cars.
    """
    with sentences(), workers(place, threads) as on:
        seats = seats or ",".join(str(number) for number in range(game.seats[0], game.seats[1] + 1))
        settings = [
            one for some in variant_options(options) for one in chosen_settings(game, seats, some, ("quick",), seed)
        ]
        run = EstimateTrial(tuple(settings), races, drivers=drivers, on=on)
        compile_with_progress(game)
        race_on(run, files, None, seconds)
        click.echo(run.report(typed()).text() if run.judged else "Nothing has been raced.")


@lab.command()
@click.argument("store", type=StoreFile(path_type=Path))
@click.option("--races", "bot_races", type=Whole(2, 10_000_000), default=2000, show_default=True, help="Of bots.")
@shared_options
def races(
    store: Path,
    bot_races: int,
    seed: int,
    files: "ReportFiles",
    place: str,
    threads: int | None,
) -> None:
    """Measure races that people held on a server beside those of bots with the same options.

    STORE is a server's store or a backup of it; it stays as it is. Nothing in the report says who drove or when.
    """
    from paddock.server import StoreError, held_races

    with sentences(), workers(place, threads) as on:
        try:
            held = held_races(store, all_games())
        except StoreError as error:
            raise click.ClickException(str(error)) from None
        groups: dict[str, list[HeldRace]] = {}
        for race in held:
            if race.by_people:
                groups.setdefault(repr((race.game.id, race.seats, sorted(race.options.items()))), []).append(race)
        found = [
            HeldGroup(some[0].game, some[0].seats, some[0].options, tuple(race.moves for race in some))
            for _, some in sorted(groups.items())
        ]
        report = held_report(found, bot_races, seed=seed, on=on, command=typed())
        files.write(report)
        click.echo(report.text() if found else "There are no finished races of people in this store.")


@lab.command()
@click.argument("file", type=FILE)
@click.option("--game", type=GAME, help="Whose track it is.  [default: the game that can race on it]")
@click.option("--seats", type=Whole(1, 1000), help="Cars of a race.  [default: 4 or the nearest possible]")
@click.option("--races", type=Whole(2, MOST_TRACK_RACES), default=400, show_default=True, help="On each track.")
@click.option("--alone", is_flag=True, help="Do not race on the tracks in the box for comparison.")
@options_option
@drivers_option
@click.option("--seconds", type=click.FloatRange(0.1), help="Stop after so long and report what there is.")
@shared_options
def track(
    file: Path,
    game: Game | None,
    seats: int | None,
    races: int,
    alone: bool,
    options: tuple[str, ...],
    drivers: str,
    seconds: float | None,
    seed: int,
    files: "ReportFiles",
    place: str,
    threads: int | None,
) -> None:
    """Where do cars crash, overtake and wait on a drawn track, and how hard is it beside those in the box?

    FILE is a track or board of your own, e.g. downloaded from the editor. The page shows heat maps on its drawing.
    """
    with sentences(), workers(place, threads) as on:
        game = game or game_of_track(file)
        option, text = course_workshop(game).option, track_text(game, file)
        checked = checked_track(game, text)
        number = default_seats(game) if seats is None else seats
        chosen = {**chosen_options(game, options), option: checked.text}
        new_table(game, number, chosen)
        setting = Conditions(game, number, chosen, names(drivers), seed)
        run = TrackTrial(setting, checked.name or file.stem, races, beside=not alone, on=on)
        race_on(run, files, None, seconds)
        click.echo(run.report(typed()).text() if run.done else "Nothing has been raced.")


def track_text(game: Game, file: Path) -> str:
    """The text of a track file, within the limits of the game's option."""
    option = course_workshop(game).option
    if not file.is_file():
        raise click.ClickException(f"there is no file {str(file)[:80]!r}: give the path of a track file")
    return str(chosen_options(game, (f"{option}={file}",))[option])


def game_of_track(file: Path) -> Game:
    """The only game that can race on a file."""
    able = [game for game in all_games() if game.workshop and game.workshop.course]
    found = [game for game in able if game.workshop and game.workshop.check(track_text(game, file)).text]
    if len(found) == 1:
        return found[0]
    listed = ", ".join(game.id for game in found or able)
    why = "several games can race on it" if found else "no game can race on it as it is"
    raise click.ClickException(
        f"{file.name[:80]}: {why}; say whose it is with --game (one of {listed}) and what is wrong is told"
    )


def variant_options(options: tuple[str, ...]) -> list[tuple[str, ...]]:
    """What each variant is given: options with one value to all, those with several one after the other.

    >>> variant_options(("laps=2", "board=oval", "board=coast"))
    [('laps=2', 'board=oval'), ('laps=2', 'board=coast')]
    """
    by_name: dict[str, list[str]] = {}
    for text in options:
        by_name.setdefault(text.partition("=")[0].strip(), []).append(text)
    found: list[tuple[str, ...]] = [()]
    for values in by_name.values():
        found = [(*some, value) for some in found for value in values]
    return found


@contextmanager
def version_in(folder: Path | None) -> Generator[Version | None]:
    """The version in a folder, if one is given."""
    if folder is None:
        yield None
        return
    with Version(folder) as version:
        yield version


def versions_of(variants: list[Conditions], version: Version) -> list[Conditions]:
    """The one variant that was asked for, in another version and in this one."""
    if len(variants) > 1:
        raise LabError("--version-from compares versions: give each option once")
    return [replace(variants[0], version=version), variants[0]]


def race_on(
    run: Balance | Comparison | Clauses | EstimateTrial | TrackTrial,
    writer: "ReportFiles",
    state: Path | None,
    seconds: float | None,
) -> None:
    """Race until all is done, the time is over or Ctrl-C is pressed; store and report meanwhile."""
    begun = time.monotonic()
    answer, store = begun + FIRST_ANSWER_SECONDS, begun + STORE_SECONDS
    try:
        with progress("Racing", run.total) as bar:
            for done in run.steps():
                now = time.monotonic()
                bar.at(done, f"{done:,} of {run.total:,}")
                if state and isinstance(run, Balance) and now >= store:
                    store = now + STORE_SECONDS
                    run.store(state)
                if now >= answer:
                    answer = now + NEXT_ANSWER_SECONDS
                    writer.write(run.report(typed()))
                    click.echo(f"After {done:,} races: {run.report().sentences[0]}", err=True)
                if seconds is not None and now - begun >= seconds:
                    break
    except KeyboardInterrupt:
        click.echo(f"Stopped after {run.done:,} of {run.total:,} races.", err=True)
    if state and isinstance(run, Balance):
        run.store(state)
    if run.done:
        writer.write(run.report(typed()))


def compile_for(game: Game, *entries: str) -> None:
    """Have compiled what the lab races with, before the clock of the first answer runs."""
    compile_with_progress(game)
    with progress(f"Compiling {game.name} for the lab, once for these rules", None):
        for entry in entries:
            getattr(game.native(), entry)


class ReportFiles:
    """Files that a report goes to; that they can be written is found out before the first race."""

    def __init__(self, html: Path | None, json: Path | None, csv: Path | None):
        self._html, self._json, self._csv = html, json, csv
        for file in (html, json):
            _check_writable(file)

    def write(self, report: Report) -> None:
        """Write all files, replacing those of an earlier report."""
        if self._html:
            self._html.write_text(page(report), encoding="utf-8")
        if self._json:
            self._json.write_text(report.json(), encoding="utf-8")
        if self._csv:
            report.write_csv(self._csv)


def _check_writable(file: Path | None) -> None:
    try:
        if file:
            file.touch()
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}") from None


@contextmanager
def sentences() -> Generator[None]:
    """What the lab cannot do is one sentence."""
    try:
        yield
    except (LabError, LabExtraError) as error:
        raise click.ClickException(str(error)) from None


def names(text: str) -> tuple[str, ...]:
    """Names that are separated by commas."""
    return tuple(name.strip() for name in text.split(","))


def chosen_settings(
    game: Game, seats: str, options: tuple[str, ...], levels: tuple[str, ...], seed: int
) -> tuple[Conditions, ...]:
    """A setting for each number of cars, checked."""
    chosen = chosen_options(game, options)
    numbers = list(_numbers(seats)) if seats else [default_seats(game)]
    for number in numbers:
        new_table(game, number, chosen)
    return tuple(Conditions(game, number, dict(chosen), levels, seed) for number in numbers)


def _numbers(text: str) -> Iterator[int]:
    for word in text.split(","):
        if not (word.strip().isascii() and word.strip().isdigit() and len(word) < 5):
            raise click.ClickException(f"--seats takes whole numbers separated by commas, not {word[:40]!r}")
        yield int(word)


def typed() -> str:
    """The command as it was given, without what does not change the report."""
    context = click.get_current_context()
    words = ["paddock", "lab", str(context.info_name)]
    for parameter in context.command.params:
        value: Any = context.params.get(str(parameter.name))
        if isinstance(parameter, click.Argument):
            words.insert(3, value.id if isinstance(value, Game) else Path(str(value)).name)
        elif parameter.name in FILES or value in (None, ()) or not isinstance(parameter, click.Option):
            continue
        elif parameter.is_flag:
            words += parameter.opts[:1] if value else []
        else:
            for one in cast(tuple[Any, ...], value if isinstance(value, tuple) else (value,)):
                words += [parameter.opts[0], str(one)]
    return shlex.join(word for word in words if word)


FILES = ("html_file", "json_file", "csv_folder", "state", "place", "threads", "seconds")
