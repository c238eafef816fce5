"""The words of the game: log lines, questions and choices."""

import pytest

from paddock.engine import Event, Happening, Match, SeededDice

from .. import GAME
from ..events import EVENTS, MOVED
from .position import NewRace, Position, space_number


def words_of(race: Position) -> set[str]:
    return {GAME.words.move_to_words(race.table, race.state, move) for move in race.runner.legal()}


def test_steps_in_words():
    race = Position(X="s9.R0 v3 c5", P="s9.R1", Q="s9.L1")
    assert words_of(race) == {
        "go forward",
        "brake",
        "use nitrous",
        "change lanes to the left lane",
        "change lanes to the garage",
        "drift to the garage",
        "shoot the gap to the left lane",
        "shoot the gap to the right lane",
    }
    assert race.question == "red: what next? 3 of 3 points left."


def test_a_boost_is_told_with_the_points():
    race = Position(X="s0.L0 v3", A="s9.L0", bonus=2)
    assert race.question == "red: what next? 3 of 3 points left, 2 bonus moves first."


def test_payments_in_words():
    race = Position(X="s1.L2 v3", A="s9.L0", hands={"X": "S.a0 R R.in0out2"})
    race.plays("forward")
    assert race.question == "red: how to pay for section 2 (red)?"
    assert words_of(race) == {"pay with a red card", "pay with any three cards", "take damage"}
    race.plays("match")
    assert race.question == "red: which card for handling?"
    assert words_of(race) == {"red (clean)", "red (hazards inside 1, outside 3)"}


def test_a_draft_tells_what_it_costs():
    race = Position(A="s11.L0 v5", B="s10.L2 v4", hazards={11: "R.in0"})
    race.plays("forward")
    assert race.question == "blue: go along by one space, onto a red section, onto a hazard, or resist for a card?"


def test_laying_a_card_tells_where_its_hazards_come_to_lie():
    race = Position(X="s2.L0 v0 n0", A="s9.L0", hands={"X": "S.a0"})
    race.plays("S.a0")
    assert "section 5: straight (hazard left 1)" in words_of(race)
    assert "section 5: straight (hazard right 3)" in words_of(race)


def test_what_happens_is_told_of_places_in_words():
    table = Position(A="s1.L0", B="s5.L0").table
    moved = EVENTS[MOVED]
    told = [
        Happening(moved, 0, space_number(space), 0).sentence(table, GAME.words.NAMERS, 0)
        for space in ("s5.R2", "s9.G0")
    ]
    assert told == ["Red moves to section 5, right lane, space 3.", "Red moves to section 9, garage, space 1."]


def test_the_position_draws_the_road_with_cars_and_hazards():
    race = Position(A="s14.L0 v2 c8", B="s9.G1 c5", C="s9.G1 c4", hazards={14: "S.a2"}, hands={"A": "S R"})
    text = GAME.words.position(race.table, race.state)
    assert "  s14 straight  L 1 . x  R . . ." in text
    assert "  s9  garage    L . . .  R . . .  G . * ." in text
    assert "1. red (1)      s14.L0          23 sections to go, speed 2, condition 8, nitro 2, 2 cards" in text
    assert "red holds 1 straight (clean), 1 red (clean)." in text


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.sentence)
def test_every_event_has_a_sentence_for_those_who_see_it_and_those_who_do_not(event: Event):
    table = Position(A="s1.L0", B="s5.L0").table
    happening = Happening(event, 0, 1, 2)
    told = [happening.sentence(table, GAME.words.NAMERS, seat) for seat in (0, 1)]
    assert all(text.endswith(".") and "{" not in text for text in told)
    assert (told[0] != told[1]) == (event.seen_by == "a")


def test_a_history_reads_like_a_report():
    match = Match(GAME, ["Ana", "Ben"], {}, SeededDice(5))
    match.settle()
    match.play(1)
    texts = [line.text for line in match.history(0)]
    assert any(text.endswith("takes starting position 1.") for text in texts)
    assert any("(red): speed 1." in text or "(blue): speed 1." in text for text in texts)
    assert any(text.endswith("sets its speed to 1.") for text in texts)


@pytest.mark.parametrize(
    ("cars", "at", "plays", "clause"),
    [
        ({"A": "s5.L0 v4", "B": "s1.L0"}, "speed", ("speed 2",), "ND-12"),
        ({"A": "s1.L0 v2", "B": "s5.L0"}, "step", ("lane R",), "ND-40"),
        ({"A": "s1.L0 v2", "B": "s5.L0"}, "step", ("drift R",), "ND-44"),
        ({"A": "s1.L0 v2", "B": "s5.L0"}, "step", ("brake",), "ND-69"),
        ({"A": "s14.L0 v3", "B": "s14.L1", "C": "s14.R1"}, "step", ("gap L",), "ND-79"),
        ({"A": "s1.L2 v2", "B": "s5.L0"}, "step", ("forward", "match"), "ND-31"),
        ({"A": "s1.L2 v2", "B": "s5.L0"}, "step", ("forward", "three"), "ND-31"),
        ({"A": "s5.L1 v4", "B": "s5.L0 v2"}, "step", ("forward", "resist"), "ND-63"),
        ({"A": "s5.L1 c2", "B": "s5.L0 c2"}, "check", (), "ND-103"),
    ],
)
def test_a_card_is_asked_for_and_paid_by_the_clause_that_costs_it(
    cars: dict[str, str], at: str, plays: tuple[str, ...], clause: str
):
    race = Position(listed=cars, at=at)
    for words in plays:
        race.answers(words)
    assert GAME.decision(race.table, race.state).clause == clause
    race.answers("S" if "S" in race.choices else "R")
    assert race.happened[-1] == clause or clause in race.happened


def test_a_draw_names_what_it_is_for():
    race = NewRace(2)
    race.plays("A")
    assert GAME.decision(race.table, race.state).clause == "ND-06"
    race = Position(A="s5.L0", B="s1.L0", at="check")
    assert GAME.decision(race.table, race.state).clause == "ND-102"
    race = Position(A="s0.L2 v1 p18 n0", B="s5.L0", options={"lap_leader": True}, hands={"A": "S"})
    race.plays("forward", "match")
    assert GAME.decision(race.table, race.state).clause == "ND-131"
