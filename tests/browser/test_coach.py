"""The coach of first races: a line in the dock, three times, that moves nothing and can be switched off."""

import pytest
from playwright.sync_api import Page, expect

from paddock.games import all_games

from .conftest import DESKTOP, PHONE, OpenPage
from .driving import come_to, race_now, resize, take_a_move, uncover, wait_for_turn
from .measuring import come_to_a_decision
from .site import Site

TIP = ".dock .tip"
SIDEWAYS = {"width": 844, "height": 390}
PARTS = """() => ['.side', '.drawing', '.tray', '.dock'].map((part) => {
  const box = document.querySelector(`main.race ${part}`)?.getBoundingClientRect();
  return box ? [box.x, box.y, box.width, box.height].map(Math.round) : null;
})"""


def test_the_coach_speaks_three_times_of_a_kind_and_is_silent_then(open_page: OpenPage):
    page = open_page()
    race_now(page)
    kinds: list[str] = []
    while kinds.count("roll") < 4:
        wait_for_turn(page)
        kinds.append("roll" if "no move" in told(page) or "a crash" in told(page) else "other")
        spoken = page.locator(TIP).count() > 0
        if kinds[-1] == "roll":
            assert spoken == (kinds.count("roll") <= 3)
        take_a_move(page)


def told(page: Page) -> str:
    """Question and coach."""
    return page.locator(".dock .asked").inner_text() + (page.locator(".dock .question").text_content() or "")


@pytest.mark.parametrize("game", [game.id for game in all_games()])
def test_a_coach_who_falls_silent_moves_nothing(site: Site, open_page: OpenPage, game: str):
    made = come_to_a_decision(site, game)
    page = come_to(site, open_page, made)
    uncover(page)
    page.locator(TIP).wait_for()
    places: dict[str, list[object]] = {"spoken": [], "silent": []}
    for name in places:
        for size in (DESKTOP, PHONE, SIDEWAYS):
            resize(page, **size)
            side, drawing, *below = page.evaluate(PARTS)
            # held sideways the dock stands beside the board, and is as high as its text with a coach or without
            places[name].append([side, drawing, *([] if size is SIDEWAYS else below)])
        silence(page)
    assert places["spoken"] == places["silent"]


def silence(page: Page) -> None:
    """Open the same decision as somebody who has met its kind three times."""
    page.evaluate("""() => {
      const met = JSON.parse(localStorage.getItem('paddock.coach'));
      for (const kinds of Object.values(met)) for (const kind of Object.keys(kinds)) kinds[kind] = 3;
      localStorage.setItem('paddock.coach', JSON.stringify(met));
    }""")
    page.reload()
    uncover(page)
    page.wait_for_selector(".dock .question")
    expect(page.locator(TIP)).to_have_count(0)


def test_the_coach_is_switched_off_in_the_dock_and_on_in_the_settings(open_page: OpenPage):
    page = open_page()
    race_now(page)
    wait_for_turn(page)
    expect(page.locator(TIP)).to_be_visible()
    page.get_by_role("button", name="Coach off").click()
    expect(page.locator(TIP)).to_have_count(0)
    page.keyboard.press("s")
    page.get_by_label("Advice at each new kind of decision").check()
    page.keyboard.press("Escape")
    expect(page.locator(TIP)).to_be_visible()
    page.keyboard.press("k")
    expect(page.locator(TIP)).to_have_count(0)
