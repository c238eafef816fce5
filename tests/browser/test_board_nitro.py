"""The board of Nitro Dice: a night race from the grid to the flag, driven on the road, by hand and by keyboard."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import DESKTOP, PHONE, OpenPage
from .driving import (
    come_to,
    complaints,
    decisions_counted,
    drive_on,
    is_seen_on_the_way,
    places_seen,
    race_on,
    width_seen,
)
from .site import Message, Site, asked, usual

RING = ("start", (0, 1)), ("red", (0, 0)), ("straight", (1, 0)), ("red", (2, 0)), ("garage", (2, 1)), ("red", (2, 2))
KINDS = (*RING, ("straight", (1, 2)), ("red", (0, 2)))
BLOCK = "laps = 1\n" + "".join(f'[[section]]\nkind = "{kind}"\ncell = {list(cell)}\n' for kind, cell in KINDS)
SHORT = {"track": BLOCK, "laps": 1}  # once round the block, the shortest race there is
WHICH_SPEED = asked("which speed")
POINTS_LEFT = asked(r"what next\? [1-9]")
USUAL = ".acts[aria-busy=false] .usual, .moves[aria-busy=false] > .button"  # what most drivers would do now
TRACKS = ("joined_loops", "short_circuit", "crossroads", "three_piers", "long_haul")


# Records frame by frame where the car is drawn and what is told, until both have changed and settled.
MOMENTS = """() => {
  const seen = [];
  const text = (where) => document.querySelector(where)?.textContent.trim() ?? "";
  window.moments = new Promise((done) => {
    const look = () => {
      const car = document.querySelector('.board [data-seat="0"]').getAttribute("transform");
      seen.push([car, text(".tray .points"), text(".tray .hand"), text(".side .log li"), text(".question")]);
      const [first, last] = [seen[0], seen.at(-1)];
      const rests = seen.slice(-20).every((one) => one.join() === last.join());
      if (rests && first[0] !== last[0] && first[3] !== last[3] && last[4]) done(seen);
      else requestAnimationFrame(look);
    };
    look();
  });
}"""


def sit_down(site: Site, open_page: OpenPage, *seats: str, options: dict[str, Any], **more: Any) -> Page:
    """A table made beforehand; the browser holds the seats "me"."""
    page = come_to(site, open_page, site.table("nitro_dice", *seats, options=options), **more)
    expect(page.locator(".board")).to_be_visible()
    return page


def free_road(position: Message) -> bool:
    """There are points left to go forward, and nothing is in the way."""
    ahead = [step for step in position["view"]["steps"] if step["words"] == "go forward"]
    return POINTS_LEFT(position) and any(step["collides"] is None and not step["damage"] for step in ahead)


def road(page: Page, words: str) -> Locator:
    return page.locator(".drawing").get_by_role("button", name=words, exact=True)


def hand(page: Page) -> Locator:
    return page.get_by_role("group", name="Your hand")


def cards_held(page: Page) -> int:
    return sum(int(count) for count in hand(page).locator(".count").all_inner_texts())


def paying_three(position: Message) -> int:
    """Pay for sections with any three cards, as a driver with many cards does."""
    choices: list[Message] = position["choices"]
    three = [one["move"] for one in choices if one["words"] == "pay with any three cards"]
    return three[0] if three else usual(position)


def test_a_race_against_a_bot_is_driven_with_one_button_to_the_flag(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SHORT)
    expect(page.locator(".board [data-seat]")).to_have_count(2)

    race_on(page, USUAL)

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
    page = sit_down(site, open_page, "me", "bot", options=SHORT, until=free_road)
    car = page.locator('.board [data-seat="0"]')
    before = car.get_attribute("data-space") or ""

    road(page, "go forward").hover()
    expect(page.locator(".tray .cost")).to_contain_text(re.compile("^Go forward: 1 point"))
    road(page, "go forward").click()

    expect(page.locator(".side .log")).to_contain_text(
        re.compile(r"Red moves to section \d+, (left|right) lane, space \d")
    )
    expect(car).not_to_have_attribute("data-space", before)


def test_a_race_is_driven_by_keyboard(site: Site, open_page: OpenPage):
    made = site.table("nitro_dice", "me", "bot", options=SHORT)
    page = come_to(site, open_page, made, until=WHICH_SPEED)
    page.keyboard.press("Enter")
    expect(page.locator(".question")).not_to_contain_text("which speed")
    drive_on(page, site, made, until=free_road)

    page.locator("body").press("ArrowUp")

    expect(page.locator(".side .log")).to_contain_text(re.compile(r"Red moves to section \d+"))


def test_a_card_is_laid_on_a_section_of_the_track(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"track": "joined_loops", "disaster_area": True})
    sections = page.locator(".drawing").get_by_role("button", name=re.compile(r"^section \d+: "))
    expect(sections.first).to_be_visible()
    words = sections.first.get_attribute("aria-label") or ""
    found = re.match(r"section (\d+): .*hazards? (.*)\)", words)
    assert found

    sections.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")

    expect(page.locator(".side .log")).to_contain_text(f"as section {found[1]}.")
    spaces = range(16 * int(found[1]), 16 * int(found[1]) + 16)
    expect(page.locator(", ".join(f'.board [data-hazard="{space}"]' for space in spaces))).to_have_count(
        len(found[2].split(","))
    )


def test_a_card_of_the_hand_is_a_button_when_one_has_to_be_paid(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"track": "joined_loops"}, until=WHICH_SPEED)
    expect(hand(page).get_by_role("button")).to_have_count(0)
    assert cards_held(page) == 9

    page.get_by_role("group", name="Set your speed").get_by_role("button").last.click()  # by two: a card
    expect(hand(page).get_by_role("button").first).to_be_visible()
    hand(page).get_by_role("button").first.click()

    expect(page.locator(".side .log")).to_contain_text("to change speed by two")


def test_a_section_is_paid_for_by_one_tap_on_a_card_of_its_type(site: Site, open_page: OpenPage):
    def can_match(position: Message) -> bool:
        return any(one["words"].startswith("pay with a ") for one in position["choices"])

    page = sit_down(site, open_page, "me", "bot", options=SHORT, until=can_match)
    before = cards_held(page)

    hand(page).get_by_role("button", name=re.compile("^pay with a ")).last.click()

    expect(page.locator(".side .log")).to_contain_text(re.compile(r"Red discards .* for handling\."))
    expect(page.locator(".question")).not_to_contain_text("which card")
    assert cards_held(page) == before - 1


def test_three_cards_are_lifted_and_paid_at_once(site: Site, open_page: OpenPage):
    three = asked("one of three")
    page = sit_down(site, open_page, "me", "bot", options=SHORT, until=three, choose=paying_three)
    before = cards_held(page)
    pay = hand(page).get_by_role("button", name=re.compile(r"^Pay \d of 3$"))
    cards = hand(page).locator("[data-moves]")

    told = page.locator(".side .log li").get_by_text("for handling, one of three")
    earlier = told.count()

    expect(pay).to_be_disabled()
    for i in range(10):
        if pay.is_enabled():
            break
        cards.nth(i % cards.count()).click()
    pay.click()

    expect(told).to_have_count(earlier + 3)
    expect(page.locator(".question")).not_to_contain_text("one of three")
    assert cards_held(page) == before - 3


def test_a_swipe_towards_a_lit_space_drives_there(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SHORT, until=free_road, size=PHONE)
    car = page.locator('.board [data-seat="0"]')
    before = car.get_attribute("data-space") or ""
    here, there = (one.bounding_box() for one in (car, road(page, "go forward")))
    assert here
    assert there
    across, down = (there["x"] - here["x"]) * 2, (there["y"] - here["y"]) * 2

    for kind, x, y in (("pointerdown", 60, 60), ("pointerup", 60 + across, 60 + down)):
        finger = {"pointerType": "touch", "isPrimary": True, "clientX": x, "clientY": y, "bubbles": True}
        page.locator(".drawing").dispatch_event(kind, finger)

    expect(car).not_to_have_attribute("data-space", before)


@pytest.mark.long
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_each_legal_move_has_one_visible_control_in_a_whole_race(site: Site, open_page: OpenPage, size: dict[str, int]):
    options = {**SHORT, "disaster_area": True, "nitro_madness": True}
    page = sit_down(site, open_page, "me", "bot", options=options, size=size)

    assert decisions_counted(page) > 20


def test_a_car_drives_along_the_road(site: Site, open_page: OpenPage):
    made = site.table("nitro_dice", "me", "bot", options={"track": "joined_loops"})
    page = come_to(site, open_page, made, until=free_road, still=False)

    assert is_seen_on_the_way(page, site, made, free_road, road(page, "go forward").click)


def test_nothing_is_told_of_a_step_before_the_car_has_made_it(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SHORT, until=free_road, still=False)
    page.evaluate(MOMENTS)
    road(page, "go forward").click()
    seen: list[list[str]] = page.evaluate("window.moments")

    arrived = seen[-1][0]
    on_the_way = [told for car, *told in seen if car != arrived]
    assert on_the_way
    assert len({(points, hand, line) for points, hand, line, _question in on_the_way}) == 1  # as before the step
    assert {question for *_told, question in on_the_way} <= {seen[0][4], ""}


def test_with_reduced_motion_a_car_is_simply_there(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SHORT, until=free_road)

    assert places_seen(page, road(page, "go forward").click) <= 2


def test_the_hand_of_a_rival_is_nowhere_on_the_page(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SHORT, until=WHICH_SPEED)

    expect(page.get_by_role("group", name="Your hand")).to_have_count(1)
    expect(page.locator(".tower")).to_contain_text("9 cards")


def test_on_a_phone_the_camera_is_close_and_nothing_is_wider_than_the_screen(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"track": "joined_loops"}, until=free_road, size=PHONE)
    street = page.get_by_role("img", name=re.compile("The street: "))
    close = width_seen(street)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    page.get_by_role("button", name="Whole track").click()

    expect(page.get_by_role("button", name="Close view")).to_be_visible()
    assert width_seen(street) > 1.3 * close


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nobody_is_shut_out(site: Site, open_page: OpenPage, size: dict[str, int]):
    made = site.table("nitro_dice", "me", "bot", options=SHORT)
    page = come_to(site, open_page, made, until=WHICH_SPEED, size=size)
    assert complaints(page, ".board") == []
    for question in ("what next", "replace a section"):
        drive_on(page, site, made, asked(question))
        assert complaints(page, ".board") == []
