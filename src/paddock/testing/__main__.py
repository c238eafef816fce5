"""`python -m paddock.testing clauses [--json]`, `golden [--write]`, `labels [GAME]` and `compile`."""

import sys

from . import clauses, compiling, golden, labels

COMMANDS = {"clauses": clauses.main, "golden": golden.main, "labels": labels.main, "compile": compiling.main}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"say one of: {', '.join(COMMANDS)}")
    sys.exit(COMMANDS[sys.argv[1]](sys.argv[2:]))
