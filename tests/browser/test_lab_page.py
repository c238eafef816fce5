"""A page of the lab in a browser: nothing for axe to find, light or dark; tables sort by mouse and keyboard."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from paddock.games import all_games
from paddock.games._template import GAME as RIDGE_RUN
from paddock.lab import BalancePlan, Conditions, balance, page, track

from .driving import complaints


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    plan = BalancePlan((Conditions(RIDGE_RUN, 3),), 100, levels=("random", "quick"), level_races=20)
    file: Path = tmp_path_factory.mktemp("lab") / "page.html"
    file.write_text(page(balance(plan, backend="python", command="paddock lab")), encoding="utf-8")
    return file.as_uri()


@pytest.fixture(scope="module")
def track_address(tmp_path_factory: pytest.TempPathFactory) -> str:
    workshops = [(game, game.workshop) for game in all_games() if game.workshop and game.workshop.course]
    game, workshop = workshops[0]
    file: Path = tmp_path_factory.mktemp("lab") / "track.html"
    file.write_text(page(track(game, workshop.examples()[0].text, 3, seats=2, beside=False)), encoding="utf-8")
    return file.as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_heat_maps(browser: Browser, track_address: str, scheme: str):
    test_axe_finds_nothing_on_a_page_of_the_lab(browser, track_address, scheme, 390)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_axe_finds_nothing_on_a_page_of_the_lab(browser: Browser, address: str, scheme: str, width: int):
    opened = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 900})  # pyright: ignore[reportArgumentType]
    said: list[str] = []
    opened.on("console", lambda message: said.append(message.text))
    opened.goto(address)
    assert complaints(opened) == []
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert said == []
    opened.close()


def test_a_table_sorts_by_its_heading(browser: Browser, address: str):
    opened = browser.new_page()
    opened.goto(address)
    heading = opened.locator("th", has_text="measure").locator("button")
    table = opened.locator("table", has=heading)
    names = lambda: table.locator("tbody td:nth-child(2)").all_inner_texts()  # noqa: E731
    heading.focus()
    opened.keyboard.press("Enter")
    assert names() == sorted(names())
    heading.click()
    assert names() == sorted(names(), reverse=True)
    opened.close()
