"""The example of an outside bot, as a separate program against a real server."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.sync.client import connect

from .harness import WAIT, House, race_to_the_end

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.mark.parametrize("game", ["_template", "nestorgames_gp"])
def test_a_program_takes_a_seat_and_plays_the_race(house: House, game: str):
    table = house.table("me", "open", game=game)
    link = f"http://127.0.0.1:{house.port}/#/table/{table.id}"
    bot = subprocess.Popen(
        [sys.executable, str(BOT), link, "Botty"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with table.client(0) as ana:
        race_to_the_end((ana, 0))
        over = ana.hear("over")
    told, refused = bot.communicate(timeout=20)
    assert table.info()["seats"][1]["name"] == "Botty"
    assert told == f"place {over['places'][1]}\n"
    assert refused == ""


def test_the_example_is_short_and_needs_nothing_else():
    lines = [line for line in BOT.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= 42
    imported = {line.split()[1].partition(".")[0] for line in lines if line.startswith(("import ", "from "))}
    assert imported == {"json", "random", "sys", "websockets"}


def test_another_version_of_the_protocol_is_refused_in_words(house: House):
    table = house.table("me", "open")
    with table.client(0) as ana:
        assert ana.hear("welcome")["version"] == 1
    with connect(f"ws://127.0.0.1:{house.port}/ws/{table.id}", proxy=None) as line:
        line.send(json.dumps({"type": "hello", "version": 2}))
        (refused,) = json.loads(line.recv(WAIT))
    assert refused["what"] == "hello"
    assert refused["reason"] == "this server speaks version 1 of the protocol, not 2"
