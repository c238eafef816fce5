"""A real server, a real browser, and a console that must stay empty."""

import os
import subprocess
import sys
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from .driving import OpenPage, hold
from .site import LUCK, Message, Site, serving

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
SIDEWAYS = {"width": 844, "height": 390}
DESKTOP = {"width": 1440, "height": 900}
PATIENCE = 20_000  # milliseconds
STILL = "favicon.svg"  # a page of the site without scripts

expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """A test has dice of its own."""
    with LUCK.of(item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, Any, Any]:
    """So has a fixture that several tests share: it does not matter which of them comes first."""
    if request.scope == "function":
        return (yield)
    with LUCK.of(f"{fixturedef.baseid} {fixturedef.argname} {getattr(request, 'param', '')}"):
        return (yield)


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


@dataclass
class Pages:
    """A pool of pages that tests reuse: making a page costs more than most tests."""

    browser: Browser
    site: Site
    complaints: list[str] = field(default_factory=list[str])
    _made: dict[tuple[Any, ...], list[Page]] = field(default_factory=dict[tuple[Any, ...], list[Page]])
    _used: list[Page] = field(default_factory=list[Page])

    def take(self, **kind: Any) -> Page:
        """A clean page in a separate browser context; `kind` holds the settings that only a new context can have."""
        alike = self._made.setdefault(tuple(sorted(kind.items())), [])
        free = [page for page in alike if page not in self._used]
        page = free[0] if free else self._make(**kind)
        if not free:
            alike.append(page)
        self._used.append(page)
        return page

    def put_back(self) -> None:
        """After a test: stop what runs in its pages and clear their storage."""
        for page in self._used:
            page.unroute_all()
            page.goto(f"{self.site.address}/{STILL}")
            page.evaluate("localStorage.clear(); sessionStorage.clear()")
            page.mouse.move(0, 0)
        self._used.clear()

    def _make(self, *, routed: bool = False, **kind: Any) -> Page:
        del routed  # pages whose websockets go through the test: a separate kind, but made like the others
        context = self.browser.new_context(**kind)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(f"{self.site.address}/{STILL}")
        return page

    def _listen(self, message: ConsoleMessage) -> None:
        is_missing_icon = message.location["url"].endswith("/favicon.ico")  # a request of the STILL page
        if message.type in ("error", "warning") and not is_missing_icon:
            self.complaints.append(f"{message.type}: {message.text}")


@pytest.fixture(scope="session")
def pages(browser: Browser, site: Site) -> Pages:
    return Pages(browser, site)


@pytest.fixture
def open_page(pages: Pages, site: Site) -> Iterator[OpenPage]:
    """Opens a page in a separate browser context; afterwards every console must be free of errors."""

    def opened(
        path: str = "",
        size: dict[str, int] = DESKTOP,
        still: bool = True,
        color_scheme: Any = "light",
        keys_of: Message | None = None,
        **kind: Any,
    ) -> Page:
        page = pages.take(**kind)
        viewport: Any = size
        page.set_viewport_size(viewport)
        page.emulate_media(reduced_motion="reduce" if still else "no-preference", color_scheme=color_scheme)
        if keys_of:
            hold(page, keys_of)
        page.goto(f"{site.address}/{path}")
        return page

    yield opened
    pages.put_back()
    complaints = pages.complaints.copy()
    pages.complaints.clear()
    assert not complaints
