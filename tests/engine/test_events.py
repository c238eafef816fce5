"""Events: the clause that caused one, which may depend on one of its numbers."""

from paddock.engine import Event, Happening

ROLLED = Event(0, "EX-1", "{a} rolls {b}.", clause_by="c", clauses={1: "EX-10", 2: "EX-20"})


def test_an_event_names_the_clause_of_its_cause():
    assert [Happening(ROLLED, 0, 6, cause).clause for cause in (1, 2)] == ["EX-10", "EX-20"]


def test_a_cause_without_a_clause_has_that_of_the_event():
    assert Happening(ROLLED, 0, 6, 3).clause == "EX-1"
    assert Happening(Event(0, "EX-1", "{a} rolls {b}."), 0, 6, 1).clause == "EX-1"


def test_an_event_knows_every_clause_it_can_name():
    assert ROLLED.all_clauses == {"EX-1", "EX-10", "EX-20"}
