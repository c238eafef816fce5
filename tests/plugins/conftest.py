"""A throwaway folder of installed packages, and paddock with them."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "racetrack"
UV = ROOT / ".tools" / "bin" / "uv"
Paddock = Callable[..., subprocess.CompletedProcess[str]]


def install(package: Path, target: Path) -> None:
    """Install a package as its user would, from a real wheel, without a network and without paddock's own libraries."""
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
    env = {**os.environ, "PYTHONPATH": str(packages), "NO_COLOR": "1", "COLUMNS": "100"}
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, env=env, cwd=packages, timeout=240)
