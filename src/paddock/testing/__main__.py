"""`python -m paddock.testing clauses [--json]` and `python -m paddock.testing golden [--write]`."""

import sys

from . import clauses, golden

COMMANDS = {"clauses": clauses.main, "golden": golden.main}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"say one of: {', '.join(COMMANDS)}")
    sys.exit(COMMANDS[sys.argv[1]](sys.argv[2:]))
