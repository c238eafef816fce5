"""Your own bot for any game: python examples/bot.py http://localhost:8000/#/table/ID [NAME]

It takes an open seat of a waiting table, plays the race and says how it ended. All it needs is `websockets`.
docs/bots.md explains every message.
"""

import json
import random
import sys

from websockets.sync.client import connect


def choose(position):
    """Your ideas go here: `choices` are the legal moves, `view` is what your seat may see."""
    likely = [choice["move"] for choice in position["choices"] if choice["likely"]]
    anything = [choice["move"] for choice in position["choices"]]
    return random.choice(likely if likely and random.random() < 0.9 else anything)


def race(link, name):
    """Sit down, answer every position in which my seat acts, and tell the place in the end."""
    server, _, table = link.partition("/#/table/")
    seat = None
    with connect(server.replace("http", "ws", 1) + "/ws/" + table, max_size=None, proxy=None) as line:
        line.send(json.dumps({"type": "hello", "version": 1}))
        line.send(json.dumps({"type": "sit", "name": name}))
        for frame in line:  # a frame is a list of messages
            for message in json.loads(frame):
                if message["type"] == "seated":
                    seat = message["seat"]  # keep message["key"]: it opens the seat again after a lost connection
                elif message["type"] == "position" and message["seat"] == seat and message["choices"]:
                    answer = {"type": "move", "seat": seat, "ply": message["ply"], "move": choose(message)}
                    line.send(json.dumps(answer))
                elif message["type"] == "refused":
                    print("refused:", message["reason"], file=sys.stderr)
                elif message["type"] == "over":
                    print("place", message["places"][seat])
                    return


if __name__ == "__main__":
    race(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "a bot from outside")
