"""The hint at the screen."""

import re
from collections.abc import Callable
from typing import Any

from paddock.games import load_game
from paddock.terminal import RaceWish, start

GAME = load_game("nestorgames_gp")
Typing = Callable[..., Any]


def after(typing: Typing, *lines: str) -> str:
    screen = typing(*lines)
    start(RaceWish(GAME, options={"laps": 1}, dice="seeded", seed=4), screen).run()
    return screen.text


def test_a_hint_names_the_best_moves_their_chances_the_clause_and_the_odds(typing: Typing):
    text = " ".join(after(typing, "hint").split())
    assert re.search(
        r"(Best|Too close to tell|It hardly matters) \(GP-06\):"
        r" “(stop|roll)” wins \d+ ± \d+ %, “(stop|roll)” wins \d+ ± \d+ %\.",
        text,
    )
    assert re.search(r"“roll”: bust 1 in 6 \(GP-07\), \d+\.\d points on average", text)


def test_a_hint_changes_nothing_and_can_be_asked_for_again(typing: Typing):
    plain, hinted = after(typing, "stop"), after(typing, "hint", "hint", "stop")
    assert re.findall(r"Red qualifies with \d+", plain) == re.findall(r"Red qualifies with \d+", hinted)


def test_there_is_no_hint_when_nobody_has_to_decide(typing: Typing):
    screen = typing("hint")
    session = start(RaceWish(GAME, options={"laps": 1}, dice="manual", seed=4), screen)
    session.run()
    assert "There is nothing to decide now." in screen.text
