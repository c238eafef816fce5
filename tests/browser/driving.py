"""What a person does at a table, in a browser."""

import json
import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .site import Message, Site

OFFERS = ".moves[aria-busy=false] > .button, .moves[aria-busy=false] .go"
READY = f"{OFFERS}, .finish, .cover button"


def take_seats(page: Page, site: Site, made: Message) -> None:
    """Come to a table with the keys of its seats."""
    held = json.dumps([{"table": made["table"], "keys": made["keys"], "at": 0}])
    page.evaluate("held => localStorage.setItem('paddock.held', held)", held)
    page.goto(f"{site.address}{made['link']}")
    page.reload()


def wait_until(page: Page, holds: Callable[[], bool], seconds: float = 20.0) -> None:
    """Look again and again until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come to hold"
        page.wait_for_timeout(50)


def wait_for_go(page: Page) -> None:
    """Until race time runs; the light itself is soon gone."""
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"[1-9]"))


def race_now(page: Page, game: str = "nestorgames GP") -> None:
    page.get_by_role("button", name=f"Race now: {game}").click()
    expect(page.locator(".race")).to_be_visible()


def ply_shown(page: Page) -> int:
    """Lines of race control, which grow with every move."""
    return page.locator(".control li").count()


def take_a_move(page: Page, which: int = 0) -> bool:
    """Click an offered move, or take the device over; False when the race is over."""
    page.wait_for_selector(READY)
    if page.locator(".finish").count():
        return False
    cover = page.locator(".cover button")
    if cover.count():
        cover.click()
        return True
    offers = page.locator(OFFERS)
    offers.nth(min(which, offers.count() - 1)).click()
    return True


def let_it_race(page: Page) -> None:
    """From now on the page clicks by itself what is offered: the second move twice, then the first."""
    page.evaluate(
        """(offers) => {
          let turn = 0;
          const clicks = setInterval(() => {
            if (document.querySelector(".finish")) clearInterval(clicks);
            const offered = document.querySelectorAll(offers);
            if (offered.length) offered[turn++ % 3 ? Math.min(1, offered.length - 1) : 0].click();
          }, 10);
        }""",
        OFFERS,
    )


def table_of(page: Page) -> str:
    found = re.search(r"#/table/([\w-]+)", page.url)
    assert found, page.url
    return found[1]
