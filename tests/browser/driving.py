"""What a person does at a table, as functions on a browser page."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from .site import Choosing, Message, Site, Wanted, usual

OpenPage = Callable[..., Page]

# A decision can be answered: the list of all moves, which is closed by default.
OFFERS = ".moves[aria-busy=false] > .button, .moves[aria-busy=false] .go"
LOG = ".side .log"  # race control, on a wide screen
THROW = ".dock .throw"  # our dice lie in the cup
USUAL = ".dock .usual, .all .moves[aria-busy=false] > .button"  # where nothing is usual, the first move
READY = f"{OFFERS}, .finish, .cover button"


# Collects where cars are drawn, frame by frame, until one was seen at three places or time is up.
WATCH = """(lasts) => {
  window.watched = (async () => {
    const seen = {};
    const sizes = () => Object.values(seen).map((places) => places.size);
    const end = performance.now() + lasts;
    while (performance.now() < end && Math.max(0, ...sizes()) < 3) {
      for (const car of document.querySelectorAll('.board [data-car], .board [data-seat]'))
        (seen[car.dataset.car ?? car.dataset.seat] ??= new Set()).add(car.getAttribute('transform'));
      await new Promise(requestAnimationFrame);
    }
    return Math.max(0, ...sizes());
  })();
}"""

# Takes the usual choice again and again, until some text is seen or the race is over.
RACE = """([usual, where, what]) => new Promise((done) => {
  const clicks = setInterval(() => {
    document.querySelector('.dock .throw')?.click();
    const isBusy = document.querySelector('.moves[aria-busy=true]');
    const isThere = !isBusy && where && document.querySelector(where)?.textContent.match(what);
    if (!isThere && !document.querySelector('.finish')) return document.querySelector(usual)?.click();
    clearInterval(clicks);
    done();
  }, 10);
})"""

# Presses what is usual until our dice lie in the cup, at most to the flag.
TO_THE_CUP = """(usual) => new Promise((done) => {
  const clicks = setInterval(() => {
    if (!document.querySelector('.dock .throw, .finish')) return document.querySelector(usual)?.click();
    clearInterval(clicks);
    done();
  }, 10);
})"""

# The visible controls for each legal move on the board and in the dock, without the list of all moves and without the
# usual answer that is given elsewhere too. Controls in a row that can be swiped count as well. The layout has to settle
# first: even without motion that takes a frame.
CONTROLS = """async () => {
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  const moving = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.allSettled(moving.map((one) => one.finished));
  const movesOf = ({ dataset }) => (dataset.moves ?? dataset.move).split(' ').filter((move) => move);
  const isPart = (control) => control.parentElement.closest('[data-moves]') !== null;
  const isSeen = (control) => {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.disabled) return false;
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { left, top, width, height } = control.getBoundingClientRect();
    return control.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  const all = [...document.querySelectorAll('main.race [data-move], main.race [data-moves]')];
  const controls = all.filter((control) => !isPart(control));
  const listed = controls.filter((control) => control.closest('.all')).flatMap(movesOf);
  const found = Object.fromEntries(listed.map((move) => [move, 0]));
  for (const control of controls.filter((one) => !one.closest('.all, .elsewhere') && isSeen(one)))
    for (const move of movesOf(control)) found[move] = (found[move] ?? 0) + 1;
  return found;
}"""

# Races to the flag, each time with another move; reports every decision where a move has no control or several.
COUNTING = """async ([controls, offers]) => {
  const wrong = [];
  for (let decisions = 0; ; ) {
    await new Promise(requestAnimationFrame);
    if (document.querySelector('.finish')) return { decisions, wrong };
    const offered = document.querySelectorAll(offers);
    if (!offered.length) {
      document.querySelector('.cover button, .dock .throw')?.click();
      continue;
    }
    if (offered.length === 1 && !offered[0].closest('.numbers')) {
      offered[0].click(); // a question with one answer answers itself; dice are thrown
      continue;
    }
    const found = await controls();
    if (Object.values(found).some((count) => count !== 1)) {
      const words = [...offered].map((one) => `${one.dataset.move} ${one.textContent.trim()}`);
      wrong.push([document.querySelector('.question')?.textContent, found, words]);
    }
    offered[(decisions++ * 7) % offered.length].click();
  }
}"""


HOLD_LONG_TIMERS = """() => {
  const timeout = window.setTimeout;
  window.setTimeout = (done, ms, ...more) => ms > 2000 ? 0 : timeout(done, ms, ...more);
}"""


def hold_long_timers(page: Page) -> None:
    """Notes stay, and no press is given up after some seconds without an answer: however slow the machine is."""
    page.evaluate(HOLD_LONG_TIMERS)


def hold(page: Page, made: Message) -> None:
    """Store the keys of a table's seats in the browser."""
    held = json.dumps([{"table": made["table"], "keys": made["keys"], "at": 0}])
    page.evaluate("held => localStorage.setItem('paddock.held', held)", held)


