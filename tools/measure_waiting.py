"""Prints what share of a race alone against bots is spent waiting, in every game, beside the goal.

    python tools/measure_waiting.py                     # all games
    python tools/measure_waiting.py GAME --decision 2

A default race against default bots with animation off is raced in a browser, as "Race now" makes it. A moment is spent
waiting if nothing of ours can be answered. What can be answered is answered at once, and each of these decisions is
counted as `--decision` seconds; dice that our hand throws are no decision. A game that a server races by a running
clock unless told is raced turn by turn: by the clock people act when they like.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402
from tests.browser.driving import OFFERS, THROW, hold  # noqa: E402
from tests.browser.measuring import BOTS, without_a_clock  # noqa: E402
from tests.browser.site import Message, Site, serving  # noqa: E402

from paddock.games import all_games  # noqa: E402
from paddock.server import Pace  # noqa: E402

GOAL = 0.10
RACE = """(offers) => new Promise((done) => {
  const told = { decisions: 0, waited: 0, longest: 0 };
  let since = performance.now();
  const wait = () => {
    const waited = (performance.now() - since) / 1000;
    told.waited += waited;
    told.longest = Math.max(told.longest, waited);
  };
  const look = () => {
    if (document.querySelector('.finish')) {
      wait();
      return done(told);
    }
    document.querySelector('.dock .throw')?.click();
    const offered = document.querySelectorAll(offers);
    if (offered.length > 1 || offered[0]?.closest('.numbers')) {
      wait();
      told.decisions += 1;
      (document.querySelector('.dock .usual') ?? offered[0]).click();
      since = performance.now();
    } else if (offered.length) {
      offered[0].click(); // one answer: the shell gives it itself, or dice are thrown
    }
    setTimeout(look);
  };
  look();
})"""


def table_of(site: Site, game: str) -> Message:
    """A table as "Race now" makes it."""
    turned = without_a_clock(game)
    seats = ["me", *["bot"] * BOTS]
    return site.table(game, *seats, options=turned) if turned else site.post("/api/quick", {"game": game})


def race(browser: Browser, site: Site, game: str) -> Any:
    """Seconds that were waited in a whole race, and the number of decisions."""
    page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page.set_default_timeout(600_000)
    made = table_of(site, game)
    page.goto(f"{site.address}/favicon.svg")
    hold(page, made)
    page.goto(f"{site.address}{made['link']}")
    page.wait_for_selector(f"{OFFERS}, {THROW}", state="attached")  # the first dice may lie in the cup
    found = page.evaluate(RACE, OFFERS)
    page.context.close()
    return found


def main() -> None:
    """Measure the games that were named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="ids of games; all by default")
    parser.add_argument("--decision", type=float, default=2.0, help="seconds that a decision is taken to last")
    chosen = parser.parse_args()
    found = subprocess.run([sys.executable, str(ROOT / "tools" / "ensure_browser.py")], capture_output=True, text=True)
    print(f"A decision is taken to last {chosen.decision:g} s. Goal: at most {GOAL:.0%} of a race is waiting.")
    print(f"{'':24}{'decisions':>10}{'waited':>10}{'longest':>10}{'share':>8}")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), pace=Pace()) as site,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=found.stdout.strip(), args=["--no-sandbox", "--disable-gpu"])
        for game in chosen.games or [game.id for game in all_games()]:
            told = race(browser, site, game)
            share = told["waited"] / (told["waited"] + told["decisions"] * chosen.decision)
            print(
                f"{game:24}{told['decisions']:>10}{told['waited']:>8.1f} s{told['longest']:>8.2f} s{share:>8.1%}"
                f"{'' if share <= GOAL else '  above the goal'}",
                flush=True,
            )
        browser.close()
    busy, cores = os.getloadavg()[0], os.cpu_count() or 1
    print(f"{busy:.0f} processes wanted the {cores} processors at the end; the more, the longer every wait.")


if __name__ == "__main__":
    main()
