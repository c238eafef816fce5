"""Errors of commands: a user's mistake is printed to stderr, mostly in one sentence, with exit status 2."""

import io
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import click

WRONG_INPUT = 2
MOST_LINES = 20  # of a list of what is wrong
INTERRUPTED = 130  # the exit status of a command ended by Ctrl-C (128 + SIGINT)


class Commands(click.Group):
    """The group of all commands, with errors in one sentence."""

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run a command and exit with its status."""
        _replace_unwritable_letters()
        try:
            result = super().main(*args, standalone_mode=False, **extra)
        except click.ClickException as error:
            click.echo(f"paddock: {told(error)}", err=True)
            sys.exit(WRONG_INPUT)
        except click.Abort:
            click.echo("paddock: interrupted.", err=True)
            sys.exit(INTERRUPTED)
        sys.exit(result if isinstance(result, int) else 0)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command, or a sentence that lists them."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise click.ClickException(f"there is no command {args[0][:40]!r}; there are {', '.join(self.commands)}")
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order they were added, not alphabetically."""
        return list(self.commands)


def told(error: click.ClickException) -> str:
    """The error in one sentence; several errors, e.g. in a file, one per line."""
    lines = [" ".join(line.split()).rstrip(".") for line in error.format_message().splitlines() if line.strip()]
    if type(error) is not click.ClickException or len(lines) < 2:
        return sentence(error)
    shown = [f"  {line}." for line in lines[:MOST_LINES]]
    more = [f"  And {len(lines) - MOST_LINES} more."] if len(lines) > MOST_LINES else []
    return "\n".join([f"{len(lines)} things are wrong:", *shown, *more])


def sentence(error: click.ClickException) -> str:
    """The error; for a usage error also where to read more."""
    text = " ".join(error.format_message().split()).rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    is_about_usage = type(error) in (click.UsageError, click.MissingParameter, click.NoSuchOption)
    if context and is_about_usage and context.command.params:
        text += f"; see {context.command_path} --help"
    return text + "."


@contextmanager
def wrong_input(*kinds: type[Exception], about: object = "") -> Generator[None]:
    """Turn errors of these kinds into the message of a user's mistake."""
    try:
        yield
    except kinds as error:
        raise click.ClickException(f"{about}: {error}" if about else str(error)) from None


def _replace_unwritable_letters() -> None:
    """Print a question mark for a character that the terminal cannot encode, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
