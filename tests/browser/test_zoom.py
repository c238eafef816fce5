"""Small screens: a page at 200 % zoom, a phone held sideways, the narrowest phone."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from paddock.games import all_games

from .conftest import PHONE, OpenPage
from .driving import THROW, USUAL, come_to, resize, uncover, wait_for_turn
from .site import SHORT, Site

LITTLE = [(720, 450), (844, 390), (320, 640)]  # a page of 1440 x 900 at 200 % first

# Whether nothing reaches beyond the right edge, where it cannot be scrolled to; a row that is swiped can.
NOTHING_BEYOND = """() => [...document.querySelectorAll('.masthead *, main > *, .dock *')]
  .filter((one) => getComputedStyle(one.parentElement).overflowX !== 'auto')
  .every((one) => one.getBoundingClientRect().right - document.documentElement.clientWidth < 1)"""

CONTROLS = ":is(.acts, .tray) button[data-move]:visible"  # moves, where they are at home

# Whether the drawing is higher than a share of the screen, and a button ends above the lower edge.
ROOM = """([button, share]) => innerHeight * share
  < document.querySelector('[data-drawing]').getBoundingClientRect().height
  && button.getBoundingClientRect().bottom <= innerHeight"""


def check_room(page: Page, first: Locator) -> None:
    """On each screen the track has a third of the height, the first button is fully visible, and nothing is cut off."""
    for width, height in LITTLE:
        resize(page, width, height)
        expect(first).to_be_visible()
        page.wait_for_function(ROOM, arg=[first.element_handle(), 1 / 3])
        page.wait_for_function(NOTHING_BEYOND)


def test_a_race_is_driven_on_screens_with_little_room(site: Site, open_page: OpenPage):
    page = come_to(site, open_page, site.table("nestorgames_gp", "me", "bot", options=SHORT))
    wait_for_turn(page)
    check_room(page, page.locator(CONTROLS).last)


def test_a_race_is_watched_again_on_screens_with_little_room(site: Site, open_page: OpenPage):
    page = open_page(f"#/replay/{site.finished('nestorgames_gp', SHORT)}")
    expect(page.locator(".scrub")).to_be_visible()
    check_room(page, page.get_by_role("button", name="Play", exact=True))


# Drives by the usual choices until the dock has as many tools as it can have, those with the most words; whether they
# are all in view.
ALL_TOOLS = """(usual) => new Promise((done) => {
  const look = () => {
    const tools = [...document.querySelectorAll('.tools .tool')];
    if (tools.length === 3 && tools[1].textContent.includes('Go back anyway'))
      return done(tools.map((tool) => tool.getBoundingClientRect())
        .every((tool) => tool.left >= 0 && tool.right <= innerWidth));
    document.querySelector(usual)?.click();
    requestAnimationFrame(look);
  };
  look();
})"""


def test_the_tools_of_the_dock_fit_on_a_narrow_screen_while_bots_drive(site: Site, open_page: OpenPage):
    page = come_to(site, open_page, site.table("victory_lane", "me", "bot", "bot", "bot"), size=PHONE, still=False)
    uncover(page)
    assert page.evaluate(ALL_TOOLS, f"{THROW}, {USUAL}")


MANY = {game.id: game.seats[1] for game in all_games()}  # as many cars as there can be


@pytest.mark.parametrize("game", MANY)
def test_a_phone_shows_many_cars_with_units_and_does_not_scroll_sideways(site: Site, open_page: OpenPage, game: str):
    options = {"modifications": "none"} if game == "project_nos" else {}
    made = site.table(game, "me", *["bot"] * (MANY[game] - 1), options=options)
    if game == "victory_lane":
        site.drive(made, lambda position: "which team" not in position["decision"]["question"])
    page = come_to(site, open_page, made, size=PHONE)
    expect(page.locator(".strip .fact").first).to_be_visible()
    assert page.evaluate("() => document.scrollingElement.scrollWidth") == PHONE["width"]
    assert page.evaluate(CUT_FACTS) == []


# The first facts, with their units, that are cut off in their row: there is room for one fact.
CUT_FACTS = """() => [...document.querySelectorAll('.strip .fact:first-child')].filter((one) => {
  const row = one.closest('li').getBoundingClientRect();
  return [one, ...one.querySelectorAll('.what')].map((part) => part.getBoundingClientRect())
    .some((part) => part.width < 8 || part.right > row.right || part.bottom > row.bottom);
}).map((one) => one.textContent)"""

# Whether the page uses that font size, and the largest picture of the board is higher than `least` pixels.
ROAD = """([size, least]) => getComputedStyle(document.documentElement).fontSize === `${size}px`
  && [...document.querySelectorAll('.track svg')].map((one) => one.getBoundingClientRect())
  .reduce((best, one) => one.width * one.height > best.width * best.height ? one : best).height > least"""


@pytest.mark.parametrize("game", [game.id for game in all_games()])
def test_with_large_letters_there_is_still_a_road(site: Site, open_page: OpenPage, game: str):
    options = {"modifications": "none"} if game == "project_nos" else {}
    page = come_to(site, open_page, site.table(game, "me", "bot", options=options), size=PHONE)
    check_letters(page)


def test_with_large_letters_a_replay_has_a_road_too(site: Site, open_page: OpenPage):
    """Victory Lane has the most beside its road."""
    page = open_page(f"#/replay/{site.finished('victory_lane', {})}/20", size=PHONE)
    expect(page.locator("p.now")).to_contain_text("Ply 20 of")
    check_letters(page)


def check_letters(page: Page) -> None:
    """With a font size of 150 and 200 % the road is still visible, and nothing is cut off."""
    letters: Any = page.context.new_cdp_session(page)
    try:
        for size in (24, 32):
            letters.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
            expect(page.locator(".track svg").first).to_be_visible()
            page.wait_for_function(ROAD, arg=[size, PHONE["height"] / 9])
            page.wait_for_function(NOTHING_BEYOND)
    finally:
        letters.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
        letters.detach()
