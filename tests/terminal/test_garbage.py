"""Any input: the terminal game never crashes, and only moves and take-backs change the position."""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paddock.games import load_game
from paddock.terminal import RaceWish, Session, start
from paddock.terminal.commands import LeavingError

GAME = load_game("nestorgames_gp")
COMMANDS = ["why", "rules", "history", "moves", "position", "help", "?", "undo now", "save"]
WORDS = st.one_of(
    st.text(max_size=60),
    st.text("stoprl 12", max_size=8),
    st.builds("{} {}".format, st.sampled_from(COMMANDS[:-1]), st.text(max_size=20)),
    st.sampled_from(["undo", "save", "1" * 5000, "-1", "0", "³", "１", "quit?", "STOP ROLL"]),
)


def is_garbage(text: str) -> bool:
    """Neither a move (by number, or by a prefix, suffix or part of `stop` and `roll`) nor a take-back."""
    said = " ".join(text.lower().split())
    is_move = said in ("1", "2") or (said and any(word.startswith(said) for word in ("stop", "roll")))
    return not is_move and not (len(said) > 2 and any(said in word for word in ("stop", "roll")))


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(WORDS.filter(is_garbage), max_size=8))
def test_garbage_never_raises_and_never_changes_the_position(typing: Callable[..., Any], lines: list[str]):
    session: Session = start(RaceWish(GAME, dice="seeded", seed=3), typing())
    assert session.run() == 0  # up to the first decision of a person
    before, script = session.match.state.copy(), list(session.match.script)
    for line in lines:
        try:
            session.answer(line)
        except LeavingError:
            assert line.split()[0].lower() == "quit"
    assert session.match.state == before
    assert session.match.script == script
