"""What comes over the line until the first race can be driven."""

import re

import pytest
from playwright.sync_api import Page, Request, Route, expect

from paddock.engine import Match, usual_seats
from paddock.games import load_game

from .conftest import OpenPage
from .driving import race_now, wait_for_turn

DRAWN = """() => {
  const pictures = [...document.querySelectorAll('.card .picture')];
  return pictures.length > 0 && pictures.every((one) => one.querySelector('svg'));
}"""
MOST = 110_000  # bytes of all answers to a browser that was never here, headers included


@pytest.mark.parametrize("game", ["Nitro Dice"], ids=["the largest board"])
def test_the_lobby_and_the_first_table_are_small_on_the_line(open_page: OpenPage, game: str):
    page = open_page("favicon.svg")
    loaded: list[Request] = []
    page.on("requestfinished", lambda one: loaded.append(one))

    page.goto(page.url.replace("favicon.svg", ""))
    expect(page.get_by_role("button", name=f"Race now: {game}")).to_be_visible()
    race_now(page, game)
    wait_for_turn(page)

    sizes = {one.url: one.sizes() for one in loaded}
    total = sum(one["responseBodySize"] + one["responseHeadersSize"] for one in sizes.values())
    print(f"{total / 1000:.1f} kB in {len(sizes)} answers; goal: at most {MOST / 1000:.0f} kB")
    assert total <= MOST, "\n".join(f"{one} {url}" for url, one in sizes.items())


def test_a_picture_in_the_lobby_draws_the_same_with_the_parts_of_the_scene_that_it_is_sent(open_page: OpenPage):
    page = open_page("favicon.svg", routed=True)
    page.goto(page.url.replace("favicon.svg", ""))
    sent = pictures(page)

    page.route("**/api/lobby", with_whole_scenes)
    page.reload()
    assert pictures(page) == sent
    page.unroute("**/api/lobby")


def pictures(page: Page) -> list[str]:
    """What is drawn on each card; the ids within it are those of the order in which the pictures came."""
    page.wait_for_function(DRAWN)
    drawn: list[str] = page.locator(".card .picture").evaluate_all("all => all.map((one) => one.innerHTML)")
    return [re.sub(r"\bc\d+(?=-)", "", one) for one in drawn]


def with_whole_scenes(route: Route) -> None:
    answer = route.fetch()
    lobby = answer.json()
    for card in lobby["games"]:
        if not card["id"].startswith("_"):
            game = load_game(card["id"])
            card["scene"] = game.scene(Match(game, usual_seats(game)).table)
    route.fulfill(response=answer, json=lobby)
