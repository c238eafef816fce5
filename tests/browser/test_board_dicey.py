"""The board of Dicey Curves: a race with DANGER! to Finish, dice grouped by tapping, cards on the road."""

import json
import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from .conftest import DESKTOP, PHONE, OpenPage
from .driving import wait_until
from .site import Site

SPRINT = {"race_length": "sprint", "cars_each": 1}
OFFERS = ".moves[aria-busy=false] > .button, .moves[aria-busy=false] .go"
WHAT_NEXT = r"dice \d.*What next"

# Collects where every car is drawn, frame by frame, for so many milliseconds.
WATCH = """async (lasts) => {
  const seen = {};
  const end = performance.now() + lasts;
  while (performance.now() < end) {
    for (const car of document.querySelectorAll('.board [data-car]'))
      (seen[car.dataset.car] ??= new Set()).add(car.getAttribute('transform'));
    await new Promise(requestAnimationFrame);
  }
  return Object.values(seen).map((places) => places.size);
}"""

# Takes the usual choice again and again, until the race is over.
RACE = """() => {
  const clicks = setInterval(() => {
    if (document.querySelector('.finish')) clearInterval(clicks);
    document.querySelector('.board .go')?.click();
  }, 10);
}"""


def sit_down(site: Site, open_page: OpenPage, *seats: str, options: dict[str, Any], **more: Any) -> Page:
    """A table made beforehand; the browser holds the seats "me"."""
    made = site.table("dicey_curves", *seats, options=options)
    page = open_page(**more)
    held = json.dumps([{"table": made["table"], "keys": made["keys"], "at": 0}])
    page.evaluate("held => localStorage.setItem('paddock.held', held)", held)
    page.goto(f"{site.address}{made['link']}")
    page.reload()
    expect(page.locator(".board")).to_be_visible()
    return page


def decision(page: Page) -> str:
    """What is asked now, once the last answer has arrived."""
    page.wait_for_selector(f"{OFFERS}, .finish")
    coach = page.locator(".coach span")
    return coach.first.inner_text() if coach.count() else ""


def drive_until(page: Page, question: str) -> None:
    """Take the usual choice until something is asked."""
    for _ in range(1500):
        if re.search(question, decision(page)):
            page.wait_for_selector(".board .go")
            return
        assert not page.locator(".finish").count(), "the race was over before it came to that"
        page.locator(".board .go").first.click()
        page.wait_for_timeout(20)
    raise AssertionError(f"nobody asked {question}")


def play_until(page: Page, found: Locator) -> None:
    """Take the first choice that is not the pass, until something is on the board."""
    for _ in range(1500):
        page.wait_for_selector(f"{OFFERS}, .finish")
        if found.count():
            return
        assert not page.locator(".finish").count(), "the race was over before it came to that"
        plays = page.locator(".hand button")
        (plays if plays.count() else page.locator(".board .go")).first.click()
        page.wait_for_timeout(30)
    raise AssertionError("it never came to that")


def dice(page: Page) -> Locator:
    """Dice that may be tapped."""
    return page.get_by_role("group", name="Dice").locator("button:enabled")


def lit(page: Page) -> Locator:
    return page.locator(".table").get_by_role("button", name=re.compile("^drive to "))


def own_spots(page: Page) -> list[str | None]:
    return [car.get_attribute("data-spot") for car in page.locator('.board [data-seat="0"]').all()]


def test_a_race_with_danger_against_bots_is_driven_to_the_finish(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", "bot", options=SPRINT)
    expect(page.locator(".board [data-car]")).to_have_count(3)

    page.evaluate(RACE)

    expect(page.locator(".finish")).to_be_visible(timeout=120_000)
    expect(page.locator(".result")).to_contain_text("won the race")
    expect(page.locator(".corner")).to_contain_text("Finish is laid")
    cars = page.locator(".board").get_by_role("list", name="Cars").get_by_role("listitem")
    expect(cars).to_have_count(3)
    expect(cars.first).to_contain_text("Finish")


@pytest.mark.parametrize("seats", [2, 8])
def test_all_eight_cars_stand_on_the_grid(site: Site, open_page: OpenPage, seats: int):
    page = sit_down(site, open_page, "me", *["bot"] * (seats - 1), options={"danger": False})

    expect(page.locator(".board [data-car]")).to_have_count(8)
    expect(page.get_by_role("img", name=re.compile("The road: "))).to_be_visible()
    expect(page.get_by_role("group", name="Your Danger cards")).to_have_count(0)


def test_dice_are_grouped_by_tapping_and_driven_to_a_lit_spot(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"danger": False})
    drive_until(page, WHAT_NEXT)
    before = own_spots(page)

    dice(page).first.click()
    expect(dice(page).first).to_have_attribute("aria-pressed", "true")
    expect(lit(page).first).to_be_visible()
    words = lit(page).first.get_attribute("aria-label") or ""
    lit(page).first.click()

    found = re.match(r"drive to (\S+) with 1 die", words)
    assert found
    expect(page.locator(".control")).to_contain_text(f"drives to {found[1]}.")
    wait_until(page, lambda: own_spots(page) != before)


