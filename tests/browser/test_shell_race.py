"""A newcomer's first race, at a desk and on a phone."""

from playwright.sync_api import expect

from .conftest import PHONE, OpenPage
from .driving import (
    LOG,
    OFFERS,
    THROW,
    come_to,
    let_it_race,
    ply_shown,
    race_now,
    table_of,
    take_a_move,
    wait_for_more,
    wait_for_offers,
    wait_for_turn,
)
from .site import Site


def test_a_newcomer_clicks_race_now_and_races_bots_to_the_flag(open_page: OpenPage):
    page = open_page()
    race_now(page)
    expect(page).to_have_title("● Your turn · nestorgames GP · paddock")

    for turn in range(6):
        take_a_move(page, turn % 2)
    let_it_race(page)

    expect(page.locator(".result")).to_contain_text("won the race", timeout=60_000)
    expect(page).to_have_title("Finished · nestorgames GP · paddock")
    page.get_by_role("button", name="Check the dice").click()
    page.get_by_role("button", name="Check every die").click()
    expect(page.get_by_role("dialog")).to_contain_text("drawn again and found equal")
    page.keyboard.press("Escape")

    old = table_of(page)
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(f"{OFFERS}, {THROW}").first).to_be_visible()
    assert table_of(page) != old


def test_the_race_fits_a_phone_and_is_played_with_one_thumb(open_page: OpenPage):
    page = open_page(size=PHONE, has_touch=True, is_mobile=True)
    race_now(page)
    for _ in range(6):
        take_a_move(page)

    wait_for_offers(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("document.documentElement.scrollHeight") <= 844
    for button in page.locator(":is(.dock, .tray) button[data-move]:visible:not(.closed *)").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 44
        assert box["y"] > 844 / 2, "controls are where the thumb is"

    page.locator(".ticker").click()
    log = page.get_by_role("dialog")
    log.locator("summary").first.click()
    log.locator("details[open]").get_by_role("button", name="Why?").first.click()
    expect(page.get_by_role("dialog", name="Rules of nestorgames GP")).to_be_visible()
    expect(page.locator("li.here")).to_be_in_viewport()


def test_everything_can_be_done_with_the_keyboard(open_page: OpenPage):
    page = open_page()
    race_now(page)
    wait_for_offers(page)
    before = ply_shown(page)

    page.keyboard.press("1")
    wait_for_more(page, before)

    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.get_by_role("searchbox").fill("oil spill")
    expect(page.get_by_role("dialog")).to_contain_text("of")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_animations_run_and_never_hold_up_the_next_move(open_page: OpenPage):
    page = open_page(still=False)
    race_now(page)
    for _ in range(4):
        take_a_move(page)
    wait_for_offers(page)


def test_a_move_that_cannot_be_taken_back_says_so_and_bots_do_not_mind_going_back(open_page: OpenPage):
    page = open_page()
    race_now(page)
    wait_for_turn(page)
    expect(page.locator(".acts .act").first).to_contain_text("cannot be taken back")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()  # nothing of ours has happened yet
    take_a_move(page)
    wait_for_offers(page)
    first = page.locator(f"{LOG} li").last.inner_text()

    page.get_by_role("button", name="Go back anyway").click()

    expect(page.locator(".notices")).to_contain_text("the race goes back")
    expect(page.locator(f"{LOG} li").last).to_have_text(first, use_inner_text=True)
    wait_for_offers(page)


def test_everybody_is_told_that_a_bot_moved_because_time_was_up(open_page: OpenPage, site: Site):
    made = site.table("nestorgames_gp", "me", "open", clock={"kind": "move", "seconds": 5})
    ada = come_to(site, open_page, made)
    eve = open_page(made["link"].lstrip("/"), size=PHONE)
    eve.get_by_role("button", name="Take this seat").click()
    said = "time is up: a bot moves."
    expect(ada.locator(".notices")).to_contain_text(said)
    expect(ada.locator("main > p[role=status]")).to_contain_text(said)
    expect(ada.locator(f"{LOG} li .text").filter(has_text=said).first).to_be_visible()
    expect(eve.get_by_role("log", name="What happens")).to_contain_text(said)
    eve.get_by_role("button", name="Race control").click()
    expect(eve.get_by_role("dialog").locator("li .text").filter(has_text=said).first).to_be_visible()
