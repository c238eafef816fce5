"""Races by the server's running clock, driven with real keys and taps: alone, and browser against browser."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import DESKTOP, PHONE, OpenPage
from .driving import LOG, come_to, complaints, hold_long_timers, path_of, wait_for_go, wait_until
from .site import Site

REAL = {"clock": "realtime", "track": "ladder"}
STOCK = {**REAL, "modifications": "none"}  # no draft
QUICK = {"place_per_roll": "chain"}  # fewer rolls
ONE_RACE = {**STOCK, **QUICK, "wins_to_win": 1}
RACE_S = 480  # seconds in which every race is over, also on a busy machine: the rules end one after 180
RATED = re.compile(r"^\d+\.\d{3} s: (master|pro|amateur|novice)$")

# What can be pressed: the die that fits best, else the roll; a third redline is left alone.
WHAT = """() => {
  if (document.querySelector('.finish')) return 'over';
  const lights = document.querySelectorAll('.cockpit.live .lamps .on').length < 2 ? ['free', 'redline'] : ['free'];
  for (const light of lights) {
    const die = document.querySelector(`.cockpit.live .die[data-light=${light}]:enabled`);
    if (die) return die.querySelector('kbd').textContent;
  }
  return document.querySelector('.cockpit.live .act.roll.go:enabled') ? 'roll' : '';
}"""

# Presses that key in the same moment: a real key might come when the race is over, and say that we are ready again.
PRESS_AT_ONCE = f"""() => {{
  if (document.querySelector('.cockpit.live.asking')) return;
  const what = ({WHAT})();
  const [code, key] = what === 'roll' ? ['Space', ' '] : [`Digit${{what}}`, what];
  if (what && what !== 'over') document.body.dispatchEvent(new KeyboardEvent('keydown', {{code, key, bubbles: true}}));
}}"""

# Goes on pressing without any time to react: at once, and whenever the page changes.
PRESS_AT_EVERY_CHANGE = f"""() => {{
  const press = {PRESS_AT_ONCE};
  press();
  window.pressing = new MutationObserver(press);
  window.pressing.observe(document, {{ subtree: true, childList: true, attributes: true }});
}}"""

# Records which lights were on. A busy machine may drop frames, but no DOM changes.
WATCH_LIGHTS = """() => {
  window.lit = [];
  const look = () => {
    const now = document.querySelector('.tree')?.dataset.lit;
    if (now && window.lit.at(-1) !== now) window.lit.push(now);
  };
  look();
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}"""

# Records what was seen of our dice: how many tumble, how many are on the strip.
WATCH_DICE = """() => {
  window.dice = [];
  const many = (found) => document.querySelectorAll(found).length;
  const look = () => {
    const now = `${many('.cockpit .flying')} ${many('.placed[data-lane="0"]')}`;
    if (window.dice.at(-1) !== now) window.dice.push(now);
  };
  look();
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}"""

# Race time less the machine's own clock, in milliseconds, from one frame.
CLOCK = """() => new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(() =>
  told(1000 * parseFloat(document.querySelector('[role=timer]').textContent) - Date.now()))))"""


# Whether the server has answered everything that was pressed.
ANSWERED = "() => !document.querySelector('.cockpit .flying, .placed.pending')"

# Answers the server's probes late, so that the server credits this line with a long delay.
ANSWER_LATE = """() => {
  window.late = 0;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (window.late === null || !text.includes('"probed"')) return send.call(this, text);
    window.late += 1;
    setTimeout(() => send.call(this, text), 400);
  };
}"""

# Whether the stopwatch is beyond one second.
A_SECOND_ON = "() => parseFloat(document.querySelector('[role=timer]').textContent) > 1"

# Presses Space as soon as the first light is on, and records whether the roll was locked for it.
TOO_EARLY = """() => {
  let pressed = false;
  new MutationObserver(() => {
    if (document.querySelector('.act.locked')) window.locked = true;
    if (pressed || !document.querySelector('.tree[data-lit="1"]')) return;
    pressed = true;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'Space', key: ' ', bubbles: true }));
  }).observe(document, { subtree: true, childList: true, attributes: true });
}"""

# Presses Space when the race is over and the next one waits, as somebody does who still wanted to roll.
PRESS_ONCE_MORE = """() => {
  window.pressedOnce = false;
  new MutationObserver(() => {
    if (window.pressedOnce || !document.querySelector('.cockpit.live') || !document.querySelector('.results')) return;
    if (!document.querySelector('.lines [role=status]')?.textContent.includes('Waiting for you')) return;
    window.pressedOnce = true;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'Space', key: ' ', bubbles: true }));
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}"""


def clock_of(page: Page) -> float:
    """Race time less the time of day: a late frame shows less, so the maximum of a few frames counts."""
    return max(page.evaluate(CLOCK) for _ in range(5))


def sit_down(site: Site, open_page: OpenPage, *seats: str, options: dict[str, Any], **more: Any) -> Page:
    """A table made beforehand; the browser holds the seats "me"."""
    page = come_to(site, open_page, site.table("project_nos", *seats, options=options), **more)
    expect(page.locator(".race, .room").first).to_be_visible()
    return page


def two_browsers(site: Site, open_page: OpenPage) -> list[Page]:
    page = sit_down(site, open_page, "me", "open", options=ONE_RACE)
    other = open_page(path_of(page))
    other.get_by_role("button", name=re.compile("Take this seat")).first.click()
    for one in (page, other):
        expect(one.locator(".cockpit.live")).to_be_visible()
        one.evaluate(WATCH_LIGHTS)
    return [page, other]


def press(page: Page) -> bool:
    """The next key, if there is one to press; False when the race is over."""
    what = page.evaluate(WHAT)
    if what and what != "over":
        page.keyboard.press("Space" if what == "roll" else what)
    return what != "over"


def tap(page: Page) -> bool:
    """The next tap of a finger, likewise."""
    what = page.evaluate(WHAT)
    if what and what != "over":
        target = ".act.roll" if what == "roll" else f".die:nth-of-type({what})"
        box = page.locator(f".cockpit.live {target}").bounding_box()
        if box:
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    return what != "over"


def seen_dice(page: Page) -> list[tuple[int, ...]]:
    """What WATCH_DICE recorded: pairs of dice that tumble and dice on the strip."""
    return [tuple(map(int, now.split())) for now in page.evaluate("window.dice")]


def tumbles(seen: list[tuple[int, ...]]) -> int:
    """How often dice were seen to begin to tumble."""
    return sum(1 for now, before in zip(seen[1:], seen, strict=False) if now[0] and not before[0])


def drive(pages: list[Page], how: Any = press) -> None:
    """Drive to the end of the race."""
    end = time.monotonic() + RACE_S
    while [page for page in pages if how(page)]:
        assert time.monotonic() < end, "the race does not end"
        pages[0].wait_for_timeout(20)


def test_a_solo_race_is_driven_with_keys_and_rated(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options={**REAL, **QUICK})
    for left in (3, 2, 1):
        expect(page.locator(".draft .title")).to_contain_text(f"pick {4 - left} of 3")
        page.locator(".acts[aria-busy=false] .usual").click()
    expect(page.locator(".cockpit.live")).to_be_visible()
    page.evaluate(WATCH_LIGHTS)

    page.keyboard.press("Space")
    wait_for_go(page)
    drive([page])

    assert page.evaluate("window.lit")[-3:] == ["1", "2", "3"]
    title = page.locator(".results .title")
    expect(title).to_have_text(re.compile(rf"{RATED.pattern}|^No finish, no rating\.$"))
    if RATED.match(title.inner_text()):
        expect(page.locator(".results .best")).to_have_text("A personal best.")
    rolls = page.locator(".drives .line i").count()
    assert rolls >= 3  # six dice, at most two of them in a roll

    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_selector(".scrub")
    page.keyboard.press("End")
    expect(page.locator(".drives .line i")).to_have_count(rolls)
    expect(page.locator(LOG)).to_contain_text("Red rolls dice")
    expect(page.locator(LOG)).not_to_contain_text("Drawn")  # plies of the clock are not logged


def test_two_browsers_race_each_other_by_the_same_clock(site: Site, open_page: OpenPage):
    pages = two_browsers(site, open_page)
    expect(pages[0].locator(".lines")).to_contain_text("Waiting for you and orange.")
    pages[0].get_by_role("button", name="Ready", exact=True).click()
    expect(pages[1].locator(".lines")).to_contain_text("Waiting for you.")
    pages[1].get_by_role("button", name="Ready", exact=True).click()
    for page in pages:
        wait_for_go(page)
        expect(page.locator(".lines")).to_contain_text("line: +")
        expect(page.get_by_role("timer")).not_to_have_text("0.00 s")

    wait_until(pages[0], lambda: abs(clock_of(pages[0]) - clock_of(pages[1])) < 100)
    drive(pages)

    for page in pages:
        assert page.evaluate("window.lit")[-3:] == ["1", "2", "3"]
        expect(page.locator(".results .title")).to_have_text(re.compile(r"^Race 1: "))
        expect(page.locator(".drives > li")).to_have_count(2)
    for what in (".results .title", ".drives"):
        assert pages[0].locator(what).inner_text() == pages[1].locator(what).inner_text()


def test_a_rivals_die_lands_on_both_screens(site: Site, open_page: OpenPage):
    pages = two_browsers(site, open_page)
    for page in pages:
        page.keyboard.press("Space")
    for page in pages:
        wait_for_go(page)
    cars = [page.locator('[data-car="0"]') for page in pages]

    end = time.monotonic() + RACE_S
    while cars[0].get_attribute("data-filled") == "0":
        assert time.monotonic() < end
        press(pages[0])
        pages[0].wait_for_timeout(20)

    expect(cars[1]).not_to_have_attribute("data-filled", "0")


def test_what_is_seen_at_once_is_never_taken_back(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=STOCK, still=False)
    hold_long_timers(page)
    expect(page.locator(".cockpit.live")).to_be_visible()
    page.keyboard.press("Space")
    wait_for_go(page)
    page.evaluate(WATCH_DICE)

    rolls = placed = 0
    while placed < 2:
        what = page.evaluate(WHAT)
        page.keyboard.press("Space" if what == "roll" else what or "0")
        rolls, placed = rolls + (what == "roll"), placed + (what not in ("roll", ""))
        page.wait_for_function(ANSWERED)

    seen = seen_dice(page)
    assert [on_strip for _, on_strip in seen] == sorted(on_strip for _, on_strip in seen)
    assert tumbles(seen) == rolls
    expect(page.locator('[data-car="0"]')).to_have_attribute("data-filled", "2")


def test_a_press_on_dice_that_lie_still_here_only_is_not_taken_back(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=STOCK, still=False)
    hold_long_timers(page)
    page.evaluate(ANSWER_LATE)
    expect(page.locator(".cockpit.live")).to_be_visible()
    page.wait_for_function("() => window.late >= 10")
    page.keyboard.press("Space")
    wait_for_go(page)
    page.evaluate("() => (window.late = null)")
    page.wait_for_function(A_SECOND_ON)  # PN-72: sooner, what is credited would put a press before GO
    page.evaluate(WATCH_DICE)
    page.evaluate(PRESS_AT_EVERY_CHANGE)

    expect(page.locator('[data-car="0"]')).not_to_have_attribute("data-filled", "0", timeout=1000 * RACE_S)
    page.evaluate("() => window.pressing.disconnect()")
    page.wait_for_function(ANSWERED)

    seen = seen_dice(page)
    assert [on_strip for _, on_strip in seen] == sorted(on_strip for _, on_strip in seen)
    expect(page.locator(".rolls")).to_have_text(re.compile(f"^{tumbles(seen)} rolls?$"))


def test_a_press_before_go_does_nothing_but_lock(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=STOCK)
    expect(page.locator(".cockpit.live")).to_be_visible()
    page.evaluate(TOO_EARLY)

    page.keyboard.press("Space")

    page.wait_for_function("() => window.locked")
    wait_for_go(page)
    expect(page.locator(".rolls")).to_have_text("0 rolls")
    expect(page.locator(".act.locked")).to_have_count(0)
    page.keyboard.press("Space")
    expect(page.locator(".rolls")).to_have_text("1 roll")


def test_a_nitrous_die_is_saved_and_released_by_key(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=REAL)
    for pick, name in enumerate(("Nitrous", "One more blue die", "One more blue die"), 1):
        expect(page.locator(".draft .title")).to_contain_text(f"pick {pick} of 3")
        page.locator(".draft").get_by_role("button", name=re.compile(f"^{name}")).click()
    expect(page.locator(".cockpit.live")).to_be_visible()
    for key in ("Shift+Digit4", "Shift+Digit5", "Space"):
        page.keyboard.press(key)
    wait_for_go(page)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Save")).to_be_enabled()

    page.keyboard.press("s")
    expect(page.locator(LOG)).to_contain_text("Red saves die 4")
    expect(page.locator(LOG)).to_contain_text("Red saves die 5")
    page.keyboard.press("x")

    expect(page.locator(LOG)).to_contain_text("Red releases die 4")
    expect(page.locator(LOG)).to_contain_text("Red releases die 5")


def test_a_page_that_is_loaded_again_goes_on_in_the_running_race(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=STOCK)
    expect(page.locator(".cockpit.live")).to_be_visible()
    page.keyboard.press("Space")
    wait_for_go(page)
    page.keyboard.press("Space")
    expect(page.locator(".rolls")).to_have_text("1 roll")
    before = clock_of(page)

    page.reload()
    expect(page.locator(".cockpit.live .act.roll.go")).to_be_enabled()

    wait_until(page, lambda: abs(clock_of(page) - before) < 100)
    expect(page.locator(".tree")).to_have_count(0)
    page.keyboard.press("Space")
    expect(page.locator(".rolls")).to_have_text("2 rolls")


@pytest.mark.long
def test_a_race_is_driven_with_a_thumb_on_a_phone(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", "bot", options=ONE_RACE, size=PHONE, has_touch=True)
    page.get_by_role("button", name="Ready", exact=True).tap()
    wait_for_go(page)

    drive([page], tap)

    expect(page.locator(".results .title")).to_have_text(re.compile(r"^Race 1: "))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize(("size", "light"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone in the dark"])
def test_nobody_is_shut_out_of_a_running_race(site: Site, open_page: OpenPage, size: dict[str, int], light: str):
    page = sit_down(site, open_page, "me", "bot", options=ONE_RACE, size=size, color_scheme=light)
    page.get_by_role("button", name="Ready", exact=True).click()
    wait_for_go(page)
    page.keyboard.press("Space")
    expect(page.locator(".rolls")).to_have_text("1 roll")

    assert complaints(page) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "between",
    [{"track": "ladder"}, {"trophy": "random"}, {"trophy": "winner_picks"}],
    ids=lambda one: str(*one.values()),
)
def test_the_next_race_waits_for_everybody_again(site: Site, open_page: OpenPage, between: dict[str, str]):
    options = {"clock": "realtime", "modifications": "none", **QUICK, **between}
    page = sit_down(site, open_page, "me", "bot", options=options)
    page.get_by_role("button", name="Ready", exact=True).click()
    wait_for_go(page)

    ready = page.get_by_role("button", name="Ready", exact=True)
    end = time.monotonic() + RACE_S
    while not ready.count():
        assert time.monotonic() < end, "the next race does not come"
        if page.locator(".takes .card").count():
            page.locator(".takes .card").first.click()
        page.evaluate(PRESS_AT_ONCE)
        page.wait_for_timeout(20)

    expect(page.get_by_role("timer")).to_have_text("0.00 s")
    expect(page.locator(".lines")).to_contain_text("Waiting for you.")
    expect(page.locator(LOG)).to_contain_text("Race 2: ready, set, go!")
    expect(page.locator(".results .title")).to_have_text(re.compile(r"^Race 1: "))
    expect(page.locator(".drives > li")).to_have_count(2)
    page.evaluate(WATCH_LIGHTS)
    ready.click()
    wait_for_go(page)
    assert page.evaluate("window.lit")[-3:] == ["1", "2", "3"]
    expect(page.locator(".results")).to_have_count(0)


@pytest.mark.long
def test_a_press_meant_for_the_race_that_is_over_does_not_start_the_next_one(site: Site, open_page: OpenPage):
    options = {"clock": "realtime", "modifications": "none", **QUICK, "track": "ladder"}
    page = sit_down(site, open_page, "me", "bot", options=options)
    page.get_by_role("button", name="Ready", exact=True).click()
    wait_for_go(page)
    page.evaluate(PRESS_ONCE_MORE)
    page.evaluate(PRESS_AT_EVERY_CHANGE)

    page.wait_for_function("() => window.pressedOnce", timeout=1000 * RACE_S)
    page.evaluate("() => window.pressing.disconnect()")

    ready = page.get_by_role("button", name="Ready", exact=True)
    expect(ready).to_be_enabled()
    expect(page.locator(".lines")).to_contain_text("Waiting for you.")
    page.keyboard.press("Space")
    wait_for_go(page)


def test_a_spectator_sees_the_race(site: Site, open_page: OpenPage):
    page = sit_down(site, open_page, "me", options=STOCK)
    other = open_page(path_of(page))
    expect(page.locator(".cockpit.live")).to_be_visible()
    page.keyboard.press("Space")
    wait_for_go(page)
    page.keyboard.press("Space")

    expect(other.locator(".cockpit.live .rolls")).to_have_text("1 roll")
    expect(other.locator(".act")).to_have_count(0)
    expect(other.get_by_role("timer")).not_to_have_text("0.00 s")
