"""Every page, light and dark, on phone and desktop: no axe findings, small downloads, no layout shifts."""

import gzip
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import DESKTOP, PHONE, SIDEWAYS, OpenPage, Pages
from .driving import (
    LOG,
    READY,
    THROW,
    come_to,
    complaints,
    open_list,
    ply_shown,
    race_now,
    take_a_move,
    wait_for_more,
    wait_for_turn,
)
from .site import SHORT, Message, Site, asked

LOOKS = [
    pytest.param({"size": PHONE, "color_scheme": "dark"}, id="phone-dark"),
    pytest.param({"size": DESKTOP, "color_scheme": "light"}, id="desktop-light"),
]
FIRST_VIEW = 150_000  # bytes, gzipped


@pytest.fixture(scope="module")
def finished(site: Site) -> str:
    return site.finished("nestorgames_gp", SHORT)


def visit_all(page: Page, finished: str) -> Iterator[str]:
    """Brings every page to the screen and names it."""
    expect(page.locator("article").first).to_be_visible()
    yield "lobby"
    race_now(page)
    take_a_move(page)
    wait_for_turn(page)
    yield "table"
    open_list(page)
    yield "all moves"
    for key in ("r", "d", "s", "?"):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        if key == "r":
            expect(page.get_by_role("dialog")).to_contain_text("GP-01")
        yield f"sheet {key}"
        page.keyboard.press("Escape")
    home = page.url.split("#")[0]
    page.goto(f"{home}#/howto/nestorgames_gp")
    expect(page.locator(".howto [data-drawing]").first).to_be_visible()
    yield "how to play"
    page.goto(f"{home}#/new/nestorgames_gp")
    expect(page.get_by_role("button", name="Make the table")).to_be_visible()
    yield "new table"
    page.get_by_role("button", name="Make the table").click()
    expect(page.get_by_role("heading", name="Waiting for drivers")).to_be_visible()
    yield "waiting room"
    page.goto(f"{home}#/table/{finished}")
    expect(page.locator(".podium .chart")).to_be_visible()
    yield "finished table"
    page.get_by_role("button", name="Close: look at the track").click()
    yield "the track after the race"
    page.goto(f"{home}#/replay/{finished}/20")
    expect(page.locator(".scrub")).to_be_visible()
    yield "replay"
    page.goto(f"{home}#/nowhere")
    expect(page.get_by_role("heading", name="This road leads nowhere")).to_be_visible()
    yield "nowhere"


