"""The coach at the screen."""

from collections.abc import Callable
from typing import Any

from paddock.games._template import GAME as RIDGE_RUN
from paddock.terminal import RaceWish, start

Typing = Callable[..., Any]
LINE = "Coach: Gear 2 spins on a 1"


def after(typing: Typing, *lines: str) -> str:
    """What is on the screen after these lines, at the end of input."""
    screen = typing(*lines)
    session = start(RaceWish(RIDGE_RUN, options={"length": 30}, dice="seeded", seed=4), screen)
    session.answer("coach")
    session.run()
    return " ".join(screen.text.split())


def test_the_coach_speaks_at_the_first_three_decisions_of_a_kind(typing: Typing):
    assert [after(typing, *["gear 1"] * turns).count(LINE) for turns in range(5)] == [1, 2, 3, 3, 3]


def test_the_coach_names_the_usual_move_in_the_words_of_the_menu(typing: Typing):
    assert "Most drivers: gear " in after(typing) or "Most drivers: play the boost" in after(typing)


def test_the_coach_can_be_switched_off_and_begins_again(typing: Typing):
    assert after(typing, "coach", "gear 1", "gear 1").count(LINE) == 1
    again = after(typing, "gear 1", "gear 1", "gear 1", "coach", "coach", "gear 1")
    assert again.count(LINE) == 4
    assert "The coach is silent." in again
