"""The board is the screen: at a decision its drawing has its share of the window, and one's own car is seen."""

import pytest

from paddock.games import all_games

from .conftest import OpenPage
from .driving import come_to, uncover
from .measuring import MEASURE, SIZES, come_to_a_decision
from .site import Site

WIDE = 1000  # pixels from which on a screen is a desktop's
CAR = {"desktop": 28, "phone": 18}  # pixels of its length at least


@pytest.mark.parametrize("game", [game.id for game in all_games()])
def test_the_board_has_its_share_of_every_window(site: Site, open_page: OpenPage, game: str):
    page = come_to(site, open_page, come_to_a_decision(site, game))
    uncover(page)
    page.wait_for_selector(".moves[aria-busy=false]", state="attached")

    for (width, height), goal in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(MEASURE)
        assert found["share"] >= goal, (width, height, found)
        assert found["car"] >= CAR["desktop" if width >= WIDE else "phone"], (width, height, found)
