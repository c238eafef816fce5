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

    Commands go to the running server through a socket beside its store, which only its owner can open; without a
    running server they change the store itself.
    """
    from paddock.server import StoreError, store_path

    settings, _ = chosen_settings(file, (), {"store": store})
    with wrong_input(StoreError):
        context.obj = store_path(settings.store)


def told(context: click.Context, command: str, **more: Any) -> Any:
    """Carry out a command; an error in one sentence if that fails."""
    from paddock.server import DeskError, StoreError, carry_out

    with wrong_input(DeskError, StoreError):
        return carry_out(context.obj, {"do": command, **more})


# Tables


@admin.command("list")
@click.option("--status", default="", type=click.Choice(["", "waiting", "racing", "over"]), help="Only these.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.pass_context
def list_tables(context: click.Context, status: str, as_json: bool) -> None:
    """Every table, newest first."""
    tables = told(context, "list", status=status)
    if as_json:
        click.echo(json.dumps(tables, indent=2, ensure_ascii=False))
        return
    for one in tables:
        marks = [mark for mark in ("hidden", "archived") if one[mark]]
        people = ", ".join(one["drivers"]) or "nobody"
        what = (
            f"{one['id']}  {one['status']:<7}  {one['game']}  {one['entries']} entries  {one['lines']} here  {people}"
        )
        click.echo(what + (f"  ({', '.join(marks)})" if marks else ""))
    click.echo(f"{len(tables)} tables")


@admin.command()
@click.argument("table")
@click.pass_context
def close(context: click.Context, table: str) -> None:
    """Disconnect everybody: a waiting table is deleted, a race archived (its link opens it again)."""
    click.echo(told(context, "close", table=table))


@admin.command()
@click.argument("table")
@click.pass_context
def end(context: click.Context, table: str) -> None:
    """End a race; the current places become the result."""
    click.echo(told(context, "end", table=table))


@admin.command()
@click.argument("table")
@click.option("--show", is_flag=True, help="List it again.")
@click.pass_context
def hide(context: click.Context, table: str, show: bool) -> None:
    """Remove a table from the lobby; its link still works."""
    click.echo(told(context, "hide", table=table, show=show))


# Guests


@admin.command()
@click.option("--address", default="", help="E.g. 203.0.113.9; of an IPv6 address the whole /64.")
@click.option("--driver", default="", help="A name that nobody may take.")
@click.pass_context
def block(context: click.Context, address: str, driver: str) -> None:
    """Block an address or a driver's name."""
    click.echo(told(context, "block", address=address, driver=driver))


@admin.command()
@click.option("--address", default="", help="An address that is blocked.")
@click.option("--driver", default="", help="A name that is blocked.")
@click.pass_context
def unblock(context: click.Context, address: str, driver: str) -> None:
    """Unblock an address or a driver's name."""
    click.echo(told(context, "unblock", address=address, driver=driver))


@admin.command("read-only")
@click.argument("reason")
@click.pass_context
def read_only(context: click.Context, reason: str) -> None:
    """Refuse every change, with a REASON that people read; an empty one ('') ends it."""
    click.echo(told(context, "read_only", reason=reason))


@admin.command()
@click.argument("text")
@click.pass_context
def message(context: click.Context, text: str) -> None:
    """Show TEXT to everybody until another message replaces it; an empty one ('') removes it."""
    click.echo(told(context, "message", text=text))


@admin.command()
@click.pass_context
def rules(context: click.Context) -> None:
    """Print what is blocked, whether the server is read-only, and the message."""
    click.echo(json.dumps(told(context, "rules"), indent=2, ensure_ascii=False))


# Backups


@admin.command()
@click.argument("file", type=FILE)
@click.pass_context
def backup(context: click.Context, file: Path) -> None:
    """Copy a consistent snapshot of the store to FILE; the server may run."""
    from paddock.server import StoreError, back_up

    with wrong_input(StoreError):
        click.echo(f"{file}: {back_up(context.obj, file):,} bytes")


@admin.command()
@click.argument("file", type=FILE)
@click.option("--replace", is_flag=True, help="Also where a store is; that one is kept as *.before.")
@click.pass_context
def restore(context: click.Context, file: Path, replace: bool) -> None:
    """Replace the store by a backup; no server may run."""
    from paddock.server import StoreError
    from paddock.server import restore as put_back

    with wrong_input(StoreError):
        put_back(file, context.obj, replace)
    click.echo(f"{context.obj} is restored from {file}")


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


@admin.command("export-driver")
@click.argument("name")
@click.pass_context
def export_driver(context: click.Context, name: str) -> None:
    """Print everything that the store keeps about a driver, as JSON."""
    click.echo(json.dumps(told(context, "export_driver", name=name), indent=2, ensure_ascii=False))


@admin.command("delete-driver")
@click.argument("name")
@click.pass_context
def delete_driver(context: click.Context, name: str) -> None:
    """Remove a driver's name and keys from all finished races; the races stay."""
    done = told(context, "delete_driver", name=name)
    click.echo(f"{name} is taken out of {done['tables']} tables and {done['series']} series")
