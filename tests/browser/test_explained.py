"""After the flag a race is explained: chances, decisions, luck and skill that add up, and what if."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import DESKTOP, PHONE, OpenPage
from .driving import come_to, complaints
from .site import SHORT, Message, Site, in_turn

COMPILING = 300_000  # milliseconds: the worker compiles the rules before the first race


@pytest.fixture(scope="module")
def made(site: Site) -> Message:
    """A finished race of two cars that took their choices in turn, so that some were bad."""
    made = site.table("nestorgames_gp", "me", "me", options=SHORT)
    site.finish(made, in_turn)
    return made


def explained(open_page: OpenPage, site: Site, made: Message, **more: Any) -> Page:
    """The sheet, opened by its button after the flag."""
    page = come_to(site, open_page, made, **more)
    page.get_by_role("button", name="Explain this race").click()
    expect(page.get_by_role("dialog", name="The race explained").locator(".told li").first).to_be_visible(
        timeout=COMPILING
    )
    return page


def tenths(text: str) -> int:
    """A figure in tenths of a percent."""
    return round(10 * float(text.replace("−", "-").replace(" %", "")))


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_finished_race_is_explained(
    open_page: OpenPage, site: Site, made: Message, size: dict[str, int], scheme: str
):
    page = explained(open_page, site, made, size=size, color_scheme=scheme)
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".told")).to_contain_text(re.compile(r"(Red|Yellow) won\."))
    expect(sheet.locator("polyline.line")).to_have_count(2)
    for table in sheet.locator("table").all():
        start, *changes, result = [tenths(one) for one in table.locator(".figure").all_inner_texts()]
        assert start + sum(changes) == result
        assert result in (0, 1000)
    assert complaints(page) == []
    sheet.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator(".luck")).to_contain_text("Luck of the dice")


def test_a_decision_is_watched_in_the_replay(open_page: OpenPage, site: Site, made: Message):
    page = explained(open_page, site, made)
    link = page.get_by_role("link", name=re.compile(r"^Watch ply \d+$")).first
    ply = link.inner_text().split()[-1]
    link.click()
    expect(page.locator("p.now")).to_contain_text(f"Ply {ply} of")

    page.get_by_role("button", name="Explain this race").click()
    page.get_by_role("button", name="Watch the turn that decided").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("p.now")).to_be_visible()


def test_one_can_play_on_from_a_mistake_in_the_car_that_made_it(open_page: OpenPage, site: Site, made: Message):
    page = explained(open_page, site, made)
    item = page.get_by_role("dialog").locator("ol li").first
    driver = item.locator("strong").inner_text().split(":")[0]
    item.get_by_role("button", name="What if?").click()
    expect(page.get_by_role("radio", name=driver)).to_be_checked()
    page.get_by_role("button", name="To the grid").click()
    expect(page).to_have_url(re.compile(r"#/table/"))
