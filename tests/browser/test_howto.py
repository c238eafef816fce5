"""How to play: pictures of the game's own board before the clauses, and on a page that can be printed."""

import io
import unicodedata

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from paddock.engine import read_howto
from paddock.games import all_games, load_game

from .conftest import PHONE, OpenPage
from .driving import wait_until
from .site import Site

PICTURE = ".howto figure [data-drawing]"
CUT_OFF = """() => [...document.querySelectorAll('.howto :is(p, .title, figcaption, .shot)')].filter((one) => {
  if (one.parentElement.closest('.shot')) return false; // the board's own parts
  const { left, right, width } = one.getBoundingClientRect();
  return width > 0 && (left < 0 || right > innerWidth + 1 || one.scrollWidth > one.clientWidth + 1);
}).map((one) => one.outerHTML.slice(0, 80))"""


def pictures(game: str) -> int:
    """How many pictures the page of a game has."""
    howto = read_howto(load_game(game))
    assert howto is not None
    return sum(part.step > 0 for part in howto.parts)


def read_page(open_page: OpenPage, game: str, **look: object) -> Page:
    """The page of a game with all its pictures."""
    page = open_page(f"#/howto/{game}", **look)
    expect(page.locator(PICTURE)).to_have_count(pictures(game))
    return page


@pytest.mark.parametrize("game", [game.id for game in all_games()])
def test_the_board_draws_every_picture_and_nothing_is_cut_off(open_page: OpenPage, game: str):
    page = read_page(open_page, game, size=PHONE)
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_rules_begin_with_how_to_play_and_its_clauses_are_looked_up(open_page: OpenPage, site: Site):
    made = site.table("nestorgames_gp", "me", "open")
    page = open_page(f"#/table/{made['table']}")
    page.get_by_role("button", name="Rules").click()
    expect(page.locator(PICTURE)).to_have_count(pictures("nestorgames_gp"))
    heading = page.get_by_role("heading", name="The clauses").bounding_box()
    picture = page.locator(PICTURE).last.bounding_box()
    assert heading
    assert picture
    assert picture["y"] < heading["y"]
    page.locator(".howto").get_by_role("button", name="GP-45").click()
    expect(page.locator("li.here")).to_contain_text("GP-45")
    expect(page.locator("li.here")).to_be_in_viewport()


def test_a_search_shows_clauses_only(open_page: OpenPage, site: Site):
    made = site.table("nestorgames_gp", "me", "open")
    page = open_page(f"#/table/{made['table']}")
    page.get_by_role("button", name="Rules").click()
    page.locator(PICTURE).first.wait_for()
    page.get_by_role("searchbox").fill("teleport")
    expect(page.locator(".howto")).to_have_count(0)


def test_the_page_is_printed_whole_without_buttons(open_page: OpenPage):
    page = read_page(open_page, "nestorgames_gp")
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    paper = PdfReader(io.BytesIO(page.pdf(format="A4")))
    printed = unicodedata.normalize("NFKC", " ".join(sheet.extract_text() for sheet in paper.pages))  # fi is a ligature
    text = " ".join(printed.split())
    page.emulate_media(media="screen")
    howto = read_howto(load_game("nestorgames_gp"))
    assert howto is not None
    missing = [part.title for part in howto.parts if " ".join(part.text.split()) not in text]
    assert missing == []


def test_arrows_scroll_the_page_and_do_not_drive_its_pictures(open_page: OpenPage):
    page = read_page(open_page, "nitro_dice", size=PHONE)
    page.keyboard.press("ArrowDown")
    wait_until(page, lambda: page.evaluate("scrollY > 0"), what="the page is scrolled")
