"""Board and editor of a game in another package: built beside the client, served from its package, in one module."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import DESKTOP, PHONE, Pages
from .driving import complaints, resize, take_seats
from .site import Site

EXAMPLE = Path(__file__).parents[2] / "examples" / "racetrack"
ROAD = 2 * 18 + 4 * 20 + 6 * 8  # squares of road on the ring: two rows, four rows and six rows are alike


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


def paint(page: Page, *squares: str) -> None:
    """Draw over squares in one stroke of the mouse, by their names."""
    for number, name in enumerate(squares):
        page.get_by_role("button", name=re.compile(f"^{name}: ")).hover()
        if number == 0:
            page.mouse.down()
    page.mouse.up()


def test_a_track_is_drawn_in_the_editor_of_another_package_saved_and_raced_on(visited: Pages):
    """H8 alone in the infield has no way to the line; G8 and F8 join it to the ring."""
    page = visited.take()
    page.goto(f"{visited.site.address}/")
    page.get_by_role("link", name="Track editor of Racetrack").click()
    says = page.get_by_role("region", name="What the rules say")
    expect(says.get_by_role("status")).to_have_text("Ready: one can race on this track")
    page.get_by_label("Name").fill("With a shed")
    page.get_by_label("Name").press("Enter")
    paint(page, "H8")
    expect(says).to_contain_text("No way leads from here to the line")
    paint(page, "G8", "F8")
    expect(says.get_by_role("status")).to_have_text("Ready: one can race on this track")
    expect(page.get_by_role("button", name="G8: road")).to_be_attached()
    page.get_by_role("button", name="G8: road").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="G7: road")).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="G7: grass")).to_be_attached()
    paint(page, "K3")  # by the line everything stays
    expect(page.get_by_role("button", name="K3: road, stays so")).to_be_attached()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("“With a shed” is saved in this browser.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="H8: road")).to_be_attached()
    page.get_by_role("button", name="Race on it").click()
    board = page.get_by_role("group", name="Racetrack, round 1")
    expect(board.locator(".car")).not_to_have_count(0)
    expect(board.locator(".road")).to_have_count(ROAD + 3)


def test_the_form_of_a_table_leads_to_the_editor_of_another_package(visited: Pages):
    page = visited.take()
    page.goto(f"{visited.site.address}/#/new/racetrack")
    page.get_by_role("link", name="Track editor").click()
    expect(page.get_by_role("grid", name="The paper")).to_be_visible()
    assert complaints(page) == []
