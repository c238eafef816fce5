"""Sounds are made in the browser: only where they are wanted, only after a gesture, and with what is shown."""

from playwright.sync_api import Page, expect

from .conftest import OpenPage
from .driving import come_to, uncover, wait_until
from .site import SHORT, Site, asked

ROLL_AGAIN = asked(r"^(?!Qualifying).*roll again\?")
CUP = ".board .roll [data-move]"
DICE = 0.42  # seconds, as in speaker.ts: every kind of sound has another length

# Counts real AudioContexts and the sources they start, each by its length in seconds.
LISTEN = """() => {
  window.listened = { contexts: 0, sounds: [] };
  const Real = window.AudioContext;
  window.AudioContext = class extends Real {
    constructor() {
      super();
      window.listened.contexts += 1;
    }
  };
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function () {
    window.listened.sounds.push(Math.round(this.buffer.duration * 100) / 100);
    start.call(this);
  };
}"""


def contexts(page: Page) -> int:
    return page.evaluate("window.listened.contexts")


def dice_heard(page: Page) -> int:
    sounds: list[float] = page.evaluate("window.listened.sounds")
    return sounds.count(DICE)


def roll(page: Page) -> None:
    """Throw one more die by hand, and wait until it has been shown: the question counts it."""
    before = page.locator(".dock").inner_text()
    page.locator(CUP).click()
    page.wait_for_function("before => document.querySelector('.dock').innerText !== before", arg=before)


def test_a_die_that_is_shown_is_heard_once_and_only_after_sound_is_switched_on(site: Site, open_page: OpenPage):
    # two drivers at one screen: no die is thrown that is not thrown here
    made = site.table("nestorgames_gp", "me", "me", options={"board": "oval"})
    page = come_to(site, open_page, made, until=ROLL_AGAIN)
    page.evaluate("localStorage.setItem('paddock.settings', JSON.stringify({ sound: false }))")
    page.reload()
    page.evaluate(LISTEN)
    uncover(page)
    page.wait_for_selector(CUP)
    page.keyboard.press("Shift")
    assert contexts(page) == 0

    page.keyboard.press("m")
    wait_until(page, lambda: contexts(page) == 1)
    assert page.evaluate("JSON.parse(localStorage.getItem('paddock.settings')).sound") is True
    roll(page)
    wait_until(page, lambda: dice_heard(page) > 0)
    assert (contexts(page), dice_heard(page)) == (1, 1)


def test_sound_is_on_from_the_first_gesture_at_a_table_until_it_is_muted(site: Site, open_page: OpenPage):
    made = site.table("nestorgames_gp", "me", "bot", options={"board": "oval"})
    page = come_to(site, open_page, made, until=ROLL_AGAIN)
    page.evaluate(LISTEN)
    page.evaluate("document.querySelector('.dock').click()")  # a script's click is no gesture
    assert contexts(page) == 0

    page.keyboard.press("Shift")
    wait_until(page, lambda: contexts(page) == 1)
    page.keyboard.press("m")
    roll(page)
    assert (contexts(page), dice_heard(page)) == (1, 0)


def test_a_replay_is_heard_too(site: Site, open_page: OpenPage):
    page = open_page(f"#/replay/{site.finished('nestorgames_gp', SHORT)}")
    page.evaluate(LISTEN)
    expect(page.locator("p.now")).to_contain_text("Ply 0 of")
    page.keyboard.press("Shift")
    wait_until(page, lambda: contexts(page) == 1)

    def has_heard_dice_of_the_next_ply() -> bool:
        page.keyboard.press("ArrowRight")
        return dice_heard(page) > 0

    wait_until(page, has_heard_dice_of_the_next_ply)
