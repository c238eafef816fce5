"""Hints, odds and levels of bots in the browser."""

import re

from playwright.sync_api import expect

from .conftest import OpenPage
from .driving import OFFERS, open_list, race_now, take_a_move, wait_for_turn


def test_a_hint_says_which_move_wins_how_often(open_page: OpenPage):
    page = open_page()
    race_now(page)
    wait_for_turn(page)
    advice = page.locator(".advice")
    while not advice.count():  # a busy machine may be too late with it; then one asks again
        hint = page.get_by_role("button", name="hint", exact=True, disabled=False)
        hint.click()
        expect(advice.or_(hint)).to_be_visible(timeout=60_000)
    expect(advice).to_have_text(re.compile(r"(Best|Too close to tell|It hardly matters) \(GP-\d+\): “\w+” wins .*%"))
    take_a_move(page)
    expect(advice).to_have_count(0)


def test_the_odds_of_dice_stand_on_the_buttons_and_can_be_switched_off(open_page: OpenPage):
    page = open_page()
    race_now(page)
    wait_for_turn(page)
    open_list(page)
    expect(page.locator(OFFERS).nth(1)).to_contain_text(re.compile(r"bust \d in 6"))
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Show the odds of dice beside the moves").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator(OFFERS).nth(1)).not_to_contain_text("bust")


def test_a_table_without_help_and_with_a_champion(open_page: OpenPage):
    page = open_page("#/new/nestorgames_gp")
    page.get_by_role("button", name="Against bots").click()
    page.get_by_label(re.compile("Who drives")).nth(1).select_option("bot:champion")
    expect(page.locator("main")).to_contain_text("Champion: Plays thousands of races")
    page.get_by_label("Hints, and the odds of dice").uncheck()
    page.get_by_role("button", name="To the grid").click()
    wait_for_turn(page)
    expect(page.get_by_role("button", name="hint")).to_have_count(0)
    expect(page.locator(OFFERS).nth(1)).not_to_contain_text("bust")
