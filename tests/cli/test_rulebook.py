"""RULES.md as clauses and rulings."""

import dataclasses
from pathlib import Path

import pytest

from paddock.engine import Game, Rulebook, RulebookError
from paddock.games import all_games, load_game

TEXT = """# Hill Climb: rules

## Turn
- `HC-1` **Start.** Everybody starts. (Ruling R1.)
- `HC-2` **Bump.** A car that ends on another
  pushes it. (Rulings R1, R2.)
- `HC-3` **Cars on corners are never pushed.** They stay; see HC-2.
- `HC-4` **Belly-up cars** are pushed too.
Text about nothing in particular.

- **HC-5 Ice.** Slippery.

`HC-6` **Snow.** White.
Very white.

## Rulings
- R1 *Who starts?* The youngest.
- R2 *Order.* From the front. Not R1.
- R9 No title here.

## Not yet in the program
- HC-5 and `HC-6`: winter.
"""
BOOK = Rulebook(TEXT)


def test_clauses_and_rulings_are_found_with_title_and_text():
    assert list(BOOK.clauses) == ["HC-1", "HC-2", "HC-3", "HC-4", "HC-5", "HC-6"]
    assert list(BOOK.rulings) == ["R1", "R2", "R9"]
    assert BOOK.clauses["HC-1"].title == "Start"
    assert BOOK.clauses["HC-1"].text == "Everybody starts. (Ruling R1.)"
    assert BOOK.rulings["R1"].title == "Who starts?"


def test_an_entry_goes_on_in_the_lines_below_it_but_not_beyond_a_gap():
    assert BOOK.clauses["HC-2"].text == "A car that ends on another pushes it. (Rulings R1, R2.)"
    assert BOOK.clauses["HC-6"].text == "White. Very white."


def test_a_title_that_begins_a_sentence_stays_in_the_text():
    assert BOOK.clauses["HC-4"].text.startswith("Belly-up cars are pushed too.")
    assert str(BOOK.clauses["HC-4"]).startswith("HC-4 Belly-up cars are pushed too.")
    assert str(BOOK.rulings["R1"]) == "R1 Who starts? The youngest."


@pytest.mark.parametrize("typed", ["HC-2", "hc-2", "hc2", "2", "02"])
def test_a_clause_is_found_however_it_is_typed(typed: str):
    assert BOOK.find(typed).id == "HC-2"


def test_a_ruling_is_found_and_a_bare_number_is_none():
    assert BOOK.find("r9").id == "R9"
    with pytest.raises(RulebookError):
        BOOK.find("9")


def test_an_unknown_clause_is_answered_with_near_ones():
    with pytest.raises(RulebookError, match=r"there is no clause 'HC-22'; near it are HC-2 \(Bump\)"):
        BOOK.find("HC-22")
    with pytest.raises(RulebookError, match=r"near it are HC-3 \(Cars on corners are never pushed\)"):
        BOOK.find("corner")


def test_the_rulings_of_a_clause_are_those_it_names():
    assert [entry.id for entry in BOOK.cited(BOOK.find("HC-2"))] == ["R1", "R2"]
    assert [entry.id for entry in BOOK.cited(BOOK.find("R2"))] == ["R1"]


def test_a_search_lists_titles_first():
    assert [entry.id for entry in BOOK.search("PUSHE")] == ["HC-3", "HC-2", "HC-4"]
    assert BOOK.search("") == []


def test_what_is_not_in_the_program_yet_is_told():
    assert BOOK.not_yet == ("HC-5", "HC-6")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_clause_that_a_game_names_is_in_its_rules(game: Game):
    book = Rulebook.of(game)
    told = {clause for event in game.events for clause in event.all_clauses}
    named = told | {option.clause for option in game.options if option.clause}
    assert named <= set(book.clauses)
    cited = {name for clause in book.clauses.values() for name in [entry.id for entry in book.cited(clause)]}
    assert cited <= set(book.rulings)


def test_a_ledger_is_read_whole():
    game = load_game("nestorgames_gp")
    book, lines = Rulebook.of(game), (game.folder / "RULES.md").read_text().splitlines()
    assert len(book.clauses) == sum(line.startswith("- `GP-") for line in lines) > 100
    assert len(book.rulings) == sum(line[:3] == "- R" and line[3].isdigit() for line in lines) > 40


def test_a_game_without_rules_says_so(tmp_path: Path):
    game = dataclasses.replace(load_game("nestorgames_gp"), folder=tmp_path)
    with pytest.raises(RulebookError, match="cannot be read"):
        Rulebook.of(game)