@pytest.mark.parametrize("look", LOOKS)
def test_an_address_without_a_page_is_answered_with_a_way_back(pages: Pages, site: Site, look: dict[str, Any]):
    page = pages.browser.new_page(viewport=look["size"], color_scheme=look["color_scheme"])
    answer = page.goto(f"{site.address}/table/lost")
    assert answer
    assert (answer.status, complaints(page)) == (404, [])
    page.get_by_role("link", name="To the lobby").click()
    expect(page.get_by_role("heading", name="Racing games at your table")).to_be_visible()
    page.close()


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_on_any_page(open_page: OpenPage, finished: str, look: dict[str, Any]):
    page = open_page(**look)
    found = {name: complaints(page) for name in visit_all(page, finished)}
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_the_first_view_is_small(open_page: OpenPage, site: Site):
    page = open_page()
    expect(page.locator("article").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    paths = page.evaluate("performance.getEntriesByType('resource').map(one => new URL(one.name).pathname)")
    assert total_gzipped(page, site, ["/", *paths]) < FIRST_VIEW


def total_gzipped(page: Page, site: Site, paths: list[str]) -> int:
    """The size that a compressing server would send."""
    bodies = [page.request.get(f"{site.address}{path}").body() for path in paths]
    return sum(len(gzip.compress(body)) for body in bodies)


def test_nothing_jumps_while_a_race_is_on(open_page: OpenPage):
    page = open_page()
    race_now(page)
    wait_for_turn(page)
    places = [where(page)]
    for _ in range(6):
        take_a_move(page)
        places.append(where(page))
    assert all(place == places[0] for place in places)


def test_a_car_in_trouble_does_not_push_down_what_is_below(site: Site, open_page: OpenPage):
    def is_upset(position: Message) -> bool:
        return any(car["belly_up"] for car in position["view"]["cars"])

    page = come_to(site, open_page, site.raced_to(is_upset, "nestorgames_gp", "me", "bot", "bot", "bot"))
    expect(page.locator(".tower .fact.bad", has_text="belly-up").first).to_be_visible()
    rows = page.locator(".tower li").all()
    assert len({(row.bounding_box() or {}).get("height") for row in rows}) == 1


def where(page: Page) -> list[Any]:
    """The bounding boxes of the parts of the screen."""
    boxes = [page.locator(frame).bounding_box() for frame in (".side", ".drawing", ".tray", ".dock", LOG)]
    return [box and [round(box["x"]), round(box["y"]), round(box["width"]), round(box["height"])] for box in boxes]


def test_the_colours_chosen_by_hand_are_kept(open_page: OpenPage):
    page = open_page(color_scheme="light")
    page.get_by_role("button", name="Colours").click()
    page.get_by_role("button", name="Colours").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(12, 16, 19)"


DECISION = ":is(.acts, .moves)[aria-busy=false], .dock .throw, .result"
HAS_FOCUS = "where => document.activeElement?.closest(where) !== null"


@pytest.mark.parametrize(("game", "options"), [("_template", {"length": 20}), ("nestorgames_gp", SHORT)])
def test_the_keyboard_is_brought_to_the_next_decision_and_to_the_result(
    open_page: OpenPage, site: Site, game: str, options: dict[str, Any]
):
    page = come_to(site, open_page, site.table(game, "me", "bot", options=options))
    wait_for_turn(page)
    page.keyboard.press("1")
    page.wait_for_function(HAS_FOCUS, arg=DECISION)
    while not page.locator(".result").count():
        page.keyboard.press("Enter")
        page.wait_for_function(HAS_FOCUS, arg=DECISION)
    expect(page.locator(".result")).to_be_focused()


def test_whoever_reads_the_log_is_not_taken_away_and_a_mouse_moves_no_focus(open_page: OpenPage):
    page = open_page()
    race_now(page)
    take_a_move(page)
    wait_for_turn(page)
    assert not page.evaluate(HAS_FOCUS, ":is(.acts, .moves)")
    page.locator(f"{LOG} :is(summary, .why):visible").last.focus()
    before = ply_shown(page)
    page.keyboard.press("1")
    wait_for_more(page, before)
    page.wait_for_selector(f"{THROW}, {READY}")
    assert page.evaluate(HAS_FOCUS, LOG)


def test_a_line_of_the_log_that_grows_keeps_the_focus(open_page: OpenPage, site: Site):
    page = come_to(site, open_page, site.table("nestorgames_gp", "me", "bot", options={"laps": 2}))
    line = page.locator(f"{LOG} .turns > li:first-child:has(.why)", has_text=re.compile(r"^\s*Red rolls"))
    wait_for_turn(page)
    while not line.count():  # until our turn has begun with one die, as every turn of a race does
        assert take_a_move(page)
        wait_for_turn(page)
    turn = line.get_attribute("data-turn")
    line.locator(".why").focus()
    page.keyboard.press("1")
    expect(page.locator(f"{LOG} [data-turn='{turn}'] summary")).to_be_focused()


def test_race_control_is_one_stop_of_the_tab_key(open_page: OpenPage):
    page = open_page()
    race_now(page)
    for _ in range(4):
        take_a_move(page)
    wait_for_turn(page)
    stops = page.locator(f"{LOG} :is(button, summary, [tabindex]):not([tabindex='-1'])")
    lines = page.locator(f"{LOG} :is(summary, .why):visible")
    expect(stops).to_have_count(1)
    stops.focus()
    page.keyboard.press("ArrowDown")
    expect(lines.nth(1)).to_be_focused()
    expect(stops).to_have_count(1)
    page.keyboard.press("Home")
    expect(lines.first).to_be_focused()


def test_moves_can_be_a_list_box_in_which_digits_mean_nothing(open_page: OpenPage):
    page = open_page()
    race_now(page)
    wait_for_turn(page)
    page.keyboard.press("s")
    page.get_by_label("As a list box, for screen readers").check()
    page.keyboard.press("Escape")
    moves = page.get_by_role("listbox", name="Your moves")
    before = ply_shown(page)
    moves.focus()
    page.keyboard.press("2")
    page.keyboard.press("ArrowDown")
    expect(moves).to_have_value("1")
    assert (ply_shown(page), complaints(page, ".dock")) == (before, [])
    page.keyboard.press("Enter")
    wait_for_more(page, before)


# Whether the middle of a control is not covered by anything.
IS_SEEN = """(control) => {
  const { left, top, width, height } = control.getBoundingClientRect();
  return control.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def test_all_moves_are_seen_on_a_phone_held_sideways(site: Site, open_page: OpenPage):
    made = site.table("nestorgames_gp", "me", "bot")
    page = come_to(site, open_page, made, until=asked("roll again"), size=SIDEWAYS)
    open_list(page)
    moves = page.locator(".all .moves > .button").all()

    assert [move.evaluate(IS_SEEN) for move in moves] == [True, True]  # stop, roll
    page.get_by_role("button", name="All moves").click()
    assert [move.evaluate(IS_SEEN) for move in moves] == [False, False]
