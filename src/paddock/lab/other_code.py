"""Run by its path, with the code of another version of paddock: it races as it is asked to and sends what it counted.

It is not imported, and uses only what each version with a lab has: `measure`, `Drivers` and `load_game`.
"""

import io
import json
import os
import sys
from dataclasses import fields
from typing import Any, BinaryIO

import numpy as np


def main() -> None:
    """Answer each line of the standard input; its end ends this process."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed goes to the errors, not among the answers
    for line in sys.stdin:
        try:
            found = answer(json.loads(line))
        except Exception as error:
            found = {"error": np.array(" ".join(f"{type(error).__name__}: {error}".split())[:400])}
        send(answers, found)


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """The columns of a range of races, and where the game was loaded from."""
    from paddock.engine import Drivers, measure
    from paddock.games import load_game

    game = load_game(asked["game"])
    table = game.new_table(asked["seats"], asked["options"])
    numbers = {name: asked[name] for name in ("sure", "with_curve", "backend")}
    parts = list(measure(game, table, asked["first"], asked["stop"], Drivers(**asked["drivers"]), **numbers))
    columns = [field.name for field in fields(parts[0]) if field.name not in ("first", "curve")]
    found = {name: np.concatenate([getattr(part, name) for part in parts]) for name in columns}
    curve: Any = sum(part.curve for part in parts)
    return {**found, "curve": curve, "folder": np.array(str(game.folder))}


def send(answers: BinaryIO, found: dict[str, Any]) -> None:
    """A length in eight bytes, then the arrays."""
    packed = io.BytesIO()
    np.savez(packed, **found)
    data = packed.getvalue()
    answers.write(len(data).to_bytes(8, "big") + data)
    answers.flush()


if __name__ == "__main__":
    main()