def take_seats(page: Page, site: Site, made: Message) -> None:
    """Open a table with the keys of its seats, from a page of the site without scripts."""
    hold(page, made)
    page.goto(f"{site.address}{made['link']}")


def come_to(
    site: Site, open_page: OpenPage, made: Message, until: Wanted | None = None, choose: Choosing = usual, **more: Any
) -> Page:
    """Open a table with the keys of its seats, raced to a position first if one is given."""
    if until:
        site.drive(made, until, choose)
    page = open_page(made["link"].lstrip("/"), keys_of=made, **more)
    if until:
        uncover(page)
        page.wait_for_selector(OFFERS)
    return page


def uncover(page: Page) -> None:
    """Confirm who is at the screen, if the page asks."""
    page.wait_for_selector(READY)
    cover = page.locator(".cover button")
    if cover.count():
        cover.first.click()


def race_on(page: Page, usual: str = USUAL, until: tuple[str, str] = ("", "")) -> None:
    """Click the usual choice until a text appears, else to the flag."""
    page.evaluate(RACE, [usual, *until])


def comes_to_the_cup(page: Page) -> bool:
    """Click the usual choice until our dice lie in the cup; False if the race is over before that."""
    page.evaluate(TO_THE_CUP, USUAL)
    return page.locator(THROW).count() > 0


def race_together(pages: list[Page], usual: str) -> None:
    """Each page clicks the usual choice by itself, all to the flag."""
    for page in pages:
        page.evaluate(f"usual => {{ window.raced = ({RACE})([usual, '', '']) }}", usual)
    for page in pages:
        page.evaluate("window.raced")


def drive_on(page: Page, site: Site, made: Message, until: Wanted) -> None:
    """Leave a table, and come back after it was raced to a later position."""
    page.goto(f"{site.address}/#/nowhere")
    expect(page.locator(".race")).to_have_count(0)
    site.drive(made, until)
    page.goto(f"{site.address}{made['link']}")
    uncover(page)
    page.wait_for_selector(OFFERS)


def controls_of(page: Page) -> dict[int, int]:
    """How many visible controls make each legal move of the decision that is shown; one is right.

    A control is a `data-move`, or a `data-moves` with all moves that further taps on it lead to.
    """
    found: dict[str, int] = page.evaluate(CONTROLS)
    return {int(move): count for move, count in found.items()}


def doubles(page: Page) -> dict[int, int]:
    """Legal moves that no visible control makes, or several."""
    return {move: count for move, count in controls_of(page).items() if count != 1}


def decisions_counted(page: Page) -> int:
    """Race to the flag: at every decision each legal move has one visible control. Returns how many there were."""
    page.wait_for_selector(READY, state="attached")
    found = page.evaluate(f"(offers) => ({COUNTING})([{CONTROLS}, offers])", OFFERS)
    assert not found["wrong"], found["wrong"][:3]
    return found["decisions"]


def places_seen(page: Page, act: Callable[[], None], ms: int = 1000) -> int:
    """At how many places a car is drawn after an act, at most; three are enough: it was seen on its way."""
    page.evaluate(WATCH, ms)
    act()
    return page.evaluate("window.watched")


def is_seen_on_the_way(page: Page, site: Site, made: Message, until: Wanted, act: Callable[[], None]) -> bool:
    """Whether a car that drives is drawn on its way. A busy machine may draw too few frames; then it drives again."""
    for _ in range(8):
        if places_seen(page, act, ms=5000) > 2:
            return True
        drive_on(page, site, made, until)
    return False


def width_seen(board: Locator) -> float:
    """The width of the camera's view, in units of the board."""
    return float((board.get_attribute("viewBox") or "0 0 0 0").split()[2])


