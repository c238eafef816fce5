"""Race control has a line for each turn, which opens; a replay ends with the podium."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import OpenPage
from .driving import LOG, come_to
from .site import SHORT, Site


@pytest.fixture(scope="module")
def finished(site: Site) -> str:
    """The id of a finished race."""
    return site.finished("nestorgames_gp", SHORT)


def check_that_a_turn_opens(page: Page) -> None:
    """By the keyboard, from the first turn that has several parts."""
    turn = page.locator(f"{LOG} details").first
    told = turn.locator("summary").inner_text()
    assert ": " in told, "whose turn it is, and what happened"
    parts = turn.locator("li")
    expect(parts.first).to_be_hidden()

    turn.locator("summary").focus()
    page.keyboard.press("Enter")

    assert parts.count() > 1
    expect(parts.first).to_be_visible()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.closest('li') !== null"), "the parts can be reached"


def test_a_turn_is_a_line_that_opens(site: Site, open_page: OpenPage):
    made = site.table("nestorgames_gp", "me", "bot", options=SHORT)
    page = come_to(site, open_page, made, until=lambda position: position["ply"] > 30)
    check_that_a_turn_opens(page)


def test_a_turn_of_a_replay_opens_and_a_replay_ends_with_the_podium(open_page: OpenPage, finished: str):
    page = open_page(f"#/replay/{finished}")
    expect(page.locator("p.now")).to_contain_text("Ply 0 of")
    expect(page.locator(".podium")).to_have_count(0)
    page.keyboard.press("End")

    podium = page.get_by_role("region", name="The result")
    expect(podium).to_contain_text("won the race.")
    expect(podium.locator("tbody tr")).to_have_count(2)
    check_that_a_turn_opens(page)
    page.get_by_role("button", name="To the start").click()
    expect(podium).to_have_count(0)
