"""The companion of a real table: phones ask for what was rolled or drawn, each for what its driver may see."""

import json
import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Locator, Page, expect
from websockets.sync.client import ClientConnection

from .conftest import PHONE, OpenPage
from .driving import OFFERS, come_to, complaints, table_of
from .site import Message, Site

OUTCOMES = ".dock .outcomes[aria-busy=false] .button"


def pad(page: Page) -> Locator:
    return page.locator(OUTCOMES)


def face(page: Page, words: str) -> None:
    """Tap what was rolled or drawn."""
    page.get_by_role("group", name="What was rolled or drawn").get_by_role("button", name=words, exact=True).click()


def keys_of(made: Message, seat: int) -> Message:
    """The table as the phone of one driver holds it."""
    return {**made, "keys": [key for key in made["keys"] if key["seat"] == seat]}


def real(site: Site, game: str, *seats: str, **more: Any) -> Message:
    return site.table(game, *seats, dice="manual", **more)


def test_two_phones_make_a_real_table_by_the_form_enter_dice_and_correct_one(open_page: OpenPage):
    ada = open_page(size=PHONE)
    ada.get_by_label("Driver").fill("Ada")
    ada.get_by_role("link", name="New table: nestorgames GP").click()
    ada.get_by_role("button", name="Against bots").click()
    ada.get_by_label("Real ones at your table").check()
    expect(ada.get_by_text("nobody is there to roll for a bot")).to_be_visible()
    expect(ada.get_by_label("Who drives yellow")).to_have_value("open")  # no bot stays
    for _ in range(2):
        ada.get_by_role("button", name="− one seat").click()
    ada.get_by_role("button", name="Make the table").click()
    expect(ada.get_by_role("heading", name="Waiting for drivers")).to_be_visible()
    expect(ada.get_by_text("people drive every car")).to_be_visible()
    table = table_of(ada)
    bob = open_page(f"#/table/{table}", size=PHONE)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Take this seat").click()

    expect(pad(ada)).to_have_count(2)
    expect(ada.locator(".dock .question")).to_have_text("Who qualifies first?")
    face(bob, "red")
    expect(ada.locator(".dock .faces .button")).to_have_count(6)
    assert complaints(ada, ".dock") == []
    face(ada, "4")
    expect(bob.locator(".dock")).to_contain_text("Ada is thinking")
    ada.get_by_role("button", name="Undo").click()  # it was a 5
    expect(bob.locator(".dock .question")).to_have_text("A qualifying die for Ada.")
    face(ada, "5")
    expect(bob.locator(".dock")).to_contain_text("5 so far")
    expect(ada.locator(OFFERS).first).to_be_attached()
    assert "The dice of this table are real ones" in dice_sheet(ada)


def test_a_series_with_real_dice_is_made_by_the_form(open_page: OpenPage):
    page = open_page("#/season/nestorgames_gp")
    page.get_by_label("Real ones at your table").check()
    expect(page.get_by_label("Who drives yellow")).to_have_value("open")
    for _ in range(2):
        page.get_by_role("button", name="− one seat").click()
    page.get_by_role("button", name="All at this screen").click()
    page.get_by_role("button", name="To the first race").click()
    expect(page.locator(".dock .question")).to_have_text("Who qualifies first?")
    expect(pad(page)).to_have_count(2)


def test_everybody_else_is_told_who_entered_a_card_that_is_not_in_the_deck(open_page: OpenPage, site: Site):
    """Each boost is there six times: five are shown, and red and blue draw the sixth."""
    made = real(site, "_template", "me", "me", "me", options={"length": 60})
    page = come_to(site, open_page, {**made, "keys": made["keys"][2:]})
    expect(page.locator(".dock .question")).to_have_text("A boost card for red.")  # it hears what comes now
    with site.line(made) as line:
        positions = positions_of(line)

        def say(kind: str, seat: int, **more: int) -> None:
            awaited = next(one for one in positions if seat in awaited_by(one, kind))
            line.send(json.dumps({"type": kind, "seat": seat, "ply": awaited["ply"], **more}))

        for seat, card in enumerate((3, 3, 1)):
            say("enter", seat, outcome=card)
        for seat in (0, 1, 2, 0, 1, 2):
            say("move", seat, move=1 if seat == 2 else 4)
            if seat < 2:
                say("enter", seat, outcome=3)
        say("move", 0, move=4)
        say("enter", 0, outcome=3)
        expect(page.locator(".notices")).to_contain_text("Red entered a card that is not in the deck.")


def positions_of(line: ClientConnection) -> Iterator[Message]:
    """The first position heard at each ply of a race that is on."""
    last = -1
    while True:
        for one in json.loads(line.recv()):
            if one["type"] == "position" and one["ply"] > last and (one["roll"] or one["actor"] >= 0):
                last = one["ply"]
                yield one


def awaited_by(position: Message, kind: str) -> list[int]:
    """The seats that may enter an outcome, or move."""
    if kind == "move":
        return [position["actor"]]
    return position["roll"]["by"] if position["roll"] else []


def dice_sheet(page: Page) -> str:
    page.get_by_role("button", name="Dice", exact=True).click()
    text = page.get_by_role("dialog").inner_text()
    page.keyboard.press("Escape")
    return text


def test_a_card_of_a_hand_is_asked_for_by_its_number_on_its_owners_phone_alone(open_page: OpenPage, site: Site):
    made = real(site, "nitro_dice", "me", "me")
    ana = open_page(size=PHONE, keys_of=keys_of(made, 0))
    bea = open_page(size=PHONE, keys_of=keys_of(made, 1))
    for page in (ana, bea):
        page.goto(f"{site.address}{made['link']}")
    expect(ana.locator(".dock .question")).to_have_text("Who takes starting position 1?")
    face(bea, "red")
    expect(ana.locator(".dock .question")).to_contain_text("draws a card")
    expect(bea.locator(".dock .pad")).to_contain_text("may see it, and enters it")
    assert pad(bea).count() == 0
    ana.get_by_label("Number or name").fill("2")
    expect(pad(ana)).to_have_count(1)  # by the number on the card, not every name with a 2
    expect(pad(ana)).to_have_text(re.compile("2 *straight"))
    ana.keyboard.press("Enter")
    expect(ana.get_by_label("Number or name")).to_have_value("")
    expect(ana.get_by_role("button", name="Undo")).to_be_enabled()
    expect(bea.get_by_role("button", name="Undo")).to_have_count(0)


def test_one_phone_for_all_is_handed_over_before_a_secret_draw(open_page: OpenPage, site: Site):
    made = real(site, "nitro_dice", "me", "me")
    page = open_page(keys_of=made, size=PHONE)
    page.goto(f"{site.address}{made['link']}")
    face(page, "red")
    expect(page.locator(".dock .question, .cover h2").first).not_to_have_text("Who takes starting position 1?")
    expect(page.locator(".cover")).to_contain_text(re.compile("Hand over to|Who is at the screen"))
    assert pad(page).count() == 0
    page.locator(".cover button").first.click()
    expect(pad(page).first).to_be_visible()
