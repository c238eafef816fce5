"""Who sits where: joining, starting, leaving, coming back, hot seat, rematch."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from paddock.engine import SPECTATOR

from .harness import AT_ONCE, QUICKLY, House, games, race_to_the_end, serving, store_in


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that lets bots drive almost at once for people who have gone."""
    settings = replace(QUICKLY, pace=replace(AT_ONCE, away_grace=0.15, leave_grace=0.05))
    folder: Path = tmp_path_factory.mktemp("store")
    with serving(store_in(folder), settings) as running:
        yield running


def test_the_race_starts_when_the_last_open_seat_is_taken(house: House):
    table = house.table("me", "open", "open")
    with table.client(0) as ana:
        ana.hear("position")
        assert ana.position[0]["choices"] == []
        with house.client(table.id) as bea:
            bea.hear("welcome")
            bea.say("sit", name=" Bea  Cox ")
            assert bea.hear("seated")["seat"] == 1
            seats = ana.hear("seats", lambda m: m["table"]["seats"][1]["kind"] == "person")
            assert seats["table"]["seats"][1]["name"] == "Bea Cox"
            assert table.info()["status"] == "waiting"
            assert table.join("Cal") == 2
            assert ana.my_turn(0)["choices"]
            assert bea.at(1, 3)["seat"] == 1
    assert table.info()["status"] == "racing"


def test_the_host_starts_and_open_seats_go_to_bots(house: House):
    table = house.table("me", "open", "open")
    table.join("Bea")
    with table.client(0) as ana, table.client(1) as bea:
        bea.hear("welcome")
        bea.say("start")
        assert "only the host" in bea.refused()["reason"]
        ana.say("start")
        ana.my_turn(0)
    assert [seat["kind"] for seat in table.info()["seats"]] == ["person", "person", "bot"]


def test_a_seat_given_up_before_the_start_is_open_again(house: House):
    table = house.table("me", "open", "open")
    table.join("Bea")
    with table.client(0) as ana, table.client(1) as bea:
        bea.hear("position")
        ana.hear("position")
        ana.say("leave", seat=0)
        seats = bea.hear("seats", lambda m: m["table"]["seats"][0]["kind"] == "open")["table"]["seats"]
        assert [seat["host"] for seat in seats] == [False, True, False]
        ana.hear("position", lambda p: p["seat"] == -1)
        ana.say("start")
        assert "only the host" in ana.refused()["reason"]
    with table.client(0) as ghost:
        assert ghost.hear("welcome")["seats"] == []  # the old key opens nothing


def test_a_bot_drives_for_who_leaves_until_they_are_back(impatient: House):
    table = impatient.table("me", "open")
    table.join("Bea")
    with table.client(0) as ana, table.client(1) as bea:
        ana.my_turn(0)
        bea.say("leave", seat=1)
        ana.move(0, 1)
        ana.hear("seats", lambda m: m["table"]["seats"][1]["driven"])
        turn = ana.my_turn(0)
        assert turn["view"]["cars"][1] != {"space": 0, "card": 0}
        bea.say("back", seat=1)
        ana.hear("seats", lambda m: not m["table"]["seats"][1]["driven"])
        ana.move(0, 1)
        bea.my_turn(1)
        bea.move(1, 1)
        ana.my_turn(0)


def test_a_bot_drives_for_a_lost_line_only_after_a_while(impatient: House):
    table = impatient.table("me", "open")
    table.join("Bea")
    with table.client(0) as ana:
        with table.client(1) as bea:
            ana.my_turn(0)
            bea.settled()
        seats = ana.hear("seats", lambda m: not m["table"]["seats"][1]["connected"])
        assert not seats["table"]["seats"][1]["driven"]
        ana.move(0, 1)
        ana.hear("seats", lambda m: m["table"]["seats"][1]["driven"])
        ana.my_turn(0)
        with table.client(1) as bea:
            bea.settled()
            assert not bea.heard[0]["table"]["seats"][1]["driven"]


