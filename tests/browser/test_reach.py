"""How others reach a table: the link they are sent, and a server behind a proxy's path."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from paddock.engine import read_record

from .conftest import DESKTOP, PHONE
from .driving import ply_shown, race_now, take_a_move, wait_for_turn
from .proxy import proxying
from .site import SHORT, Site, serving

Size = dict[str, int]


def waiting_room(page: Page, site: Site, address: str) -> str:
    """A table that waits for a friend; returns its path in the page."""
    made = site.table("nestorgames_gp", "me", "open", options=SHORT)
    page.goto(f"{address}/#/table/{made['table']}")
    expect(page.get_by_role("heading", name="Waiting for drivers")).to_be_visible()
    return f"#/table/{made['table']}"


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_waiting_room_says_when_only_this_computer_can_open_the_link(browser: Browser, tmp_path: Path, size: Size):
    with serving(tmp_path) as site:
        page = browser.new_page(viewport=size)  # pyright: ignore[reportArgumentType]
        path = waiting_room(page, site, site.address)
        field = page.get_by_label("Only this computer can open this link")
        expect(field).to_have_value(f"{site.address}/{path}")
        hint = page.get_by_text("make play HOST=0.0.0.0")
        expect(hint).to_be_visible()
        box = hint.bounding_box()
        assert box
        assert box["x"] + box["width"] < size["width"]
        page.close()


def test_the_waiting_room_offers_the_address_on_the_network(browser: Browser, tmp_path: Path):
    with serving(tmp_path, network=lambda: "http://192.0.2.7:8000/") as site:
        page = browser.new_page()
        path = waiting_room(page, site, site.address)
        field = page.get_by_label("Send this link to a friend")
        expect(field).to_have_value(f"http://192.0.2.7:8000/{path}")
        expect(page.get_by_text("HOST=0.0.0.0")).to_have_count(0)
        page.close()


def test_a_race_runs_below_a_path_of_a_proxy(browser: Browser, tmp_path: Path):
    """The page is served from the proxy's origin, which the server knows; it requests nothing at the root."""
    with proxying("/club/") as proxy, serving(tmp_path, origins=(proxy.origin,)) as site:
        proxy.upstream = site.port
        page = browser.new_page(reduced_motion="reduce")
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(f"{proxy.origin}/club/")
        race_now(page)
        before = ply_shown(page)
        for _ in range(3):
            take_a_move(page)
        wait_for_turn(page)
        assert ply_shown(page) > before
        table = site.finished("nestorgames_gp", SHORT)
        page.goto(f"{proxy.origin}/club/#/replay/{table}")
        with page.expect_download() as saved:
            page.get_by_role("link", name="Download").click()
        assert read_record(saved.value.path().read_text()).over
        assert complaints == []
        assert [path for path in proxy.strays if path != "/favicon.ico"] == []
        page.close()
