"""The coach: a short line for each kind of decision, with what the rules answer; silent after the third time."""

import re
from pathlib import Path

import pytest

import paddock.games
from paddock.engine import TIMES, Coach, CoachError, Coaching, Game, Match, SeededDice, coach_from, read_coach
from paddock.games import all_games, load_game
from paddock.games._template import GAME as RIDGE_RUN
from paddock.games._template.state import GEAR_2, GEAR_3

FOLDER = Path(paddock.games.__file__).parent
OWN = [*(game for game in all_games() if game.folder.parent == FOLDER), RIDGE_RUN]
TEXT = (RIDGE_RUN.folder / "coach.toml").read_text(encoding="utf-8")


def coach_of(game: Game) -> Coach:
    """The coach that a game of this project has."""
    coach = read_coach(game)
    assert coach is not None, f"{game.id} has no coach.toml"
    return coach


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.id)
def test_every_decision_of_every_game_has_a_line_that_says_what_most_drivers_do(game: Game):
    lines = coach_of(game).lines
    assert set(lines) == {row.name for row in game.phases.rows if row.kind == "decision"}
    for name, line in lines.items():
        assert "{likely}" in line.usual, name


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.id)
def test_advice_names_clauses_that_the_rules_have(game: Game):
    written = set(re.findall(r"\b[A-Z]{2}-\d+[a-z]?\b", (game.folder / "RULES.md").read_text(encoding="utf-8")))
    for line in coach_of(game).lines.values():
        assert line.clauses
        assert set(line.clauses) <= written


def at_the_first_choice(game: Game, **options: int) -> Match:
    """A race at its first decision."""
    match = Match(game, 2, options, SeededDice(1))
    match.settle()
    return match


def test_the_usual_move_is_told_in_the_words_of_the_rules():
    match = at_the_first_choice(RIDGE_RUN)
    told = coach_of(RIDGE_RUN).advise(match, GEAR_3)
    assert "Most drivers: gear 3." in told
    assert "Most drivers: gear 2." in coach_of(RIDGE_RUN).advise(match, GEAR_2)


def test_placeholders_are_asked_of_the_rules():
    game = load_game("nestorgames_gp")
    match = Match(game, 2, {"board": "oval"}, SeededDice(1))
    for words in ("red", "6"):  # who qualifies first, and the first qualifying die
        match.apply(match.words_to_move(words))
    told = coach_of(game).advise(match, match.words_to_move("stop"))
    assert told == "6, 1 in 6 to show a number again: then 0. Most drivers stop. Mistake: one die too many."


def test_a_sentence_whose_placeholder_is_empty_is_left_out():
    coach = coach_from(RIDGE_RUN, TEXT.replace("Use your boost in time.", "Odds: {odds}."))
    match = at_the_first_choice(RIDGE_RUN)
    known = match.seen_by(match.actor)
    assert "Odds" not in coach.line(match.table, known, GEAR_2, "")
    assert coach.line(match.table, known, GEAR_2, "5 in 6").endswith("Odds: 5 in 6.")


def test_the_coach_falls_silent_after_three_times():
    state = at_the_first_choice(RIDGE_RUN).state
    coaching = Coaching(coach_of(RIDGE_RUN))
    assert TIMES == 3
    assert [coaching.speaks(state) for _ in range(5)] == [True, True, True, False, False]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[gear]", "[gears]", "[gears]: PHASES has no decision of that name"),
        ("[gear]", "[card]", "[card]: PHASES has no decision of that name"),
        (TEXT[TEXT.index("[gear]") :], "", "[gear]: this decision has no line"),
        ('"RR-20"]', '"RR-99"]', "RULES.md has no clause RR-99"),
        ('mistake = "Use', 'mistake = "{luck}. Use', "{luck} is no phrase"),
        ('mistake = "Use your boost in time."', 'mistake = ""', "are a sentence each"),
        ("mistake =", "mistakes =", "mistakes"),
    ],
)
def test_lines_that_cannot_be_said_are_refused_with_what_is_wrong(old: str, new: str, told: str):
    assert old in TEXT
    with pytest.raises(CoachError) as refused:
        coach_from(RIDGE_RUN, TEXT.replace(old, new))
    assert told in str(refused.value)
    assert "coach.toml" in str(refused.value)
