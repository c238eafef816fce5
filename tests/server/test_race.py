"""Whole races over real sockets."""

import pytest

from .harness import House, race_to_the_end


@pytest.mark.parametrize("game", ["_template", "nestorgames_gp"])
def test_two_people_race_from_the_first_card_to_the_result(house: House, game: str):
    table = house.table("me", "open", game=game)
    seat = table.join("Bea")
    with table.client(0) as ana, table.client(seat) as bea, house.client(table.id) as fan:
        race_to_the_end((ana, 0), (bea, seat))
        over = [client.hear("over") for client in (ana, bea, fan)]

    assert over[0] == over[1] == over[2]
    assert sorted(over[0]["places"]) == [1, 2]
    info = table.info()
    assert info["status"] == "over"
    assert info["places"] == over[0]["places"]
    assert info["secret"] == over[0]["secret"]
    plies = [sorted(client.plies[who]) for client, who in ((ana, 0), (bea, seat), (fan, -1))]
    assert plies[0] == plies[1] == plies[2] == list(range(len(plies[0])))


def test_race_now_puts_one_person_against_bots(house: House):
    made = house.post("/api/quick", {"game": "_template", "name": "Ana"})
    with house.client(made["table"], made["keys"][0]["key"]) as ana:
        welcome = ana.hear("welcome")
        assert [seat["kind"] for seat in welcome["table"]["seats"]] == ["person", "bot", "bot", "bot"]
        assert welcome["seats"] == [0]
        race_to_the_end((ana, 0))
        assert ana.hear("over")["secret"]


def test_a_race_nobody_watches_waits(house: House):
    made = house.post("/api/quick", {"game": "_template"})
    assert house.get(f"/api/tables/{made['table']}")["status"] == "racing"
    entries = house.get(f"/api/tables/{made['table']}")["entries"]
    assert entries == 4  # a card for each of the four cars, and then it is the person's turn


def test_what_the_position_shows_is_not_sent_with_the_last_ply_too(house: House):
    table = house.table("me", "me", game="nestorgames_gp")
    with table.client(0) as ana, table.client(1) as bea:
        for line, seat in ((ana, 0), (bea, 1)):
            while line.position.get(seat, {"actor": -1})["actor"] < 0:
                line.hear("position")
        first: int = ana.position[0]["actor"]
        {0: ana, 1: bea}[first].move(first, 1)  # roll on: the move, the die, and the next one's if it is a bust
        *earlier, last = ana.hear("plies")["plies"]
        assert earlier
        assert all(ply["view"] for ply in earlier)
        assert last["view"] is None
        assert ana.hear("position")["view"]["total"] >= 0
