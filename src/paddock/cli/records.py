"""`paddock replay` and `paddock verify`: races from their records."""

from pathlib import Path

import click

from paddock.engine import (
    SPECTATOR,
    Game,
    Match,
    RaceRecord,
    RecordError,
    Verification,
    read_record,
    verify_record,
)
from paddock.games import UnknownGameError, load_game
from paddock.series import (
    AGREEMENT_FILE,
    RACE_SUFFIX,
    SHEET_FILE,
    Agreement,
    Bundle,
    BundleError,
    RecountedRace,
    is_bundle,
    read_bundle,
    recount,
    wrong_line,
)
from paddock.terminal import SavingError, load_record, standings

from .errors import WRONG_INPUT, wrong_input
from .params import FILE, Whole

PLY = Whole(0, 10**9)
TRUE, NOT_TRUE, UNREADABLE, NOT_VERIFIED = 0, 1, WRONG_INPUT, 3  # exit statuses of verify


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

    \b
    Exit status
      0  true: everything follows from the rules and from the dice, which were recomputed
      1  not true: something does not
      2  the file, or a part of a bundle, cannot be read
      3  not verified: the moves follow the rules, but not every die could be recomputed
    """
    if is_bundle(file):
        status = verify_bundle(file)
    else:
        with wrong_input(SavingError):
            record = load_record(file)
        status = verify_race(str(file), record)[0]
    click.get_current_context().exit(status)


def verify_bundle(file: Path) -> int:
    """Check every race of a bundle, even if others are wrong, then its sheet; returns the exit status."""
    with wrong_input(BundleError):
        bundle = read_bundle(file)
    found = [_verify_member(f"{file}, {name}", text) for name, text in bundle.records]
    for name, why in bundle.unreadable.items():
        click.echo(f"{file}, {name} cannot be read: {why}.")
    for name in bundle.others:
        click.echo(f"{file}, {name[:80]!r} is NOT VERIFIED: it is no race record.")
    broken = sum(name.endswith(RACE_SUFFIX) for name in bundle.unreadable)
    statuses = [status for status, _ in found] + [UNREADABLE] * broken
    click.echo(counted(statuses))
    races = [RecountedRace(name, match) for (name, _), (_, match) in zip(bundle.records, found, strict=True) if match]
    statuses += [UNREADABLE] * (len(bundle.unreadable) - broken) + [NOT_VERIFIED] * len(bundle.others)
    return worst([*statuses, verify_sheet(file, bundle, races, is_complete=len(races) == len(found) + broken)])


def _verify_member(where: str, text: str) -> tuple[int, Match | None]:
    """Check one race of a bundle; one that cannot be read does not end the check of the others."""
    try:
        return verify_race(where, read_record(text))
    except RecordError as error:
        click.echo(f"{where} cannot be read: {error}.")
    except click.ClickException as error:
        click.echo(f"{'; '.join(error.message.splitlines()).rstrip('.')}.")
    return UNREADABLE, None


def counted(statuses: list[int]) -> str:
    """A sentence with the number of races for each verdict."""
    others = {NOT_VERIFIED: "not verified", NOT_TRUE: "not true", UNREADABLE: "unreadable"}
    parts = [f"{statuses.count(status)} {words}" for status, words in others.items() if status in statuses]
    return ", ".join([f"{statuses.count(TRUE)} of {len(statuses)} races are true", *parts]) + "."


def worst(statuses: list[int]) -> int:
    """The exit status of several checks."""
    return next((status for status in (NOT_TRUE, UNREADABLE, NOT_VERIFIED) if status in statuses), TRUE)


def verify_sheet(file: Path, bundle: Bundle, races: list[RecountedRace], *, is_complete: bool) -> int:
    """Check that the races belong to the series and give its sheet; a bundle without a series is fine."""
    where = f"{file}, {SHEET_FILE}"
    sheet, agreement = bundle.sheet, bundle.agreement
    if sheet is None and agreement is None and not bundle.unreadable.keys() & {SHEET_FILE, AGREEMENT_FILE}:
        return TRUE
    if sheet is None or agreement is None or not is_complete:
        needed = SHEET_FILE if sheet is None else AGREEMENT_FILE if agreement is None else "every race"
        click.echo(f"{where} is NOT VERIFIED: it cannot be checked without {needed}.")
        return NOT_VERIFIED
    wrong = wrong_sheet(sheet, agreement, races)
    click.echo(f"{where} is NOT true: {wrong}." if wrong else f"{where} is true: the races give it.")
    return NOT_TRUE if wrong else TRUE


def wrong_sheet(sheet: str, agreement: Agreement, races: list[RecountedRace]) -> str:
    """What is wrong with the sheet of these races; "" if nothing is."""
    try:
        found = recount(load_game(agreement.game), agreement, races)
    except (UnknownGameError, ValueError) as error:  # an impossible series, or a race that does not belong to it
        return str(error)
    for note in found.notes:
        click.echo(f"Note: {note}.")
    return wrong_line(sheet, found.sheet)


def verify_race(where: str, record: RaceRecord) -> tuple[int, Match | None]:
    """Check one record and print the verdict; returns the exit status, and the match unless it is not true."""
    game = game_of(where, record)
    try:
        found = verify_record(game, record)
    except RecordError as error:
        click.echo(f"{where} is NOT true: {error}.")
        if record.rules != game.rules_digest:
            click.echo(f"It was recorded under rules {record.rules}; these are {game.rules_digest}.")
        return NOT_TRUE, None
    click.echo(f"{where} is {'true' if found.is_verified else 'NOT VERIFIED'}: {_followed(found)}.")
    for line in _evidence(record, found):
        click.echo(line)
    return TRUE if found.is_verified else NOT_VERIFIED, found.match


def _followed(found: Verification) -> str:
    """What holds for a record without errors: its plies follow the rules; with the doubts, if any."""
    plies, end = len(found.match.plies), "over" if found.match.is_over else "still open"
    follow = (
        f"{plies} {'ply' if plies == 1 else 'plies'} of {found.match.game.name} follow the rules; the race is {end}"
    )
    return "; but ".join([follow, *found.doubts])


def _evidence(record: RaceRecord, found: Verification) -> list[str]:
    """Lines with what was recomputed and what a reader has to know or compare."""
    lines = [f"{found.drawn} of {found.chances} rolls and draws recomputed and found equal."]
    if found.timed:
        presses = len(record.presses)
        lines.append(f"{found.timed} answers of the running clock follow from {presses} presses in the log.")
    if record.commitment:
        lines.append(f"Its commitment is {record.commitment}: compare it with the one shown before the race.")
    return [*lines, *(f"Note: {note}." for note in found.notes)]


def read(file: Path) -> tuple[RaceRecord, Game]:
    """A record and its game."""
    with wrong_input(SavingError):
        record = load_record(file)
    return record, game_of(str(file), record)


def game_of(where: str, record: RaceRecord) -> Game:
    """The game of a record; an error if the record's seats or options do not fit it."""
    with wrong_input(UnknownGameError, about=where):
        game = load_game(record.game)
    if record.over and not record.script:
        raise click.ClickException(f"{where}: the record says the race is over, but it has no moves")
    with wrong_input(ValueError, about=where):  # seats or options that the game does not have
        game.new_table(len(record.names), record.options)
    return game


def replayed(file: Path) -> Match:
    """The match of a record, replayed."""
    record, game = read(file)
    try:
        return Match.replay(game, record)
    except RecordError as error:
        raise click.ClickException(f"{file}, {error}") from None


def seat_number(match: Match, text: str) -> int:
    """A seat by its number, its player's name or its own name."""
    for seat, name in enumerate(match.names):
        called = match.game.words.seat_name(match.table, seat)
        if text.lower() in (str(seat), name.lower(), called.lower()):
            return seat
    known = ", ".join(f"{seat} ({match.full_name(seat)})" for seat in range(len(match.names)))
    raise click.ClickException(f"there is no seat {text[:40]!r}; there are {known}")
