"""`paddock learn`: the lesson of a game, in plain text."""

import click

from paddock.engine import Game, Lesson, LessonError, read_lesson
from paddock.games import all_games

from .errors import wrong_input
from .params import GAME, Whole

MOST_STEPS = 99


@click.command(short_help="Learn a game in two minutes.")
@click.argument("game", type=GAME, required=False)
@click.option("--from", "first", type=Whole(1, MOST_STEPS), default=1, metavar="STEP", help="Go on at this step.")
@click.pass_context
def learn(context: click.Context, game: Game | None, first: int) -> None:
    """Learn GAME in two minutes: some turns of a race with known dice. Without GAME, list the lessons."""
    from paddock.terminal import LessonSession, Screen

    with wrong_input(LessonError):
        if game is None:
            list_lessons()
            return
        lesson = lesson_of(game)
        if first > len(lesson.steps):
            raise click.ClickException(f"this lesson has {len(lesson.steps)} steps: --from takes 1 to that")
        context.exit(LessonSession(lesson, Screen.standard(), first - 1).run())


def list_lessons() -> None:
    """One line for each lesson."""
    for game in all_games():
        lesson = read_lesson(game)
        if lesson:
            click.echo(f"{game.id}: {lesson.title}, {len(lesson.steps)} steps")
    click.echo("\nA lesson: paddock learn GAME.")


def lesson_of(game: Game) -> Lesson:
    """The lesson of a game, or one sentence that it has none."""
    lesson = read_lesson(game)
    if lesson is None:
        raise click.ClickException(f"{game.name} has no lesson; paddock rules {game.id} prints its rules")
    return lesson
