"""`paddock rules`: print how a game is played and its rules, one clause, or the clauses that contain a word."""

import sys

import click
from click.shell_completion import CompletionItem

from paddock.engine import Game, HowtoError, LessonError, Rulebook, RulebookError, read_howto

from .errors import wrong_input
from .params import game_argument


def complete_clause(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Clauses that begin with the typed text."""
    game = ctx.params.get("game")
    if not isinstance(game, Game):
        return []
    book = Rulebook.of(game)
    known = [*book.clauses.values(), *book.rulings.values()]
    return [CompletionItem(one.id, help=one.title) for one in known if one.id.startswith(incomplete.upper())]


@click.command(short_help="Print the rules, or one clause of them.")
@game_argument
@click.argument("clause", required=False, shell_complete=complete_clause)
@click.option("--search", metavar="WORD", help="Only the clauses and rulings that contain a word.")
@click.option("--howto", is_flag=True, help="Only how to play, on one page.")
def rules(game: Game, clause: str | None, search: str | None, *, howto: bool) -> None:
    """Print how a game is played, then its rules; or one CLAUSE with the rulings it refers to."""
    with wrong_input(RulebookError, HowtoError, LessonError):
        book = Rulebook.of(game)
        if (clause is not None) + (search is not None) + howto > 1:
            raise click.ClickException("give a clause, --search or --howto, one of them")
        if clause is not None:
            _print_clause(book, clause)
        elif search is not None:
            _print_found(book, search)
        elif howto:
            _show(_page(game) or f"{game.name} has no page How to play; paddock rules {game.id} prints its rules.\n")
        else:
            _show("\n".join(part for part in (_page(game), book.text) if part))


def _page(game: Game) -> str:
    """How to play in plain text; "" if the game does not tell it."""
    page = read_howto(game)
    return "".join(f"{line}\n" for line in page.lines()) if page else ""


def _show(text: str) -> None:
    """Text that fills more than a screen."""
    if sys.stdout.isatty():
        click.echo_via_pager(text)
    else:
        click.echo(text, nl=False)


def _print_clause(book: Rulebook, wanted: str) -> None:
    found = book.find(wanted)
    for entry in (found, *book.cited(found)):
        click.echo(str(entry))
    if found.id in book.not_yet:
        click.echo("This clause is not yet in the program.")


def _print_found(book: Rulebook, word: str) -> None:
    found = book.search(word)
    if not found:
        raise RulebookError(f"no clause contains {word[:40]!r}")
    for entry in found:
        click.echo(str(entry))
