"""`paddock admin`: the commands for the host of a server, running or not."""

import json
from pathlib import Path
from typing import Any

import click

from .errors import wrong_input
from .params import FILE
from .serve import chosen_settings

NOT_USABLE = 1  # exit status of a check that finds something wrong


@click.group()
@click.option("--store", help="The server's store, as `paddock serve` was told.")
@click.option("--settings", "file", default="", help="The server's file of settings.")
@click.pass_context
def admin(context: click.Context, store: str | None, file: str) -> None:
    """Look after a server: tables, guests, backups, people's data.

    Commands go to the running server through a socket beside its store (of PostgreSQL: in your data folder), which
    only its owner can open; without a running server they change the store itself.
    """
    settings, _ = chosen_settings(file, (), {"store": store})
    context.obj = settings.store


def told(context: click.Context, command: str, **more: Any) -> Any:
    """Carry out a command; an error in one sentence if that fails."""
    from paddock.server import DeskError, StoreError, carry_out

    with wrong_input(DeskError, StoreError):
        return carry_out(context.obj, {"do": command, **more})


def as_json(answer: Any) -> str:
    """An answer as JSON that people can read."""
    return json.dumps(answer, indent=2, ensure_ascii=False)


def plain(name: str, what: str, *parameters: click.Parameter) -> None:
    """Add a command that hands its parameters to the server and prints the answer: a sentence, or JSON."""

    def run(**more: Any) -> None:
        answer = told(click.get_current_context(), name.replace("-", "_"), **more)
        click.echo(answer if isinstance(answer, str) else as_json(answer))

    admin.add_command(click.Command(name, params=list(parameters), callback=run, help=what))


# Tables


@admin.command("list")
@click.option("--status", default="", type=click.Choice(["", "waiting", "racing", "over"]), help="Only these.")
@click.option("--json", "in_json", is_flag=True, help="Print JSON instead of text.")
@click.pass_context
def list_tables(context: click.Context, status: str, in_json: bool) -> None:
    """Every table, newest first."""
    tables = told(context, "list", status=status)
    if in_json:
        click.echo(as_json(tables))
        return
    for one in tables:
        marks = [mark for mark in ("hidden", "archived") if one[mark]]
        people = ", ".join(one["drivers"]) or "nobody"
        what = (
            f"{one['id']}  {one['status']:<7}  {one['game']}  {one['entries']} entries  {one['lines']} here  {people}"
        )
        click.echo(what + (f"  ({', '.join(marks)})" if marks else ""))
    click.echo(f"{len(tables)} tables")


TABLE = click.Argument(["table"])

plain("close", "Disconnect everybody: a waiting table is deleted, a race archived (its link opens it again).", TABLE)
plain("end", "End a race; the current places become the result.", TABLE)
plain(
    "hide",
    "Remove a table from the lobby; its link still works.",
    TABLE,
    click.Option(["--show"], is_flag=True, help="List it again."),
)


# Guests


plain(
    "block",
    "Block an address or a driver's name.",
    click.Option(["--address"], default="", help="E.g. 203.0.113.9; of an IPv6 address the whole /64."),
    click.Option(["--driver"], default="", help="A name that nobody may take."),
)
plain(
    "unblock",
    "Unblock an address or a driver's name.",
    click.Option(["--address"], default="", help="An address that is blocked."),
    click.Option(["--driver"], default="", help="A name that is blocked."),
)
plain(
    "read-only",
    "Refuse every change, with a REASON that people read; an empty one ('') ends it.",
    click.Argument(["reason"]),
)
plain(
    "message",
    "Show TEXT to everybody until another message replaces it; an empty one ('') removes it.",
    click.Argument(["text"]),
)
plain(
    "drain",
    "Hand all tables of the server at ADDRESS over to the others on its database; then stop it.",
    click.Argument(["node"], metavar="ADDRESS"),
)
plain("rules", "Print what is blocked, whether the server is read-only, and the message.")


# Backups


@admin.command()
@click.argument("file", type=FILE)
@click.pass_context
def backup(context: click.Context, file: Path) -> None:
    """Copy a consistent snapshot of the store's file to FILE; the server may run."""
    from paddock.server import StoreError, back_up, store_path

    with wrong_input(StoreError):
        click.echo(f"{file}: {back_up(store_path(context.obj), file):,} bytes")


@admin.command()
@click.argument("file", type=FILE)
@click.option("--replace", is_flag=True, help="Also where a store is; that one is kept as *.before.")
@click.pass_context
def restore(context: click.Context, file: Path, replace: bool) -> None:
    """Replace the store's file by a backup; no server may run."""
    from paddock.server import StoreError, store_path
    from paddock.server import restore as put_back

    with wrong_input(StoreError):
        path = store_path(context.obj)
        put_back(file, path, replace)
    click.echo(f"{path} is restored from {file}")


@admin.command()
@click.argument("file", type=FILE)
@click.pass_context
def check(context: click.Context, file: Path) -> int:
    """Check a backup: its pages, and every race in it, replayed."""
    from paddock.games import all_games
    from paddock.server import StoreError
    from paddock.server import check as look_at

    with wrong_input(StoreError):
        found = look_at(file, all_games())
    for problem in found.problems:
        click.echo(problem, err=True)
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(found.verdicts.items()))
    click.echo(f"{file}: {found.tables} tables" + (f": {verdicts}" if verdicts else ""))
    return NOT_USABLE if found.problems else 0


# People's data


plain("export-driver", "Print everything that the store keeps about a driver, as JSON.", click.Argument(["name"]))


@admin.command("delete-driver")
@click.argument("name")
@click.pass_context
def delete_driver(context: click.Context, name: str) -> None:
    """Remove a driver's name and keys from all finished races; the races stay."""
    done = told(context, "delete_driver", name=name)
    click.echo(f"{name} is taken out of {done['tables']} tables and {done['series']} series")
