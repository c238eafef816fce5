"""A server as a separate process, to be killed: python process.py STORE; prints its port."""

import sys
import threading
import time

from paddock.games import load_game
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server import Limits, Pace, Settings, make_hall, make_server, open_store


def main() -> None:
    limits = Limits(
        messages_a_second=1e6,
        message_burst=10**6,
        posts_a_minute=10**6,
        gets_a_minute=10**6,
        races_a_minute=10**6,
        tables_an_hour=10**6,
        tables_an_address=10**6,
    )
    settings = Settings(limits, Pace(bot_delay=(0.0, 0.0)), snapshot_every=20)
    hall = make_hall([RIDGE_RUN, load_game("nestorgames_gp")], open_store(sys.argv[1]), settings)
    server = make_server(hall, "127.0.0.1", 0)

    def announce() -> None:
        while not server.started:
            time.sleep(0.005)
        print(server.servers[0].sockets[0].getsockname()[1], flush=True)

    threading.Thread(target=announce, daemon=True).start()
    server.run()


if __name__ == "__main__":
    main()
