"""A real server, a real browser, and a console that must stay empty."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from .site import Site, serving

ROOT = Path(__file__).parents[2]
INDEX = ROOT / "src" / "paddock" / "server" / "static" / "index.html"
FLAGS = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}
PATIENCE = 20_000  # milliseconds

OpenPage = Callable[..., Page]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Debian's Chromium, installed if that is possible."""
    found = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "ensure_browser.py")], capture_output=True, text=True, check=False
    )
    if found.returncode:
        pytest.fail(found.stderr, pytrace=False)
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {"executable_path": found.stdout.strip(), "args": [*FLAGS, *(["--no-sandbox"] if is_root else [])]}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The server with its client."""
    if not INDEX.is_file():
        pytest.fail("the client is not built: run `make test`, or `npm ci && npm run build` in web/", pytrace=False)
    with serving(tmp_path_factory.mktemp("store")) as running:
        yield running


@pytest.fixture
def open_page(browser: Browser, site: Site) -> Iterator[OpenPage]:
    """Opens a page in a browser of its own; afterwards nothing may have been complained about in any console."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.type}: {message.text}")

    def opened(path: str = "", size: dict[str, int] = DESKTOP, still: bool = True, **more: Any) -> Page:
        motion = "reduce" if still else "no-preference"
        viewport: Any = size
        context = browser.new_context(viewport=viewport, reduced_motion=motion, **more)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", listen)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{site.address}/{path}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints
