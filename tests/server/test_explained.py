"""Finished races explained over HTTP: in the background, kept, and never before the flag."""

import time
from dataclasses import replace
from typing import Any

import msgspec

from paddock.analysis import USUAL, explain
from paddock.engine import Match, read_record
from paddock.games import load_game

from .harness import QUICKLY, House, race_to_the_end, serving

PATIENCE = 300.0  # seconds: the worker compiles the rules first


def finished(house: House) -> str:
    table = house.table("me", "bot", game="nestorgames_gp", options={"laps": 1})
    with table.client(0) as ana:
        race_to_the_end((ana, 0))
        ana.hear("over")
    return table.id


def explained(house: House, table: str) -> Any:
    """The answer as soon as it is ready."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = house.http.get(f"/api/tables/{table}/explained")
        assert answer.status_code == 200, answer.text
        if answer.json()["ready"]:
            return answer
        time.sleep(0.5)  # the worker says nothing before it is done; a client asks again in the same way
    raise AssertionError("the race was not explained in time")


def test_a_finished_race_is_explained_with_the_numbers_of_its_record_and_kept(house: House):
    table = finished(house)
    answer = explained(house, table)
    record = house.http.get(f"/api/tables/{table}/record").text
    match = Match.replay(load_game("nestorgames_gp"), read_record(record))
    assert answer.json()["race"] == msgspec.json.decode(msgspec.json.encode(explain(match, USUAL)))
    assert answer.headers["cache-control"] == "private, max-age=86400, immutable"
    again = house.http.get(f"/api/tables/{table}/explained", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_race_that_is_not_over_is_not_explained(house: House):
    """It would tell what is hidden: everybody's chances are worked out from the whole position."""
    table = house.table("me", "bot", game="nestorgames_gp")
    for query in ("", "?finer=1"):
        answer = house.http.get(f"/api/tables/{table.id}/explained{query}")
        assert answer.status_code == 409
        assert answer.json() == {"error": "this race is not over; it is explained after the flag"}
        assert "etag" not in answer.headers
    with table.client(0) as ana:
        ana.my_turn(0)
        assert house.http.get(f"/api/tables/{table.id}/explained").status_code == 409


def test_an_address_cannot_have_races_explained_without_end():
    limits = replace(QUICKLY.limits, hints_a_minute=1)
    with serving("sqlite://:memory:", replace(QUICKLY, limits=limits)) as house:
        one, other = finished(house), finished(house)
        assert house.http.get(f"/api/tables/{one}/explained").status_code == 200
        assert house.http.get(f"/api/tables/{other}/explained").status_code == 429
        assert house.http.get(f"/api/tables/{one}/explained").status_code == 200  # to ask again costs nothing
