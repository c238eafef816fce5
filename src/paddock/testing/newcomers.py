"""Check what a game tells newcomers, where it does: its page How to play, and the lines of its coach."""

from paddock.engine import (
    LEARNER,
    LONGEST,
    Coach,
    CoachError,
    Game,
    HowtoError,
    LessonError,
    Match,
    read_coach,
    read_howto,
)

from .cases import Case
from .sample import sample_race


def how_to_play_is_shown(game: Game, case: Case) -> None:
    """The page is short, its clauses exist, and the rules reach the position of every picture."""
    try:
        howto = read_howto(game)
    except (HowtoError, LessonError) as error:
        raise AssertionError(str(error)) from None
    if howto is None:
        return
    for part in howto.parts:
        if part.step:
            assert howto.picture(part).view(LEARNER), f"{game.id}, {part.title!r}: there is nothing to draw"


def coach_speaks_briefly(game: Game, case: Case) -> None:
    """Every decision has a line, and it has room in the dock whatever is decided, and by whom."""
    try:
        coach = read_coach(game)
    except CoachError as error:
        raise AssertionError(str(error)) from None
    if coach is None:
        return
    played = sample_race(game, case).over
    match = Match(game, case.seats, case.options)
    for entry in played.script:
        if match.actor >= 0 and isinstance(entry, tuple):
            _check_line(coach, match, entry[1])
        match.repeat(entry)


def _check_line(coach: Coach, match: Match, move: int) -> None:
    """The line if a move that was played is the usual one; any legal move may be that."""
    line, kind = coach.advise(match, move), coach.kind(match.state)
    assert line, f"{coach.game.id}: nothing is said at {kind}"
    assert len(line) <= LONGEST, f"{coach.game.id}, {kind}: {len(line)} characters, {line!r}"
