"""Lessons in the browser: the real race screen, one sentence, one thing lit."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from paddock.engine import Game, Lesson, read_lesson
from paddock.games import all_games

from .conftest import DESKTOP, PHONE, OpenPage
from .driving import complaints
from .site import Site

TAUGHT = [game for game in all_games() if read_lesson(game)]
LIT = ".lesson:not([data-lit=''])"
DONE = ".lesson .primary"


def lesson_of(game: Game) -> Lesson:
    """The lesson of a game that has one."""
    lesson = read_lesson(game)
    assert lesson is not None
    return lesson


def learn(open_page: OpenPage, game: str, **kind: object) -> Page:
    """The lesson of a game, at what is to be done first."""
    page = open_page(f"#/learn/{game}", **kind)
    page.locator(LIT).wait_for()
    return page


def lit(page: Page) -> Locator:
    """The one control that is lit; of a group, e.g. equal cards, the first that can be pressed."""
    selector = page.locator(LIT).get_attribute("data-lit")
    found = page.locator(f"{selector} >> visible=true").first
    inner = found.locator("button:enabled")
    return inner.first if inner.count() else found


def press(page: Page) -> None:
    """Press what is lit; a spot to drive to groups its dice first, and drives when it is pressed again."""
    one = lit(page)
    groups = one.evaluate("one => one.matches('.target.end:not(.usual)')")
    one.click()
    if groups:
        page.locator(".target.end.usual").first.wait_for()
        lit(page).click()


def sentence(page: Page) -> str:
    """What the panel says."""
    return page.locator(".lesson .say").inner_text()


def is_new(page: Page, before: str) -> None:
    """Wait until something else is lit, or the lesson has ended."""
    page.wait_for_function(
        """([before, lit, done]) => {
          const panel = document.querySelector(lit);
          const now = panel && panel.dataset.ply + panel.dataset.lit + panel.textContent;
          return document.querySelector(done) || (now && now !== before);
        }""",
        arg=[before, LIT, DONE],
    )


def state(page: Page) -> str:
    """What is lit and said now."""
    return page.locator(LIT).evaluate("one => one.dataset.ply + one.dataset.lit + one.textContent")


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_a_lesson_is_driven_to_its_end_by_pressing_what_is_lit(open_page: OpenPage, game: Game):
    lesson = lesson_of(game)
    page = learn(open_page, game.id)
    said: list[str] = []
    while not page.locator(DONE).count():
        before, text = state(page), sentence(page)
        if text not in said:
            said.append(text)
        press(page)
        is_new(page, before)
    assert [step.say for step in lesson.steps] == [text for text in said if "in the cup" not in text]
    expect(page.locator(".lesson .say")).to_have_text(lesson.end)
    expect(page.get_by_role("button", name="Again")).to_be_visible()


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_a_lesson_is_accessible_and_whole_on_a_phone_in_the_dark(open_page: OpenPage, game: Game):
    page = learn(open_page, game.id, size=PHONE, color_scheme="dark")
    lit(page).scroll_into_view_if_needed()
    assert complaints(page) == []
    is_whole(page)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_panel_stands_between_masthead_and_race_and_covers_nothing(open_page: OpenPage, size: dict[str, int]):
    page = learn(open_page, "nestorgames_gp", size=size)
    is_whole(page)


def is_whole(page: Page) -> None:
    """The panel ends where the race begins, the dock ends at the window, and nothing is wider than it."""
    edges = page.evaluate(
        """() => {
          const box = (one) => document.querySelector(one).getBoundingClientRect();
          return [box('.lesson').bottom <= box('main.race').top + 1, box('.dock').bottom <= innerHeight + 1,
                  document.documentElement.scrollWidth <= innerWidth];
        }"""
    )
    assert edges == [True, True, True]


def test_another_move_is_answered_gently_and_changes_nothing(open_page: OpenPage):
    page = learn(open_page, "nestorgames_gp")
    before = page.locator(".lesson").get_attribute("data-ply")
    page.get_by_role("button", name="Stop").first.click()
    expect(page.locator(".astray")).to_have_text("Later! First this: roll.")
    assert page.locator(".lesson").get_attribute("data-ply") == before
    press(page)
    expect(page.locator(".lesson .say")).to_contain_text("Nine!")
    expect(page.locator(".astray")).to_have_count(0)


def test_a_reload_goes_on_at_the_same_step(open_page: OpenPage):
    page = learn(open_page, "nestorgames_gp")
    press(page)
    expect(page.locator(".lesson .count")).to_have_text("2/8")
    page.reload()
    page.locator(LIT).wait_for()
    expect(page.locator(".lesson .say")).to_contain_text("Nine!")
    press(page)
    expect(page.locator(".lesson .say")).to_contain_text("Twelve")


def test_a_lesson_whose_table_is_gone_goes_on_at_another(open_page: OpenPage):
    page = open_page()
    asked: list[str] = []

    def answer(route: Route) -> None:
        made = route.fetch()
        asked.append(route.request.post_data or "")
        route.fulfill(response=made, json={**made.json(), **({"table": "gone"} if len(asked) == 1 else {})})

    page.evaluate(at_step(1))
    page.route("**/api/lessons", answer)
    page.goto(page.url.split("#")[0] + "#/learn/nestorgames_gp")
    page.locator(LIT).wait_for()
    expect(page.locator(".lesson .count")).to_have_text("2/8")
    page.unroute("**/api/lessons")
    assert len(asked) == 2


def at_step(step: int) -> str:
    """A script: this browser has come to that step before."""
    return f"localStorage.setItem('paddock.lesson.nestorgames_gp', '{{\"step\": {step}, \"done\": false}}')"


def test_a_lesson_can_be_skipped_and_is_not_offered_again(open_page: OpenPage):
    page = learn(open_page, "nestorgames_gp")
    page.get_by_role("button", name="Skip").click()
    page.get_by_role("button", name="Race now: nestorgames GP").click()
    expect(page.locator("main.race")).to_be_visible()


def test_a_first_race_offers_the_lesson_and_skip_races(open_page: OpenPage):
    page = open_page()
    page.get_by_role("button", name="Race now: nestorgames GP").click()
    expect(page.get_by_text("Your first race? Learn it in two minutes.")).to_be_visible()
    page.get_by_role("button", name="Skip: race nestorgames GP now").click()
    expect(page.locator("main.race")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Race now: nestorgames GP").click()
    expect(page.locator("main.race")).to_be_visible()


def test_lobby_rules_and_table_lead_to_the_lesson(open_page: OpenPage, site: Site):
    page = open_page()
    page.get_by_role("link", name="Learn nestorgames GP in two minutes").click()
    page.locator(LIT).wait_for()
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("link", name="Learn nestorgames GP in two minutes")).to_be_visible()
    made = site.table("nestorgames_gp", "me", "open")
    table = open_page(f"#/table/{made['table']}")
    expect(table.get_by_role("link", name="New to nestorgames GP?")).to_be_visible()


def test_the_end_of_a_lesson_leads_to_a_race_against_two_bots(open_page: OpenPage):
    page = open_page()
    page.evaluate(at_step(7))
    page.goto(page.url.split("#")[0] + "#/learn/nestorgames_gp")
    page.locator(LIT).wait_for()
    press(page)
    page.get_by_role("button", name="Again").click()
    expect(page.locator(".lesson .count")).to_have_text("1/8")
    page.evaluate(at_step(7))
    page.reload()
    page.locator(LIT).wait_for()
    press(page)
    page.get_by_role("button", name="Race now").click()
    expect(page.locator("main.race .side .row, main.race .side li").first).to_be_visible()
    expect(page).to_have_url(re.compile("#/table/"))
