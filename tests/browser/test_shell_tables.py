"""Tables of several people: joining by link, watching, reloading, undo, one device for all, a restart."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .conftest import DESKTOP, PHONE, OpenPage
from .driving import (
    LOG,
    OFFERS,
    READY,
    THROW,
    come_to,
    complaints,
    let_it_race,
    open_list,
    race_now,
    race_on,
    table_of,
    take_a_move,
    wait_for_more,
    wait_for_turn,
    wait_until,
)
from .site import SHORT, Message, Site, free_port, serving


def make_table(page: Page, seats: int, laps: int = 1) -> str:
    """Make a table from the lobby through the form: the first seat ours, the others open."""
    page.get_by_role("link", name="New table: nestorgames GP").click()
    for _ in range(4 - seats):
        page.get_by_role("button", name="− one seat").click()
    page.get_by_text("All options").click()
    page.get_by_label("Laps").fill(str(laps))
    page.get_by_role("radiogroup", name="Race end").get_by_role("radio", name="first The race").check()
    page.get_by_role("button", name="Make the table").click()
    expect(page.get_by_role("heading", name="Waiting for drivers")).to_be_visible()
    return table_of(page)


def who_acts(ada: Page, bob: Page) -> tuple[Page, Page]:
    """The page that can move first, then the other."""

    def can_move(page: Page) -> bool:
        return page.locator(f"{OFFERS}, {THROW}").count() > 0

    wait_until(ada, lambda: can_move(ada) or can_move(bob))
    return (ada, bob) if can_move(ada) else (bob, ada)


def test_two_browsers_and_a_spectator_share_a_race_from_the_form_to_the_flag(open_page: OpenPage):
    ada = open_page()
    ada.get_by_label("Driver").fill("Ada")
    table = make_table(ada, seats=2)
    bob = open_page(f"#/table/{table}", size=PHONE)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Take this seat").click()
    eve = open_page(f"#/table/{table}")

    expect(ada.locator(".tower")).to_contain_text("Bob")
    expect(bob.locator(".tower")).to_contain_text("Ada")
    expect(eve.locator(".line")).to_have_text("Connected watching", use_inner_text=False)
    for page in (ada, bob):
        let_it_race(page)

    for page in (ada, bob, eve):
        expect(page.locator(".result")).to_contain_text("won the race", timeout=60_000)
    assert eve.locator(OFFERS).count() == 0
    results = {page.locator(".result strong").inner_text() for page in (ada, bob, eve)}
    assert len(results) == 1


def test_people_are_asked_before_a_race_goes_back(open_page: OpenPage):
    ada = open_page()
    table = make_table(ada, seats=2)
    bob = open_page(f"#/table/{table}")
    bob.get_by_role("button", name="Take this seat").click()
    expect(bob.locator(".race")).to_be_visible()
    asker, other = who_acts(ada, bob)
    take_a_move(asker)

    asker.get_by_role("button", name="Ask to go back").click()
    other.get_by_role("button", name="Refuse").click()
    expect(asker.locator(".notices")).to_contain_text("does not want to go back")
    asker.get_by_role("button", name="Ask to go back").click()
    other.get_by_role("button", name="Agree").click()
    expect(asker.locator(".notices")).to_contain_text("the race goes back")


def test_a_reload_in_the_middle_keeps_seat_and_history(open_page: OpenPage):
    page = open_page()
    race_now(page)
    for _ in range(5):
        take_a_move(page)
    wait_for_turn(page)
    expect(page.locator(f"{LOG} li").first).to_be_visible()
    before = page.locator(f"{LOG} li .text").all_inner_texts()

    page.reload()

    expect(page.locator(OFFERS).first).to_be_visible()
    assert page.locator(f"{LOG} li .text").all_inner_texts() == before
    page.goto(page.url.split("#")[0])
    page.get_by_role("link", name="Go on").first.click()
    expect(page.locator(OFFERS).first).to_be_visible()


def test_a_placed_piece_is_taken_back_with_undo_and_picked_by_number(open_page: OpenPage):
    page = open_page()
    page.get_by_role("link", name="New table: nestorgames GP").click()
    page.get_by_text("All options").click()
    expect(page.get_by_text("Needs items: board.")).to_be_visible()
    for _ in range(2):
        page.get_by_role("button", name="− one seat").click()
    page.get_by_role("button", name="All at this screen").click()
    page.get_by_role("radiogroup", name="Items", exact=True).get_by_role("radio", name="board All").check()
    expect(page.get_by_text("Needs items: board.")).to_have_count(0)
    page.get_by_role("button", name="To the grid").click()
    wait_for_turn(page)
    while not page.locator(".all .numbers").count():
        take_a_move(page)  # qualifying
        wait_for_turn(page)

    open_list(page)
    number = page.locator(".all .numbers input")
    number.fill("20")
    number.press("Enter")
    words = page.locator(".all .numbers .go").inner_text().split("\n")[-1]
    assert words.endswith("on step 20")
    page.locator(".all .numbers .go").click()
    expect(page.locator(f"{LOG} li").first).to_contain_text("placed on step 20")
    page.keyboard.press("u")

    expect(page.locator(f"{LOG} li").first).not_to_contain_text("step 20")
    expect(page.locator(".all .numbers")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_hot_seat_hides_what_only_the_next_driver_may_know(open_page: OpenPage, size: dict[str, int]):
    page = open_page(size=size)
    page.get_by_role("link", name="New table: Ridge Run").click()
    for _ in range(2):
        page.get_by_role("button", name="− one seat").click()
    page.get_by_role("button", name="All at this screen").click()
    page.get_by_label("Name of red").fill("Ada")
    page.get_by_label("Name of blue").fill("Bob")
    page.get_by_role("button", name="To the grid").click()

    for turn in range(6):
        page.wait_for_selector(READY)
        if page.locator(".finish").count():
            break
        if page.locator(".cover").count():
            assert cards_shown(page) <= {"-1", "0"}  # nobody's
            expect(page.locator(".ticker" if size == PHONE else f"{LOG} li").first).to_be_visible()
            page.get_by_role("button", name="I am").click()
            wait_until(page, lambda: bool(cards_shown(page) & {"1", "2", "3"}))
        page.wait_for_selector(OFFERS)
        take_a_move(page)
        if turn == 0:
            expect(page.get_by_role("heading", name="Hand over to")).to_be_visible()


def cards_shown(page: Page) -> set[str]:
    """The cards in the table that stands for a board of Ridge Run: 0 for none, -1 for one that is hidden."""
    heads = page.locator(".plain thead th").all_inner_texts()
    cells = page.locator(".plain tbody tr > *").all_inner_texts()
    return set(cells[[head.lower() for head in heads].index("card") :: len(heads)])


HAND = ".tray .hand[aria-label^='Your']"
# Collects what is in a hand while nobody is at the screen.
WATCH_HAND = """(hand) => {
  window.seen = [];
  new MutationObserver(() => {
    if (!document.querySelector('.cover')) return;
    for (const one of document.querySelectorAll(hand)) if (one.textContent.trim()) window.seen.push(one.textContent);
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
}"""


def hands(page: Page) -> Locator:
    """Hands with something in them."""
    return page.locator(HAND).filter(has_text=re.compile(r"\S"))


def is_dealt(position: Message) -> bool:
    return "which team" not in position["decision"]["question"]  # then cards are dealt in every game


def is_covered(page: Page, heading: str) -> bool:
    """Whether the page asks who is at the screen, and shows the board but no hand and no moves meanwhile."""
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    expect(page.locator("[data-drawing]")).to_be_visible()
    return page.locator(f".acts, .moves, {THROW}").count() + hands(page).count() == 0


def public(page: Page) -> list[str]:
    """Tower, log and chances; the tray, or the table that stands for a board."""
    return [page.locator(part).inner_text() for part in (".side", ".tray, .plain")]


@pytest.mark.parametrize("game", ["_template", "dicey_curves", "nitro_dice", "victory_lane"])
def test_while_the_device_goes_round_a_spectator_sees_the_same(open_page: OpenPage, site: Site, game: str):
    made = site.table(game, "me", "me")
    site.drive(made, lambda position: is_dealt(position) and position["ply"] > 10)
    page = come_to(site, open_page, made)
    fan = open_page(made["link"].lstrip("/"))

    assert is_covered(page, "Hand over to")
    expect(fan.locator("[data-drawing]")).to_be_visible()
    wait_until(page, lambda: public(page) == public(fan))
    page.get_by_role("button", name="I am").click()
    wait_until(page, lambda: public(page) != public(fan))


@pytest.mark.parametrize("game", ["nitro_dice", "victory_lane"])
def test_a_hand_is_gone_as_soon_as_the_device_changes_hands(open_page: OpenPage, site: Site, game: str):
    page = come_to(site, open_page, site.table(game, "me", "me"), is_dealt, still=False)
    expect(hands(page)).to_have_count(1)
    page.evaluate(WATCH_HAND, HAND)

    race_on(page, until=(".cover h2", "Hand over"))
    expect(page.get_by_role("button", name="Skip")).to_have_count(0)  # everybody has seen the last move
    assert page.evaluate("window.seen") == []
    expect(page.locator(".cover")).to_be_focused()  # not its button: one key too many must show nothing
    page.get_by_role("button", name="I am").click()
    expect(hands(page)).to_have_count(1)


def test_the_next_driver_is_told_what_happened_since_the_last_turn(open_page: OpenPage, site: Site):
    made = site.table("_template", "me", "me", "me")
    drivers: list[int] = []

    def begins_turn(position: Message) -> bool:
        drivers.append(position["actor"])
        return len(drivers) > 3 and drivers[-2:] == [2, 0]

    site.drive(made, begins_turn)
    page = come_to(site, open_page, made)
    expect(page.get_by_role("heading", name="Hand over to red")).to_be_visible()

    turns = page.get_by_role("region", name="Since red's last turn").locator("li")
    expect(turns).to_have_count(2)
    expect(turns.nth(0)).to_contain_text("Green")  # the latest first, as in the log
    expect(turns.nth(1)).to_contain_text("Blue")
    assert complaints(page) == []


@pytest.mark.parametrize("game", ["_template", "dicey_curves", "nitro_dice", "victory_lane"])
def test_a_new_page_does_not_know_who_is_at_the_screen(open_page: OpenPage, site: Site, game: str):
    made = site.table(game, "me", "me")
    site.drive(made, is_dealt)
    page = come_to(site, open_page, made)
    assert is_covered(page, "Hand over to")
    page.reload()
    assert is_covered(page, "Hand over to")
    page.get_by_role("link", name="paddock").click()
    page.get_by_role("link", name="Go on").first.click()
    assert is_covered(page, "Hand over to")

    page.get_by_role("button", name="I am").click()
    expect(page.locator(OFFERS).first).to_be_visible()


def test_a_new_page_asks_who_is_there_while_somebody_else_thinks(open_page: OpenPage, site: Site):
    made = site.table("_template", "open", "me", "me")
    bob = open_page(made["link"].lstrip("/"))
    bob.get_by_role("button", name="Take this seat").click()
    expect(bob.locator(OFFERS).first).to_be_visible()  # red drives first
    page = come_to(site, open_page, made)
    assert is_covered(page, "Who is at the screen?")
    page.get_by_role("button", name="I am green").click()
    expect(page.locator(f"{LOG} li").first).to_be_visible()

    take_a_move(bob)
    assert is_covered(page, "Hand over to blue")


def test_a_hot_seat_without_secrets_needs_no_handing_over(open_page: OpenPage):
    page = open_page()
    page.get_by_role("link", name="New table: nestorgames GP").click()
    page.get_by_role("button", name="All at this screen").click()
    page.get_by_role("button", name="To the grid").click()
    for _ in range(8):
        wait_for_turn(page)
        assert page.locator(".cover").count() == 0
        take_a_move(page)


def test_a_race_survives_a_restart_of_the_server(browser: Browser, tmp_path: Path):
    port = free_port()
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    with serving(tmp_path, port) as site:
        page.goto(site.address)
        race_now(page)
        for _ in range(3):
            take_a_move(page)
        wait_for_turn(page)
        before = page.locator(f"{LOG} li .text").all_inner_texts()
    expect(page.locator(".notices")).to_contain_text("The line is broken")

    with serving(tmp_path, port):
        expect(page.locator(".notices")).not_to_contain_text("The line is broken")
        assert page.locator(f"{LOG} li .text").all_inner_texts() == before
        take_a_move(page)
        wait_for_more(page, len(before))
        context.close()


def test_words_of_ones_own_are_mixed_into_the_dice_before_the_start(open_page: OpenPage):
    page = open_page()
    make_table(page, seats=3)
    page.get_by_text("Fair dice").click()
    page.get_by_label("Words to mix into the dice").fill("seven red herrings")
    page.get_by_role("button", name="Mix in").click()
    expect(page.locator(".side")).to_contain_text("seven red herrings")
    page.get_by_role("button", name="Start now").click()
    wait_for_turn(page)


def test_a_table_that_does_not_exist_is_said_so(open_page: OpenPage):
    page = open_page("#/table/nothing")
    expect(page.get_by_role("heading", name="No race here")).to_be_visible()
    page.get_by_role("link", name="To the lobby", exact=True).click()
    expect(page.get_by_role("heading", name="Racing games at your table")).to_be_visible()


def test_an_open_table_is_found_in_the_lobby(open_page: OpenPage, site: Site):
    site.table("nestorgames_gp", "me", "open", options=SHORT, private=False)
    page = open_page()
    page.get_by_role("link", name="Join").first.click()
    expect(page.get_by_role("button", name="Take this seat").first).to_be_visible()


def test_the_waiting_room_shows_the_chosen_track(open_page: OpenPage, site: Site):
    strip = site.table("project_nos", "me", "open", options={"track": "downhill"})
    page = come_to(site, open_page, strip)
    expect(page.locator(".room .picture text")).to_have_text(["6", "5", "4", "3", "2", "1"])  # as in tracks.toml
    board = site.table("nestorgames_gp", "me", "open", options={"board": "knot"})
    page = come_to(site, open_page, board)
    expect(page.locator(".room .picture svg")).to_be_visible()
    assert page.evaluate(IS_WHOLE)


# Whether no bend of the road is outside of the picture.
IS_WHOLE = """() => {
  const svg = document.querySelector('.room .picture svg');
  const frame = svg.getBoundingClientRect();
  const bends = [...svg.querySelectorAll('.bend')].map((bend) => bend.getBoundingClientRect());
  return bends.length > 0 && bends.every((bend) => bend.left >= frame.left && bend.right <= frame.right
    && bend.top >= frame.top && bend.bottom <= frame.bottom);
}"""
