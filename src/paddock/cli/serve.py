"""`paddock serve`: play in the browser."""

import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from .errors import wrong_input
from .params import Whole

if TYPE_CHECKING:
    from paddock.server import Choices, Reach, Settings

FIRST_PORT = 8000
TRIES = 20
OPTIONS = {  # options of the command that have the name of a setting
    "host": "--host",
    "port": "--port",
    "store": "--store",
    "origins": "--origin",
    "open_browser": "--open",
    "hosts": "--allow-host",
    "proxies": "--trust-proxy",
    "node_address": "--node-address",
}


@click.command()
@click.option("--host", help="0.0.0.0 or :: lets others on your network join.  [default: 127.0.0.1]")
@click.option("--port", type=Whole(1, 65535), help=f"[default: the first free one from {FIRST_PORT}]")
@click.option(
    "--store",
    help="Where races are kept, e.g. sqlite:///races.db or postgresql://host/races.  [default: your data folder]",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    help="A page that may play here besides the server's own, e.g. https://play.example; may be repeated.",
)
@click.option("--open/--no-open", "open_browser", default=None, help="Open a browser page.  [default: open]")
@click.option("--allow-host", "hosts", multiple=True, help="A name of this server, e.g. play.example. Repeat for more.")
@click.option("--trust-proxy", "proxies", multiple=True, help="Address of a proxy whose X-Forwarded-For is trusted.")
@click.option(
    "--node-address",
    help="Be one of several servers on one PostgreSQL; where the others reach this one, e.g. http://10.0.0.5:8000.",
)
@click.option("--settings", "file", default="", help="A TOML file of settings.  [default: your settings folder's]")
@click.option("--set", "words", multiple=True, metavar="NAME=VALUE", help="Any setting, e.g. limits.tables=500.")
@click.option("--take-over", is_flag=True, help="Take address and races over from the server that runs on this store.")
@click.option("--show-settings", is_flag=True, help="Print every setting and where it comes from, as TOML, and end.")
def serve(file: str, words: tuple[str, ...], take_over: bool, show_settings: bool, **options: Any) -> None:
    """Serve all games to browsers: race bots, or send a friend a link.

    Every setting can be given in a file of settings, in the environment (PADDOCK_LIMITS_TABLES=500) or on the command
    line, which takes precedence.
    """
    from paddock.server import shown

    settings, chosen = chosen_settings(file, words, options)
    if show_settings:
        click.echo(shown(chosen), nl=False)
        return
    run(settings, take_over)


def chosen_settings(file: str, words: tuple[str, ...], options: dict[str, Any]) -> "tuple[Settings, Choices]":
    """The settings to use, or one sentence about the wrong one."""
    from paddock.server import SettingError, from_words, read_settings

    given: Choices = {}
    try:
        for word in words:
            name, equals, text = word.partition("=")
            if not equals:
                raise SettingError(f"--set takes NAME=VALUE, e.g. limits.tables=500, not {word[:80]!r}")
            given[name] = from_words(name, text, "--set")
        for name, value in options.items():
            if value is not None and value != ():
                text = ",".join(value) if isinstance(value, tuple) else str(value)  # pyright: ignore
                given[name] = from_words(name, text, OPTIONS[name])
        return read_settings(given, file)
    except SettingError as error:
        raise click.ClickException(str(error)) from None


def run(settings: "Settings", take_over: bool = False) -> None:
    """Serve until interrupted."""
    from paddock.server import StoreError, TracesError, open_page
    from paddock.server import serve as run_server

    reach = given_place(settings, take_over) or free_place(settings.host, settings.port)

    def on_ready() -> None:
        if sys.stderr.isatty():
            click.echo(announcement(reach), err=True)
        if settings.open_browser:
            open_page(reach.here)

    known = (settings.host, *settings.hosts, *(urlsplit(origin).hostname or "" for origin in settings.origins))
    try:
        with reach.listener:
            run_server(reach, replace(settings, hosts=known), on_ready)
    except (StoreError, TracesError) as error:
        raise click.ClickException(str(error)) from None


def given_place(settings: "Settings", take_over: bool) -> "Reach | None":
    """The listening socket from systemd or from a running server; None if there is none."""
    from paddock.games import all_games
    from paddock.server import Reach, StoreError, channel_path, inherited
    from paddock.server import take_over as taken

    with wrong_input(OSError, StoreError):
        listener = inherited()
        if listener is None and take_over:
            all_games()  # loaded before the other server ends, so that people wait less
            listener = taken(channel_path(settings.store))
    return Reach(settings.host, listener) if listener else None


def announcement(reach: "Reach") -> str:
    """The last lines on the terminal at start-up: the address to open."""
    network = reach.network()
    if not network:
        return (
            "Only this computer can open the page; --host 0.0.0.0 (make play HOST=0.0.0.0) lets others in.\n"
            f"Ctrl-C ends paddock. Race at {reach.here}"
        )
    others = f"Others on your network race at {network}"
    here = "" if reach.here == network else f" Race at {reach.here}"
    return f"Ctrl-C ends paddock.{here}\n{others}"


def free_place(host: str, wanted: int | None) -> "Reach":
    """Listen on the wanted port or the first free one; an error in one sentence if there is none."""
    from paddock.server import Reach, listen

    ports = [wanted] if wanted else range(FIRST_PORT, FIRST_PORT + TRIES)
    problem = ""
    for port in ports:
        try:
            return Reach(host, listen(host, port))
        except OSError as error:
            problem = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror or str(error)
        except UnicodeError:
            problem = "no computer has such a name"
    what = f"port {wanted}" if wanted else f"any port from {FIRST_PORT} to {FIRST_PORT + TRIES - 1}"
    raise click.ClickException(f"{host} cannot be served on {what}: {problem}")
