"""`paddock rules`: print the rules of a game, one clause, or the clauses that contain a word."""

import sys

import click
from click.shell_completion import CompletionItem

from paddock.engine import Game, Rulebook, RulebookError

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
def rules(game: Game, clause: str | None, search: str | None) -> None:
    """Print the rules of a game, or one CLAUSE with the rulings it refers to."""
    with wrong_input(RulebookError):
        book = Rulebook.of(game)
        if clause is not None and search is not None:
            raise click.ClickException("give a clause or --search, not both")
        if clause is not None:
            _print_clause(book, clause)
        elif search is not None:
            _print_found(book, search)
        elif sys.stdout.isatty():
            click.echo_via_pager(book.text)
        else:
            click.echo(book.text, nl=False)


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
