"""Tree counts from fixed positions: by compiled rules, by forked matches, and by hand."""

from fractions import Fraction

import pytest

from paddock.engine import Match, SeededDice
from paddock.games.nestorgames_gp import GAME
from paddock.testing import TreeCount, count_naively, count_tree


def from_the_start(**options: str | int | bool) -> Match:
    return Match(GAME, 2, options, SeededDice(1))


def mid_race(**options: str | int | bool) -> Match:
    """Both cars past the line after quick qualifying: red takes pole with a 6."""
    match = from_the_start(**options)
    for move in (0, 6, 0, 1, 0):  # red starts; red rolls 6 and stops, yellow rolls 1 and stops
        match.apply(move)
    return match


def test_qualifying_by_hand():
    """The draw (2), a die (6), stop or roll (2), then a die (6): the other car's first or the same car's second."""
    match = from_the_start()
    for depth, lines, mass in ((1, 2, 1), (2, 12, 1), (3, 24, 2), (4, 144, 2)):
        assert count_tree(GAME, match.table, match.state, depth) == TreeCount(lines, Fraction(mass))


def test_a_fifth_ply_by_hand():
    """72 lines after stop and the other car's first die, with 2 choices each; 72 after a second die: 12 busts, with 6
    outcomes of the other car's die, and 60 with 2 choices. Lines 144 + 72 + 120; mass 2 + 1/6 + 2 * 5/6."""
    match = from_the_start()
    assert count_tree(GAME, match.table, match.state, 5) == TreeCount(
        144 + 72 + 120, 2 + Fraction(1, 6) + Fraction(5, 3)
    )


@pytest.mark.parametrize(
    ("match", "depth"),
    [
        (from_the_start(), 6),
        (mid_race(board="oval"), 6),
        (mid_race(board="arcade", items="tray"), 5),
        (mid_race(board="switchyard", items="board", item_placement="default", safety_car=True), 5),
    ],
    ids=["the start", "oval", "arcade with the tray", "switchyard with items and safety car"],
)
def test_compiled_rules_and_forked_matches_count_the_same_tree(match: Match, depth: int):
    counted = count_tree(GAME, match.table, match.state, depth)
    assert counted == count_naively(match, depth)
    assert counted.lines > 100
