"""Advice over the wire: from what the seat knows, one at a time, and only where the table has it."""

from dataclasses import replace

from .harness import QUICKLY, House, serving


def test_a_hint_names_the_best_moves_with_their_chances_and_the_clause(house: House):
    table = house.table("me", "bot")
    with table.client(0) as ana:
        turn = ana.my_turn(0)
        ana.say("hint", seat=0, ply=turn["ply"])
        advice = ana.hear("advice")
    legal = {choice["move"]: choice["words"] for choice in turn["choices"]}
    assert advice["ply"] == turn["ply"]
    assert 1 <= len(advice["lines"]) <= 3
    assert all(legal[line["move"]] == line["words"] for line in advice["lines"])
    assert all(0 <= line["chance"] <= 1000 for line in advice["lines"])
    assert turn["decision"]["clause"] in advice["sentence"]
    assert f"“{advice['lines'][0]['words']}”" in advice["sentence"]


def test_odds_stand_beside_the_choices_of_a_dice_turn(house: House):
    table = house.table("me", "bot", game="nestorgames_gp")
    with table.client(0) as ana:
        odds = [choice["odds"] for choice in ana.my_turn(0)["choices"]]
    assert odds[0].endswith((" point", " points"))  # stop
    assert odds[1].startswith("bust 1 in 6")  # one die is rolled, and a second one may show its number


def test_a_table_without_advice_gives_no_hints_and_no_odds(house: House):
    table = house.table("me", "bot", game="nestorgames_gp", advice=False)
    assert table.info()["advice"] is False
    with table.client(0) as ana:
        turn = ana.my_turn(0)
        assert {choice["odds"] for choice in turn["choices"]} == {""}
        ana.say("hint", seat=0, ply=turn["ply"])
        assert ana.refused()["reason"] == "this table has no hints"


def test_hints_are_for_the_seat_that_acts_and_come_one_at_a_time(house: House):
    table = house.table("me", "open")
    table.join("Bea")
    with table.client(0) as ana, table.client(1) as bea:
        turn = ana.my_turn(0)
        bea.settled()
        bea.say("hint", seat=1, ply=turn["ply"])
        assert "the seat that acts" in bea.refused()["reason"]
        bea.say("hint", seat=0, ply=turn["ply"])
        assert "do not hold" in bea.refused()["reason"]
        ana.say("hint", seat=0, ply=turn["ply"])
        ana.say("hint", seat=0, ply=turn["ply"])
        assert "on its way" in ana.refused()["reason"]
        assert ana.hear("advice")["seat"] == 0


def test_a_hint_that_comes_after_the_move_is_not_told(house: House):
    table = house.table("me", "bot")
    with table.client(0) as ana:
        turn = ana.my_turn(0)
        ana.say("hint", seat=0, ply=turn["ply"])
        ana.move(0)
        ana.my_turn(0)
        ana.settled()
        told = [message["type"] for message in ana.heard]
        moved = next(
            n
            for n, message in enumerate(ana.heard)
            if message["type"] == "plies" and message["plies"][-1]["ply"] >= turn["ply"]
        )
        assert "advice" not in told[moved:]


def test_an_address_gets_so_many_hints():
    settings = replace(QUICKLY, limits=replace(QUICKLY.limits, hints_a_minute=1))
    with serving("sqlite://:memory:", settings) as house:
        for says in ("advice", "refused"):
            table = house.table("me", "bot")
            with table.client(0) as ana:
                ana.say("hint", seat=0, ply=ana.my_turn(0)["ply"])
                told = ana.hear(says)
        assert told["reason"] == "too many hints; wait a moment"
