"""The pace of bots is a table's; nobody waits for bots where only one screen has drivers."""

from dataclasses import replace
from pathlib import Path

import pytest

from .harness import AT_ONCE, QUICKLY, House, race_to_the_end, serving, store_in

SLOWLY = replace(QUICKLY, pace=replace(AT_ONCE, bot_delay=(60.0, 60.0)))  # longer than a test waits


def test_alone_against_bots_no_bot_pauses(tmp_path: Path):
    with serving(store_in(tmp_path), SLOWLY) as house:
        table = house.table("me", "bot", "bot", pace="relaxed")
        with table.client(0) as ana:
            race_to_the_end((ana, 0))
            assert ana.hear("over")["places"]


def test_two_drivers_at_one_screen_do_not_wait_for_bots(tmp_path: Path):
    with serving(store_in(tmp_path), SLOWLY) as house:
        table = house.table("me", "me", "bot")
        with table.client(0, 1) as both:
            race_to_the_end((both, 0), (both, 1))
            assert both.hear("over")["places"]


def test_bots_of_an_instant_table_do_not_pause_among_people(tmp_path: Path):
    with serving(store_in(tmp_path), SLOWLY) as house:
        table = house.table("me", "open", "bot", pace="instant")
        seat = table.join("Bea")
        with table.client(0) as ana, table.client(seat) as bea:
            race_to_the_end((ana, 0), (bea, seat))
            assert ana.hear("over") == bea.hear("over")


def test_drivers_at_two_screens_wait_for_bots_together(house: House):
    table = house.table("me", "open", "bot")
    seat = table.join("Bea")
    hall = house.hall
    assert hall
    with table.client(0) as ana, table.client(seat) as bea:
        ana.settled()
        bea.settled()
        assert hall.rooms[table.id].is_shared
        with table.client(0, seat) as both:
            both.settled()
            assert not hall.rooms[table.id].is_shared  # they sit together, whatever else is open


def test_a_rematch_has_the_same_pace(house: House):
    table = house.table("me", "bot", pace="relaxed")
    assert table.info()["pace"] == "relaxed"
    with table.client(0) as ana:
        race_to_the_end((ana, 0))
        ana.say("rematch", seat=0)
        again = ana.hear("rematch_made")["table"]
    assert house.get(f"/api/tables/{again}")["pace"] == "relaxed"


@pytest.mark.parametrize("pace", ["", "fast", 1])
def test_there_is_no_other_pace(house: House, pace: object):
    house.post("/api/tables", {"game": "_template", "seats": [{"kind": "me"}], "pace": pace}, status=400)
