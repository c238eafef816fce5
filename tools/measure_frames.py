"""Print frames a second and the longest frame while each game races with animation on, beside the goal of 60.

    python tools/measure_frames.py                    # every game
    python tools/measure_frames.py GAME --seconds 20

A page races by itself against bots, and the times at which the browser draws frames are collected. Only a machine that
does nothing else gives figures that mean something: the load average is printed beside them.
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

from playwright.sync_api import Browser, ViewportSize, sync_playwright  # noqa: E402
from tests.browser.driving import hold  # noqa: E402
from tests.browser.measuring import BOTS, without_a_clock  # noqa: E402
from tests.browser.site import Site, serving  # noqa: E402

from paddock.games import all_games  # noqa: E402

GOAL = 60  # frames a second
SIZE: ViewportSize = {"width": 1440, "height": 900}
# Takes the usual move whenever one is offered, and collects the time of each frame.
RACE = """(seconds) => new Promise((done) => {
  const times = [];
  const end = performance.now() + seconds * 1000;
  const tick = (now) => {
    times.push(now);
    document.querySelector('.dock .throw, .dock .usual, .moves[aria-busy=false] > .button')?.click();
    if (now < end && !document.querySelector('.finish')) return requestAnimationFrame(tick);
    const lasts = times.slice(1).map((time, i) => time - times[i]);
    done({ frames: lasts.length, seconds: (times.at(-1) - times[0]) / 1000, longest: Math.max(...lasts) });
  };
  requestAnimationFrame(tick);
})"""


def frames_of(browser: Browser, site: Site, game: str, seconds: float) -> Any:
    """Race for a while; how many frames were drawn, in which time, and the longest in milliseconds."""
    made = site.table(game, "me", *["bot"] * BOTS, options=without_a_clock(game))
    page = browser.new_page(viewport=SIZE, reduced_motion="no-preference")
    page.goto(f"{site.address}/favicon.svg")
    hold(page, made)
    page.goto(f"{site.address}{made['link']}")
    page.wait_for_selector(".board")
    found = page.evaluate(RACE, seconds)
    page.context.close()
    return found


def main() -> None:
    """Measure the games that were named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="ids of games; all by default")
    parser.add_argument("--seconds", type=float, default=15, help="for each game")
    chosen = parser.parse_args()
    found = subprocess.run([sys.executable, str(ROOT / "tools" / "ensure_browser.py")], capture_output=True, text=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as site, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found.stdout.strip(), args=["--no-sandbox", "--disable-gpu"])
        print(f"{'goal':20}{GOAL:>8} frames/s")
        for game in chosen.games or [game.id for game in all_games()]:
            one = frames_of(browser, site, game, chosen.seconds)
            rate, load = one["frames"] / one["seconds"], os.getloadavg()[0]
            print(f"{game:20}{rate:>8.1f} frames/s, longest {one['longest']:.0f} ms; load {load:.1f}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
