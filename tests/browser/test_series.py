"""A short championship in a browser: from the first race to the champion, with a restart of the server in between."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from paddock.bots import BOTS

from .conftest import DESKTOP, PATIENCE, PHONE, STILL, OpenPage
from .driving import come_to, complaints, let_it_race, table_of
from .site import SHORT, Site, free_port, serving

GP = "nestorgames_gp"
LOOKS = [
    pytest.param({"size": PHONE, "color_scheme": "dark"}, id="phone-dark"),
    pytest.param({"size": DESKTOP, "color_scheme": "light"}, id="desktop-light"),
]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A browser that outlives a server; its console errors while the server is down are ignored."""
    viewport: Any = DESKTOP
    context = browser.new_context(viewport=viewport, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def told(site: Site, path: str) -> dict[str, Any]:
    return httpx.get(f"{site.address}{path}", trust_env=False).json()


def begin_series(page: Page) -> None:
    """Two cars, one lap, first to 3 points: two races, or a third one."""
    page.get_by_role("link", name="New series: nestorgames GP").click()
    page.get_by_label("Name", exact=True).fill("Sunday cup")
    for _ in range(2):
        page.get_by_role("button", name="− one seat").click()
    page.get_by_label("Championship target").fill("3")
    page.get_by_role("button", name="+ board").click()
    page.get_by_role("button", name="+ board").click()
    page.get_by_text("Rules of the races").click()
    page.get_by_label("Laps").fill("1")
    page.get_by_role("radiogroup", name="Race end").get_by_role("radio", name="first The race").check()
    page.get_by_role("button", name="To the first race").click()
    expect(page.locator(".race")).to_be_visible()


def race_and_see_the_standings(page: Page) -> None:
    let_it_race(page)
    expect(page.locator(".finish")).to_be_visible(timeout=4 * PATIENCE)
    page.locator(".finish").get_by_role("link", name="Standings").click()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()


def test_a_championship_from_the_first_race_to_the_champion(page: Page, tmp_path: Path):
    port = free_port()
    with serving(tmp_path, port) as site:
        page.goto(site.address)
        begin_series(page)
        expect(page.get_by_role("link", name="Race 1 of the series: standings")).to_be_visible()
        race_and_see_the_standings(page)
        expect(page.locator("thead")).to_contain_text("R1")
        expect(page.locator(".calendar li").first).to_contain_text("won")
        sheet = page.locator("table").inner_text()
    with serving(tmp_path, port) as site:
        page.goto(site.address)
        page.get_by_role("link", name="Sunday cup").click()
        expect(page.locator("table")).to_be_visible()
        assert page.locator("table").inner_text() == sheet
        for _ in range(9):
            page.locator(".champion, .drive").first.wait_for()
            if page.locator(".champion").count():
                break
            page.locator(".drive").click()
            expect(page.locator(".race")).to_be_visible()
            race_and_see_the_standings(page)
            page.locator(".champion, .drive").first.wait_for()
        expect(page.locator(".champion")).to_be_visible()
        expect(page.get_by_role("region", name="Title odds")).to_contain_text("The title is decided.")
        expect(page.get_by_role("img", name=re.compile("Points after each race"))).to_be_visible()
        page.goto(f"{site.address}/#/")
        expect(page.get_by_role("region", name="Your series")).to_contain_text("won")


def test_seats_clock_lobby_and_help_of_a_series_are_chosen_as_those_of_a_table(open_page: OpenPage, site: Site):
    page = open_page(f"#/season/{GP}")
    page.get_by_label("Name", exact=True).fill("Club cup")
    page.get_by_label("Name of red").fill("Ana")
    page.get_by_label("Who drives yellow").select_option("open")
    page.get_by_label("Who drives black").select_option("bot:rookie")
    page.get_by_label("Name of black").fill("Rusty")
    page.get_by_label("Who drives blue").select_option("bot:pro")
    page.get_by_label("For each move").check()
    page.get_by_label("seconds a move").fill("45")
    page.get_by_label("Everybody, in the lobby").check()
    page.get_by_label("Hints, and the odds").uncheck()
    page.get_by_role("button", name="To the first race").click()
    expect(page.get_by_role("heading", name="Waiting for drivers")).to_be_visible()
    table = told(site, f"/api/tables/{table_of(page)}")
    assert (table["clock"], table["private"], table["advice"]) == ({"kind": "move", "seconds": 45}, False, False)
    seats = [(seat["name"], seat["kind"], seat["level"]) for seat in table["seats"]]
    assert seats[0][:2] == ("Ana", "person")
    assert seats[1][1] == "open"
    assert seats[2] == ("Rusty", "bot", "rookie")
    name, *bot = seats[3]
    assert bot == ["bot", "pro"]
    assert name in BOTS["pro"].drivers
    page.goto(f"{site.address}/#/series/{table['series']}")
    sheet = page.get_by_role("region", name="Points by race")
    expect(sheet.get_by_role("row", name="Rusty")).to_contain_text("black, bot (rookie)")
    expect(sheet.get_by_role("row", name=name)).to_contain_text("blue, bot (pro)")


def test_nobody_founds_a_series_without_a_seat(open_page: OpenPage):
    page = open_page(f"#/season/{GP}")
    page.get_by_label("Who drives red").select_option("open")
    expect(page.get_by_text("Take at least one seat yourself.")).to_be_visible()
    expect(page.get_by_role("button", name="To the first race")).to_be_disabled()


def test_who_races_alone_is_told_no_winner(open_page: OpenPage, site: Site):
    options = {"clock": "rounds", "modifications": "none", "track": "ladder"}
    page = come_to(site, open_page, site.table("project_nos", "me", options=options))
    let_it_race(page)
    expect(page.locator(".result")).to_contain_text(re.compile("No finish, no rating|Finished with"))
    expect(page.locator(".result")).not_to_contain_text("won")
    expect(page.locator(".result")).not_to_contain_text("1st")
    expect(page.get_by_text("Chance to win")).to_have_count(0)


def test_the_next_race_is_one_click_from_the_flag(open_page: OpenPage, site: Site):
    made = series_of(site)
    site.finish(made)
    page = with_keys(open_page, site, made, f"#/table/{made['table']}")
    page.get_by_role("button", name="Next race").click()
    expect(page.get_by_role("link", name="Race 2 of the series: standings")).to_be_visible()
    expect(page.locator(".race")).to_be_visible()


def series_of(site: Site) -> dict[str, Any]:
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot"}, {"kind": "bot"}]
    wish = {"game": GP, "name": "Evening cup", "seats": seats, "options": SHORT, "venues": ["oval", "coast"]}
    return site.post("/api/series", wish)


def with_keys(open_page: OpenPage, site: Site, made: dict[str, Any], path: str = "", **look: Any) -> Page:
    """A page of the browser that has made the series."""
    page = open_page(STILL, keys_of=made, **look)
    page.evaluate("series => localStorage.setItem('paddock.series', JSON.stringify([series]))", made["series"])
    page.goto(f"{site.address}/{path}")
    return page


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_on_the_pages_of_a_series(open_page: OpenPage, site: Site, look: dict[str, Any]):
    made = series_of(site)
    page = with_keys(open_page, site, made, **look)
    expect(page.get_by_role("region", name="Your series")).to_be_visible()
    assert complaints(page) == []
    page.goto(f"{site.address}/#/season/{GP}")
    expect(page.get_by_role("button", name="To the first race")).to_be_visible()
    page.get_by_role("button", name="+ board").click()
    assert complaints(page) == []
    site.finish(made)
    page.goto(f"{site.address}/#/table/{made['table']}")
    expect(page.locator(".finish")).to_be_visible()
    assert complaints(page) == []
    page.goto(f"{site.address}/#/series/{made['series']}")
    expect(page.get_by_role("img", name=re.compile("Points after each race"))).to_be_visible()
    assert complaints(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def test_odds_that_could_not_be_had_are_asked_for_again(page: Page, site: Site):
    made = series_of(site)
    page.goto(f"{site.address}/{STILL}")
    page.route("**/odds", lambda route: route.abort())
    page.goto(f"{site.address}/#/series/{made['series']}")
    odds = page.get_by_role("region", name="Title odds")
    expect(odds).to_contain_text("The odds cannot be had right now; they are asked for again.")
    page.unroute("**/odds")
    expect(odds.get_by_role("listitem")).to_have_count(3, timeout=4 * PATIENCE)
    page.route("**/odds", lambda route: route.abort())
    expect(odds).to_contain_text("Newer odds cannot be had right now; they are asked for again.")
    expect(odds.get_by_role("listitem")).to_have_count(3)
    page.unroute("**/odds")
    expect(odds).not_to_contain_text("Newer odds cannot be had")


def test_a_series_that_does_not_exist_is_told(open_page: OpenPage):
    page = open_page("#/season/nothing")
    expect(page.get_by_role("heading", name="No series here")).to_be_visible()
