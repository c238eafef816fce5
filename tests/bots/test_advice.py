"""The sentence about a search never contradicts its own numbers."""

import pytest

from paddock.bots import advice_sentence, good_lines
from paddock.bots.advice import interval, verdict
from paddock.engine import Match, SeededDice, TriedMove
from paddock.games._template import GAME


def test_the_move_called_best_has_the_highest_chance_that_is_shown():
    lines = [
        TriedMove(0, 6000, 240),
        TriedMove(1, 4000, 280),
        TriedMove(2, 500, 100),
    ]  # as a search gives them: most tried first
    assert [line.move for line in good_lines(lines)] == [1, 0]
    assert verdict(good_lines(lines)) == "Best"


def test_a_move_that_was_hardly_tried_is_not_called_best():
    assert [line.move for line in good_lines([TriedMove(0, 990, 300), TriedMove(1, 10, 500)])] == [0]
    assert [line.move for line in good_lines([TriedMove(0, 990, 300), TriedMove(1, 10, 200)])] == [0, 1]


@pytest.mark.parametrize(
    ("walks", "chances", "said"),
    [
        (10_000, (280, 240), "Best"),  # 4 % apart; the error of each is about 0.4 %
        (200, (280, 240), "Too close to tell"),  # about 3 % each
        (10_000, (280, 271), "It hardly matters"),
        (10_000, (1000, 0), "Best"),
    ],
)
def test_how_sure_it_is_follows_from_how_often_the_moves_were_tried(walks: int, chances: tuple[int, int], said: str):
    assert verdict([TriedMove(move, walks, chance) for move, chance in enumerate(chances)]) == said


def test_an_only_move_is_the_best():
    assert verdict(good_lines([TriedMove(3, 5, 100)])) == "Best"


def test_the_sentence_begins_with_the_highest_chance():
    match = Match(GAME, ["Ana", "Bea"], {}, SeededDice(1))
    match.settle()
    first, second = (choice.move for choice in match.choices()[:2])
    lines = good_lines([TriedMove(first, 6000, 240), TriedMove(second, 4000, 280)])
    said = advice_sentence(GAME, match.table, match.state, lines)
    assert said.startswith("Best (RR-")
    assert said.index("wins 28 ± 1 %") < said.index("wins 24 ± 1 %")


def test_a_chance_is_told_with_its_interval():
    assert interval(TriedMove(0, 2500, 500)) == "50 ± 2"  # two standard errors of 0.5 / 50
    assert interval(TriedMove(0, 100, 200)) == "20 ± 8"
    assert interval(TriedMove(0, 1_000_000, 200)) == "20"
    assert interval(TriedMove(0, 100, 5)) == "under 1"


def test_the_reason_stands_between_the_chances_and_the_odds():
    match = Match(GAME, ["Ana", "Bea"], {}, SeededDice(1))
    match.settle()
    first, second = (choice.move for choice in match.choices()[:2])
    lines = [TriedMove(first, 10_000, 280), TriedMove(second, 10_000, 240)]
    said = advice_sentence(GAME, match.table, match.state, lines, why="It spins less")
    assert said.endswith("wins 24 ± 1 %. It spins less.")
