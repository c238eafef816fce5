"""A throwaway folder of installed packages, and paddock with them."""

import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ..browser.site import Site, free_port, wait_for

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "racetrack"
UV = ROOT / ".tools" / "bin" / "uv"


def install(package: Path, target: Path) -> None:
    """Install a package as its user would, from a real wheel, without a network and without the libraries it needs."""
    where = ["--python", sys.executable, "--target", str(target)]
    done = subprocess.run(
        [str(UV), "pip", "install", "--offline", "--no-cache", "--no-deps", "--no-build-isolation", *where, package],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which the example is installed."""
    target = tmp_path_factory.mktemp("packages")
    install(EXAMPLE, target)
    return target


def run_with(packages: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a module of Python where these packages are installed, too."""
    command = [sys.executable, "-m", *words]
    env = environment(packages)
    return subprocess.run(command, input=typed, capture_output=True, text=True, env=env, cwd=packages, timeout=240)


def environment(packages: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(packages), "NO_COLOR": "1", "COLUMNS": "100"}


@contextmanager
def serving_with(packages: Path, folder: Path) -> Generator[Site]:
    """`paddock serve` where these packages are installed, too; bots move at once."""
    site = Site(free_port())
    settings = ["pace.bot_delay=0,0", "limits.messages_a_second=1000000", "limits.message_burst=1000000"]
    words = ["serve", "--no-open", "--port", str(site.port), "--store", f"sqlite:///{folder / 'races.sqlite'}"]
    command = [sys.executable, "-m", "paddock", *words, *(part for one in settings for part in ("--set", one))]
    with (folder / "log").open("w") as log, subprocess.Popen(command, env=environment(packages), stderr=log) as server:
        try:
            wait_for(site, lambda: server.poll() is None, lambda: (folder / "log").read_text())
            yield site
        finally:
            server.terminate()
