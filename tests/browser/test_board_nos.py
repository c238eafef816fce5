"""The board of Project NOS: a draft, a solo race to its rating, a race of two browsers, one key or tap a die."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import DESKTOP, PHONE, OpenPage
from .driving import LOG, OFFERS, come_to, complaints, decisions_counted, path_of, race_on, race_together
from .site import Message, Site, offered

ONE_RACE = {"wins_to_win": 1}
STOCK = {"modifications": "none"}  # no draft
LIKELY = ".moves[aria-busy=false] .primary"
ROLL = offered("^roll ")


def sit_down(site: Site, open_page: OpenPage, *seats: str, options: dict[str, Any], **more: Any) -> Page:
    """A table made beforehand, by default without a clock; the browser holds the seats "me"."""
    made = site.table("project_nos", *seats, options={"clock": "rounds", **options})
    page = come_to(site, open_page, made, **more)
    expect(page.locator(".nos, .waiting, h1").first).to_be_visible()
    return page


def dice(page: Page) -> Locator:
    return page.locator(".cockpit .die")


def filled(page: Page, seat: int) -> int:
    return int(page.locator(f'[data-car="{seat}"]').get_attribute("data-filled") or 0)


def test_a_solo_race_is_drafted_raced_and_rated(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options={"track": "ladder"})
    expect(page.locator(".draft .track li")).to_have_text(["1", "2", "3", "4", "5", "6"])
    expect(page.locator(".draft .kind")).to_have_count(6)

    race_on(page, LIKELY)

    expect(page.locator(".finish")).to_be_visible()
    title = page.locator(".results .title")
    expect(title).to_have_text(re.compile(r"^\d+ rolls: (master|pro|amateur|novice)$|^No finish, no rating\.$"))
    if "rolls" in title.inner_text():
        expect(page.locator(".results .best")).to_have_text("A personal best.")
        assert page.locator(".drives .line i").count() == int(title.inner_text().split()[0])


def test_two_browsers_race_each_other(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "open", options=ONE_RACE)
    other = open_page(path_of(page))
    other.get_by_role("button", name=re.compile("Sit down|Take")).first.click()
    for one in (page, other):
        expect(one.locator(".nos")).to_be_visible()

    race_together([page, other], LIKELY)

    for one in (page, other):
        expect(one.locator(".finish")).to_be_visible()
        expect(one.locator(".results .title")).to_have_text(re.compile(r"^Race \d+: "))
        expect(one.locator(".drives > li")).to_have_count(2)
    assert page.locator(".results .title").inner_text() == other.locator(".results .title").inner_text()


def test_each_race_of_a_game_has_its_own_result(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={**STOCK, "track": "ladder"})
    title = page.locator(".results .title")

    race_on(page, LIKELY, until=(".results", ""))
    expect(title).to_have_text(re.compile(r"^Race 1: "))  # nobody is asked for anything between the races
    first = title.inner_text()
    page.get_by_role("button", name="Show the strip").click()
    expect(page.locator(".results")).to_have_count(0)
    expect(page.locator('[data-car="0"]')).to_be_visible()

    race_on(page, LIKELY)
    expect(page.locator(".finish")).to_be_visible()
    last = title.inner_text()
    assert not last.startswith("Race 1:")
    page.get_by_role("button", name="Close: look at the track").click()
    page.get_by_role("button", name="Race 1", exact=True).click()
    expect(title).to_have_text(first)


def test_the_replay_ends_with_the_same_timeline(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=STOCK)
    race_on(page, LIKELY)
    expect(page.locator(".finish")).to_be_visible()
    rolls = page.locator(".drives .line i").count()
    assert rolls >= 6

    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_selector(".scrub")
    page.keyboard.press("End")

    expect(page.locator(".results")).to_be_visible()
    expect(page.locator(".drives .line i")).to_have_count(rolls)


def test_everybody_is_called_by_the_colour_of_their_lane(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "me", options=ONE_RACE)

    expect(page.locator(".cars .name")).to_have_text(["red", "orange"])  # opposite each other


SIDEWAYS = {"width": 844, "height": 390}
EVERY_MOVE = {"boost": "optional", "cards_per_turn": 2, "trophy": "winner_picks", "wins_to_win": 2}


@pytest.mark.long
@pytest.mark.parametrize("size", [DESKTOP, PHONE, SIDEWAYS], ids=["desktop", "phone", "sideways"])
def test_at_every_decision_of_a_race_each_move_has_one_control(site: Site, open_page: OpenPage, size: dict[str, int]):
    others, options = (["me"], EVERY_MOVE) if size == DESKTOP else ([], {})
    page = sit_down(site, open_page, "me", *others, options=options, size=size)

    assert decisions_counted(page) > 8


def test_the_hand_of_the_next_roll_is_turned_die_by_die(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options={"track": "ladder"}, until=ROLL)
    roll = page.locator(".rolling .roll")
    before = roll.get_attribute("aria-label") or ""

    page.locator(".rolling .place").last.click()
    expect(roll).not_to_have_attribute("aria-label", before)
    chosen = roll.get_attribute("aria-label") or ""
    roll.click()

    expect(page.locator(LOG)).to_contain_text(f"Red: {chosen}")


def test_a_simulated_race_shows_the_time(site: Site, open_page: OpenPage):
    options = {"clock": "simulated", "pilot_2": "pro", **ONE_RACE}
    page = sit_down(site, open_page, "me", "bot", options=options)

    race_on(page, LIKELY)

    expect(page.locator(".finish")).to_be_visible()
    expect(page.locator(".results .title")).to_have_text(re.compile(r"wins, \d+\.\d\d s$|nobody finished$"))


def test_a_dealt_hand_is_rolled_with_space(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=STOCK)
    page.wait_for_selector(OFFERS)

    page.locator("body").press("Space")

    expect(page.locator(LOG)).to_contain_text("Red: roll dice 1 and 2")


def roll_on(position: Message) -> int:
    """Roll without placing a die."""
    return next(choice["move"] for choice in position["choices"] if choice["words"].startswith("roll"))


def test_a_die_that_fits_is_placed_with_its_number(site: Site, open_page: OpenPage):
    fits = offered(r"^place die \d \([^)]*\) on space 1$")
    page = sit_down(site, open_page, "me", options=STOCK, until=fits, choose=roll_on)
    number = page.locator('.die[data-light="free"]').first.locator("kbd").text_content() or ""

    page.locator("body").press(number)

    expect(page.locator('[data-car="0"]')).to_have_attribute("data-filled", "1")
    expect(page.locator(".die.away")).to_have_count(1)


def test_dice_are_tapped_into_the_hand(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options={"track": "ladder"}, until=ROLL)
    pressed = page.locator('.die[aria-pressed="true"]')
    before = [one.get_attribute("aria-label") for one in pressed.all()]

    page.locator('.die[aria-pressed="false"]').last.click()

    after = [one.get_attribute("aria-label") for one in pressed.all()]
    assert len(after) == len(before) == 2
    assert after != before


def test_a_nitrous_die_is_saved_and_released_by_key(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options={"track": "ladder"})
    for name in ("Nitrous", "One more blue die", "One more blue die"):
        page.wait_for_selector(OFFERS)
        page.locator(".draft").get_by_role("button", name=re.compile(f"^{name}")).click()
    expect(page.locator(".cockpit")).to_be_visible()
    dice(page).nth(3).click()
    if dice(page).nth(4).get_attribute("aria-pressed") == "false":
        dice(page).nth(4).click()
    page.locator("body").press("Space")
    expect(page.get_by_role("button", name=re.compile("^save die")).first).to_be_visible()

    page.locator("body").press("s")
    expect(page.locator(LOG)).to_contain_text("Red saves die")
    expect(page.get_by_role("dialog")).to_have_count(0)  # elsewhere S opens the settings
    page.locator("body").press("x")

    expect(page.locator(LOG)).to_contain_text("Red releases die")


def test_all_clocks_are_offered(site: Site, open_page: OpenPage):
    page = open_page("#/new/project_nos")
    page.get_by_text("All options").click()
    clocks = page.get_by_role("radiogroup", name="Clock", exact=True).get_by_role("radio")
    names = [re.compile("^rounds "), re.compile("^simulated "), re.compile("^realtime ")]
    for clock, name in zip(clocks.all(), names, strict=True):
        expect(clock).to_have_accessible_name(name)


def test_the_count_down_is_seen_unless_motion_is_reduced(site: Site, open_page: OpenPage):
    moving = sit_down(site, open_page, "me", options={"track": "ladder"}, still=False)
    draft(moving)
    expect(moving.locator(".tree")).to_be_visible()

    calm = sit_down(site, open_page, "me", options={"track": "ladder"})
    draft(calm)
    expect(calm.locator(".cockpit")).to_be_visible()
    expect(calm.locator(".tree")).to_have_count(0)


def draft(page: Page) -> None:
    """Three picks."""
    for left in (2, 1, 0):
        page.wait_for_selector(OFFERS)
        page.locator(".dock .usual").click()
        if left:
            expect(page.locator(".draft .title")).to_contain_text(f"pick {4 - left} of 3")


def test_on_a_phone_everything_is_within_the_screen(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", "bot", "bot", options=ONE_RACE, until=ROLL, size=PHONE)

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for die in dice(page).all():
        box = die.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert min(box["width"], box["height"]) >= 44  # a finger's width


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nobody_is_shut_out(site: Site, open_page: OpenPage, size: dict[str, int]):
    page = sit_down(site, open_page, "me", "bot", options=ONE_RACE, size=size)
    for found in (".draft .more", ".cockpit", ".die.redline", ".results"):
        race_on(page, LIKELY, until=(found, ""))
        expect(page.locator(found).first).to_be_visible()
        assert complaints(page, ".nos") == []
