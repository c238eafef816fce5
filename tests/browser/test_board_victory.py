"""The board of Victory Lane: a full stage with its yellow flag, steps and maneuvers on the track, cards, risk tests."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import DESKTOP, PHONE, OpenPage
from .driving import come_to, complaints, drive_on, places_seen, race_on, width_seen
from .site import Site, asked, offered

# Two stages of two or three rounds each: a yellow flag is certain, the one at the end of the first stage.
TWO_STAGES = {"race": '[[race]]\nname = "Two Stages"\nstage_laps = [12, 8]\n'}
ALONE = {"solo_npd": "player"}  # all eight cars are ours to move, nobody moves in between
DRIVE = asked(r"drive .* steps left")
MANEUVER = re.compile("^(cross over with|side draft|trade paint with) (.*)")
WHAT_NOW = asked(r"what does .* do\?")
YELLOW = asked("pit or stay out")
QUALIFY = asked("qualify with")
STEP = r" to \w\w:\d+$"


def sit_down(site: Site, open_page: OpenPage, *seats: str, options: dict[str, Any], **more: Any) -> Page:
    """A table made beforehand; the browser holds the seats "me"."""
    page = come_to(site, open_page, site.table("victory_lane", *seats, options=options), **more)
    expect(page.locator(".board")).to_be_visible()
    return page


def target(page: Page, kind: str) -> Locator:
    return page.locator(f".table [data-target={kind}]")


def hand(page: Page) -> Locator:
    return page.get_by_role("group", name="Your Action cards")


def dice(page: Page) -> Locator:
    return page.get_by_role("group", name="Dice and steps")


def test_a_full_stage_its_yellow_flag_and_the_race_to_the_checkered_flag(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=TWO_STAGES)

    race_on(page, until=(".coach span", "pit or stay out|how many cards"))

    expect(page.locator(".pylon .flag.yellow")).to_be_visible()
    expect(page.locator(".status")).to_contain_text("Yellow flag")

    race_on(page, until=(".pylon:has(.flag.green) .stage", "Stage 2/2"))

    expect(page.locator(".pylon .flag.green")).to_be_visible()
    earlier = page.get_by_role("button", name="Show earlier")
    while earlier.is_visible():  # another yellow flag since makes the list long
        earlier.click()
    expect(page.locator(".control")).to_contain_text("is number 1 and scores 3.")
    expect(page.locator(".control")).to_contain_text("Green flag; ")

    race_on(page)

    expect(page.locator(".finish")).to_be_visible()
    expect(page.locator(".result")).to_contain_text("won the race")
    expect(page.locator(".pylon .flag.checkered")).to_be_visible()
    cars = page.get_by_role("list", name="Cars").get_by_role("listitem").all_inner_texts()
    # stage 3 + 2 + 1 + 1, race 10 + 8 + 7 + 6 + 5 + 4 + 3 + 2
    assert sum(int(re.findall(r"(\d+) points?$", car)[0]) for car in cars) == 7 + 45


def test_a_yellow_flag_is_answered_on_the_track(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=TWO_STAGES, until=YELLOW)
    stays = target(page, "start").first
    expect(stays).to_have_attribute("aria-label", re.compile("^stay out, "))

    stays.click()

    expect(page.locator(".control")).to_contain_text(re.compile(r"starts from G[12]:12\."))


@pytest.mark.parametrize("seats", [1, 4])
def test_eight_cars_wait_for_the_players_to_choose_theirs(site: Site, open_page: OpenPage, seats: int):
    page = sit_down(site, open_page, "me", *["bot"] * (seats - 1), options={})

    expect(page.locator(".board [data-car]")).to_have_count(8)
    expect(page.get_by_role("img", name="The oval: stage 1, 0 of 40 laps, green flag.")).to_be_visible()
    page.locator(".board").get_by_role("button", name="purple 48").click()

    expect(page.locator(".control")).to_contain_text("Player 1 takes purple 48.")
    expect(page.get_by_role("list", name="Cars")).to_contain_text("purple 48: off the track, your car")
    badge = page.locator(".tower .mine .badge")
    expect(badge).to_have_text("48")
    expect(badge).to_have_css("background-color", "rgb(123, 63, 181)")


def test_the_own_hand_is_read_and_a_card_of_it_is_played(site: Site, open_page: OpenPage):
    made = site.table("victory_lane", "me", "bot", options={})
    page = come_to(site, open_page, made, until=QUALIFY)
    expect(hand(page).locator(".action-card")).to_have_count(5)
    expect(hand(page).locator(".watch").first).to_be_visible()
    drive_on(page, site, made, until=WHAT_NOW)
    expect(hand(page).locator(".text").first).not_to_be_empty()
    card = hand(page).get_by_role("button").first
    words = re.match(r"play (.*?):", card.get_attribute("aria-label") or "")
    assert words

    card.click()

    expect(page.locator(".control")).to_contain_text(f"plays {words[1]}.")


def test_a_lit_space_is_driven_to(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=ALONE, until=offered(STEP))
    step = target(page, "step").first
    found = re.search(r"to (\w\w:\d+)", step.get_attribute("aria-label") or "")
    assert found

    step.click()

    expect(page.locator(".control")).to_contain_text(f"moves to {found[1]}.")


def test_a_push_shows_its_risk_and_its_dice(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=ALONE, until=offered(", pushing "))
    push = target(page, "push").first
    expect(push).to_have_text(re.compile(r"^\d+%$"))
    expect(push).to_have_attribute("aria-label", re.compile(r"pushing .* % that somebody fails"))
    page.emulate_media(reduced_motion="no-preference")

    push.click()

    expect(page.locator(".board .now .roll").nth(1)).to_be_attached()
    expect(page.locator(".control")).to_contain_text("in the risk test.")


def test_a_maneuver_is_done_to_a_car_on_the_track(site: Site, open_page: OpenPage):
    options = {**ALONE, "race": "thunder_120"}
    page = sit_down(site, open_page, "me", options=options, until=offered(MANEUVER.pattern))
    found = page.locator(".table").get_by_role("button", name=MANEUVER)
    words = MANEUVER.match(found.first.get_attribute("aria-label") or "")
    assert words

    found.first.focus()
    page.keyboard.press("Enter")

    done = rf"(crosses over with|side drafts|trades paint with) {words[2]}|for Trading Paint"
    expect(page.locator(".control")).to_contain_text(re.compile(done))


def test_a_pit_stop_is_chosen_where_it_leads_back_to_the_track(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=ALONE, until=WHAT_NOW)
    expect(target(page, "pit")).to_have_count(3)
    expect(target(page, "pit").first).to_have_attribute("aria-label", re.compile("^Gas & Go pit stop, back"))

    target(page, "pit").first.click()

    expect(page.locator(".control")).to_contain_text("makes a Gas & Go stop")


def test_enter_takes_the_usual_choice(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={}, until=QUALIFY)

    page.locator("body").press("Enter")

    expect(page.locator(".coach span")).not_to_contain_text("qualify with")


def test_a_car_drives_along_its_lane(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=ALONE, until=offered(STEP), still=False)

    assert max(places_seen(page, target(page, "step").first.click, ms=5000)) > 2  # places on the way too


def test_with_reduced_motion_a_car_is_simply_there(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=ALONE, until=offered(STEP))

    assert max(places_seen(page, target(page, "step").first.click)) <= 2


def test_on_a_phone_the_camera_is_close_and_nothing_is_wider_than_the_screen(site: Site, open_page: OpenPage):
    made = site.table("victory_lane", "me", "bot", "bot", options={})
    page = come_to(site, open_page, made, until=QUALIFY, size=PHONE)
    oval = page.get_by_role("img", name=re.compile("The oval: "))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for wanted in (WHAT_NOW, DRIVE):
        drive_on(page, site, made, until=wanted)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    close = width_seen(oval)

    page.get_by_role("button", name="Whole track").click()

    expect(page.get_by_role("button", name="Close view")).to_be_visible()
    assert width_seen(oval) > 1.5 * close


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nobody_is_shut_out(site: Site, open_page: OpenPage, size: dict[str, int]):
    made = site.table("victory_lane", "me", "bot", options=TWO_STAGES)
    page = come_to(site, open_page, made, until=asked("which team"), size=size)
    assert complaints(page, ".board") == []
    for wanted in (QUALIFY, WHAT_NOW, DRIVE, YELLOW):
        drive_on(page, site, made, wanted)
        assert complaints(page, ".board") == []
