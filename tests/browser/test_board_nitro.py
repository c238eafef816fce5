"""The board of Nitro Dice: a night race from the grid to the flag, driven on the road, by hand and by keyboard."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import DESKTOP, PHONE, OpenPage
from .driving import come_to, complaints, drive_on, places_seen, race_on, width_seen
from .site import Message, Site, asked

RING = ("start", (0, 1)), ("red", (0, 0)), ("straight", (1, 0)), ("red", (2, 0)), ("garage", (2, 1)), ("red", (2, 2))
KINDS = (*RING, ("straight", (1, 2)), ("red", (0, 2)))
BLOCK = "laps = 1\n" + "".join(f'[[section]]\nkind = "{kind}"\ncell = {list(cell)}\n' for kind, cell in KINDS)
SHORT = {"track": BLOCK, "laps": 1}  # once round the block, the shortest race there is
WHICH_SPEED = asked("which speed")
POINTS_LEFT = asked(r"what next\? [1-9]")
USUAL = ".board .go, .board .speed.usual"  # what most drivers would do now
TRACKS = ("joined_loops", "short_circuit", "crossroads", "three_piers", "long_haul")


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
    return page.locator(".street").get_by_role("button", name=words, exact=True)


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
    expect(page.locator(".dash .cost")).to_contain_text(re.compile("^Go forward: 1 point"))
    road(page, "go forward").click()

    expect(page.locator(".control")).to_contain_text(re.compile(r"Red moves to s\d+\.[LR]\d"))
    expect(car).not_to_have_attribute("data-space", before)


def test_a_race_is_driven_by_keyboard(site: Site, open_page: OpenPage):
    made = site.table("nitro_dice", "me", "bot", options=SHORT)
    page = come_to(site, open_page, made, until=WHICH_SPEED)
    page.keyboard.press("Enter")
    expect(page.locator(".coach span")).not_to_contain_text("which speed")
    drive_on(page, site, made, until=free_road)

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
    page = sit_down(site, open_page, "me", "bot", options={"track": "joined_loops"}, until=WHICH_SPEED)
    hand = page.get_by_role("group", name="Your hand")
    expect(hand.get_by_role("button")).to_have_count(0)
    held = sum(int(count) for count in hand.locator(".count").all_inner_texts())

    page.get_by_role("group", name="Set your speed").get_by_role("button").last.click()  # by two: a card
    expect(hand.get_by_role("button").first).to_be_visible()
    hand.get_by_role("button").first.click()

    expect(page.locator(".control")).to_contain_text("to change speed by two")
    assert held == 9


def test_a_car_drives_along_the_road(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SHORT, until=free_road, still=False)

    assert max(places_seen(page, road(page, "go forward").click, ms=5000)) > 2  # places on the way, not only both ends


def test_with_reduced_motion_a_car_is_simply_there(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SHORT, until=free_road)

    assert max(places_seen(page, road(page, "go forward").click)) <= 2


def test_the_hand_of_a_rival_is_nowhere_on_the_page(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SHORT, until=WHICH_SPEED)

    expect(page.get_by_role("group", name="Your hand")).to_have_count(1)
    expect(page.locator(".tower")).to_contain_text("9 cards")


def test_on_a_phone_the_camera_is_close_and_nothing_is_wider_than_the_screen(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SHORT, until=asked("what next"), size=PHONE)
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
