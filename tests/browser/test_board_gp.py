"""The board of nestorgames GP: cars, targets and motion on a real track."""

import json
import re
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from .conftest import PHONE, OpenPage
from .driving import take_a_move
from .site import Site

# Collects where every car is drawn, frame by frame, for so many milliseconds.
WATCH = """async (lasts) => {
  const seen = {};
  const end = performance.now() + lasts;
  while (performance.now() < end) {
    for (const car of document.querySelectorAll('.board [data-seat]'))
      (seen[car.dataset.seat] ??= new Set()).add(car.getAttribute('transform'));
    await new Promise(requestAnimationFrame);
  }
  return Object.values(seen).map((places) => places.size);
}"""


def sit_down(site: Site, open_page: OpenPage, *seats: str, options: dict[str, Any], **more: Any) -> Page:
    """A table made beforehand; the browser holds the seats "me"."""
    made = site.table("nestorgames_gp", *seats, options=options)
    page = open_page(**more)
    held = json.dumps([{"table": made["table"], "keys": made["keys"], "at": 0}])
    page.evaluate("held => localStorage.setItem('paddock.held', held)", held)
    page.goto(f"{site.address}{made['link']}")
    page.reload()
    expect(page.locator(".board")).to_be_visible()
    return page


def targets(page: Page, words: str) -> Locator:
    return page.locator(".board").get_by_role("button", name=re.compile(words))


def lit_spaces(page: Page) -> Locator:
    """Where stopping and each next die would lead, while somebody decides to roll or stop."""
    return page.locator(".board .spot")


def play_until(page: Page, found: Locator) -> None:
    for _ in range(300):
        page.wait_for_selector(".moves > .button, .moves .go, .cover button, .finish")
        if found.count():
            return
        assert take_a_move(page), "the race was over before it came to that"
        page.wait_for_timeout(20)
    raise AssertionError("it never came to that")


def test_every_car_is_on_the_board_and_in_the_list_for_screen_readers(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", "bot", "bot", "bot", options={"board": "coast"})

    expect(page.locator(".board [data-seat]")).to_have_count(5)
    expect(page.locator(".board").get_by_role("list", name="Cars").get_by_role("listitem")).to_have_count(5)
    expect(page.get_by_role("img", name="The track Coast Road")).to_be_visible()


def test_pieces_are_placed_on_the_track_by_hand_and_by_keyboard(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "me", options={"board": "oval", "items": "board"})
    spaces = targets(page, r"^put an oil spill on step \d+$")
    play_until(page, spaces)
    assert spaces.count() == 44  # 46 squares, two cars

    targets(page, "on step 20$").click()
    expect(targets(page, "on step 20$")).to_have_count(0)

    targets(page, "on step 1$").focus()
    page.keyboard.press("ArrowRight")
    expect(targets(page, "on step 2$")).to_be_focused()
    page.keyboard.press("Enter")
    expect(targets(page, "on step 2$")).to_have_count(0)


def test_a_road_is_chosen_on_the_track(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "me", options={"board": "quarry"})
    roads = targets(page, "^drive by ")
    play_until(page, roads)
    assert roads.count() == 2

    roads.last.hover()
    expect(page.locator(".board path.strong")).to_have_count(1)
    roads.last.click()

    expect(page.locator(".control")).to_contain_text("takes the shortcut")


def test_a_car_drives_along_the_road(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"board": "coast"}, still=False)
    page.evaluate("watch => { window.watched = eval(watch)(9000) }", WATCH)

    for _ in range(4):
        take_a_move(page, 0)
        page.wait_for_timeout(1500)

    assert min(page.evaluate("window.watched")) > 5  # places on the way, not only where a car stands


def test_with_reduced_motion_a_car_is_simply_there(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "me", options={"board": "oval"})
    play_until(page, lit_spaces(page))
    page.evaluate("watch => { window.watched = eval(watch)(1500) }", WATCH)

    take_a_move(page)

    assert max(page.evaluate("window.watched")) <= 2


def test_the_ends_of_a_roll_are_lit_on_the_track(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "me", options={"board": "oval"})

    play_until(page, lit_spaces(page))

    assert lit_spaces(page).count() >= 6  # stopping now, and five faces that are no bust
    expect(page.locator(".board .roll")).to_contain_text("1 in 6 to bust: no move")


def test_on_a_phone_the_camera_is_close_and_shows_the_whole_track_on_request(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"board": "coast"}, size=PHONE)
    track = page.get_by_role("img", name="The track Coast Road")
    close = width_seen(track)

    page.get_by_role("button", name="Whole track").click()

    expect(page.get_by_role("button", name="Close view")).to_be_visible()
    assert width_seen(track) > 1.5 * close


def width_seen(track: Locator) -> float:
    return float((track.get_attribute("viewBox") or "0 0 0 0").split()[2])


def test_nobody_is_shut_out(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "me", options={"board": "arcade", "items": "board"})
    play_until(page, targets(page, "^put an oil spill"))

    found = Axe().run(page, context=".board")  # pyright: ignore[reportUnknownMemberType]

    assert found.violations_count == 0, found.generate_report()