def test_a_lit_spot_takes_the_dice_it_needs(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"danger": False})
    drive_until(page, WHAT_NEXT)
    words = lit(page).last.get_attribute("aria-label") or ""
    found = re.match(r"drive to (\S+) with (\d+)", words)
    assert found

    lit(page).last.click()

    expect(page.locator(".die.picked")).to_have_count(int(found[2]))
    expect(page.locator(".status")).to_contain_text(f"Size {found[2]}")


def test_dice_are_tapped_to_be_rolled_again_for_a_chip(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"danger": False})
    drive_until(page, "Add a die or reroll")

    dice(page).nth(0).click()
    dice(page).nth(1).click()
    page.get_by_role("button", name="Roll 2 again").click()

    expect(page.locator(".control")).to_contain_text("Red pays a chip and rolls dice again: 2.")


def test_a_danger_card_is_played_from_the_hand_onto_a_card_of_the_road(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={})
    cards = page.locator(".table").get_by_role("button", name=re.compile(r"^card \d+ \("))
    play_until(page, cards)

    cards.last.focus()
    page.keyboard.press("Enter")

    expect(page.locator(".control")).to_contain_text("Red plays ")


def test_the_window_is_passed_for_the_rest_of_the_turn(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", "bot", options=SPRINT)
    drive_until(page, "a Danger card before")
    expect(page.locator(".status")).to_contain_text(re.compile(r"Play a card before .* \d dice\?"))

    page.get_by_role("button", name="Pass for the rest of this turn").click()

    expect(page.locator(".control")).to_contain_text("Red passes for the rest of the window.")


def test_the_own_hand_is_read_and_that_of_a_rival_is_not(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={})
    drive_until(page, "a Danger card before|exchange both")

    hand = page.get_by_role("group", name="Your Danger cards")
    expect(hand.locator(".danger-card")).to_have_count(2)
    expect(hand.locator(".text").first).not_to_be_empty()


def test_enter_takes_the_usual_choice(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"danger": False})
    drive_until(page, "Add a die or reroll")

    page.locator("body").press("Enter")

    expect(page.locator(".coach span")).not_to_contain_text("Add a die or reroll")


def drive_on(page: Page) -> list[int]:
    """Drive a single die's way, and say at how many places each car was seen meanwhile."""
    drive_until(page, WHAT_NEXT)
    page.wait_for_timeout(600)  # everything stands still
    page.evaluate("watch => { window.watched = eval(watch)(1500) }", WATCH)
    dice(page).first.click()
    lit(page).first.click()
    return page.evaluate("window.watched")


def test_a_car_drives_along_the_road(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"danger": False}, still=False)

    assert max(drive_on(page)) > 2  # places on the way, not only both ends


def test_with_reduced_motion_a_car_is_simply_there(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"danger": False})

    assert max(drive_on(page)) <= 2


def test_on_a_phone_the_camera_is_close_and_nothing_is_wider_than_the_screen(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", "bot", options={}, size=PHONE)
    road = page.get_by_role("img", name=re.compile("The road: "))
    for question in (WHAT_NEXT, "a Danger card before", WHAT_NEXT):
        drive_until(page, question)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.locator(".board .go").first.click()
    close = _width_seen(road)

    page.get_by_role("button", name="Whole track").click()

    expect(page.get_by_role("button", name="Close view")).to_be_visible()
    assert _width_seen(road) > 1.5 * close


def _width_seen(road: Locator) -> float:
    return float((road.get_attribute("viewBox") or "0 0 0 0").split()[2])


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nobody_is_shut_out(site: Site, open_page: OpenPage, size: dict[str, int]):
    axe: Any = Axe()  # its package has no types
    page = sit_down(site, open_page, "me", "bot", options={"first_window": True}, size=size)
    for question in ("exchange both", "a Danger card before", "Add a die or reroll", WHAT_NEXT, "where does"):
        drive_until(page, question)

        found = axe.run(page, context=".board")

        assert found.violations_count == 0, found.generate_report()
