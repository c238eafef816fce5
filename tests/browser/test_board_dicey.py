"""The board of Dicey Curves: a race with DANGER! to Finish, dice grouped by tapping, cards on the road."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import DESKTOP, PHONE, SIDEWAYS, OpenPage
from .driving import (
    OFFERS,
    come_to,
    comes_to_the_cup,
    complaints,
    controls_of,
    decisions_counted,
    doubles,
    drive_on,
    is_seen_on_the_way,
    places_seen,
    race_on,
    wait_until,
    width_seen,
)
from .site import Message, Site, asked, offered, usual

SPRINT = {"race_length": "sprint", "cars_each": 1}
WHAT_NEXT = asked(r"dice \d.*What next")
CHIP = asked("Add a die or reroll")
ON_CARD = r"^card \d+ \("
WINDOW = asked("a Danger card before")


def has_a_card(position: Message) -> bool:
    """A card of the hand may be played."""
    return WINDOW(position) and len(position["choices"]) > 2


def has_no_card(position: Message) -> bool:
    """No card of the hand may be played."""
    return WINDOW(position) and len(position["choices"]) == 2


def before_a_rivals_roll(position: Message) -> bool:
    """Before a rival's roll, nobody has played yet and a card may be."""
    return (
        bool(re.search(r"before (?!red)\w+ rolls", position["decision"]["question"]))
        and has_a_card(position)
        and not sum(position["view"]["window"]["played"])
    )


def sit_down(site: Site, open_page: OpenPage, *seats: str, options: dict[str, Any], **more: Any) -> Page:
    """A table made beforehand; the browser holds the seats "me"."""
    page = come_to(site, open_page, site.table("dicey_curves", *seats, options=options), **more)
    expect(page.locator(".board")).to_be_visible()
    return page


def eager(position: Message) -> int:
    """Plays a card whenever that is possible."""
    plays = [choice["move"] for choice in position["choices"] if choice["words"].startswith("play ")]
    return plays[0] if plays else usual(position)


def dice(page: Page) -> Locator:
    """Dice that may be tapped."""
    return page.get_by_role("group", name="Dice").locator("button:enabled")


def lit(page: Page) -> Locator:
    return page.locator("[data-drawing]").get_by_role("button", name=re.compile("^drive to "))


def chips(page: Page) -> Locator:
    return page.get_by_role("button", name="Use a chip on a car")


def standing_pass(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Pass for me"))


def own_spots(page: Page) -> list[str | None]:
    return [car.get_attribute("data-spot") for car in page.locator('.board [data-seat="0"]').all()]


def test_ones_own_dice_lie_in_the_cup_until_they_are_thrown(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={**SPRINT, "danger": False})
    assert comes_to_the_cup(page)  # without Danger cards nothing is asked between a rival's turn and our dice
    shown = page.locator(".tray").get_by_label(re.compile("^die of [1-5]"))
    expect(shown).to_have_count(0)
    expect(page.locator(".question")).to_have_count(0)

    page.keyboard.press("Space")

    page.wait_for_selector(OFFERS)
    expect(shown.first).to_be_visible()


@pytest.mark.long
def test_a_race_with_danger_against_bots_is_driven_to_the_finish(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=SPRINT)
    expect(page.locator(".board [data-car]")).to_have_count(2)

    race_on(page, ".dock .usual")

    expect(page.locator(".finish")).to_be_visible()
    expect(page.locator(".result")).to_contain_text("won the race")
    expect(page.locator(".tray .round")).to_contain_text("Finish is laid")
    cars = page.locator(".board").get_by_role("list", name="Cars").get_by_role("listitem")
    expect(cars).to_have_count(2)
    expect(cars.first).to_contain_text("Finish")


@pytest.mark.parametrize("seats", [2, 8])
def test_all_eight_cars_stand_on_the_grid(site: Site, open_page: OpenPage, seats: int):
    page = sit_down(site, open_page, "me", *["bot"] * (seats - 1), options={"danger": False})

    expect(page.locator(".board [data-car]")).to_have_count(8)
    expect(page.get_by_role("img", name=re.compile("The road: "))).to_be_visible()
    expect(page.get_by_role("group", name="Your Danger cards")).to_have_count(0)


def test_dice_are_grouped_by_tapping_and_driven_to_a_lit_spot(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"danger": False}, until=WHAT_NEXT)
    before = own_spots(page)

    dice(page).first.click()
    expect(dice(page).first).to_have_attribute("aria-pressed", "true")
    expect(lit(page).first).to_be_visible()
    expect(lit(page).first).to_have_attribute("aria-label", re.compile(r"^drive to .+ lane, .+ with 1 die"))
    lit(page).first.click()

    expect(page.locator(".log")).to_contain_text(re.compile(r"Red \d drives to "))
    wait_until(page, lambda: own_spots(page) != before)


def test_a_lit_spot_takes_the_dice_it_needs(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"danger": False}, until=WHAT_NEXT)
    words = lit(page).last.get_attribute("aria-label") or ""
    found = re.search(r" with (\d+)", words)
    assert found

    lit(page).last.click()

    expect(page.locator(".die.picked")).to_have_count(int(found[1]))
    expect(page.locator(".status")).to_contain_text(f"Size {found[1]}")


def test_dice_are_tapped_to_be_rolled_again_for_a_chip(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"danger": False}, until=CHIP)

    for _ in range(2):
        page.get_by_role("group", name="Dice").locator("button:enabled[aria-pressed=false]").first.click()
    page.get_by_role("button", name="Roll 2 again").click()

    expect(page.locator(".log")).to_contain_text("Red pays a chip and rolls dice again: 2.")


