"""Looking around with the wheel and with two fingers, where a board has no test of its own for it."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, OpenPage
from .driving import come_to, wait_for_turn, wait_until, width_seen
from .site import Site, offered


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


# A point beside a place on the board that no control lies under, and how far it is from the middle of that place.
BESIDE = """(place) => {
  const { left, top, width, height } = place.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  for (const far of [22, 24, 26])
    for (let turn = 0; turn < 360; turn += 15) {
      const point = { x: x + far * Math.cos(turn), y: y + far * Math.sin(turn) };
      const found = document.elementFromPoint(point.x, point.y);
      if (!found?.closest('.drawing') || found.closest('button')) continue;
      const others = [...document.querySelectorAll('.drawing button[data-move]')].filter((one) => one !== place);
      const boxes = others.map((one) => one.getBoundingClientRect());
      if (boxes.every((box) => Math.hypot(box.x + box.width / 2 - point.x, box.y + box.height / 2 - point.y) > far))
        return point;
    }
}"""


def test_a_finger_beside_a_place_on_the_board_presses_it(site: Site, open_page: OpenPage):
    made = site.table("victory_lane", "me", "bot")
    page = come_to(site, open_page, made, until=offered("^straight on$"), size=PHONE, has_touch=True)
    page.locator(".moves[aria-busy=false]").wait_for(state="attached")
    told = page.locator(".ticker").inner_text()
    point = page.get_by_role("button", name="straight on").locator("visible=true").first.evaluate(BESIDE)

    page.touchscreen.tap(point["x"], point["y"])

    expect(page.locator(".ticker")).not_to_have_text(told)
