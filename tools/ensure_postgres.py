"""Find PostgreSQL's programs for the tests of the store and print their folder; install Debian's package if allowed.

It tries, in this order: PADDOCK_POSTGRES, pg_config, Debian's folders, the PATH, and, as root on a machine with
apt-get, an installation. Otherwise it prints what to do and exits with status 1.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from packages import has_done, has_installed, may_install

VARIABLE = "PADDOCK_POSTGRES"
NEEDED = ("initdb", "postgres")
DEBIAN = Path("/usr/lib/postgresql")
PACKAGE = "postgresql"
MESSAGE = f"""PostgreSQL was not found for the tests of the store. One of these helps:
  apt-get install --no-install-recommends {PACKAGE}      (as root, on Debian or Ubuntu)
  export {VARIABLE}=/path/to/its/bin                  (the folder of initdb and postgres)
  make POSTGRES=0 test                                  (leaves these tests out)"""


def find_postgres() -> str | None:
    """The folder of the programs that are installed already."""
    named = os.environ.get(VARIABLE)
    if named:
        return named if _has_all(named) else None
    return next(filter(_has_all, _folders()), None)


def _folders() -> Iterator[str]:
    if shutil.which("pg_config"):
        yield subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True, check=False).stdout.strip()
    numbered = [path for path in DEBIAN.glob("*/bin") if path.parent.name.isdecimal()]
    yield from (str(path) for path in sorted(numbered, key=lambda path: int(path.parent.name), reverse=True))
    found = shutil.which("initdb")
    if found:
        yield str(Path(found).resolve().parent)


def _has_all(folder: str) -> bool:
    return all(os.access(Path(folder) / name, os.X_OK) for name in NEEDED)


def ensure_postgres() -> str | None:
    """The folder of the programs, installed if necessary and possible; None if there are none."""
    found = find_postgres()
    if found is None and VARIABLE not in os.environ and may_install():
        print("installing postgresql for the tests of the store", file=sys.stderr)
        has_done("update", "-qq")
        has_installed(PACKAGE)
        found = find_postgres()
    return found


def main() -> int:
    """Print the folder for make; returns the exit status."""
    folder = ensure_postgres()
    if folder is None:
        print(MESSAGE, file=sys.stderr)
        return 1
    print(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
