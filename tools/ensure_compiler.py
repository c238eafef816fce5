"""Find a C++ compiler for the tests of rules in C++ and print its path; install Debian's package if allowed.

It tries, in this order: CXX, c++, g++ and clang++ on the PATH and, as root on a machine with apt-get, an installation.
Otherwise it prints what to do and exits with status 1.
"""

import os
import shutil
import sys

from packages import has_done, has_installed, may_install

VARIABLE = "CXX"
NAMES = ("c++", "g++", "clang++")
PACKAGE = "g++"
MESSAGE = f"""A C++ compiler was not found for the tests of rules in C++. One of these helps:
  apt-get install --no-install-recommends {PACKAGE}      (as root, on Debian or Ubuntu)
  export {VARIABLE}=/path/to/it
  make COMPILER=0 test                           (leaves these tests out)"""


def find_compiler() -> str | None:
    """The compiler that is installed already."""
    if VARIABLE in os.environ:
        return shutil.which(os.environ[VARIABLE])
    return next(filter(None, map(shutil.which, NAMES)), None)


def ensure_compiler() -> str | None:
    """The compiler, installed if necessary and possible; None if there is none."""
    found = find_compiler()
    if found is None and VARIABLE not in os.environ and may_install():
        print("installing g++ for the tests of rules in C++", file=sys.stderr)
        has_done("update", "-qq")
        has_installed(PACKAGE)
        found = find_compiler()
    return found


def main() -> int:
    """Print the path for make; returns the exit status."""
    found = ensure_compiler()
    if found is None:
        print(MESSAGE, file=sys.stderr)
        return 1
    print(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
