"""What comes over the line until the first race can be driven."""

import pytest
from playwright.sync_api import Request, expect

from .conftest import OpenPage
from .driving import race_now, wait_for_turn

MOST = 165_000  # bytes of all answers to a browser that was never here, headers included


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
    print(f"{total / 1000:.0f} kB in {len(sizes)} answers; goal: at most {MOST / 1000:.0f} kB")
    assert total <= MOST, "\n".join(f"{one} {url}" for url, one in sizes.items())
