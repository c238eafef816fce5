"""A connection lost in the middle of a race: moves are disabled, one notice says so, and the layout stays."""

from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from .conftest import STILL, OpenPage
from .disguise import route_lines
from .driving import LOG, OFFERS, take_a_move, take_seats, wait_for_more, wait_for_turn
from .site import Site


class Cable:
    """The connection between a page and the server, which a test can cut and restore."""

    def __init__(self, page: Page):
        self.is_pulled = False
        self._lines: list[WebSocketRoute] = []
        route_lines(page, self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        if self.is_pulled:
            line.close()
            return
        line.connect_to_server()
        self._lines.append(line)

    def pull(self) -> None:
        self.is_pulled = True
        for line in self._lines:
            line.close()
        self._lines.clear()

    def put_back(self) -> None:
        self.is_pulled = False


# Where each part of the screen is, in pixels.
PLACES = f"""() => ['.side', '.drawing', '.tray', '.dock', '.asked', '.acts', '.tools', '{LOG}'].map((where) => {{
  const box = document.querySelector(where).getBoundingClientRect();
  return [where, Math.round(box.x), Math.round(box.y), Math.round(box.width), Math.round(box.height)];
}})"""


def told(page: Page) -> list[Any]:
    """The texts on the screen, and where they are."""
    words = [page.locator(where).all_inner_texts() for where in (".tower", f"{LOG} li .text", ".asked", ".acts")]
    return [words, page.evaluate(PLACES)]


def test_moves_are_off_while_the_line_is_broken_and_nothing_jumps(open_page: OpenPage, site: Site):
    page = open_page(STILL, routed=True)
    cable = Cable(page)
    take_seats(page, site, site.table("nestorgames_gp", "me", "bot"))
    for _ in range(3):
        take_a_move(page)
    wait_for_turn(page)
    before, lines = told(page), page.locator(f"{LOG} li").count()

    cable.pull()

    expect(page.locator(".notice")).to_have_text(["The line is broken. Your race is safe; connecting again… Now"])
    acts = page.locator(".acts .act, .all .moves > .button")
    assert {one.get_attribute("aria-disabled") for one in acts.all()} == {"true"}
    expect(page.locator(".board button[data-move]")).to_have_count(0)
    expect(page.locator(".tools").get_by_role("button", name="Go back anyway")).to_be_disabled()
    page.keyboard.press("1")
    page.keyboard.press("u")
    page.locator(".acts .act").first.dispatch_event("click")
    expect(page.locator(".notice")).to_have_count(1)
    assert told(page) == before

    cable.put_back()

    expect(page.locator(".notice")).to_have_count(0)
    expect(page.locator(OFFERS).first).to_be_visible()
    assert told(page) == before
    take_a_move(page)
    wait_for_more(page, lines)


# Records what every frame shows of the cars and the log.
WATCH_FRAMES = f"""() => {{
  window.frames_seen = [];
  const look = () => {{
    const cars = [...document.querySelectorAll('.board [data-seat]')].map((car) => car.getAttribute('transform'));
    window.frames_seen.push(cars.join() + document.querySelectorAll('{LOG} li').length);
    requestAnimationFrame(look);
  }};
  look();
}}"""


def test_a_line_that_comes_back_shows_nothing_again(open_page: OpenPage, site: Site):
    page = open_page(STILL, routed=True, still=False)
    cable = Cable(page)
    take_seats(page, site, site.table("nestorgames_gp", "me", "bot"))
    take_a_move(page)
    wait_for_turn(page)
    page.evaluate(WATCH_FRAMES)
    cable.pull()
    expect(page.locator(".notice")).to_have_count(1)
    cable.put_back()
    expect(page.locator(".notice")).to_have_count(0)
    page.wait_for_selector(OFFERS)
    assert page.evaluate("new Set(window.frames_seen).size") == 1
