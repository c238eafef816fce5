"""Lesson tables: the real rooms with the dice and drivers of a lesson, in memory only."""

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from paddock.engine import Game, read_lesson
from paddock.games import all_games

from .harness import QUICKLY, WAIT, Client, House, Message, serving

TAUGHT = [game for game in all_games() if read_lesson(game)]


@pytest.fixture(scope="module")
def school() -> Iterator[House]:
    """A server with all games."""
    with serving("sqlite://:memory:", offered=all_games()) as running:
        yield running


def learn(house: House, game: str = "_template", **more: Any) -> Message:
    """A new lesson table."""
    return house.post("/api/lessons", {"game": game, **more})


def learner(house: House, made: Message) -> Client:
    """The learner's browser."""
    return house.client(made["table"], *(one["key"] for one in made["keys"]))


def at_ply(client: Client, ply: int) -> Message:
    """The learner's position with this number."""
    while client.position.get(0, {"ply": -1})["ply"] != ply:
        client.hear("position")
    return client.position[0]


def follow(client: Client, made: Message) -> None:
    """Do everything that the lesson says, in order."""
    for step in made["steps"]:
        for action in step["actions"]:
            position = at_ply(client, action["ply"])
            assert action["move"] in [choice["move"] for choice in position["choices"]]
            client.move(0, action["move"])


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_a_learner_is_led_to_the_end_of_every_lesson(school: House, game: Game):
    made = learn(school, game.id)
    with learner(school, made) as ana:
        follow(ana, made)
        while ana.position[0]["ply"] < made["end_ply"]:
            ana.hear("position")


def test_another_move_is_refused_and_the_lesson_goes_on(house: House):
    made = learn(house)
    with learner(house, made) as ana:
        position = at_ply(ana, made["steps"][0]["actions"][0]["ply"])
        wrong = next(one["move"] for one in position["choices"] if one["words"] == "gear 3")
        ana.move(0, wrong)
        assert ana.refused()["reason"] == "the lesson asks for something else now: do what is lit"
        follow(ana, made)


def test_nothing_can_be_played_after_the_end(school: House):
    made = learn(school, "nestorgames_gp")
    with learner(school, made) as ana:
        follow(ana, made)
        end = at_ply(ana, made["end_ply"])
        ana.settled()
        ana.say("move", seat=0, ply=end["ply"], move=1)
        assert ana.refused()["reason"] == "the lesson is over"
        assert ana.position[0]["ply"] == made["end_ply"]


def test_a_lesson_begins_at_any_step(house: House):
    made = learn(house, step=2)
    with learner(house, made) as ana:
        ana.hear("position")
        assert ana.position[0]["ply"] == made["steps"][2]["actions"][0]["ply"]
        assert [seat["name"] for seat in house_of(ana)["seats"]] == ["red", "Ben"]


def house_of(client: Client) -> Message:
    """The table as the client was welcomed to it."""
    return next(one for one in client.heard if one["type"] == "welcome")["table"]


@pytest.mark.parametrize("step", [-1, 5])
def test_a_step_that_is_not_there_is_refused(house: House, step: int):
    assert house.post("/api/lessons", {"game": "_template", "step": step}, 400)["error"].endswith("steps 0 to 4")


def test_a_move_of_a_lesson_can_be_taken_back_and_the_same_dice_fall_again(house: House):
    made = learn(house)
    first, second = made["steps"][0]["actions"][0], made["steps"][1]["actions"][0]
    with learner(house, made) as ana:
        at_ply(ana, first["ply"])
        ana.move(0, first["move"])
        before = at_ply(ana, second["ply"])["view"]
        ana.say("ask_undo", seat=0, to_ply=first["ply"])
        at_ply(ana, first["ply"])
        ana.move(0, first["move"])
        assert at_ply(ana, second["ply"])["view"] == before


def test_a_lesson_is_listed_stored_and_kept_nowhere(house: House):
    made = learn(house)
    with learner(house, made) as ana:
        follow(ana, made)
        at_ply(ana, made["end_ply"])
        listed = house.get("/api/tables")
        assert made["table"] not in str(listed)
        table = f"/api/tables/{made['table']}"
        for path in (table, f"{table}/record", f"{table}/replay", f"{table}/verify"):
            assert house.http.get(path).status_code == 404
        assert house.http.post(f"{table}/fork", json={"ply": 0, "seats": []}).status_code == 404
        ana.say("rematch", seat=0)
        assert "when the race is over" in ana.refused()["reason"]


def test_a_lesson_that_nobody_attends_is_gone():
    settings = replace(QUICKLY, pace=replace(QUICKLY.pace, unload_after=0.1))
    with serving("sqlite://:memory:", settings) as house:
        made = learn(house)
        with learner(house, made) as ana:
            ana.hear("welcome")
        assert house.hall is not None
        end = time.monotonic() + WAIT
        while made["table"] in house.hall.rooms:
            assert time.monotonic() < end, "the lesson is still there"
            time.sleep(0.01)
        with learner(house, made) as ana:
            assert ana.refused()["reason"] == "there is no such table"


def test_an_address_cannot_make_lessons_without_end():
    settings = replace(QUICKLY, limits=replace(QUICKLY.limits, lessons_an_address=2))
    with serving("sqlite://:memory:", settings) as house:
        answers = [house.http.post("/api/lessons", json={"game": "_template"}).status_code for _ in range(3)]
    assert answers == [201, 201, 429]


def test_a_server_has_so_many_lessons():
    settings = replace(QUICKLY, limits=replace(QUICKLY.limits, lessons=1))
    with serving("sqlite://:memory:", settings) as house:
        answers = [house.http.post("/api/lessons", json={"game": "_template"}).status_code for _ in range(2)]
    assert answers == [201, 503]


def test_lessons_count_as_new_tables_of_an_address():
    settings = replace(QUICKLY, limits=replace(QUICKLY.limits, tables_an_hour=1))
    with serving("sqlite://:memory:", settings) as house:
        answers = [house.http.post("/api/lessons", json={"game": "_template"}).status_code for _ in range(2)]
    assert answers == [201, 429]


def test_a_learner_who_waits_is_not_hurried_and_nobody_takes_over():
    settings = replace(QUICKLY, pace=replace(QUICKLY.pace, leave_grace=0.0, away_grace=0.0))
    with serving("sqlite://:memory:", settings) as house:
        made = learn(house)
        with learner(house, made) as ana:
            ply = at_ply(ana, made["steps"][0]["actions"][0]["ply"])["ply"]
            ana.say("leave", seat=0)
            ana.hear("seats")
            ana.settled()
            assert ana.position[0]["ply"] == ply


def test_the_lobby_and_the_rules_say_whether_there_is_a_lesson(school: House):
    cards = {card["id"]: card["lesson"] for card in school.get("/api/lobby")["games"]}
    assert cards == {game.id: read_lesson(game) is not None for game in all_games()}
    for game, has in cards.items():
        assert school.get(f"/api/games/{game}/rules")["lesson"] is has
