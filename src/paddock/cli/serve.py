"""`paddock serve`: play in the browser."""

import os
import re
import sys
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from .params import Whole

if TYPE_CHECKING:
    from paddock.server import Reach

FIRST_PORT = 8000
TRIES = 20
METRICS_TOKEN = "PADDOCK_METRICS_TOKEN"  # for /metrics from other machines


class Origin(click.ParamType[str]):
    """Where a page comes from, as a browser writes it."""

    name = "origin"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The origin, if it is one."""
        if not re.fullmatch(r"https?://[\w.:\[\]-]+", value):
            self.fail(f"{value[:80]!r} is not an origin; one looks like https://play.example, with no path", param, ctx)
        return value


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 or :: lets others on your network join.")
@click.option("--port", type=Whole(1, 65535), help=f"[default: the first free one from {FIRST_PORT}]")
@click.option("--store", default="", help="Where races are kept, e.g. sqlite:///races.db.  [default: your data folder]")
@click.option(
    "--origin",
    "origins",
    type=Origin(),
    multiple=True,
    help="A page that may play here besides the server's own, e.g. https://play.example; may be repeated.",
)
@click.option("--open/--no-open", "open_browser", default=True, show_default=True, help="Open a browser page.")
@click.option("--allow-host", "hosts", multiple=True, help="A name of this server, e.g. play.example. Repeat for more.")
@click.option("--trust-proxy", "proxies", multiple=True, help="Address of a proxy whose X-Forwarded-For is believed.")
def serve(
    host: str,
    port: int | None,
    store: str,
    origins: tuple[str, ...],
    open_browser: bool,
    hosts: tuple[str, ...],
    proxies: tuple[str, ...],
) -> None:
    """Serve all games to browsers: race bots, or send a friend a link."""
    from paddock.server import Settings, StoreError, open_page
    from paddock.server import serve as run_server

    reach = free_place(host, port)

    def on_ready() -> None:
        if sys.stderr.isatty():
            click.echo(announcement(reach), err=True)
        if open_browser:
            open_page(reach.here)

    try:
        known = (host, *hosts, *(urlsplit(origin).hostname or "" for origin in origins))
        token = os.environ.get(METRICS_TOKEN, "")
        run_server(reach, store, Settings(origins=origins, hosts=known, proxies=proxies, metrics_token=token), on_ready)
    except StoreError as error:
        raise click.ClickException(str(error)) from None


def announcement(reach: "Reach") -> str:
    """What a person at the terminal reads last: the address to open."""
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
    """Listen on the wanted port or the first free one; one sentence if there is none."""
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
