"""The board is the screen: at a decision its drawing has its share of the window, and one's own car is seen."""

import pytest

from paddock.games import all_games

from .conftest import OpenPage
from .driving import come_to, resize, uncover, wait_until
from .measuring import MEASURE, SIZES, come_to_a_decision
from .site import Message, Site

WIDE = 1000  # pixels from which on a screen is a desktop's
CAR = {"desktop": 28, "phone": 18}  # pixels of its length at least


@pytest.mark.parametrize("game", [game.id for game in all_games()])
def test_the_board_has_its_share_of_every_window(site: Site, open_page: OpenPage, game: str):
    page = come_to(site, open_page, come_to_a_decision(site, game))
    uncover(page)
    page.wait_for_selector(".moves[aria-busy=false]", state="attached")

    for (width, height), goal in SIZES.items():
        resize(page, width, height)
        least = CAR["desktop" if width >= WIDE else "phone"]
        wait_until(page, lambda: is_seen(page.evaluate(MEASURE), goal, least), what=f"{width}x{height}")  # noqa: B023


def is_seen(found: Message, goal: float, least: float) -> bool:
    """Whether the board has its share, and one's own car its size."""
    return found["share"] >= goal and found["car"] >= least
