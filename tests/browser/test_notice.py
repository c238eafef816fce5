"""A message of the host: everybody reads it in the lobby and at the table, and can dismiss it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from paddock.server import carry_out

from .site import serving

SIZES = [{"width": 390, "height": 844}, {"width": 1440, "height": 900}]
TEXT = "We move to another machine at nine; races go on afterwards."


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_everybody_reads_the_hosts_message(browser: Browser, tmp_path: Path, size: dict[str, int]):
    store, viewport = f"sqlite:///{tmp_path / 'races.sqlite'}", size
    with serving(tmp_path) as site:
        table = site.table("nestorgames_gp", "me", "bot")["table"]
        context = browser.new_context(viewport=viewport)  # pyright: ignore[reportArgumentType]
        lobby, guest = context.new_page(), context.new_page()
        guest.goto(f"{site.address}/#/table/{table}")
        expect(guest.get_by_role("main")).to_be_visible()
        carry_out(store, {"do": "message", "text": TEXT})
        expect(guest.get_by_text(TEXT)).to_be_visible()
        lobby.goto(site.address)
        expect(lobby.get_by_text(TEXT)).to_be_visible()
        box = guest.get_by_text(TEXT).bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        guest.get_by_role("button", name="Dismiss").click()
        expect(guest.get_by_text(TEXT)).to_have_count(0)
        carry_out(store, {"do": "message", "text": ""})
        lobby.reload()
        expect(lobby.get_by_role("heading", name="Racing games at your table")).to_be_visible()
        expect(lobby.get_by_text(TEXT)).to_have_count(0)
        context.close()
