"""Set up `.venv` for this folder: `python tools/set_up.py play`, `dev` or `bench`.

`play` installs what playing needs, `dev` adds the developers' tools, `bench` also other implementations to measure
against. It tries the package cache first, so that set-up works without a network. An environment that was moved or
copied here from another folder would run that folder's code, so it is created again. If set-up fails, `play` continues
with what is installed, and prints a warning.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV, BEFORE = ROOT / ".venv", ROOT / ".venv.before"
FOLDER = VENV / ".folder"  # names the folder for which the environment was made
UV = ROOT / ".tools" / "bin" / "uv"
KINDS = {
    "play": (("--no-dev", "--inexact"), (".play",)),
    "dev": ((), (".play", ".ok")),
    "bench": (("--group", "bench"), (".play", ".ok", ".bench")),
}
CLIENT_FAILED = "ClientError"  # of build_client.py: no package is missing, so do not try again


def main() -> int:
    """Set up the wanted kind; returns the exit status."""
    options, stamps = KINDS[sys.argv[1]]
    _put_aside_what_came_from_elsewhere()
    _name_sources_relatively()
    if _sync(options):
        shutil.rmtree(BEFORE, ignore_errors=True)
        _name_sources_relatively()
        FOLDER.write_bytes(os.fsencode(ROOT) + b"\n")
        for stamp in stamps:
            (VENV / stamp).touch()
        return 0
    _bring_back()
    if sys.argv[1] == "play" and _is_usable():
        _say("Set-up failed, as said above. What is installed starts; it may lack the latest changes.")
        return 0
    _say("Set-up failed, as said above.")
    return 1


def _put_aside_what_came_from_elsewhere() -> None:
    _bring_back()  # after a set-up that was interrupted
    if VENV.exists() and not _is_made_here():
        VENV.rename(BEFORE)


def _is_made_here() -> bool:
    return FOLDER.is_file() and FOLDER.read_bytes() == os.fsencode(ROOT) + b"\n"


def _bring_back() -> None:
    if BEFORE.exists():
        shutil.rmtree(VENV, ignore_errors=True)
        BEFORE.rename(VENV)


def _sync(options: tuple[str, ...]) -> bool:
    """Install from the cache, else from the network."""
    _say("Setting up paddock; the first time takes a minute or two.")
    command = [str(UV), "sync", "--frozen", "--python", os.environ.get("PYTHON", sys.executable), *options]
    cached = subprocess.run(
        [*command, "--offline"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if cached.returncode == 0:
        return True
    if CLIENT_FAILED.encode() in cached.stdout or os.environ.get("UV_OFFLINE"):
        sys.stderr.buffer.write(cached.stdout)
        return False
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def _name_sources_relatively() -> None:
    """Use relative paths: Python reads .pth files in the locale's encoding, which may lack a letter of the path."""
    for file in VENV.glob("lib/python*/site-packages/*paddock*.pth"):
        file.unlink()  # it may be a link into the cache
        file.write_text(os.path.relpath(ROOT / "src", file.parent))


def _is_usable() -> bool:
    """Whether this folder's code runs with the installed libraries."""
    python = VENV / "bin" / "python"
    if not python.exists():
        return False
    load = [str(python), "-c", "import numba, paddock.cli, paddock.server"]
    paths = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(load, env=paths, capture_output=True, check=False).returncode == 0


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
