"""Find a Chromium for the browser tests and print its path; install Debian's package if allowed.

It tries, in this order: PADDOCK_CHROMIUM, the PATH, and, as root on a machine with apt-get, an installation.
Otherwise it prints what to do and exits with status 1.
"""

import os
import shutil
import sys

from packages import has_done, has_installed, may_install

VARIABLE = "PADDOCK_CHROMIUM"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium-headless-shell", "chromium")  # the first available: the headless shell is a quarter faster
FONTS = "fonts-dejavu-core"
MESSAGE = f"""No browser was found for the browser tests. One of these helps:
  apt-get install --no-install-recommends {PACKAGES[-1]} {FONTS}      (as root, on Debian or Ubuntu)
  export {VARIABLE}=/path/to/chromium                (any Chromium or Chrome)
  make BROWSER=0 test                                    (leaves the browser tests out)"""


def find_browser() -> str | None:
    """The browser that is installed already."""
    named = os.environ.get(VARIABLE)
    if named:
        return named if os.access(named, os.X_OK) else None
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install_browser() -> None:
    """Install Debian's Chromium; the output of apt-get goes to stderr if it fails."""
    has_done("update", "-qq")
    for package in PACKAGES:
        if has_installed(package, FONTS):
            return


def ensure_browser() -> str | None:
    """The path of a browser, installed if necessary and possible; None if there is none."""
    found = find_browser()
    if found is None and VARIABLE not in os.environ and may_install():
        print("installing chromium for the browser tests", file=sys.stderr)
        install_browser()
        found = find_browser()
    return found


def main() -> int:
    """Print the path for make; returns the exit status."""
    browser = ensure_browser()
    if browser is None:
        print(MESSAGE, file=sys.stderr)
        return 1
    print(browser)
    return 0


if __name__ == "__main__":
    sys.exit(main())
