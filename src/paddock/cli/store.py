"""`paddock store`: the stores of servers as a whole."""

import click

from .errors import wrong_input
from .progress import progress


@click.group()
def store() -> None:
    """Move a server's races to another store."""


@store.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> None:
    """Copy everything in one store into another, and compare every row.

    FROM and TO are given as for `paddock serve --store`: sqlite:///races.sqlite or postgresql://user@host/races. TO has
    to be empty. A server may go on using FROM: what is there at one moment is copied.
    """
    from paddock.server import StoreError, copy_store

    with wrong_input(StoreError), progress("Copying and comparing", 1.0) as bar:
        copied = copy_store(source, target, lambda done, of: bar.at(done / of))
    rows = copied.rows
    click.echo(
        f"{rows['tables']:,} tables with {rows['moves']:,} entries, {rows['presses']:,} presses and "
        f"{rows['snapshots']:,} snapshots, and {rows['series']:,} series are copied; "
        "every row is the same in both stores."
    )
    if copied.is_in_use:
        click.echo("A server uses FROM: what people do there from now on is not in the copy.", err=True)
