"""The coach over the wire: for the seat that decides, where the table has advice and no clock runs."""

from paddock.engine import read_coach
from paddock.games._template import GAME as RIDGE_RUN

from .harness import House


def test_the_seat_that_decides_is_told_what_most_drivers_do(house: House):
    table = house.table("me", "bot")
    with table.client(0) as ana:
        turn = ana.my_turn(0)
    usual = next(choice["words"] for choice in turn["choices"] if choice["likely"])
    coach = read_coach(RIDGE_RUN)
    assert coach is not None
    assert turn["decision"]["kind"] == "gear"
    assert turn["decision"]["coach"].startswith(coach.lines["gear"].ask)
    assert f"Most drivers: {usual}." in turn["decision"]["coach"]


def test_others_and_tables_without_advice_have_no_coach(house: House):
    table = house.table("me", "open")
    table.join("Bea")
    with table.client(0) as ana, table.client(1) as bea:
        ana.my_turn(0)
        bea.settled()
        assert bea.position[1]["decision"]["coach"] == ""
    silent = house.table("me", "bot", advice=False)
    with silent.client(0) as ana:
        decision = ana.my_turn(0)["decision"]
    assert (decision["kind"], decision["coach"]) == ("", "")