def test_a_danger_card_is_played_from_the_hand_onto_a_card_of_the_road(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={}, until=offered(ON_CARD), choose=eager)
    cards = page.locator("[data-drawing]").get_by_role("button", name=re.compile(r"^card \d+, "))

    cards.last.focus()
    page.keyboard.press("Enter")

    expect(page.locator(".log")).to_contain_text("Red plays ")


def test_the_window_is_passed_until_the_roll(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", "bot", options=SPRINT, until=has_a_card)
    expect(page.locator(".tray .card.up").first).to_be_visible()

    page.locator(".dock .acts").get_by_role("button", name="Pass until the roll").click()

    expect(page.locator(".log")).to_contain_text("Red passes for the rest of the window.")


def test_where_no_card_can_be_played_the_page_passes_by_itself(site: Site, open_page: OpenPage):
    made = site.raced_to(has_no_card, "dicey_curves", "me", "bot", options=SPRINT)
    page = open_page(made["link"].lstrip("/"), keys_of=made)

    expect(page.locator(".log")).to_contain_text("Red passes.")


def test_a_driver_who_passes_for_now_is_asked_before_the_own_roll_again(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={}, until=before_a_rivals_roll)
    standing_pass(page).click()
    expect(page.locator(".log")).to_contain_text("Red passes.")
    expect(standing_pass(page)).to_have_attribute("aria-pressed", "true")

    standing_pass(page).click()

    expect(standing_pass(page)).to_have_attribute("aria-pressed", "false")


def test_a_lifted_chip_shows_on_the_track_what_it_may_change(site: Site, open_page: OpenPage):
    made = site.raced_to(offered("^borrow "), "dicey_curves", "me", "bot", options={"danger": False})
    page = come_to(site, open_page, made)
    page.wait_for_selector(OFFERS)
    assert doubles(page) == {}
    before = controls_of(page)

    chips(page).click()

    expect(page.locator("[data-drawing]").get_by_role("button", name=re.compile("^borrow ")).first).to_be_visible()
    paid = {move: count for move, count in controls_of(page).items() if move in before and count != 1}
    assert all(count == 0 for count in paid.values())  # cars are not driven with a chip in the hand
    page.locator("[data-drawing]").get_by_role("button", name=re.compile("^borrow ")).first.click()
    expect(page.locator(".log")).to_contain_text(re.compile("borrow"))


def test_a_chip_is_dragged_onto_what_it_changes(site: Site, open_page: OpenPage):
    made = site.raced_to(offered("^borrow "), "dicey_curves", "me", "bot", options={"danger": False})
    page = come_to(site, open_page, made)
    borrow = page.locator("[data-drawing]").get_by_role("button", name=re.compile("^borrow ")).first
    chips(page).hover()
    page.mouse.down()
    page.mouse.move(10, 200, steps=3)
    expect(borrow).to_be_visible()
    page.mouse.up()
    expect(borrow).to_have_count(0)  # let go over nothing, it is put back

    chips(page).hover()
    page.mouse.down()
    page.mouse.move(10, 200, steps=3)
    borrow.hover()
    page.mouse.up()

    expect(page.locator(".log")).to_contain_text(re.compile("borrow"))


@pytest.mark.long
@pytest.mark.parametrize("size", [DESKTOP, PHONE, SIDEWAYS], ids=["desktop", "phone", "sideways"])
def test_at_every_decision_each_move_has_one_control(site: Site, open_page: OpenPage, size: dict[str, int]):
    page = sit_down(site, open_page, "me", "bot", options={"race_length": "sprint", "cars_each": 2}, size=size)

    assert decisions_counted(page) > 20


def test_the_own_hand_is_read_and_that_of_a_rival_is_not(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={}, until=asked("a Danger card before|exchange both"))

    hand = page.get_by_role("group", name="Your Danger cards")
    expect(hand.locator(".danger-card")).to_have_count(2)
    expect(hand.locator(".text").first).not_to_be_empty()


def test_enter_takes_the_usual_choice(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"danger": False}, until=CHIP)

    page.locator("body").press("Enter")

    expect(page.locator(".question")).not_to_contain_text("Add a die or reroll")


def drive(page: Page) -> None:
    """Drive with a single die."""
    dice(page).first.click()
    lit(page).first.click()


def test_a_car_drives_along_the_road(site: Site, open_page: OpenPage):
    made = site.table("dicey_curves", "me", "bot", options={"danger": False})
    page = come_to(site, open_page, made, until=WHAT_NEXT, still=False)

    assert is_seen_on_the_way(page, site, made, WHAT_NEXT, lambda: drive(page))


def test_with_reduced_motion_a_car_is_simply_there(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"danger": False}, until=WHAT_NEXT)

    assert places_seen(page, lambda: drive(page)) <= 2


def test_on_a_phone_the_camera_is_close_and_nothing_is_wider_than_the_screen(site: Site, open_page: OpenPage):
    made = site.table("dicey_curves", "me", "bot", "bot", options={})
    page = come_to(site, open_page, made, until=WHAT_NEXT, size=PHONE)
    road = page.get_by_role("img", name=re.compile("The road: "))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    drive_on(page, site, made, until=has_a_card)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    close = width_seen(road)

    page.get_by_role("button", name="Whole track").click()

    expect(page.get_by_role("button", name="Close view")).to_be_visible()
    assert width_seen(road) > 1.5 * close


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nobody_is_shut_out(site: Site, open_page: OpenPage, size: dict[str, int]):
    for wanted in (asked("exchange both"), has_a_card, CHIP, WHAT_NEXT, asked("where does")):
        made = site.raced_to(wanted, "dicey_curves", "me", "bot", options={"first_window": True})
        page = open_page(made["link"].lstrip("/"), keys_of=made, size=size)
        page.wait_for_selector(OFFERS)
        assert complaints(page, ".board") == []