def test_a_hot_seat_gets_each_seat_its_own_view(house: House):
    table = house.table("me", "me")
    with table.client(0, 1) as both:
        both.settled()
        cards = {seat: [car["card"] for car in both.position[seat]["view"]["cars"]] for seat in (0, 1)}
        assert cards[0][1] == cards[1][0] == -1
        assert cards[0][0] > 0
        assert cards[1][1] > 0
        assert both.position[0]["choices"]
        assert not both.position[1]["choices"]
        race_to_the_end((both, 0), (both, 1))
        both.hear("over")


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_a_hot_seat_gets_what_a_spectator_gets_for_the_time_between_two_drivers(house: House, game: str):
    table = house.table("me", "me", game=game)
    with table.client(0, 1) as both, house.client(table.id) as fan:
        for _ in range(12):
            for line in (both, fan):
                line.settled()
            assert both.position[SPECTATOR] == fan.position[SPECTATOR] | {"clocks": both.position[SPECTATOR]["clocks"]}
            assert both.plies[SPECTATOR] == fan.plies[SPECTATOR]
            actor = both.position[SPECTATOR]["actor"]
            both.move(actor)
    with table.client(0, 1, entry=both.entry) as again:
        again.settled()
        assert [message["seat"] for message in again.heard if message["type"] == "position"] == [SPECTATOR, 0, 1]


def test_one_seat_is_told_nothing_but_its_own(house: House):
    table = house.table("me", "bot")
    with table.client(0) as ana:
        ana.settled()
        assert set(ana.position) == set(ana.plies) == {0}


def test_a_rematch_keeps_seats_and_keys(house: House):
    table = house.table("me", "open", "bot", options={"length": 6})
    table.join("Bea")
    with table.client(0) as ana, table.client(1) as bea:
        ana.hear("welcome")
        ana.say("rematch", seat=0)
        assert "when the race is over" in ana.refused()["reason"]
        race_to_the_end((ana, 0), (bea, 1))
        bea.hear("over")
        bea.say("rematch", seat=1)
        new = ana.hear("rematch_made")["table"]
        ana.say("rematch", seat=0)
        assert bea.hear("rematch_made", lambda m: m["by"] == 0)["table"] == new
    info = house.get(f"/api/tables/{new}")
    assert (info["status"], info["options"]) == ("waiting", {"length": 6})
    assert [seat["name"] for seat in info["seats"]] == [seat["name"] for seat in table.info()["seats"]]
    with house.client(new, table.keys[0]) as ana:
        assert ana.hear("welcome")["seats"] == [0]
        with house.client(new, table.keys[1]) as bea:
            ana.my_turn(0)  # it began when both had come
            assert bea.hear("welcome")["seats"] == [1]
    assert house.get(f"/api/tables/{new}")["commitment"] != table.info()["commitment"]


def test_words_are_mixed_into_the_dice_before_the_start(house: House):
    table = house.table("me", "open", "open", options={"length": 6})
    table.join("Bea")
    with table.client(0) as ana, table.client(1) as bea:
        commitment = ana.hear("welcome")["table"]["commitment"]
        ana.say("entropy", seat=0, text="a red lorry")
        bea.hear("seats", lambda m: m["table"]["entropy"] == [[0, "a red lorry"]])
        ana.say("entropy", seat=0, text="again")
        assert "already" in ana.refused()["reason"]
        ana.say("start")
        ana.my_turn(0)
        ana.say("entropy", seat=0, text="too late")
        assert "before the start" in ana.refused()["reason"]
        race_to_the_end((ana, 0), (bea, 1))
        over = ana.hear("over")
    assert over["entropy"] == [[0, "a red lorry"]]
    assert house.get(f"/api/tables/{table.id}/verify")["verdict"] == "true"
    assert table.info()["commitment"] == commitment


@pytest.mark.parametrize("name", ["x" * 33, "a\u202eb", "a\x00b"])
def test_names_are_short_and_visible(house: House, name: str):
    table = house.table("me", "open")
    answer = house.http.post(f"/api/tables/{table.id}/join", json={"name": name})
    assert answer.status_code == 400
    assert "a name has" in answer.json()["error"]


def test_a_seat_can_be_taken_once(house: House):
    table = house.table("me", "open", "open")
    assert table.join("Bea") == 1
    refused = house.post(f"/api/tables/{table.id}/join", {"name": "Cal", "seat": 1}, 409)
    assert refused["error"] == "that seat is not open; open: 2"
    assert table.join("Cal") == 2
    assert "started" in house.post(f"/api/tables/{table.id}/join", {"name": "Dan"}, 409)["error"]
