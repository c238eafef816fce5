"""The board of Victory Lane: a full stage with its yellow flag, steps and maneuvers on the track, cards, risk tests."""

import json
import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from .conftest import DESKTOP, PHONE, OpenPage
from .site import Site

# Two stages of two or three rounds each: a yellow flag is certain, the one at the end of the first stage.
TWO_STAGES = {"race": '[[race]]\nname = "Two Stages"\nstage_laps = [12, 8]\n'}
ALONE = {"solo_npd": "player"}  # all eight cars are ours to move, nobody moves in between
OFFERS = ".moves[aria-busy=false] > .button, .moves[aria-busy=false] .go"
DRIVE = r"drive .* steps left"
MANEUVER = re.compile("^(cross over with|side draft|trade paint with) (.*)")
WHAT_NOW = r"what does .* do\?"

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
    made = site.table("victory_lane", *seats, options=options)
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


def take_the_usual(page: Page) -> None:
    assert not page.locator(".finish").count(), "the race was over before it came to that"
    page.locator(".board .go").first.click()
    page.wait_for_timeout(20)


def drive_until(page: Page, question: str) -> None:
    """Take the usual choice until something is asked."""
    for _ in range(600):
        if re.search(question, decision(page)):
            page.wait_for_selector(".board .go")
            return
        take_the_usual(page)
    raise AssertionError(f"nobody asked {question}")


def drive_until_there_is(page: Page, found: Locator) -> None:
    """Take the usual choice until something is on the board."""
    for _ in range(600):
        decision(page)
        page.wait_for_selector(".board .go, .finish")
        if found.count():
            return
        take_the_usual(page)
    raise AssertionError("it did not come to that")


def target(page: Page, kind: str) -> Locator:
    return page.locator(f".table [data-target={kind}]")


def hand(page: Page) -> Locator:
    return page.get_by_role("group", name="Your Action cards")


def dice(page: Page) -> Locator:
    return page.get_by_role("group", name="Dice and steps")


