"""Lessons: data that the real rules play, refused with its step where it cannot be taught."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import paddock.games
from paddock.engine import CHANCE, LEARNER, Game, Lesson, LessonError, lesson_from, read_lesson
from paddock.games import all_games
from paddock.games._template import GAME as RIDGE_RUN
from paddock.testing.lessons import race_on, taught

OWN = [game for game in all_games() if game.folder.parent == Path(paddock.games.__file__).parent]
TEXT = (RIDGE_RUN.folder / "lesson.toml").read_text(encoding="utf-8")


def lesson_of(game: Game) -> Lesson:
    """The lesson that a game of this project has."""
    lesson = read_lesson(game)
    assert lesson is not None, f"{game.id} has no lesson.toml"
    return lesson


def sentences(lesson: Lesson) -> Iterator[str]:
    """Everything that the learner reads."""
    yield lesson.title
    yield from (step.say for step in lesson.steps)
    yield lesson.end


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.id)
def test_every_game_has_a_lesson_of_few_steps_and_short_sentences(game: Game):
    lesson = lesson_of(game)
    assert 5 <= len(lesson.steps) <= 9
    assert [one for one in sentences(lesson) if len(one.split()) > 20] == []


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.id)
def test_every_step_teaches_clauses_that_the_rules_have(game: Game):
    written = set(re.findall(r"\b[A-Z]{2}-\d+[a-z]?\b", (game.folder / "RULES.md").read_text(encoding="utf-8")))
    for step in lesson_of(game).steps:
        assert step.clauses
        assert set(step.clauses) <= written


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.id)
def test_a_learner_who_does_what_is_said_comes_to_the_end_and_can_race_on(game: Game):
    lesson = lesson_of(game)
    match = taught(lesson)
    assert [(ply.actor, ply.move) for ply in match.plies] == list(lesson.script)
    assert race_on(match).is_over


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.id)
def test_every_action_has_an_alternative_or_is_a_throw_of_dice(game: Game):
    lesson = lesson_of(game)
    for number, step in enumerate(lesson.steps):
        match = lesson.match(step=number)
        assert match.actor == LEARNER
        first = step.actions[0]
        assert len(match.choices()) > 1 or game.home(match.table, match.state, first.move) == "dice"


def test_a_race_at_a_step_stands_where_the_step_begins():
    lesson = lesson_of(RIDGE_RUN)
    match = lesson.match("Ana", 2)
    assert match.names == ["Ana", "Ben"]
    assert match.state.space[:2] == [5, 4]  # 2 in gear 2 and a boost of 3; Ben spun, then 4 in gear 3
    assert lesson.step_at(len(match.plies)) == 2
    assert lesson.step_at(len(lesson.script)) == len(lesson.steps)


def test_the_dice_of_a_lesson_fall_the_same_again_after_a_move_was_taken_back():
    lesson = lesson_of(RIDGE_RUN)
    match = lesson.match()
    match.play(match.words_to_move("gear 2"))
    assert match.state.space[0] == 2
    match.take_back(2)
    match.play(match.words_to_move("gear 2"))
    assert match.state.space[0] == 2


def test_nothing_is_rolled_after_the_end():
    match = taught(lesson_of(next(game for game in OWN if taught(lesson_of(game)).actor == CHANCE)))
    assert match.draw() is None


WRONG = {
    "steps": (
        TEXT[: TEXT.rindex("[[steps]]")],
        r"_template/lesson.toml, before the first step: .*5 to 9 steps, this has 4",
    ),
    "a move": (TEXT.replace('do = "gear 3"', 'do = "gear 4"'), r"step 3: 'gear 4': .*Possible: gear 1; gear 2; gear 3"),
    "a die": (TEXT.replace('"*: 4"', '"*: 7"'), r"step 1: '7': .*Possible: 1; 2; 3"),
    "the turn": (TEXT.replace('"Ben: gear 1"', '"*: 3"'), r"step 3: '\*: 3': Ben comes first"),
    "what follows": (
        TEXT.replace(', "Ben: gear 1"', ""),
        r"step 3: the next step is the learner's, but Ben comes first",
    ),
    "a clause": (TEXT.replace('["RR-11"]', '["RR-99"]'), r"step 4: RULES.md has no clause RR-99"),
    "no clause": (TEXT.replace('["RR-11"]', "[]"), r"step 4: name the clauses that it teaches"),
    "words": (
        TEXT.replace("Ben is close again.", "Ben is close again, " + "very " * 12),
        r"step 3: a sentence has 1 to 20",
    ),
    "an option": (TEXT.replace("[[steps]]", "[options]\nlenght = 3\n\n[[steps]]", 1), r"there is no option 'lenght'"),
    "a name": (TEXT.replace('others = ["Ben"]', 'others = ["me"]'), r"each of the others has a name of its own"),
    "a key": (TEXT.replace("title =", "titel ="), r"lesson.toml: .*titel"),
    "a ply": (TEXT.replace('"Ben: gear 1"', '"gear 1"'), r"step 3: a ply is written `name: words`"),
    "no TOML": ("title = ", r"lesson.toml: this is no TOML file"),
}


@pytest.mark.parametrize(("text", "told"), WRONG.values(), ids=WRONG.keys())
def test_a_lesson_that_cannot_be_taught_is_refused_with_its_step(text: str, told: str):
    with pytest.raises(LessonError, match=told):
        lesson_from(RIDGE_RUN, text)
