"""A server as a separate process, to be killed: python process.py STORE; prints its port."""

import socket
import sys
import threading
import time
from collections.abc import Callable

from paddock.games import load_game
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server import Limits, Pace, Settings, make_hall, make_server, open_store
from paddock.server.table.hall import Hall

FREELY = Limits(  # nobody waits; sockets are limited as usual
    messages_a_second=1e6,
    message_burst=10**6,
    posts_a_minute=10**6,
    gets_a_minute=10**6,
    races_a_minute=10**6,
    tables_an_hour=10**6,
    tables_an_address=10**6,
    lessons_an_address=10**6,
    hints_a_minute=10**6,
    connections_an_address=10**4,
)


def run(hall: Hall, announce: Callable[[int], None], listener: socket.socket | None = None) -> None:
    """Serve until told to end; `announce` is given the port as soon as somebody can connect to it."""
    server = make_server(hall, "127.0.0.1", 0)

    def wait() -> None:
        while not server.started:
            time.sleep(0.005)
        announce(server.servers[0].sockets[0].getsockname()[1])

    threading.Thread(target=wait, daemon=True).start()
    server.run([listener] if listener else None)


def print_port(port: int) -> None:
    print(port, flush=True)


def main() -> None:
    settings = Settings(FREELY, Pace(bot_delay=(0.0, 0.0)), snapshot_every=20)
    run(make_hall([RIDGE_RUN, load_game("nestorgames_gp")], open_store(sys.argv[1]), settings), print_port)


if __name__ == "__main__":
    main()
