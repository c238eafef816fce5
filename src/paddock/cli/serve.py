"""`paddock serve`: play in the browser."""

import os
import socket

import click

from .params import Whole

FIRST_PORT = 8000
TRIES = 20
METRICS_TOKEN = "PADDOCK_METRICS_TOKEN"  # for /metrics from other machines


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets others on your network join.")
@click.option("--port", type=Whole(1, 65535), help=f"[default: the first free one from {FIRST_PORT}]")
@click.option("--store", default="", help="Where races are kept, e.g. sqlite:///races.db.  [default: your data folder]")
@click.option("--open/--no-open", "open_browser", default=True, show_default=True, help="Open a browser page.")
@click.option("--allow-host", "hosts", multiple=True, help="A name of this server, e.g. play.example. Repeat for more.")
@click.option("--trust-proxy", "proxies", multiple=True, help="Address of a proxy whose X-Forwarded-For is believed.")
def serve(
    host: str, port: int | None, store: str, open_browser: bool, hosts: tuple[str, ...], proxies: tuple[str, ...]
) -> None:
    """Serve all games to browsers: race bots, or send a friend a link."""
    from paddock.server import Settings, StoreError
    from paddock.server import serve as run_server

    found = free_port(host, port)
    click.echo(
        f"paddock is at http://{'localhost' if host == '127.0.0.1' else host}:{found}/ (Ctrl-C ends it)", err=True
    )
    try:
        settings = Settings(hosts=(host, *hosts), proxies=proxies, metrics_token=os.environ.get(METRICS_TOKEN, ""))
        run_server(host, found, store, open_browser, settings)
    except StoreError as error:
        raise click.ClickException(str(error)) from None


def free_port(host: str, wanted: int | None) -> int:
    """The wanted port, or the first free one; one sentence if there is none."""
    ports = [wanted] if wanted else range(FIRST_PORT, FIRST_PORT + TRIES)
    problem = ""
    for port in ports:
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((host, port))
            except OSError as error:
                problem = error.strerror or str(error)
                continue
            return port
    what = f"port {wanted}" if wanted else f"any port from {FIRST_PORT} to {FIRST_PORT + TRIES - 1}"
    raise click.ClickException(f"{host} cannot be served on {what}: {problem}")
