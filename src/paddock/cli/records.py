"""`paddock replay` and `paddock verify`: races from their records."""

from pathlib import Path

import click

from paddock.engine import SPECTATOR, Game, Match, RaceRecord, RecordError, read_record, verify_record
from paddock.games import UnknownGameError, load_game
from paddock.series import Bundle, BundleError, Race, read_bundle, recount, wrong_line
from paddock.series.bundle import AGREEMENT, SHEET, is_bundle
from paddock.terminal.saving import SavingError, load_record
from paddock.terminal.session import standings

from .errors import wrong_input
from .params import FILE, Whole

PLY = Whole(0, 10**9)
NOT_TRUE = 1


@click.command()
@click.argument("file", type=FILE)
@click.option("--from", "start", type=PLY, default=0, metavar="PLY", help="Begin with this ply.")
@click.option("--to", "stop", type=PLY, metavar="PLY", help="Stop before this ply.  [default: the end]")
@click.option("--seat", metavar="SEAT", help="As this seat saw it: its number or name.  [default: as a spectator]")
@click.option("--position", is_flag=True, help="Show the position after that, too.")
def replay(file: Path, start: int, stop: int | None, seat: str | None, position: bool) -> None:
    """Tell the race in FILE in words, with clause numbers."""
    match = replayed(file)
    viewer = SPECTATOR if seat is None else seat_number(match, seat)
    end = len(match.plies) if stop is None else stop
    if not start <= end <= len(match.plies):
        raise click.ClickException(f"the race has plies 0 to {len(match.plies)}, and --from may not be beyond --to")
    for line in match.history(viewer, start):
        if line.ply < end:
            click.echo(f"{line.ply:5}  {line.clause:7} {line.text}")
    if position:
        click.echo(match.at(end).position(viewer))
    if match.is_over and end == len(match.plies):
        click.echo("\n".join(standings(match)))


@click.command()
@click.argument("file", type=FILE)
def verify(file: Path) -> None:
    """Recompute every move and every die of the race in FILE, or of all races in a bundle and its sheet.

    Exit status 0: everything is as the rules and the dice say; 1: it is not; 2: the file cannot be read.
    """
    if is_bundle(file):
        is_true = is_bundle_true(file)
    else:
        with wrong_input(SavingError):
            record = load_record(file)
        is_true = verified(str(file), record) is not None
    if not is_true:
        click.get_current_context().exit(NOT_TRUE)


def is_bundle_true(file: Path) -> bool:
    """Check every race of a bundle, then its sheet."""
    with wrong_input(BundleError):
        bundle = read_bundle(file)
    records: list[tuple[str, RaceRecord]] = []
    for name, text in bundle.records:
        with wrong_input(RecordError, about=f"{file}, {name}"):
            records.append((name, read_record(text)))
    matches = [(name, verified(f"{file}, {name}", record)) for name, record in records]
    races = [Race(name, match) for name, match in matches if match]
    click.echo(f"{len(races)} of {len(matches)} races are true.")
    return is_sheet_true(file, bundle, races) and len(races) == len(matches)


def is_sheet_true(file: Path, bundle: Bundle, races: list[Race]) -> bool:
    """Check that the races are those of the series and give its sheet; a bundle of mere races has none."""
    if bundle.sheet is None and bundle.agreement is None:
        return True
    if len(races) < len(bundle.records):
        click.echo(f"{file}, {SHEET} was not checked: it needs every race.")
        return False
    wrong = wrong_sheet(file, bundle, races)
    click.echo(f"{file}, {SHEET} is NOT true: {wrong}." if wrong else f"{file}, {SHEET} is true: the races give it.")
    return not wrong


def wrong_sheet(file: Path, bundle: Bundle, races: list[Race]) -> str:
    """What is wrong with the sheet of a bundle, "" for nothing."""
    if bundle.agreement is None or bundle.sheet is None:
        missing = SHEET if bundle.sheet is None else AGREEMENT
        return f"it cannot be checked without {missing}"
    with wrong_input(UnknownGameError, about=f"{file}, {AGREEMENT}"):
        game = load_game(bundle.agreement.game)
    try:
        counted = recount(game, bundle.agreement, races)
    except ValueError as error:  # a series that cannot be, or a race that is not of it
        return str(error)
    for note in counted.notes:
        click.echo(f"Note: {note}.")
    return wrong_line(bundle.sheet, counted.sheet)


def verified(where: str, record: RaceRecord) -> Match | None:
    """Check one record and say what was found; None if it is not true."""
    game = game_of(where, record)
    try:
        found = verify_record(game, record)
    except RecordError as error:
        click.echo(f"{where} is NOT true: {error}.")
        if record.rules != game.rules_digest:
            click.echo(f"It was recorded under rules {record.rules}; these are {game.rules_digest}.")
        return None
    plies, end = len(found.match.plies), "over" if found.match.is_over else "still open"
    click.echo(f"{where} is true: {plies} plies of {game.name} follow the rules; the race is {end}.")
    rolls = _chances(found.match) - found.timed
    click.echo(f"{found.drawn} of {rolls} rolls and draws recomputed and found equal.")
    if found.timed:
        click.echo(f"{found.timed} answers of the running clock follow from {len(record.presses)} presses in the log.")
    for note in found.notes:
        click.echo(f"Note: {note}.")
    return found.match


def read(file: Path) -> tuple[RaceRecord, Game]:
    """A record and its game."""
    with wrong_input(SavingError):
        record = load_record(file)
    return record, game_of(str(file), record)


def game_of(where: str, record: RaceRecord) -> Game:
    """The game of a record, whose seats and options it has."""
    with wrong_input(UnknownGameError, about=where):
        game = load_game(record.game)
    if record.over and not record.script:
        raise click.ClickException(f"{where}: the record says the race is over, but it has no moves")
    with wrong_input(ValueError, about=where):  # seats or options that the game does not have
        game.new_table(len(record.names), record.options)
    return game


def replayed(file: Path) -> Match:
    """The match that a record tells."""
    record, game = read(file)
    try:
        return Match.replay(game, record)
    except RecordError as error:
        raise click.ClickException(f"{file}, {error}") from None


def seat_number(match: Match, text: str) -> int:
    """A seat by its number, its player or what it is called."""
    for seat, name in enumerate(match.names):
        called = match.game.words.seat_name(match.table, seat)
        if text.lower() in (str(seat), name.lower(), called.lower()):
            return seat
    known = ", ".join(f"{seat} ({match.full_name(seat)})" for seat in range(len(match.names)))
    raise click.ClickException(f"there is no seat {text[:40]!r}; there are {known}")


def _chances(match: Match) -> int:
    return sum(1 for entry in match.script if isinstance(entry, tuple) and entry[0] < 0)
