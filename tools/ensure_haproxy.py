"""Find HAProxy for the proof of several nodes and print its path; install Debian's packages if allowed.

It tries, in this order: the PATH and, as root on a machine with apt-get, an installation, of `ip` (iproute2), too.
Otherwise it prints what to do and exits with status 1.
"""

import shutil
import sys

from packages import has_done, has_installed, may_install

NEEDED = {"haproxy": "haproxy", "ip": "iproute2"}  # program: package
MESSAGE = """HAProxy was not found for the proof of several nodes. This helps:
  apt-get install --no-install-recommends haproxy iproute2      (as root, on Debian or Ubuntu)"""


def ensure_haproxy() -> str | None:
    """The program, installed if necessary and possible; None if there is none."""
    missing = [package for program, package in NEEDED.items() if shutil.which(program) is None]
    if missing and may_install():
        print(f"installing {' and '.join(missing)} for the proof of several nodes", file=sys.stderr)
        has_done("update", "-qq")
        has_installed(*missing)
    return shutil.which("haproxy")


def main() -> int:
    """Print the path; returns the exit status."""
    found = ensure_haproxy()
    if found is None:
        print(MESSAGE, file=sys.stderr)
        return 1
    print(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