def test_a_full_stage_its_yellow_flag_and_the_race_to_the_checkered_flag(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", "bot", options=TWO_STAGES)

    drive_until(page, "pit or stay out|how many cards")

    expect(page.locator(".pylon .flag.yellow")).to_be_visible()
    expect(page.locator(".status")).to_contain_text("Yellow flag")

    drive_until_there_is(page, page.locator(".pylon", has_text="Stage 2/2"))

    expect(page.locator(".pylon .flag.green")).to_be_visible()
    expect(page.locator(".control")).to_contain_text("is number 1 and scores 3.")
    expect(page.locator(".control")).to_contain_text("Green flag; ")

    page.evaluate(RACE)

    expect(page.locator(".finish")).to_be_visible(timeout=120_000)
    expect(page.locator(".result")).to_contain_text("won the race")
    expect(page.locator(".pylon .flag.checkered")).to_be_visible()
    cars = page.get_by_role("list", name="Cars").get_by_role("listitem").all_inner_texts()
    # stage 3 + 2 + 1 + 1, race 10 + 8 + 7 + 6 + 5 + 4 + 3 + 2
    assert sum(int(re.findall(r"(\d+) points?$", car)[0]) for car in cars) == 7 + 45


def test_a_yellow_flag_is_answered_on_the_track(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=TWO_STAGES)
    drive_until(page, "pit or stay out")
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
    page = sit_down(site, open_page, "me", "bot", options={})
    drive_until(page, "qualify with")
    expect(hand(page).locator(".action-card")).to_have_count(5)
    expect(hand(page).locator(".watch").first).to_be_visible()
    drive_until(page, WHAT_NOW)
    expect(hand(page).locator(".text").first).not_to_be_empty()
    card = hand(page).get_by_role("button").first
    words = re.match(r"play (.*?):", card.get_attribute("aria-label") or "")
    assert words

    card.click()

    expect(page.locator(".control")).to_contain_text(f"plays {words[1]}.")


def test_a_lit_space_is_driven_to(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=ALONE)
    drive_until_there_is(page, target(page, "step"))
    step = target(page, "step").first
    found = re.search(r"to (\w\w:\d+)", step.get_attribute("aria-label") or "")
    assert found

    step.click()

    expect(page.locator(".control")).to_contain_text(f"moves to {found[1]}.")


def test_a_push_shows_its_risk_and_its_dice(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=ALONE)
    drive_until_there_is(page, target(page, "push"))
    push = target(page, "push").first
    expect(push).to_have_text(re.compile(r"^\d+%$"))
    expect(push).to_have_attribute("aria-label", re.compile(r"pushing .* % that somebody fails"))
    page.emulate_media(reduced_motion="no-preference")

    push.click()

    expect(page.locator(".board .now .roll").nth(1)).to_be_attached()
    expect(page.locator(".control")).to_contain_text("in the risk test.")


def test_a_maneuver_is_done_to_a_car_on_the_track(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options={**ALONE, "race": "thunder_120"})
    found = page.locator(".table").get_by_role("button", name=MANEUVER)
    drive_until_there_is(page, found)
    words = MANEUVER.match(found.first.get_attribute("aria-label") or "")
    assert words

    found.first.focus()
    page.keyboard.press("Enter")

    done = rf"(crosses over with|side drafts|trades paint with) {words[2]}|for Trading Paint"
    expect(page.locator(".control")).to_contain_text(re.compile(done))


def test_a_pit_stop_is_chosen_where_it_leads_back_to_the_track(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=ALONE)
    drive_until(page, WHAT_NOW)
    expect(target(page, "pit")).to_have_count(3)
    expect(target(page, "pit").first).to_have_attribute("aria-label", re.compile("^Gas & Go pit stop, back"))

    target(page, "pit").first.click()

    expect(page.locator(".control")).to_contain_text("makes a Gas & Go stop")


def test_enter_takes_the_usual_choice(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={})
    drive_until(page, "qualify with")

    page.locator("body").press("Enter")

    expect(page.locator(".coach span")).not_to_contain_text("qualify with")


def drive_on(page: Page) -> list[int]:
    """Drive a step, and say at how many places each car was seen meanwhile."""
    drive_until_there_is(page, target(page, "step"))
    page.wait_for_timeout(600)  # everything stands still
    page.evaluate("watch => { window.watched = eval(watch)(900) }", WATCH)
    target(page, "step").first.click()
    return page.evaluate("window.watched")


def test_a_car_drives_along_its_lane(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=ALONE, still=False)

    assert max(drive_on(page)) > 2  # places on the way, not only both ends


def test_with_reduced_motion_a_car_is_simply_there(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=ALONE)

    assert max(drive_on(page)) <= 2


def test_on_a_phone_the_camera_is_close_and_nothing_is_wider_than_the_screen(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", "bot", options={}, size=PHONE)
    oval = page.get_by_role("img", name=re.compile("The oval: "))
    for question in ("qualify with", WHAT_NOW, DRIVE, WHAT_NOW):
        drive_until(page, question)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        take_the_usual(page)
    decision(page)
    close = _width_seen(oval)

    page.get_by_role("button", name="Whole track").click()

    expect(page.get_by_role("button", name="Close view")).to_be_visible()
    assert _width_seen(oval) > 1.5 * close


def _width_seen(oval: Locator) -> float:
    return float((oval.get_attribute("viewBox") or "0 0 0 0").split()[2])


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nobody_is_shut_out(site: Site, open_page: OpenPage, size: dict[str, int]):
    axe: Any = Axe()  # its package has no types
    page = sit_down(site, open_page, "me", "bot", options=TWO_STAGES, size=size)
    for question in ("which team", "qualify with", WHAT_NOW, DRIVE, "pit or stay out"):
        drive_until(page, question)

        found = axe.run(page, context=".board")

        assert found.violations_count == 0, found.generate_report()
