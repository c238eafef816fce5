"""A lesson at the screen."""

from collections.abc import Callable
from typing import Any

import pytest

from paddock.engine import Game, Lesson, read_lesson
from paddock.games import all_games
from paddock.games._template import GAME as RIDGE_RUN
from paddock.terminal import LessonSession

Typing = Callable[..., Any]  # lines -> a screen on which they are typed
TAUGHT = [game for game in all_games() if read_lesson(game)]


def lesson_of(game: Game) -> Lesson:
    """The lesson of a game that has one."""
    lesson = read_lesson(game)
    assert lesson is not None
    return lesson


def after(typing: Typing, *lines: str, step: int = 0) -> tuple[LessonSession, str]:
    """The lesson of Ridge Run after these lines, at the end of input."""
    screen = typing(*lines)
    session = LessonSession(lesson_of(RIDGE_RUN), screen, step)
    assert session.run() == 0
    return session, screen.text


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_a_lesson_is_typed_to_its_end_in_the_words_of_its_steps(typing: Typing, game: Game):
    lesson = lesson_of(game)
    screen = typing(*(action.words for step in lesson.steps for action in step.actions))
    session = LessonSession(lesson, screen)
    assert session.run() == 0
    for number, step in enumerate(lesson.steps, 1):
        assert f"{number}/{len(lesson.steps)} {step.say}" in screen.text
    assert lesson.end in screen.text
    assert f"A race: paddock terminal {game.id} --coach." in screen.text


def test_a_wrong_move_is_answered_with_what_to_do_and_changes_nothing(typing: Typing):
    session, text = after(typing, "gear 3")
    assert "Later! For now, type: gear 2\n" in text
    assert session.match.state.space[:2] == [0, 0]


def test_what_the_rules_do_not_allow_is_refused_as_in_a_race(typing: Typing):
    _, text = after(typing, "gear 9")
    assert "“gear 9” is not possible now (RR-10)" in text


@pytest.mark.parametrize("word", ["skip", "q", "quit"])
def test_a_lesson_can_be_left_and_says_how_to_go_on(typing: Typing, word: str):
    _, text = after(typing, "gear 2", word)
    assert text.endswith("Go on when you like: paddock learn _template --from 2\n")


def test_a_lesson_goes_on_where_it_was_left(typing: Typing):
    session, text = after(typing, "play the boost of 3", step=1)
    assert "1/5" not in text
    assert "2/5 Ben dared gear 3 and spun." in text
    assert session.match.state.space[:2] == [5, 4]


def test_a_move_can_be_taken_back_and_is_asked_again(typing: Typing):
    session, text = after(typing, "gear 2", "undo agreed", "gear 2")
    assert text.count("1/5 Higher gears climb faster") == 2
    assert session.match.state.space[:2] == [2, 0]


def test_a_lesson_is_not_saved(typing: Typing):
    _, text = after(typing, "save a.race")
    assert "A lesson is not saved" in text
