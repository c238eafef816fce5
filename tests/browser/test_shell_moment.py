"""One moment: log, question, tower and result wait for the animation, and skipping brings all to the latest."""

import re
from typing import Any

import pytest

from .conftest import OpenPage
from .driving import LOG, come_to, let_it_race
from .site import SHORT, Message, Site, asked

# Collects what each animation frame shows (dice on the table, cars) and tells (question, status, tower, log, result).
COLLECT = """(log) => {
  window.moments = [];
  let lines = document.querySelectorAll(`${log} li`).length;
  const text = (where) => document.querySelector(where)?.textContent.trim() ?? '';
  const look = () => {
    const all = [...document.querySelectorAll(`${log} li .text`)].map((one) => one.textContent.trim());
    window.moments.push({
      fresh: all.slice(0, all.length - lines).reverse(),
      sum: text('.roll .sum'),
      tumbles: document.querySelectorAll('.thrown .tumbling').length,
      cars: [...document.querySelectorAll('.board [data-seat]')]
        .sort((one, other) => one.dataset.seat - other.dataset.seat).map((car) => car.getAttribute('transform')),
      asked: text('.asked .question'),
      status: text('main > p[role=status]'),
      tower: [...document.querySelectorAll('.tower .fact')].map((fact) => fact.textContent).join(' '),
      over: document.querySelector('.finish, .podium') !== null,
    });
    lines = all.length;
    requestAnimationFrame(look);
  };
  look();
}"""

ROLLED = re.compile(r"rolls \d; (\d+) so far")
MOVED = re.compile(r"^(.+) moves \d+ to step")
ASKED = re.compile(r"(?:Qualifying with )?(\d+): roll again")
DRIVERS = ["Ada", "Bob"]


def on_the_way(position: Message) -> bool:
    """A car is in the first half of the lap; every race has such a position, since no turn is longer than 21 steps."""
    return any(10 <= car["step"] <= 35 for car in position["view"]["cars"])


def raced(site: Site, open_page: OpenPage) -> list[Message]:
    """Every animation frame of a race, from the middle of its lap to the flag."""
    seats = [{"kind": "me", "name": DRIVERS[0]}, {"kind": "bot", "name": DRIVERS[1]}]
    wish = {"game": "nestorgames_gp", "seats": seats, "options": {**SHORT, "board": "oval"}}
    made = site.post("/api/tables", wish)
    page = come_to(site, open_page, made, until=on_the_way, still=False)
    page.evaluate(COLLECT, LOG)
    let_it_race(page)
    page.wait_for_selector(".finish", timeout=240_000)  # a busy machine shows every frame late
    page.wait_for_function("() => window.moments.at(-1).over")
    moments: list[Message] = page.evaluate("window.moments")
    return moments


def test_nothing_is_told_before_it_has_been_shown(site: Site, open_page: OpenPage):
    moments = raced(site, open_page)

    sums = sums_shown(moments)
    assert any(one["tumbles"] for one in moments), "dice were seen in the air"
    told = [(n, line) for n, one in enumerate(moments) for line in one["fresh"]]
    dice = [(sums[n], found[1]) for n, line in told if (found := ROLLED.search(line))]
    assert dice
    assert [one for one in dice if one[0] != one[1]] == [], "the log tells a die that was not on the table"
    questions = [(sums[n], found[1]) for n in changes(moments, "asked") if (found := ASKED.match(moments[n]["asked"]))]
    assert questions
    assert [one for one in questions if one[0] != one[1]] == [], "a question tells a die that was not on the table"
    assert not [one for one in moments if one["tumbles"] and (one["asked"] or "Your turn" in one["status"])]
    moves = [(n, line, found[1]) for n, line in told if (found := MOVED.match(line))]
    assert moves
    assert [line for n, line, name in moves if drives(moments, n, name)] == []


@pytest.mark.long
def test_tower_and_result_come_with_the_log(site: Site, open_page: OpenPage):
    moments = raced(site, open_page)

    tower = [n for n in changes(moments, "tower") if n]
    assert tower
    assert [moments[n]["tower"] for n in tower if not moments[n]["fresh"]] == []
    flag = next(n for n, one in enumerate(moments) if one["over"])
    assert moments[flag - 1]["cars"] == moments[flag - 2]["cars"], "the race is over while a car still drives"


def sums_shown(moments: list[Message]) -> list[str]:
    """By frame: the sum of the last dice on the table."""
    sums: list[str] = []
    for one in moments:
        sums.append(one["sum"] or (sums[-1] if sums else ""))
    return sums


def changes(moments: list[Message], what: str) -> list[int]:
    """The frames in which a value differs from the frame before."""
    values: list[Any] = [one[what] for one in moments]
    return [n for n, value in enumerate(values) if n == 0 or value != values[n - 1]]


def drives(moments: list[Message], n: int, name: str) -> bool:
    """Whether a car is still on its way in a frame."""
    if n + 1 >= len(moments):
        return False
    seat = DRIVERS.index(name)
    return moments[n]["cars"][seat] != moments[n + 1]["cars"][seat]


# Skips as soon as it is our turn while an animation still runs, and returns what the page shows two frames later.
SKIP = """(how) => new Promise((told) => {
  const frames = (many, then) => many ? requestAnimationFrame(() => frames(many - 1, then)) : then();
  const isBehind = () => [...document.querySelectorAll('.dock .tool')].some((one) => one.textContent.includes('Skip'));
  const act = {
    key: () => document.body.dispatchEvent(new KeyboardEvent('keydown', {key: ' ', bubbles: true, cancelable: true})),
    tap: () => document.querySelector('.drawing svg').dispatchEvent(new MouseEvent('click', {bubbles: true})),
  }[how];
  const look = () => {
    if (!document.title.startsWith('●') || !isBehind()) return requestAnimationFrame(look);
    const asked = document.querySelector('.acts') !== null;
    act();
    frames(2, () => told({before: asked, behind: isBehind(), after: document.querySelector('.acts') !== null}));
  };
  look();
})"""


@pytest.mark.parametrize("how", ["key", "tap"])
def test_skipping_brings_everything_to_now(site: Site, open_page: OpenPage, how: str):
    made = site.table("nestorgames_gp", "me", "bot", "bot", "bot", options={"board": "oval"})
    page = come_to(site, open_page, made, until=asked(r"^(?!Qualifying).*roll again\?"), still=False)

    page.get_by_role("button", name="Stop").first.click()

    assert page.evaluate(SKIP, how) == {"before": False, "behind": False, "after": True}
