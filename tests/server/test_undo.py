"""Taking back: by permission, or by consent of all people."""

from .harness import Client, House, Made


def two_people(house: House) -> tuple[Made, Client, Client]:
    table = house.table("me", "open", "bot")
    table.join("Bea")
    return table, table.client(0), table.client(1)


def test_a_safe_move_is_taken_back_at_once(house: House):
    _, ana, bea = two_people(house)
    with ana, bea:
        turn = ana.my_turn(0)
        safe = turn["choices"][0]
        assert (safe["words"], safe["undoable"]) == ("gear 1", True)
        ana.move(0, safe["move"])
        after = ana.hear("position", lambda p: p["actor"] == 1)
        assert after["undo"]["allowed"]
        ana.say("undo", seat=0, ply=after["ply"])
        undone = bea.hear("undone")
        assert (undone["to_ply"], undone["by"]) == (turn["ply"], 0)
        again = ana.my_turn(0)
        assert (again["ply"], again["view"]) == (turn["ply"], turn["view"])
        assert again["entry"] == turn["entry"] + 2  # the move and its take-back both stand in the store


def test_a_die_is_taken_back_only_if_everybody_agrees(house: House):
    _, ana, bea = two_people(house)
    with ana, bea:
        turn = ana.my_turn(0)
        risky = turn["choices"][2]
        assert (risky["words"], risky["undoable"]) == ("gear 3", False)
        ana.move(0, risky["move"])
        ana.hear("position", lambda p: p["actor"] == 1)
        ana.say("undo", seat=0, ply=ana.position[0]["ply"])
        assert "a die was rolled" in ana.refused()["reason"]

        ana.say("ask_undo", seat=0, to_ply=turn["ply"])
        asked = bea.hear("undo_asked")
        assert (asked["by"], asked["waiting"], asked["outcome"]) == (0, [1], "asked")
        bea.say("answer_undo", seat=1, yes=False)
        assert ana.hear("undo_asked", lambda m: m["outcome"] != "asked")["refused_by"] == 1
        ana.settled()
        assert ana.position[0]["actor"] == 1

        ana.say("ask_undo", seat=0, to_ply=turn["ply"])
        bea.hear("undo_asked")
        bea.say("answer_undo", seat=1, yes=True)
        assert bea.hear("undone")["by"] == -1
        assert ana.my_turn(0)["ply"] == turn["ply"]


def test_a_question_is_dropped_when_the_race_goes_on(house: House):
    _, ana, bea = two_people(house)
    with ana, bea:
        ana.my_turn(0)
        ana.move(0, 1)
        bea.my_turn(1)
        ana.say("ask_undo", seat=0, to_ply=0)
        bea.hear("undo_asked")
        ana.say("ask_undo", seat=0, to_ply=1)
        assert "another question" in ana.refused()["reason"]
        bea.move(1, 1)
        assert ana.hear("undo_asked", lambda m: m["outcome"] != "asked")["outcome"] == "dropped"
        bea.say("answer_undo", seat=1, yes=True)
        assert "nobody waits" in bea.refused()["reason"]


def test_alone_against_bots_one_may_always_go_back(house: House):
    table = house.table("me", "bot")
    with table.client(0) as ana:
        first = ana.my_turn(0)
        ana.move(0, 3)
        ana.hear("position", lambda p: p["actor"] == 0 and p["ply"] > first["ply"])
        ana.say("ask_undo", seat=0, to_ply=first["ply"])
        ana.hear("undone")
        assert ana.my_turn(0)["view"] == first["view"]


def test_one_cannot_go_back_to_where_the_race_never_was(house: House):
    table = house.table("me", "bot")
    with table.client(0) as ana:
        turn = ana.my_turn(0)
        for ply in (-1, turn["ply"], 10**9):
            ana.say("ask_undo", seat=0, to_ply=ply)
            assert "one can go back to" in ana.refused()["reason"]


def test_who_is_away_does_not_agree(house: House):
    """Bea has rolled and lost her connection; Ana cannot have the die rolled again until Bea returns and agrees."""
    table, ana, bea = two_people(house)
    with ana:
        with bea:
            first = ana.my_turn(0)
            ana.move(0, 3)
            bea.my_turn(1)
        ana.hear("seats", lambda m: not m["table"]["seats"][1]["connected"])
        before = ana.position[0]
        ana.say("ask_undo", seat=0, to_ply=first["ply"])
        asked = ana.hear("undo_asked")
        assert (asked["waiting"], asked["outcome"]) == ([1], "asked")
        ana.settled()
        assert ana.position[0]["entry"] == before["entry"]
        with table.client(1) as again:
            assert again.hear("undo_asked")["waiting"] == [1]
            again.say("answer_undo", seat=1, yes=True)
            assert ana.hear("undone")["to_ply"] == first["ply"]


def test_leaving_is_no_yes(house: House):
    _, ana, bea = two_people(house)
    with ana, bea:
        first = ana.my_turn(0)
        ana.move(0, 3)
        turn = bea.my_turn(1)
        bea.say("leave", seat=1)
        ana.hear("seats", lambda m: m["table"]["seats"][1]["driven"])  # a bot drives her car
        ana.hear("position", lambda p: p["actor"] == 0 and p["ply"] > turn["ply"])
        ana.say("ask_undo", seat=0, to_ply=first["ply"])
        assert ana.hear("undo_asked")["outcome"] == "asked"
        ana.settled()
        assert "undone" not in [message["type"] for message in ana.heard]
