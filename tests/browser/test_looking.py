"""Looking around with the wheel and with two fingers, where a board has no test of its own for it."""

from typing import Any

import pytest
from playwright.sync_api import Page

from .conftest import PHONE, OpenPage
from .driving import come_to, wait_for_turn, wait_until, width_seen
from .site import Site


def spread(page: Page, x: float, y: float) -> None:
    """Two fingers go apart."""
    fingers: Any = page.context.new_cdp_session(page)

    def touch(kind: str, *across: float) -> None:
        points = [{"x": x + by, "y": y, "id": i} for i, by in enumerate(across)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", -20)
    touch("touchStart", -20, 20)
    for by in (30, 45, 60, 80):
        touch("touchMove", -by, by)
    touch("touchEnd")
    fingers.detach()


@pytest.mark.parametrize("game", ["dicey_curves", "nitro_dice"])
def test_wheel_and_fingers_come_closer_and_the_small_map_goes_back(site: Site, open_page: OpenPage, game: str):
    page = come_to(site, open_page, site.table(game, "me", "bot"), size=PHONE, has_touch=True)
    wait_for_turn(page)
    road = page.locator(".drawing svg[role=img]")
    box = page.locator("[data-drawing]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    asked = page.locator(".question").inner_text()
    before = width_seen(road)

    page.mouse.move(x, y)
    page.mouse.wheel(0, -400)
    wait_until(page, lambda: width_seen(road) < 0.7 * before)
    page.get_by_role("button", name="Back", exact=True).click()
    wait_until(page, lambda: width_seen(road) == pytest.approx(before))

    spread(page, x, y)
    wait_until(page, lambda: width_seen(road) < 0.7 * before)
    assert page.locator(".question").inner_text() == asked  # to look around presses nothing
