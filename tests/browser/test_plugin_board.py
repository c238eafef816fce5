"""The board of a game in another package: built beside the client, served from its package, drawn by its own module."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from .conftest import DESKTOP, PHONE, Pages
from .driving import resize, take_seats
from .site import Site

EXAMPLE = Path(__file__).parents[2] / "examples" / "racetrack"


@pytest.fixture
def visited(browser: Browser, tmp_path: Path) -> Iterator[Pages]:
    """Pages of a server where the example is installed; nothing may be complained about in their console."""
    from tests.plugins.conftest import install, serving_with

    install(EXAMPLE, tmp_path / "packages")
    with serving_with(tmp_path / "packages", tmp_path) as site:
        pages = Pages(browser, site)
        yield pages
        assert pages.complaints == []


def test_a_board_of_another_package_is_drawn_and_driven_on(visited: Pages):
    site: Site = visited.site
    page = visited.take()
    page.goto(f"{site.address}/")
    expect(page.locator("article, li, section").filter(has_text="Racetrack").locator("svg .road").first).to_be_visible()
    take_seats(page, site, site.table("racetrack", "me", "me"))
    board = page.get_by_role("group", name="Racetrack, round 1")
    for size in (PHONE, DESKTOP):
        resize(page, **size)
        expect(board.locator(".car")).to_have_count(2)
        box = board.locator(".sheet").bounding_box()
        assert box
        assert box["width"] > 300
    expect(board.locator("button")).not_to_have_count(0)
    expect(page.locator("body")).to_contain_text("lap 0 of 1")  # the tower counts what facts.ts says
    acting = board.locator(".car.acting").get_attribute("data-car")
    board.get_by_role("button", name="to L3", exact=True).click()
    expect(board.locator(".car.acting")).not_to_have_attribute("data-car", str(acting))  # one click, one move
    expect(page.locator("body")).to_contain_text("lap 1 of 1")


def test_a_board_that_cannot_be_loaded_leaves_the_plain_one(visited: Pages, tmp_path: Path):
    """The driver reads the position as tables, and drives by the list of moves."""
    (tmp_path / "packages" / "racetrack" / "static" / "board.js").write_text("export const parts = broken;")
    site: Site = visited.site
    page = visited.take()
    take_seats(page, site, site.table("racetrack", "me", "me"))
    expect(page.get_by_role("region", name="The position")).to_contain_text("round")
    page.get_by_role("button", name=re.compile("^All moves")).click()
    page.get_by_role("button", name=re.compile("^to L3", re.IGNORECASE)).first.click()
    expect(page.locator("body")).to_contain_text("crosses the line")
