"""What a browser does in a live race, over a connection that the test controls."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from paddock.games.project_nos.events import FINISHED_NOW, PHOTO_FINISH

from .conftest import DESKTOP, PHONE, STILL, OpenPage
from .disguise import Disguise, route_lines
from .driving import complaints, hold_long_timers, take_seats, wait_for_go, wait_until
from .site import Message, Site

STOCK = {"clock": "rounds", "modifications": "none", "track": "ladder"}

# Presses a key and returns what the next frame shows.
NEXT_FRAME = """([code, key, wanted]) => new Promise((seen) => {
  document.body.dispatchEvent(new KeyboardEvent('keydown', {code, key, bubbles: true}));
  requestAnimationFrame(() => seen(document.querySelectorAll(wanted).length));
})"""


# Records what the lights say and the stopwatch beside them, at every change of the page.
WATCH_THE_TREE = """() => {
  window.tree = [];
  const look = () => {
    const word = document.querySelector('.tree[data-lit] strong')?.textContent;
    if (word) window.tree.push([word, document.querySelector('[role=timer]').textContent.trim()]);
  };
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document, all);
}"""


def at_the_line(site: Site, open_page: OpenPage, to_go: float = 0.3, **more: Any) -> tuple[Page, Disguise]:
    """A solo car that waits for its driver to be ready."""
    page = open_page(STILL, routed=True, **more)
    line = Disguise(page, to_go)
    take_seats(page, site, site.table("project_nos", "me", options=STOCK))
    expect(page.locator(".cockpit.live")).to_be_visible()
    return page, line


def on_the_way(site: Site, open_page: OpenPage, **more: Any) -> tuple[Page, Disguise]:
    """A solo car after GO, its first dice on the table."""
    page, line = at_the_line(site, open_page, **more)
    hold_long_timers(page)
    page.get_by_role("button", name="Ready", exact=True).click()
    wait_for_go(page)
    page.keyboard.press("Space")
    expect(page.locator(".rolls")).to_have_text("1 roll")
    expect(page.get_by_role("button", name="roll dice 1, 2")).to_be_enabled()
    return page, line


def until_light(page: Page, *lights: str) -> str:
    """Roll until a die shows one of these lights; the key of that die."""
    for _ in range(120):
        for light in lights:
            die = page.locator(f'.die[data-light="{light}"]')
            if die.count():
                return die.first.locator("kbd").text_content() or ""
        rolls = page.locator(".rolls").inner_text()
        page.keyboard.press("Space")
        expect(page.locator(".rolls")).not_to_have_text(rolls)
        expect(page.locator(".die .flying")).to_have_count(0)
    raise AssertionError(f"the dice never showed {lights}")


def clock(page: Page) -> float:
    return float(page.get_by_role("timer").inner_text().split()[0])


def filled(page: Page) -> int:
    return int(page.locator('[data-car="0"]').get_attribute("data-filled") or 0)


def test_the_lights_follow_the_servers_clock_and_the_stopwatch_starts_at_go(site: Site, open_page: OpenPage):
    page, _ = at_the_line(site, open_page, to_go=3.0)
    expect(page.locator(".lines")).to_contain_text("not ready")
    assert clock(page) == 0
    page.evaluate(WATCH_THE_TREE)

    page.keyboard.press("Space")

    expect(page.locator('.tree[data-lit="3"]')).to_have_count(1)
    expect(page.locator(".tree")).to_have_count(0)
    seen = page.evaluate("window.tree")
    assert list(dict.fromkeys(word for word, _ in seen)) == ["Ready", "Set", "GO!"]
    assert {time for word, time in seen if word != "GO!"} == {"0.00 s"}
    assert clock(page) > 0.8
    expect(page.locator(".lines")).to_contain_text("line: +34 ms")


def test_a_measurement_of_the_line_is_answered_and_sets_the_clock(site: Site, open_page: OpenPage):
    page, line = on_the_way(site, open_page)
    before = clock(page)

    line.say({"type": "probe", "number": 7, "time": line.go + 100, "delay": 50})

    wait_until(page, lambda: {"type": "probed", "number": 7} in line.sent)
    wait_until(page, lambda: clock(page) > before + 60)  # the server said that it is 100 seconds after GO


def test_dice_tumble_in_the_frame_after_the_press(site: Site, open_page: OpenPage):
    page, line = on_the_way(site, open_page)
    line.judges = False

    flying = page.evaluate(NEXT_FRAME, ["Space", " ", ".die .flying"])

    assert flying == 2
    assert line.pressed[-1]["move"] == 3  # dice 1 and 2
    expect(page.get_by_role("button", name="roll dice 1, 2")).to_be_disabled()


def test_a_die_is_on_its_space_in_the_frame_after_the_press(site: Site, open_page: OpenPage):
    page, line = on_the_way(site, open_page)
    number = until_light(page, "free", "redline")
    line.judges = False

    assert page.evaluate(NEXT_FRAME, [f"Digit{number}", number, ".placed.pending"]) == 1
    assert filled(page) == 0  # the car waits for the server

    line.accept()
    expect(page.locator(".placed.pending")).to_have_count(0)
    expect(page.locator(".placed")).to_have_count(1)
    assert filled(page) == 1


def test_a_refused_die_slides_back_with_the_reason(site: Site, open_page: OpenPage):
    page, line = on_the_way(site, open_page)
    number = until_light(page, "free", "redline")
    line.judges = False
    page.keyboard.press(number)
    expect(page.locator(".placed.pending")).to_have_count(1)

    line.say(line.fate("refused", "A die two or more under does not fit.", "PN-30"))

    expect(page.locator(".cockpit .advice")).to_have_text("A die two or more under does not fit.")
    expect(page.locator(".placed")).to_have_count(0)
    expect(page.locator(".die.away")).to_have_count(0)


def test_what_follows_a_placement_at_once_is_sent_and_seen_too(site: Site, open_page: OpenPage):
    page, line = on_the_way(site, open_page)
    number = until_light(page, "free", "redline")
    line.judges = False
    page.keyboard.press(number)
    before = len(line.pressed)

    page.keyboard.press("Space")

    expect(page.locator(".die .flying")).to_have_count(2)
    other = 3 - int(number)  # the die that stays in the hand, and the third one in place of the one placed
    assert [press["move"] for press in line.pressed[before:]] == [1 << (other - 1) | 4]
    line.say(line.fate("kept"))
    expect(page.locator(".die .flying")).to_have_count(2)
    line.say(line.fate("dropped", "The race was over."))
    expect(page.locator(".die .flying")).to_have_count(0)
    expect(page.locator(".placed.pending")).to_have_count(1)


def test_a_press_before_go_locks(site: Site, open_page: OpenPage):
    page, line = at_the_line(site, open_page, to_go=6.0)  # time enough, also on a busy machine
    line.judges = False
    page.keyboard.press("Space")
    expect(page.locator(".tree")).to_be_visible()

    page.keyboard.press("Space")

    expect(page.locator(".act.locked")).to_have_text(re.compile("Too early"))
    expect(page.locator(".die .flying")).to_have_count(0)
    assert len(line.pressed) == 1  # the server is told
    expect(page.locator(".act.locked")).to_have_count(0)


def test_numbers_count_up_beyond_a_reload(site: Site, open_page: OpenPage):
    page, line = on_the_way(site, open_page)
    page.keyboard.press("Space")
    wait_until(page, lambda: len(line.pressed) == 2)
    page.reload()
    expect(page.locator(".cockpit.live .act.roll.go")).to_be_enabled()

    page.keyboard.press("Space")
    wait_until(page, lambda: len(line.pressed) == 3)

    numbers = [press["number"] for press in line.pressed]
    assert numbers == sorted(set(numbers))


def test_the_first_hand_is_chosen_before_go(site: Site, open_page: OpenPage):
    page, line = at_the_line(site, open_page)

    page.keyboard.press("Shift+Digit6")
    page.keyboard.press("Space")
    wait_for_go(page)
    page.keyboard.press("Space")

    expect(page.locator(".rolls")).to_have_text("1 roll")
    assert line.pressed[-1]["move"].bit_count() == 2


def with_shift(page: Page, number: str) -> None:
    page.keyboard.press(f"Shift+Digit{number}")


def held_down(page: Page, number: str) -> None:
    box = page.locator(f".die:nth-of-type({number})").bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    expect(page.locator(".finish")).to_be_visible()  # while the finger is still down
    page.mouse.up()


@pytest.mark.parametrize("firmly", [with_shift, held_down])
def test_blowing_the_engine_has_to_be_meant(site: Site, open_page: OpenPage, firmly: Callable[[Page, str], None]):
    page, line = on_the_way(site, open_page)
    for taken in range(2):
        page.keyboard.press(until_light(page, "redline"))
        expect(page.get_by_role("img", name=f"{taken + 1} of 2 redlines", exact=True)).to_be_visible()
    number = until_light(page, "explode")
    before = len(line.pressed)

    page.keyboard.press(number)
    expect(page.locator(".cockpit .advice")).to_contain_text("blows the engine")
    page.locator(f".die:nth-of-type({number})").click()
    assert len(line.pressed) == before
    firmly(page, number)

    expect(page.locator(".finish")).to_be_visible()
    assert len(line.pressed) == before + 1


def test_keys_of_the_race_open_nothing(site: Site, open_page: OpenPage):
    page, _ = on_the_way(site, open_page)

    for key in "sxdru":
        page.keyboard.press(key)
    page.wait_for_timeout(200)

    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def test_one_browser_drives_one_car(site: Site, open_page: OpenPage):
    page = open_page(STILL, routed=True)
    Disguise(page)
    take_seats(page, site, site.table("project_nos", "me", "me", options=STOCK))

    expect(page.locator(".lines")).to_contain_text("one browser drives one car: orange needs another")
    expect(page.locator(".cockpit")).to_have_attribute("data-seat", "0")


def test_a_game_without_a_board_is_raced_with_the_list_of_moves(site: Site, open_page: OpenPage):
    page = open_page(STILL, routed=True)
    line = Disguise(page)
    take_seats(page, site, site.table("_template", "me", "bot"))
    page.locator(".lines").get_by_role("button", name="Ready", exact=True).click()

    page.locator(".acts .act").first.click()

    expect(page.locator(".lines")).to_contain_text("line: +34 ms")
    assert [press["seat"] for press in line.pressed] == [0]


def test_on_a_phone_everything_is_under_the_thumb(site: Site, open_page: OpenPage):
    page, _ = on_the_way(site, open_page, size=PHONE, has_touch=True)

    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for target in page.locator(".cockpit .die, .cockpit .act").all():
        box = target.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert box["y"] >= PHONE["height"] / 2
        assert box["y"] + box["height"] <= PHONE["height"]
        assert min(box["width"], box["height"]) >= 60


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nobody_is_shut_out(site: Site, open_page: OpenPage, size: dict[str, int]):
    page, line = at_the_line(site, open_page, size=size)
    assert complaints(page) == []
    page.get_by_role("button", name="Ready", exact=True).click()
    wait_for_go(page)
    until_light(page, "redline")
    line.judges = False

    assert complaints(page) == []


def close_finish(message: Message) -> Message:
    """The rival's last die was on its way, 30 ms behind, when the race was over: as the rules tell it."""
    if message["type"] == "welcome":
        message["scene"]["clock"] = "realtime"
    for ply in message.get("plies", []):
        for won in [one for one in ply["happenings"] if one["kind"] == FINISHED_NOW]:
            ply["happenings"].append({**won, "kind": PHOTO_FINISH, "b": 1 - won["a"], "c": 30})
    return message


def close_line(line: WebSocketRoute) -> None:
    def hear(text: str | bytes) -> None:
        line.send(json.dumps([close_finish(message) for message in json.loads(text)]))

    line.connect_to_server().on_message(hear)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_thirty_milliseconds_are_a_photo_finish(site: Site, open_page: OpenPage, size: dict[str, int]):
    page = open_page(STILL, routed=True, size=size)
    route_lines(page, close_line)

    table = site.finished("project_nos", {**STOCK, "clock": "simulated", "wins_to_win": 1, "third_redline": "forbid"})
    page.goto(f"{site.address}/#/table/{table}")

    expect(page.locator(".photo figcaption b")).to_have_text("Photo finish: 30 ms")
    expect(page.locator(".photo figcaption span")).to_have_text(
        [re.compile(r"^\w+ \d+\.\d{3} s$"), re.compile(r"^\w+ would have been \d+\.\d{3} s$")]
    )
    box = page.locator(".photo").bounding_box()
    assert box
    assert box["x"] + box["width"] <= size["width"]
