"""The board of Nitro Dice: a night race from the grid to the flag, driven on the road, by hand and by keyboard."""

import json
import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from .conftest import DESKTOP, PHONE, OpenPage
from .site import Site

RING = ("start", (0, 1)), ("red", (0, 0)), ("straight", (1, 0)), ("red", (2, 0)), ("garage", (2, 1)), ("red", (2, 2))
KINDS = (*RING, ("straight", (1, 2)), ("red", (0, 2)))
BLOCK = "laps = 1\n" + "".join(f'[[section]]\nkind = "{kind}"\ncell = {list(cell)}\n' for kind, cell in KINDS)
SHORT = {"track": BLOCK, "laps": 1}  # once round the block, the shortest race there is
OFFERS = ".moves > .button, .moves .go"
POINTS_LEFT = r"what next\? [1-9]"
TRACKS = ("joined_loops", "short_circuit", "crossroads", "three_piers", "long_haul")

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
    made = site.table("nitro_dice", *seats, options=options)
    page = open_page(**more)
    held = json.dumps([{"table": made["table"], "keys": made["keys"], "at": 0}])
    page.evaluate("held => localStorage.setItem('paddock.held', held)", held)
    page.goto(f"{site.address}{made['link']}")
    page.reload()
    expect(page.locator(".board")).to_be_visible()
    return page


def usual(page: Page) -> Locator:
    """The button for what most drivers would do now."""
    return page.locator(".board .go, .board .speed.usual").locator("visible=true").first


def decision(page: Page) -> str:
    """What is asked now, once the last answer has arrived."""
    page.wait_for_selector(f"{OFFERS}, .finish")
    coach = page.locator(".coach span")
    return coach.first.inner_text() if coach.count() else ""


def go(page: Page) -> bool:
    """Take the usual choice; False when the race is over."""
    page.wait_for_selector(".board .go, .finish", state="attached")
    if page.locator(".finish").count():
        return False
    usual(page).click()
    return True


def drive_until(page: Page, question: str) -> None:
    for _ in range(200):
        if re.search(question, decision(page)):
            return
        assert go(page), "the race was over before it came to that"
        page.wait_for_timeout(20)
    raise AssertionError(f"nobody asked {question}")


def road(page: Page, words: str) -> Locator:
    return page.locator(".street").get_by_role("button", name=words, exact=True)


def test_a_race_against_a_bot_is_driven_with_one_button_to_the_flag(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SHORT)
    expect(page.locator(".board [data-seat]")).to_have_count(2)

    for _ in range(400):
        if not go(page):
            break

    expect(page.locator(".result")).to_contain_text("won the race")
    cars = page.locator(".board").get_by_role("list", name="Cars").get_by_role("listitem")
    expect(cars).to_have_count(2)
    expect(cars.first).to_contain_text("0 sections to go")


@pytest.mark.parametrize("track", TRACKS)
def test_every_track_is_drawn_with_all_its_cars(site: Site, open_page: OpenPage, track: str):
    page = sit_down(site, open_page, "me", *["bot"] * 5, options={"track": track, "disaster_area": True})

    expect(page.locator(".board [data-seat]")).to_have_count(6)
    expect(page.get_by_role("img", name=re.compile("The street: "))).to_be_visible()
    assert page.get_by_role("list", name="Order of this phase").get_by_role("listitem").count() == 6


def test_a_step_is_taken_on_the_road_and_its_price_is_told_before(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SHORT)
    drive_until(page, POINTS_LEFT)
    car = page.locator('.board [data-seat="0"]')
    before = car.get_attribute("data-space") or ""

    road(page, "go forward").hover()
    expect(page.locator(".dash .cost")).to_contain_text(re.compile("^Go forward: 1 point"))
    road(page, "go forward").click()

    expect(page.locator(".control")).to_contain_text(re.compile(r"Red moves to s\d+\.[LR]\d"))
    expect(car).not_to_have_attribute("data-space", before)


def test_a_race_is_driven_by_keyboard(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SHORT)
    drive_until(page, "which speed")
    page.keyboard.press("Enter")
    drive_until(page, "what next")

    page.locator("body").press("ArrowUp")

    expect(page.locator(".control")).to_contain_text(re.compile(r"Red moves to s\d+"))


def test_a_card_is_laid_on_a_section_of_the_track(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"track": "joined_loops", "disaster_area": True})
    sections = page.locator(".street").get_by_role("button", name=re.compile(r"^section \d+: "))
    expect(sections.first).to_be_visible()
    words = sections.first.get_attribute("aria-label") or ""
    found = re.match(r"section (\d+): .*hazard (.*)\)", words)
    assert found

    sections.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")

    expect(page.locator(".control")).to_contain_text(f"as section {found[1]}.")
    spaces = range(16 * int(found[1]), 16 * int(found[1]) + 16)
    expect(page.locator(", ".join(f'.board [data-hazard="{space}"]' for space in spaces))).to_have_count(
        len(found[2].split())
    )


def test_a_card_of_the_hand_is_a_button_when_one_has_to_be_paid(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"track": "joined_loops"})
    hand = page.get_by_role("group", name="Your hand")
    drive_until(page, "which speed")
    expect(hand.get_by_role("button")).to_have_count(0)
    held = sum(int(count) for count in hand.locator(".count").all_inner_texts())

    page.get_by_role("group", name="Set your speed").get_by_role("button").last.click()  # by two: a card
    expect(hand.get_by_role("button").first).to_be_visible()
    hand.get_by_role("button").first.click()

    expect(page.locator(".control")).to_contain_text("to change speed by two")
    assert held == 9


def test_a_car_drives_along_the_road(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SHORT, still=False)
    drive_until(page, POINTS_LEFT)
    page.wait_for_timeout(600)  # everything stands still
    page.evaluate("watch => { window.watched = eval(watch)(1200) }", WATCH)

    road(page, "go forward").click()

    assert max(page.evaluate("window.watched")) > 2  # places on the way, not only both ends


def test_with_reduced_motion_a_car_is_simply_there(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SHORT)
    drive_until(page, POINTS_LEFT)
    page.evaluate("watch => { window.watched = eval(watch)(1200) }", WATCH)

    road(page, "go forward").click()

    assert max(page.evaluate("window.watched")) <= 2


def test_the_hand_of_a_rival_is_nowhere_on_the_page(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SHORT)
    drive_until(page, "which speed")

    expect(page.get_by_role("group", name="Your hand")).to_have_count(1)
    expect(page.locator(".tower")).to_contain_text("9 cards")


def test_on_a_phone_the_camera_is_close_and_nothing_is_wider_than_the_screen(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SHORT, size=PHONE)
    drive_until(page, "what next")
    street = page.get_by_role("img", name=re.compile("The street: "))
    close = _width_seen(street)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    page.get_by_role("button", name="Whole track").click()

    expect(page.get_by_role("button", name="Close view")).to_be_visible()
    assert _width_seen(street) > 1.3 * close


def _width_seen(street: Locator) -> float:
    return float((street.get_attribute("viewBox") or "0 0 0 0").split()[2])


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nobody_is_shut_out(site: Site, open_page: OpenPage, size: dict[str, int]):
    axe: Any = Axe()  # its package has no types
    page = sit_down(site, open_page, "me", "bot", options=SHORT, size=size)
    for question in ("which speed", "what next", "replace a section"):
        drive_until(page, question)

        found = axe.run(page, context=".board")

        assert found.violations_count == 0, found.generate_report()
