"""`paddock replay` and `paddock verify`: races from their records."""

from pathlib import Path

import click

from paddock.engine import SPECTATOR, Game, Match, RaceRecord, RecordError, read_record, verify_record
from paddock.games import UnknownGameError, load_game
from paddock.series.bundle import BundleError, is_bundle, read_bundle
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
    """Recompute every move and every die of the race in FILE, or of all races in a bundle.

    Exit status 0: everything is as the rules and the dice say; 1: it is not; 2: the file cannot be read.
    """
    if is_bundle(file):
        with wrong_input(BundleError, RecordError, about=file):
            found = [(f"{file}, {name}", read_record(text)) for name, text in read_bundle(file)]
    else:
        with wrong_input(SavingError):
            found = [(str(file), load_record(file))]
    checked = [is_true(where, record) for where, record in found]
    if len(checked) > 1:
        click.echo(f"{sum(checked)} of {len(checked)} races are true.")
    if not all(checked):
        click.get_current_context().exit(NOT_TRUE)


def is_true(where: str, record: RaceRecord) -> bool:
    """Check one record and say what was found."""
    game = game_of(where, record)
    try:
        found = verify_record(game, record)
    except RecordError as error:
        click.echo(f"{where} is NOT true: {error}.")
        if record.rules != game.rules_digest:
            click.echo(f"It was recorded under rules {record.rules}; these are {game.rules_digest}.")
        return False
    plies, end = len(found.match.plies), "over" if found.match.is_over else "still open"
    click.echo(f"{where} is true: {plies} plies of {game.name} follow the rules; the race is {end}.")
    click.echo(f"{found.drawn} of {_chances(found.match)} rolls and draws recomputed and found equal.")
    for note in found.notes:
        click.echo(f"Note: {note}.")
    return True


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
