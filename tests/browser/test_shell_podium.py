"""After the flag: the podium, the story of the race, and a picture of it."""

import re
import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import DESKTOP, PHONE, OpenPage
from .driving import come_to, complaints
from .site import SHORT, Message, Site, usual


@pytest.fixture(scope="module")
def made(site: Site) -> Message:
    """A finished race of two cars, with the keys of both."""
    made = site.table("nestorgames_gp", "me", "me", options=SHORT)
    site.finish(made)
    return made


def seen_by(open_page: OpenPage, site: Site, made: Message, *seats: int, **more: Any) -> Page:
    """The table as a browser with the keys of these seats sees it."""
    page = come_to(site, open_page, {**made, "keys": [made["keys"][seat] for seat in seats]}, **more)
    expect(page.locator(".podium .chart")).to_be_visible()
    return page


def test_only_the_winner_is_told_to_have_won(open_page: OpenPage, site: Site, made: Message):
    one, other = (seen_by(open_page, site, made, seat) for seat in (0, 1))
    heads = [page.locator(".podium h2").inner_text() for page in (one, other)]
    assert heads.count("You won!") == 1
    winner, loser = (one, other) if heads[0] == "You won!" else (other, one)
    headline = loser.locator(".podium h2").inner_text()
    assert re.fullmatch(r"(Red|Yellow) won the race\.", headline)
    expect(winner.locator(".podium > p").first).to_have_text(headline)
    expect(winner.locator(".podium tr.mine td").first).to_have_text("1st")
    expect(loser.locator(".podium tr.mine td").first).to_have_text("2nd")


def test_a_screen_that_all_share_names_the_winner(open_page: OpenPage, site: Site, made: Message):
    page = seen_by(open_page, site, made, 0, 1)
    expect(page.locator(".podium h2")).to_have_text(re.compile(r"^(Red|Yellow) won the race\.$"))


def test_places_chart_and_the_turn_that_decided(open_page: OpenPage, site: Site, made: Message):
    page = seen_by(open_page, site, made)
    first = page.locator(".podium h2").inner_text().split()[0].lower()
    rows = page.locator(".podium tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text(re.compile(rf"1st.*{first}", re.DOTALL))
    expect(rows.nth(0)).not_to_contain_text("to go")
    expect(rows.nth(1)).to_contain_text(re.compile(r"2nd.*\d+ steps? to go", re.DOTALL))
    expect(page.locator(".podium .step1")).to_contain_text(first)
    expect(page.locator(".podium .chart polygon")).to_have_count(2)

    page.locator(".decided").get_by_role("link", name="Watch it").click()

    expect(page).to_have_url(re.compile(rf"#/replay/{made['table']}/[1-9]\d*$"))
    expect(page.locator("p.now")).to_contain_text(re.compile(r"Ply [1-9]\d* of"))


ONE_RACE: Message = {
    "modifications": "none",
    "track": "ladder",
    "clock": "simulated",
    "wins_to_win": 1,
    "third_redline": "forbid",
}


@pytest.mark.parametrize(
    ("game", "options", "gap", "scored"),
    [
        ("nitro_dice", {"laps": 1}, r"section", r"\d points?"),
        ("dicey_curves", {"race_length": "sprint"}, r"card", r"\d points?"),
        ("victory_lane", {}, r"behind|level", r"\d points?"),
        ("project_nos", ONE_RACE, r"behind|to go|stalled|exploded|in the same", r"\d wins?"),
    ],
)
def test_every_game_tells_gaps_and_scores_in_its_own_words_here_and_in_the_replay(
    open_page: OpenPage, site: Site, game: str, options: Message, gap: str, scored: str
):
    made = site.table(game, "me", "bot", options=options)
    site.finish(made, usual)
    page = seen_by(open_page, site, made, 0)
    rows = page.locator(".podium tbody tr")
    expect(rows.nth(1)).to_contain_text(re.compile(gap))
    expect(rows.nth(1)).to_contain_text(re.compile(scored))
    told = rows.all_inner_texts()

    page.goto(f"{site.address}/#/replay/{made['table']}")
    page.get_by_role("button", name="To the flag").click()

    expect(page.locator(".podium .figure").first).to_be_visible()
    assert [row.replace(" (you)", "") for row in told] == page.locator(".podium tbody tr").all_inner_texts()


def test_the_result_is_put_aside_and_comes_back(open_page: OpenPage, site: Site, made: Message):
    page = seen_by(open_page, site, made)
    page.get_by_role("button", name="Close: look at the track").click()
    expect(page.locator(".podium")).to_have_count(0)
    page.locator(".dock").get_by_role("button", name="The result").click()
    expect(page.locator(".podium")).to_be_visible()


def test_a_picture_of_the_result_is_saved(open_page: OpenPage, site: Site, made: Message):
    page = seen_by(open_page, site, made)
    with page.expect_download() as download:
        page.get_by_role("button", name="Share a picture").click()
    assert download.value.suggested_filename == "nestorgames-gp-result.png"
    head = Path(download.value.path()).read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:24]) == (1200, 630)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nobody_is_shut_out_of_the_result(
    open_page: OpenPage, site: Site, made: Message, size: dict[str, int], scheme: str
):
    page = seen_by(open_page, site, made, 0, size=size, color_scheme=scheme)
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)
