"""Set-up of a clone: a copied or moved one runs its own code, and set-up works offline with what is installed."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HERE = {"src", "tools", "web", "Makefile", "README.md", "LICENSE", "CREDITS.md", "build_client.py", "paddock"}
SETTINGS = {"pyproject.toml", "uv.lock"}
LEFT_OUT = shutil.ignore_patterns("node_modules", "__pycache__", "tests")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A copy of this clone with its environment, at a path with a space and a letter outside ASCII."""
    copy = tmp_path / "Ein Ort für Rennen"
    copy.mkdir()
    for name in HERE | SETTINGS:
        source = ROOT / name
        shutil.copytree(source, copy / name, ignore=LEFT_OUT) if source.is_dir() else shutil.copy(source, copy / name)
    for name in (".venv", ".tools"):
        shutil.copytree(ROOT / name, copy / name, symlinks=True, copy_function=link_or_copy)
    return copy


def link_or_copy(source: str, target: str) -> None:
    """Hard-link a file, since set-up changes no file in place; copy it across file systems."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def run(folder: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a clone without a network: neither packages nor the client's build tools can be downloaded."""
    nowhere = "http://127.0.0.1:9/"
    offline = {
        "UV_OFFLINE": "1",
        "npm_config_registry": nowhere,
        "npm_config_cache": str(folder.parent / "npm"),
        "npm_config_fetch_retry_mintimeout": "1",
        "npm_config_fetch_retry_maxtimeout": "1",
        "UV_COMPILE_BYTECODE": "0",
    }
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(
        words, cwd=folder, env={**environment, **offline, **settings}, capture_output=True, text=True, check=False
    )


def version_of(folder: Path, version: str) -> None:
    """Change the version in a folder's code."""
    file = folder / "src" / "paddock" / "__init__.py"
    text = file.read_text()
    assert text.count("__version__ = ") == 1
    file.write_text(
        "\n".join(f'__version__ = "{version}"' if "__version__ = " in line else line for line in text.split("\n"))
    )


@pytest.mark.long
def test_a_copied_clone_runs_its_own_code_also_after_it_was_moved(clone: Path):
    """With sources touched but not changed, a new test of the client, and a locale that lacks a letter of the path.

    The client is not built again: without a network it could not be.
    """
    version_of(clone, "9.9.9")
    (clone / "web" / "src" / "lib" / "new.test.ts").write_text("export {};\n")
    (clone / "web" / "eslint.config.js").write_text("export default [];\n")
    for path in (clone / "web" / "src").rglob("*"):
        path.touch()
    index = clone / "src" / "paddock" / "server" / "static" / "index.html"
    built = index.stat().st_mtime_ns
    done = run(clone, "./paddock", "--version", LC_ALL="POSIX")
    assert (done.returncode, done.stdout) == (0, "paddock 9.9.9\n"), done.stderr
    assert index.stat().st_mtime_ns == built
    served = run(clone, "make", "-s", "play", "HOST=nobody.invalid", LC_ALL="POSIX")
    assert "nobody.invalid cannot be served on any port" in served.stderr
    moved = clone.rename(clone.parent / "elsewhere")
    done = run(moved, "./paddock", "--version")
    assert (done.returncode, done.stdout) == (0, "paddock 9.9.9\n"), done.stderr
    assert (ROOT / ".venv" / ".folder").read_text() == f"{ROOT}\n"


@pytest.mark.long
def test_without_a_network_a_changed_client_does_not_keep_anybody_from_playing(clone: Path):
    """The client cannot be rebuilt: people race with the old one and are told so; tests refuse to run with it."""
    with (clone / "web" / "src" / "app.css").open("a") as file:
        file.write("/* changed */")
    done = run(clone, "./paddock", "--version")
    assert (done.returncode, done.stdout.split()[0]) == (0, "paddock"), done.stderr
    assert done.stderr.endswith("What is installed starts; it may lack the latest changes.\n")
    refused = run(clone, "make", "-s", ".venv/.ok")
    assert refused.returncode != 0
    assert "Set-up failed, as said above." in refused.stderr
