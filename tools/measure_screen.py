"""Print the board's share of the window at a decision, for every game and window size, beside the goal.

    python tools/measure_screen.py                    # the table
    python tools/measure_screen.py --shots shots      # and a screenshot of each, light and dark

A point of the window belongs to the board if the board's drawing (`data-drawing`) is the topmost element there. The
table also has the length of the player's car (`data-mine`), because a large board with tiny cars is no use.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from tests.browser.measuring import MEASURE, SIZES, come_to_a_decision  # noqa: E402
from tests.browser.site import Message, Site, serving  # noqa: E402

from paddock.games import all_games  # noqa: E402


def look(browser: Browser, site: Site, made: Message, size: tuple[int, int], scheme: Any, shot: Path | None) -> Any:
    """The measurement of the page at one window size."""
    page = browser.new_page(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", color_scheme=scheme
    )
    sit_down(page, site, made)
    found = page.evaluate(MEASURE)
    if shot:
        page.screenshot(path=str(shot))
    page.context.close()
    return found


def sit_down(page: Page, site: Site, made: Message) -> None:
    """Open the table with the keys of its seats, and wait for a decision."""
    from tests.browser.driving import hold, uncover

    page.goto(f"{site.address}/favicon.svg")
    hold(page, made)
    page.goto(f"{site.address}{made['link']}")
    uncover(page)
    page.wait_for_selector(".moves[aria-busy=false]", state="attached")


def main() -> None:
    """Measure the games that were named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="ids of games; all by default")
    parser.add_argument("--shots", type=Path, help="a folder for pictures")
    chosen = parser.parse_args()
    games = chosen.games or [game.id for game in all_games()]
    if chosen.shots:
        chosen.shots.mkdir(parents=True, exist_ok=True)
    found = subprocess.run([sys.executable, str(ROOT / "tools" / "ensure_browser.py")], capture_output=True, text=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as site, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found.stdout.strip(), args=["--no-sandbox", "--disable-gpu"])
        print(f"{'share of the window, own car in px':34}" + "".join(f"{f'{w}x{h}':>14}" for w, h in SIZES))
        print(f"{'goal':34}" + "".join(f"{goal:>14.2f}" for goal in SIZES.values()))
        for game in games:
            made = come_to_a_decision(site, game)
            row = [measured(browser, site, made, game, size, chosen.shots) for size in SIZES]
            print(f"{game:34}" + "".join(f"{one['share']:>8.2f} {one['car']:>4.0f}p" for one in row), flush=True)
        browser.close()


def measured(browser: Browser, site: Site, made: Message, game: str, size: tuple[int, int], shots: Path | None) -> Any:
    """The figures of one game at one window size; screenshots in both colour schemes."""
    name = f"{game}-{size[0]}x{size[1]}"
    if shots:
        look(browser, site, made, size, "dark", shots / f"{name}-dark.png")
    return look(browser, site, made, size, "light", shots / f"{name}.png" if shots else None)


if __name__ == "__main__":
    main()
