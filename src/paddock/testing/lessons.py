"""Check that a game's lesson, where it has one, can be taught to its end, and that the race goes on from there."""

from paddock.engine import CHANCE, LEARNER, Game, Lesson, LessonError, Match, SeededDice, random_words, read_lesson

from .cases import Case


def lesson_is_taught(game: Game, case: Case) -> None:
    """A learner who does what each step says comes to the end; then the race can be driven to its flag."""
    try:
        lesson = read_lesson(game)
    except LessonError as error:
        raise AssertionError(str(error)) from None
    if lesson is None:
        return
    match = taught(lesson)
    assert len(match.plies) == len(lesson.script), f"{game.id}: the lesson stops at ply {len(match.plies)}"
    race_on(match)


def taught(lesson: Lesson) -> Match:
    """The race after a learner has followed the lesson to its end."""
    match = lesson.match()
    for step in lesson.steps:
        for action in step.actions:
            follow(lesson, match)
            assert match.actor == LEARNER, f"{lesson.game.id}: {step.say!r} is not the learner's"
            assert match.known_ply(LEARNER) == action.number
            match.apply(match.words_to_move(action.words))
    follow(lesson, match)
    return match


def follow(lesson: Lesson, match: Match) -> None:
    """Play what the lesson plays itself, up to the learner's next action or the end."""
    while len(match.plies) < len(lesson.script) and lesson.action_at(len(match.plies)) is None:
        move = match.draw() if match.actor == CHANCE else lesson.move_at(len(match.plies))
        assert move is not None
        match.apply(move)


def race_on(taught: Match) -> Match:
    """Drive a race with other dice to its flag, by the game's quick choices."""
    match = taught.fork(SeededDice())
    random, longest = random_words(1, 1), match.game.longest(match.table)
    while not match.is_over:
        assert len(match.plies) <= longest, f"{match.game.id}: no flag after {longest} plies"
        match.settle()
        if not match.is_over:
            match.apply(match.now.suggest(match.now.legal(), random))
    return match
