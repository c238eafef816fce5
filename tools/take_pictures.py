"""Replace the pictures of the README: every game at a decision, the track editor, and a race that moves.

    python tools/take_pictures.py                       # every game, into docs/pictures
    python tools/take_pictures.py --only GAME --to out  # one game, elsewhere
    python tools/take_pictures.py --race GAME           # some seconds of a race of this game, as race.webp

Dice are the same each time. Take them on an idle machine: the moving picture shows as many frames as the machine draws.
"""

import argparse
import base64
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from tests.browser.driving import hold, let_it_race, uncover  # noqa: E402
from tests.browser.measuring import come_to_a_decision  # noqa: E402
from tests.browser.site import LUCK, Message, Site, serving  # noqa: E402

from paddock.games import all_games  # noqa: E402

LARGE, PHONE, MIDDLE = (1440, 900), (390, 844), (880, 550)
SMALL = (640, 400)  # to which the moving picture is reduced
FRAMES, GAP_MS = 40, 150
STILL_QUALITY, MOVING_QUALITY = 0.86, 0.45

# A PNG as WebP, of another size if one is given: the browser has an encoder.
CONVERT = """async ([png, width, quality]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width || image.width;
  canvas.height = Math.round((image.height * canvas.width) / image.width);
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}"""


def converted(studio: Page, png: bytes, quality: float, width: int = 0) -> bytes:
    """A screenshot as WebP, made by a page that has nothing else to do."""
    return base64.b64decode(studio.evaluate(CONVERT, [base64.b64encode(png).decode(), width, quality]))


def chunks(webp: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The named parts of a WebP file."""
    at = 12
    while at < len(webp):
        size = int.from_bytes(webp[at + 4 : at + 8], "little")
        yield webp[at : at + 4], webp[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


def chunk(name: bytes, content: bytes) -> bytes:
    """A part as it is written, with an even length."""
    return name + len(content).to_bytes(4, "little") + content + bytes(len(content) % 2)


def animated(frames: list[tuple[bytes, int]], size: tuple[int, int]) -> bytes:
    """Still WebP files, each with its milliseconds, as one moving picture that runs for ever."""
    whole = b"".join((side - 1).to_bytes(3, "little") for side in size)
    parts = [chunk(b"VP8X", bytes([2, 0, 0, 0]) + whole), chunk(b"ANIM", bytes(6))]
    for webp, ms in frames:
        picture = b"".join(chunk(name, content) for name, content in chunks(webp) if name.startswith(b"VP8 "))
        parts.append(chunk(b"ANMF", bytes(6) + whole + ms.to_bytes(3, "little") + bytes([2]) + picture))
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + len(body).to_bytes(4, "little") + body


def at_the_table(browser: Browser, site: Site, made: Message, size: tuple[int, int], moves: bool = False) -> Page:
    """A page of that size at a decision of the race."""
    motion = "no-preference" if moves else "reduce"
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, reduced_motion=motion)
    page.goto(f"{site.address}/favicon.svg")
    hold(page, made)
    page.goto(f"{site.address}{made['link']}")
    uncover(page)
    page.wait_for_selector(".moves[aria-busy=false]", state="attached")
    return page


def take_stills(browser: Browser, site: Site, studio: Page, game: str, folder: Path) -> None:
    """A game at a decision, on a desk and on a phone."""
    made = come_to_a_decision(site, game)
    for size, name in ((LARGE, game), (PHONE, f"{game}-phone")):
        page = at_the_table(browser, site, made, size)
        save(folder / f"{name}.webp", converted(studio, page.screenshot(), STILL_QUALITY))
        page.context.close()


def take_race(browser: Browser, site: Site, studio: Page, game: str, file: Path) -> None:
    """Some seconds of a race, driven by clicks."""
    page = at_the_table(browser, site, come_to_a_decision(site, game), MIDDLE, moves=True)
    let_it_race(page)
    shots: list[tuple[bytes, int]] = []
    for _ in range(FRAMES):
        begun = time.monotonic()
        png = page.screenshot()
        page.wait_for_timeout(max(0.0, GAP_MS - 1000 * (time.monotonic() - begun)))
        shots.append((png, round(1000 * (time.monotonic() - begun))))
    save(file, animated([(converted(studio, png, MOVING_QUALITY, SMALL[0]), ms) for png, ms in shots], SMALL))
    page.context.close()


def take_editor(browser: Browser, site: Site, studio: Page, game: str, file: Path) -> None:
    """The track editor of a game."""
    page = browser.new_page(viewport={"width": LARGE[0], "height": LARGE[1]})
    page.goto(f"{site.address}/#/edit/{game}")
    page.wait_for_selector("[role=grid]")
    save(file, converted(studio, page.screenshot(), STILL_QUALITY))
    page.close()


def save(file: Path, content: bytes) -> None:
    """Write a picture and say so."""
    file.write_bytes(content)
    print(f"{file.name} {len(content) / 1000:.0f} kB", flush=True)


def main() -> None:
    """Take all pictures, or those of one game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="the id of a game")
    parser.add_argument("--race", metavar="GAME", help="the id of a game of which a moving picture is wanted")
    parser.add_argument("--to", type=Path, default=ROOT / "docs" / "pictures", help="the folder (docs/pictures)")
    chosen = parser.parse_args()
    chosen.to.mkdir(parents=True, exist_ok=True)
    games = [game.id for game in all_games() if chosen.only in (None, game.id) and not chosen.race]
    found = subprocess.run([sys.executable, str(ROOT / "tools" / "ensure_browser.py")], capture_output=True, text=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as site, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found.stdout.strip(), args=["--no-sandbox", "--disable-gpu"])
        studio = browser.new_page()
        for game in games:
            with LUCK.of(game):
                take_stills(browser, site, studio, game, chosen.to)
            if (ROOT / "src" / "paddock" / "games" / game / "web" / "Editor.svelte").is_file():
                take_editor(browser, site, studio, game, chosen.to / f"{game}-editor.webp")
        if chosen.race:
            with LUCK.of(chosen.race):
                take_race(browser, site, studio, chosen.race, chosen.to / "race.webp")
        browser.close()


if __name__ == "__main__":
    main()
