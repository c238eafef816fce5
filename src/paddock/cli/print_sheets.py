"""`paddock print`: boards, cards, pieces, rules and score sheets of a game as a PDF at true size."""

from pathlib import Path
from typing import cast, get_args

import click

from paddock.engine import Game
from paddock.print import PAPERS, Part, PrintError, chosen_tracks, pdf

from .errors import wrong_input
from .params import FILE, game_argument


@click.command("print", short_help="Print and play: a PDF at true size.")
@game_argument
@click.option(
    "--track",
    default="",
    metavar="FILE|NAME",
    help="One track of the box, or a file of your own.  [default: the box's]",
)
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="Size of the pages.")
@click.option(
    "--part", type=click.Choice(get_args(Part)), help="Only these sheets, and the first page.  [default: all]"
)
@click.option("--out", type=FILE, metavar="FILE", help="Where to write it.  [default: GAME.pdf]")
def print_sheets(game: Game, track: str, paper: str, part: str | None, out: Path | None) -> None:
    """Make a PDF of a game for the table: boards, cards, pieces, the rules in brief and sheets to write on.

    Print it at 100 %; the first page has a ruler to check the printer with. Tracks of your own are printed from the
    files that the editor saves. Needs the extra `print`: pip install 'paddock[print]'.
    """
    with wrong_input(PrintError):
        made = pdf(game, chosen_tracks(game, track), paper, cast(Part | None, part))
    target = out or Path(f"{game.id}.pdf")
    try:
        target.write_bytes(made)
    except OSError as error:
        raise click.ClickException(f"{target} cannot be written: {error.strerror}") from None
    click.echo(f"{target}: print it at 100 %, and check the printer with the ruler on the first page")
