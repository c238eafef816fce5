"""The board of Victory Lane: a full stage with its yellow flag, steps and maneuvers on the track, cards, risk tests."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from paddock.games.victory_lane.box import components

from .conftest import DESKTOP, PHONE, STILL, OpenPage
from .driving import (
    LOG,
    come_to,
    comes_to_the_cup,
    complaints,
    decisions_counted,
    drive_on,
    is_seen_on_the_way,
    places_seen,
    race_on,
    take_seats,
    wait_until,
    width_seen,
)
from .site import Message, Site, asked, offered

# Two stages of two or three rounds each: a yellow flag is certain, the one at the end of the first stage.
TWO_STAGES = {"race": '[[race]]\nname = "Two Stages"\nstage_laps = [12, 8]\n'}
SIDEWAYS = {"width": 844, "height": 390}
ALONE = {"solo_npd": "player"}  # all eight cars are ours to move, nobody moves in between
DRIVE = asked(r"drive .* steps left")
MANEUVER = re.compile("^(cross over with|side draft|trade paint with) (.*)")
WHAT_NOW = asked(r"what does .* do\?")
YELLOW = asked("pit or stay out")
QUALIFY = asked("qualify with")
STEP = "^(straight on|to the (in|out)side)$"

# A finger on something, as the browser reports it.
TAP = """(it) => {
  it.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }));
  it.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }));
}"""


def sit_down(site: Site, open_page: OpenPage, *seats: str, options: dict[str, Any], **more: Any) -> Page:
    """A table made beforehand; the browser holds the seats "me"."""
    page = come_to(site, open_page, site.table("victory_lane", *seats, options=options), **more)
    expect(page.locator(".board .drawing")).to_be_visible()
    return page


def target(page: Page, kind: str) -> Locator:
    return page.locator(f".drawing [data-target={kind}]")


def hand(page: Page) -> Locator:
    return page.get_by_role("group", name="Your Action cards")


def dice(page: Page) -> Locator:
    return page.get_by_role("group", name="Dice and steps")


def rolls_told(page: Page) -> int:
    """How often the log tells of a die, also inside of turns that are closed."""
    return len(re.findall("rolls a", page.locator(LOG).text_content() or ""))


def test_the_dice_of_ones_own_cars_lie_in_the_cup_until_they_are_thrown(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=TWO_STAGES)
    while not comes_to_the_cup(page):  # the order of the cars decides whether a rival moves right before our teammate
        page.goto(f"{site.address}/{STILL}")
        page = sit_down(site, open_page, "me", "bot", options=TWO_STAGES)
    before = rolls_told(page)
    expect(page.locator(".question")).to_have_count(0)

    dice(page).get_by_role("button", name="Throw your dice").click()

    wait_until(page, lambda: rolls_told(page) > before)


@pytest.mark.long
def test_a_full_stage_its_yellow_flag_and_the_race_to_the_checkered_flag(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=TWO_STAGES)

    race_on(page, until=(".question", "pit or stay out|how many cards"))

    expect(page.locator(".pylon .flag.yellow")).to_be_visible()

    race_on(page, until=(".pylon:has(.flag.green) .stage", "Stage 2/2"))

    expect(page.locator(".pylon .flag.green")).to_be_visible()
    earlier = page.get_by_role("button", name="Show earlier")
    while earlier.is_visible():  # another yellow flag since makes the list long
        earlier.click()
    expect(page.locator(".log")).to_contain_text("is number 1 and scores 3.")
    expect(page.locator(".log")).to_contain_text("Green flag; ")

    race_on(page)

    expect(page.locator(".finish")).to_be_visible()
    expect(page.locator(".result")).to_contain_text(" won the race")
    expect(page.locator(".pylon .flag.checkered")).to_be_visible()
    cars = page.get_by_role("list", name="Cars").get_by_role("listitem").all_inner_texts()
    # stage 3 + 2 + 1 + 1, race 10 + 8 + 7 + 6 + 5 + 4 + 3 + 2
    assert sum(int(re.findall(r"(\d+) points?$", car)[0]) for car in cars) == 7 + 45


def test_a_yellow_flag_is_answered_on_the_track(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=TWO_STAGES, until=YELLOW)
    stays = target(page, "start").first
    expect(stays).to_have_attribute("aria-label", re.compile("^stay out, "))

    stays.click()

    expect(page.locator(".log")).to_contain_text(
        re.compile(r"starts from the (in|out)side Groove on the front stretch\.")
    )


@pytest.mark.long
@pytest.mark.parametrize("size", [DESKTOP, PHONE, SIDEWAYS], ids=["desktop", "phone", "sideways"])
def test_at_every_decision_of_a_race_each_move_has_one_control(site: Site, open_page: OpenPage, size: dict[str, int]):
    others, options = (["bot"], {}) if size == SIDEWAYS else ([], ALONE)
    page = sit_down(site, open_page, "me", *others, options={**TWO_STAGES, **options}, size=size)

    assert decisions_counted(page) > 20


@pytest.mark.parametrize("seats", [1, 4])
def test_eight_cars_wait_for_the_players_to_choose_theirs(site: Site, open_page: OpenPage, seats: int):
    page = sit_down(site, open_page, "me", *["bot"] * (seats - 1), options={})

    expect(page.locator(".board [data-car]")).to_have_count(8)
    expect(page.get_by_role("img", name="The oval: stage 1, 0 of 40 laps, green flag.")).to_be_visible()
    page.locator(".board").get_by_role("button", name="purple 48").click()

    expect(page.locator(".log")).to_contain_text("Player 1 takes purple 48.")
    expect(page.get_by_role("list", name="Cars")).to_contain_text("purple 48: off the track, your car")
    badge = page.locator(".tower .mine .badge")
    expect(badge).to_have_text("48")
    expect(badge).to_have_css("background-color", "rgb(123, 63, 181)")


def test_the_own_hand_is_read_and_a_card_of_it_is_played(site: Site, open_page: OpenPage):
    made = site.table("victory_lane", "me", "bot", options={})
    page = come_to(site, open_page, made, until=QUALIFY)
    expect(hand(page).locator(".action-card")).to_have_count(5)
    expect(hand(page).locator(".watch").first).to_be_visible()
    drive_on(page, site, made, until=WHAT_NOW)
    card = hand(page).get_by_role("button").first
    words = re.match(r"play (.*?)(?: \(\d of them\))?: (.*)", card.get_attribute("aria-label") or "")
    assert words

    card.hover()
    expect(dice(page)).to_contain_text(words[2])
    card.click()

    expect(page.locator(".log")).to_contain_text(f"plays {words[1]}.")


def test_a_finger_lifts_a_card_to_read_it_and_then_plays_it(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={}, until=WHAT_NOW, size=PHONE)
    card = hand(page).locator("[data-move]").last
    text = (card.get_attribute("aria-label") or "").split(": ", 1)[1]

    card.evaluate(TAP)

    expect(dice(page)).to_contain_text(text)
    expect(dice(page)).to_contain_text("Tap again to play it.")
    expect(page.locator(".question")).to_contain_text("what does")

    card.evaluate(TAP)

    expect(page.locator(".question").filter(has_text="what does")).to_have_count(0)


def has_a_card_with_a_move(position: Message) -> bool:
    """A card may be played whose Move is printed on it."""
    return WHAT_NOW(position) and offered(r"^[A-Z].* \(\d\)$")(position)


def test_a_card_that_is_lifted_shows_its_path(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={}, until=has_a_card_with_a_move)
    card = hand(page).get_by_role("button", name=re.compile(r"play [^:]* \(\d\)")).first

    card.hover()

    expect(page.locator(".drawing svg .lit").first).to_be_attached()


def test_one_looks_around_and_goes_back(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={}, until=WHAT_NOW)
    oval = page.get_by_role("img", name=re.compile("The oval: "))
    whole = oval.get_attribute("viewBox") or ""
    middle = {"x": 700, "y": 400}
    page.mouse.move(**middle)

    page.mouse.wheel(0, -400)
    wait_until(page, lambda: width_seen(oval) < 0.7 * float(whole.split()[2]))
    close = oval.get_attribute("viewBox") or ""
    page.mouse.down()
    page.mouse.move(middle["x"] + 90, middle["y"] + 10, steps=4)
    page.mouse.up()
    expect(oval).not_to_have_attribute("viewBox", close)
    assert width_seen(oval) == pytest.approx(float(close.split()[2]))
    expect(page.locator(".question")).to_contain_text("what does")  # dragging the camera makes no move

    page.get_by_role("button", name="Back", exact=True).click()
    expect(oval).to_have_attribute("viewBox", whole)

    page.mouse.move(**middle)
    page.mouse.wheel(0, -400)
    expect(oval).not_to_have_attribute("viewBox", whole)
    page.keyboard.press("0")
    expect(oval).to_have_attribute("viewBox", whole)


def test_a_lit_space_is_driven_to(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=ALONE, until=offered(STEP))
    step = target(page, "step").first

    step.click()

    expect(page.locator(".log")).to_contain_text(re.compile(r"moves to the (Low Line|High Line|(in|out)side Groove) "))


def test_a_push_shows_its_risk_and_its_dice(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=ALONE, until=offered(", pushing "))
    push = target(page, "push").first
    expect(push).to_have_text(re.compile(r"^\d+%$"))
    expect(push).to_have_attribute("aria-label", re.compile(r"pushing .* % that somebody fails"))
    page.emulate_media(reduced_motion="no-preference")

    push.click()

    expect(page.locator(".pane .roll").nth(1)).to_be_attached()
    expect(page.locator(".log")).to_contain_text("in the risk test.")


# Watches every change of the page until the next question: how many dice of risk tests were seen at rest so far (a push
# may be followed by more tests), and how many the log has told of. Returns what was told too soon, and the number of
# dice.
DICE_TOLD = """() => {
  const log = () => [...document.querySelectorAll('.log li .text')];
  const told = () => log().filter((line) => /rolls a \\d in the risk test/.test(line.textContent)).length;
  const before = told();
  const found = { shown: 0, tooSoon: [] };
  const all = () => [...document.querySelectorAll('.pane .roll > .unseen')];
  const dice = () => all().map((die) => die.textContent.split(',')[0]);
  let last = dice();
  window.told = new Promise((done) => {
    const look = () => {
      found.shown += dice().filter((die, i) => /: \\d/.test(die) && last[i] !== die).length;
      last = dice();
      if (told() - before > found.shown) found.tooSoon.push([told() - before, last]);
      if (told() > before && document.querySelector('.moves[aria-busy=false] > .button')) done(found);
    };
    new MutationObserver(look).observe(document, {
      subtree: true, childList: true, characterData: true, attributes: true,
    });
  });
}"""


def test_a_die_is_seen_before_it_is_told(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=ALONE, until=offered(", pushing "), still=False)
    page.evaluate(DICE_TOLD)

    target(page, "push").first.click()

    found = page.evaluate("window.told")
    assert found["tooSoon"] == []
    assert found["shown"] >= 2


def test_a_maneuver_is_done_to_a_car_on_the_track(site: Site, open_page: OpenPage):
    options = {**ALONE, "race": "thunder_120"}
    page = sit_down(site, open_page, "me", options=options, until=offered(MANEUVER.pattern))
    found = page.locator(".drawing").get_by_role("button", name=MANEUVER)
    words = MANEUVER.match(found.first.get_attribute("aria-label") or "")
    assert words

    found.first.focus()
    page.keyboard.press("Enter")

    done = rf"(crosses over with|side drafts|trades paint with) {words[2]}|for Trading Paint"
    expect(page.locator(".log")).to_contain_text(re.compile(done))


def test_a_pit_stop_is_chosen_where_it_leads_back_to_the_track(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=ALONE, until=WHAT_NOW)
    expect(target(page, "pit")).to_have_count(3)
    expect(target(page, "pit").first).to_have_attribute("aria-label", re.compile("^Gas & Go pit stop, back"))

    target(page, "pit").first.click()

    expect(page.locator(".log")).to_contain_text("makes a Gas & Go stop")


def test_enter_takes_the_usual_choice(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options={}, until=QUALIFY)

    page.locator("body").press("Enter")

    expect(page.locator(".question")).not_to_contain_text("qualify with")


def test_a_car_drives_along_its_lane(site: Site, open_page: OpenPage):
    made = site.table("victory_lane", "me", options=ALONE)
    page = come_to(site, open_page, made, until=offered(STEP), still=False)

    assert is_seen_on_the_way(page, site, made, offered(STEP), target(page, "step").first.click)


def test_with_reduced_motion_a_car_is_simply_there(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=ALONE, until=offered(STEP))

    assert places_seen(page, target(page, "step").first.click) <= 2


def test_on_a_phone_the_camera_is_close_and_nothing_is_wider_than_the_screen(site: Site, open_page: OpenPage):
    made = site.table("victory_lane", "me", "bot", "bot", options={})
    page = come_to(site, open_page, made, until=QUALIFY, size=PHONE)
    oval = page.get_by_role("img", name=re.compile("The oval: "))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for wanted in (WHAT_NOW, DRIVE):
        drive_on(page, site, made, until=wanted)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    close = width_seen(oval)

    page.get_by_role("button", name="Whole track").click()

    expect(page.get_by_role("button", name="Close view")).to_be_visible()
    assert width_seen(oval) > 1.3 * close


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nobody_is_shut_out(site: Site, open_page: OpenPage, size: dict[str, int]):
    made = site.table("victory_lane", "me", "bot", options=TWO_STAGES)
    page = come_to(site, open_page, made, until=asked("which team"), size=size)
    assert complaints(page, ".board") == []
    for wanted in (QUALIFY, WHAT_NOW, DRIVE, YELLOW):
        drive_on(page, site, made, wanted)
        assert complaints(page, ".board") == []


def slowly(position: dict[str, Any]) -> int:
    """Pit with every own car, so that the NPDs drive away; otherwise the first choice."""
    moves = {choice["words"]: choice["move"] for choice in position["choices"]}
    return moves.get("4-Tire pit stop", position["choices"][0]["move"])


def first_car(page: Page) -> str:
    """The car listed first, e.g. Purple 48."""
    told = page.get_by_role("list", name="Cars").get_by_role("listitem").first.inner_text()
    return told.split(": ")[1].capitalize()


def race_that_the_field_wins(site: Site, page: Page, *seats: str, told: str) -> None:
    """Slow players nearly always lose to the field; a race that one of them wins by luck is run again."""
    for _ in range(20):
        made = site.table("victory_lane", *seats, options=TWO_STAGES)
        site.finish(made, slowly)
        take_seats(page, site, made)
        expect(page.locator(".result")).to_contain_text("won the race")
        if re.search(told, page.locator(".result").inner_text()):
            return
        page.goto(f"{site.address}/{STILL}")


def test_a_car_that_wins_is_told_from_the_best_of_the_players(site: Site, open_page: OpenPage):
    page = open_page(STILL)
    race_that_the_field_wins(site, page, "me", "me", told="best of the players")

    result = page.locator(".result")
    expect(result).to_contain_text(re.compile(rf"^{first_car(page)} won the race; .+ is best of the players\."))
    expect(result).to_contain_text(re.compile(r"You: .+ (1st|2nd) and .+ (2nd|1st) of the players\."))
    expect(page.locator(".tower")).to_contain_text("of 8 cars")
    page.goto(f"{site.address}/")
    expect(page.get_by_text("best of the players").first).to_be_visible()


def test_alone_the_result_is_the_place_in_the_field(site: Site, open_page: OpenPage):
    page = open_page(STILL)
    race_that_the_field_wins(site, page, "me", told="You: [2-8]")

    expect(page.locator(".result")).to_contain_text(
        re.compile(r"^[A-Z][a-z]+ \d+ won the race\.\s*You: [2-8](nd|rd|th) of 8 cars\.")
    )


def test_a_line_of_race_control_has_the_colour_of_its_car(site: Site, open_page: OpenPage):
    made = site.table("victory_lane", "me", "me", options=TWO_STAGES)
    site.finish(made, slowly)
    page = come_to(site, open_page, made)
    expect(page.locator(".log li").first).to_contain_text("The checkered flag")
    teams = components("teams")["team"]
    colours = {f"{team['color']} {team['number']}": team["hex"] for team in teams}

    lines: list[list[str]] = page.locator(".log li").evaluate_all(MARKS)

    about = [(name, mark) for text, mark in lines for name in colours if text.lower().startswith(f"{name} ")]
    assert about
    assert all(mark == rgb(colours[name]) for name, mark in about)
    assert {mark for text, mark in lines if text.startswith(("The ", "Stage ", "Round "))} == {""}


MARKS = """lines => lines.map((line) => {
  const dot = line.querySelector('.dot');
  const style = getComputedStyle(dot);
  return [line.querySelector('.text').textContent, style.visibility === 'hidden' ? '' : style.backgroundColor];
})"""


def rgb(colour: str) -> str:
    """A colour as a browser writes it."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgb({red}, {green}, {blue})"