def complaints(page: Page, within: str | None = None) -> list[str]:
    """What axe finds; its script is loaded into a page once."""
    is_here = page.evaluate("() => 'axe' in window")
    axe: Any = Axe("0") if is_here else Axe()  # its package has no types
    found: list[Message] = axe.run(page, context=within).response["violations"]
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:300]}" for one in found for node in one["nodes"]
    ]


def wait_until(page: Page, holds: Callable[[], bool], seconds: float = 20.0, what: str = "the condition") -> None:
    """Poll until a condition holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"{what} did not hold in time"
        page.wait_for_timeout(50)


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, and wait until the page has taken both sides of it: they may come one by one."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def wait_for_go(page: Page) -> None:
    """Wait until race time has run a little: a busy page's clock may be some hundredths of a second ahead."""
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"[1-9]\d*\.|0\.[2-9]"))


def race_now(page: Page, game: str = "nestorgames GP") -> None:
    """Race as somebody who knows the game: a first race offers its lesson before."""
    page.get_by_role("button", name=f"Race now: {game}").click()
    page.get_by_role("button", name=f"Skip: race {game} now").or_(page.locator(".race")).first.wait_for()
    if page.get_by_role("button", name=f"Skip: race {game} now").is_visible():
        page.get_by_role("button", name=f"Skip: race {game} now").click()
    expect(page.locator(".race")).to_be_visible()


def ply_shown(page: Page) -> int:
    """Lines of race control, which grow with every move."""
    return page.locator(f"{LOG} li").count()


def wait_for_more(page: Page, before: int) -> None:
    """Wait until race control has more lines."""
    page.wait_for_function(f"many => document.querySelectorAll('{LOG} li').length > many", arg=before)


def open_list(page: Page) -> None:
    """Open the list of all moves, if it is closed."""
    tool = page.get_by_role("button", name="All moves")
    if tool.get_attribute("aria-expanded") == "false":
        tool.click()
    expect(tool).to_have_attribute("aria-expanded", "true")


def choose(page: Page, words: str) -> None:
    """Make the move with this name from the list of all moves."""
    page.wait_for_selector(OFFERS)
    open_list(page)
    page.locator(OFFERS).filter(has_text=re.compile(words, re.IGNORECASE)).first.click()


def press(page: Page, move: str) -> None:
    """Make a move in the dock or the tray if its control is there, else in the list of all moves."""
    at_home = page.locator(f".acts [data-move='{move}'], .tray button[data-move='{move}']")
    if at_home.count() and page.locator(".all.closed").count():
        return at_home.first.click()
    open_list(page)
    page.locator(f".moves [data-move='{move}']").click()


def wait_for_turn(page: Page) -> None:
    """Wait until a decision is ours or the race is over; dice in our cup are thrown."""
    while page.wait_for_selector(f"{THROW}, {READY}") and page.locator(THROW).count():
        page.locator(THROW).click()


def wait_for_offers(page: Page) -> None:
    """Wait until there is something to choose; dice that land in our cup meanwhile are thrown."""

    def is_asked() -> bool:
        page.evaluate("throwing => document.querySelector(throwing)?.click()", THROW)
        return page.locator(OFFERS).count() > 0

    wait_until(page, is_asked)


def take_a_move(page: Page, which: int = 0) -> bool:
    """Make an offered move, or take the device over; False when the race is over."""
    wait_for_turn(page)
    if page.locator(".finish").count():
        return False
    cover = page.locator(".cover button")
    if cover.count():
        cover.first.click()
        return True
    offers = page.locator(OFFERS)
    press(page, offers.nth(min(which, offers.count() - 1)).get_attribute("data-move") or "")
    return True


def let_it_race(page: Page) -> None:
    """Let the page click offered moves by itself from now on: the second move twice, then the first."""
    page.evaluate(
        """(offers) => {
          let turn = 0;
          const clicks = setInterval(() => {
            if (document.querySelector(".finish")) clearInterval(clicks);
            document.querySelector(".dock .throw")?.click();
            const offered = document.querySelectorAll(offers);
            if (offered.length) offered[turn++ % 3 ? Math.min(1, offered.length - 1) : 0].click();
          }, 10);
        }""",
        OFFERS,
    )


def path_of(page: Page) -> str:
    """The path of a page on the site, for other pages to open."""
    return f"#{page.url.partition('#')[2]}"


def table_of(page: Page) -> str:
    found = re.search(r"#/table/([\w-]+)", page.url)
    assert found, page.url
    return found[1]
