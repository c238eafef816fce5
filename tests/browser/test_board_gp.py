"""The board of nestorgames GP: cars, targets and motion on a real track."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import DESKTOP, PHONE, OpenPage
from .driving import LOG, come_to, complaints, decisions_counted, is_seen_on_the_way, places_seen, width_seen
from .site import Site, asked, offered

OIL = r"^put an oil spill on step \d+$"
AGAIN = asked(r"^(?!Qualifying).*roll again\? 1 in 6")  # one die is on the table


def sit_down(site: Site, open_page: OpenPage, *seats: str, options: dict[str, Any], **more: Any) -> Page:
    """A table made beforehand; the browser holds the seats "me"."""
    page = come_to(site, open_page, site.table("nestorgames_gp", *seats, options=options), **more)
    expect(page.locator(".board")).to_be_visible()
    return page


def targets(page: Page, words: str) -> Locator:
    return page.locator(".board").get_by_role("button", name=re.compile(words))


def lit_spaces(page: Page) -> Locator:
    """The spaces where stopping and each next die would lead, during the choice to roll or stop."""
    return page.locator(".board .spot")


def test_every_car_is_on_the_board_and_in_the_list_for_screen_readers(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", "bot", "bot", "bot", options={"board": "coast"})

    expect(page.locator(".board [data-seat]")).to_have_count(5)
    expect(page.locator(".board").get_by_role("list", name="Cars").get_by_role("listitem")).to_have_count(5)
    expect(page.get_by_role("img", name="The track Coast Road")).to_be_visible()


def test_pieces_are_placed_on_the_track_by_hand_and_by_keyboard(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "me", options={"board": "oval", "items": "board"}, until=offered(OIL))
    spaces = targets(page, OIL)
    assert spaces.count() == 44  # 46 squares, two cars

    targets(page, "on step 20$").click()
    expect(targets(page, "on step 20$")).to_have_count(0)

    targets(page, "on step 1$").focus()
    page.keyboard.press("ArrowRight")
    expect(targets(page, "on step 2$")).to_be_focused()
    page.keyboard.press("Enter")
    expect(targets(page, "on step 2$")).to_have_count(0)


SIDEWAYS = {"width": 844, "height": 390}


@pytest.mark.long
@pytest.mark.parametrize("size", [DESKTOP, PHONE, SIDEWAYS], ids=["desktop", "phone", "sideways"])
def test_at_every_decision_of_a_race_each_move_has_one_control(site: Site, open_page: OpenPage, size: dict[str, int]):
    options = {"board": "quarry", "laps": 1, "items": "board" if size == DESKTOP else "tray"}
    page = sit_down(site, open_page, "me", "me", options=options, size=size)

    assert decisions_counted(page) > 20


def test_a_road_is_chosen_on_the_track(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "me", options={"board": "quarry"}, until=offered("^drive by "))
    roads = targets(page, "^drive by ")
    assert roads.count() == 2

    roads.last.hover()
    expect(page.locator(".board path.strong")).to_have_count(1)
    roads.last.click()

    expect(page.locator(LOG)).to_contain_text("takes the shortcut")


def test_a_car_drives_along_the_road(site: Site, open_page: OpenPage):
    made = site.table("nestorgames_gp", "me", "bot", options={"board": "coast"})
    page = come_to(site, open_page, made, until=AGAIN, still=False)

    assert is_seen_on_the_way(page, site, made, AGAIN, page.get_by_role("button", name="Stop").first.click)


def test_with_reduced_motion_a_car_is_simply_there(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "me", options={"board": "oval"}, until=AGAIN)

    assert places_seen(page, page.get_by_role("button", name="Stop").first.click) <= 2


def test_the_ends_of_a_roll_are_lit_on_the_track(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "me", options={"board": "oval"}, until=AGAIN)

    assert lit_spaces(page).count() >= 6  # stopping now, and five faces that are no bust
    expect(page.locator(".board .roll")).to_contain_text("1 in 6 to bust: no move")


def test_on_a_phone_the_camera_is_close_and_shows_the_whole_track_on_request(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={"board": "coast"}, size=PHONE)
    track = page.get_by_role("img", name="The track Coast Road")
    close = width_seen(track)

    page.get_by_role("button", name="Whole track").click()

    expect(page.get_by_role("button", name="Close view")).to_be_visible()
    assert width_seen(track) > 1.5 * close


def test_nobody_is_shut_out(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "me", options={"board": "arcade", "items": "board"}, until=offered(OIL))

    assert complaints(page, ".board") == []


def test_the_teams_and_their_result_are_on_the_page(site: Site, open_page: OpenPage):
    teams = {"teams": True, "team_pairs": "neighbours", "laps": 1, "race_end": "first"}
    made = site.table("nestorgames_gp", "me", "bot", "bot", "bot", options=teams)
    site.finish(made)
    page = open_page(f"#/table/{made['table']}")

    shown = page.locator(".board").get_by_role("list", name="Teams").get_by_role("listitem")
    expect(shown).to_have_count(2)
    points = [int(re.findall(r"(\d+) points?$", text)[0]) for text in shown.all_inner_texts()]
    assert sum(points) == 4 + 3 + 2 + 1  # GP-130: four cars
    assert points == sorted(points, reverse=True)
    won = page.locator(".finish strong")
    expect(won).to_have_text(
        re.compile(rf"^\w+ and \w+ win as a team with {points[0]} points; \w+ and \w+ {points[1]}\.$")
    )