def test_calendar_and_sheet_tell_cars_from_players(site: Site, open_page: OpenPage):
    seats = [{"kind": "me"}, {"kind": "me"}]
    body = {"game": "victory_lane", "name": "Cup", "seats": seats, "options": TWO_STAGES, "agreed": {"races": 2}}
    page = open_page(STILL)
    calendar = page.locator(".calendar li")
    for _ in range(20):  # until the field has won, as nearly always
        made = site.post("/api/series", body)
        site.finish(made, slowly)
        page.goto(f"{site.address}/#/series/{made['series']}")
        expect(calendar.first).to_contain_text("won")
        if "best of the players" in calendar.first.inner_text():
            break
        page.goto(f"{site.address}/{STILL}")
    expect(calendar.first).to_contain_text(re.compile(r"\(no driver\) won, .+ best of the players"))
    expect(calendar.nth(1)).to_contain_text("B-Con 80")  # after the custom race come the cards of the box
    sheet = page.get_by_role("region", name="Points by race")
    expect(sheet.get_by_text("(no driver)")).to_have_count(6)
    expect(sheet.locator("tbody tr .place").filter(has_text=re.compile("[12]"))).to_have_count(2)


def test_alone_a_series_has_four_races(open_page: OpenPage):
    page = open_page("#/season/victory_lane")
    races = page.get_by_label("Races")
    expect(races).to_have_value("3")

    for _ in range(3):
        page.get_by_role("button", name="− one seat").click()

    expect(races).to_have_value("4")
    expect(page.get_by_text("The Race card chosen below and those after it")).to_be_visible()
