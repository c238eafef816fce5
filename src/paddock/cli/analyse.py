"""`paddock analyse`: finished races explained, as text, a page or JSON."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from paddock.analysis import FINER, USUAL, AnalysisError, Effort, Explained, explain
from paddock.engine import Game, Match, RecordError, Rulebook, read_record
from paddock.lab import Report, page, race_report, season_report, text_chart
from paddock.series import BundleError, is_bundle, read_bundle

from .errors import wrong_input
from .params import FILE
from .progress import compile_with_progress, progress
from .records import game_of, replayed

MOST_RACES = 1000  # at once


@click.command(short_help="Explain finished races: chances, mistakes, luck and skill.")
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE...")
@click.option("--finer", is_flag=True, help="Ten times as many walks: minutes instead of seconds.")
@click.option("--html", "html_file", type=FILE, metavar="FILE", help="Write a page that needs nothing else.")
@click.option("--json", "json_file", type=FILE, metavar="FILE", help="Write everything there as JSON.")
def analyse(files: tuple[Path, ...], finer: bool, html_file: Path | None, json_file: Path | None) -> None:
    """Explain the finished race in FILE: who was likely to win when, which decisions cost what, luck and skill.

    Luck (dice and draws) and decisions add up to the result exactly. Decisions are judged by what the driver could
    know. With several files, or the bundle of a series, it tells which kinds of decisions cost each driver most.
    """
    matches = [match for file in files for match in races_in(file)]
    if len(matches) > MOST_RACES:
        raise click.ClickException(f"at most {MOST_RACES} races are explained at once, not {len(matches)}")
    if len({match.game.id for match in matches}) != 1:
        raise click.ClickException("give races of one game")
    game = matches[0].game
    found = explained(game, matches, FINER if finer else USUAL)
    command = shlex.join(["paddock", "analyse", *(file.name for file in files), *(["--finer"] if finer else [])])
    if len(found) == 1:
        report, data = race_report(found[0], game.name, command), msgspec.json.encode(found[0])
        click.echo("\n".join([report.title, *report.sentences, "", *text_chart(found[0]), *tables(report)]))
    else:
        titles = {name: clause.title for name, clause in Rulebook.of(game).clauses.items()}
        report, data = season_report(found, game.name, titles, command), msgspec.json.encode(found)
        click.echo(report.text())
    write(html_file, page(report).encode())
    write(json_file, data + b"\n")


def tables(report: Report) -> list[str]:
    """The tables of a report as text."""
    return report.text().splitlines()[1 + len(report.sentences) :]


def races_in(file: Path) -> Iterator[Match]:
    """The races of a record or of a series' bundle, replayed."""
    if not is_bundle(file):
        yield replayed(file)
        return
    with wrong_input(BundleError):
        bundle = read_bundle(file)
    for name, text in bundle.records:
        where = f"{file}, {name}"
        try:
            record = read_record(text)
            yield Match.replay(game_of(where, record), record)
        except RecordError as error:
            raise click.ClickException(f"{where}: {error}") from None


def explained(game: Game, matches: list[Match], effort: Effort) -> list[Explained]:
    """Each race explained."""
    compile_with_progress(game)
    found: list[Explained] = []
    with progress("Explaining", len(matches)) as bar, wrong_input(AnalysisError):
        for match in matches:
            found.append(explain(match, effort))
            bar.at(len(found), f"{len(found)} of {len(matches)}")
    return found


def write(file: Path | None, data: bytes) -> None:
    """Write a file that was asked for."""
    try:
        if file:
            file.write_bytes(data)
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}") from None
