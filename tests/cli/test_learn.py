"""`paddock learn`."""

from collections.abc import Callable

from click.testing import Result

from paddock.engine import read_lesson
from paddock.games import all_games

Paddock = Callable[..., Result]


def test_without_a_game_the_lessons_are_listed(paddock: Paddock):
    lines = paddock("learn").output.splitlines()
    assert [line.partition(":")[0] for line in lines[:-2]] == [game.id for game in all_games() if read_lesson(game)]


def test_a_lesson_is_taught_from_standard_input(paddock: Paddock):
    result = paddock("learn", "nestor", typed="roll\nskip\n")
    assert result.exit_code == 0
    assert "2/8 Nine!" in result.output
    assert "--from 2" in result.output


def test_a_lesson_goes_on_at_a_step(paddock: Paddock):
    assert "3/8 Twelve" in paddock("learn", "nestor", "--from", "3").output


def test_a_step_that_the_lesson_does_not_have_is_refused(paddock: Paddock):
    result = paddock("learn", "nestor", "--from", "10")
    assert result.exit_code == 2
    assert "this lesson has 8 steps" in result.output
