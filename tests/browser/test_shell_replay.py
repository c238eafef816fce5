"""Races watched again: scrubbing, moments, links, and playing on."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import DESKTOP, PHONE, OpenPage
from .driving import let_it_race, wait_for_turn
from .site import SHORT, Site


@pytest.fixture(scope="module")
def finished(site: Site) -> str:
    """The id of a finished race."""
    return site.finished("nestorgames_gp", SHORT)


def ply(page: Page) -> int:
    found = re.search(r"Ply (\d+) of", page.locator("p.now").inner_text())
    assert found
    return int(found[1])


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_replay_is_stepped_scrubbed_and_jumped_through(open_page: OpenPage, finished: str, size: dict[str, int]):
    page = open_page(f"#/replay/{finished}", size=size)
    expect(page.locator("p.now")).to_contain_text("Ply 0 of")

    page.get_by_role("button", name="One ply on").click()
    page.keyboard.press("ArrowRight")
    assert ply(page) == 2
    page.keyboard.press("ArrowLeft")
    assert ply(page) == 1
    page.get_by_label("Ply", exact=True).fill("10")
    assert ply(page) == 10
    page.keyboard.press("End")
    expect(page.locator("p.now")).to_contain_text(re.compile(r"Ply (\d+) of \1"))
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    assert ply(page) > 0, "a moment worth seeing"


def test_a_replay_plays_by_itself_and_pauses(open_page: OpenPage, finished: str):
    page = open_page(f"#/replay/{finished}")
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("p.now")).not_to_contain_text(re.compile(r"Ply [01] of"))
    page.get_by_role("button", name="Pause").click()
    stopped = ply(page)
    page.wait_for_timeout(400)
    assert ply(page) == stopped


def test_a_link_leads_to_a_ply_and_one_can_play_on_from_there(open_page: OpenPage, finished: str):
    page = open_page(f"#/replay/{finished}/7")
    expect(page.locator("p.now")).to_contain_text("Ply 7 of")
    page.get_by_role("button", name="One ply on").click()
    expect(page).to_have_url(re.compile(rf"#/replay/{finished}/8$"))

    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").locator("label").nth(1).click()
    page.get_by_role("button", name="To the grid").click()

    wait_for_turn(page)
    assert page.locator(".tower .mine").inner_text().count("yellow") == 1


def test_the_dice_of_a_race_played_on_are_not_called_verified(open_page: OpenPage, finished: str):
    page = open_page(f"#/replay/{finished}/7")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="To the grid").click()
    wait_for_turn(page)
    let_it_race(page)
    expect(page.locator(".result")).to_contain_text("won the race", timeout=60_000)
    page.get_by_role("button", name="Check the dice").click()
    page.get_by_role("button", name="Check every die").click()
    told = page.get_by_role("dialog").get_by_role("status")
    expect(told).to_contain_text("Not verified: the first 7 plies come from another race.")
    expect(told).not_to_contain_text("✓")


def test_the_record_can_be_downloaded(open_page: OpenPage, finished: str):
    page = open_page(f"#/replay/{finished}")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename.endswith(".race")


def test_a_race_with_open_secrets_cannot_be_replayed_yet(open_page: OpenPage, site: Site):
    made = site.table("_template", "me", "bot")
    page = open_page(f"#/table/{made['table']}")
    answer = page.request.get(f"{site.address}/api/tables/{made['table']}/replay")
    assert answer.status == 409
