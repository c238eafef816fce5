"""A race drawn as text, and the same text as a picture: the drawing of the terminal game, letter by letter."""

import textwrap
from functools import cache
from typing import Any

import numpy as np

from .extras import needed
from .race import EnvError

RENDER_MODES = ["human", "ansi", "rgb_array"]
INK, PAPER = (28, 28, 36), (250, 248, 242)
WIDE, HIGH, SIZE, EDGE = 9, 18, 15, 12  # pixels: a letter's cell, the font, the margin
COLUMNS = 120  # longer lines are wrapped


def checked_mode(mode: str | None) -> str | None:
    """A render mode, or an error that names them."""
    if mode is not None and mode not in RENDER_MODES:
        raise EnvError(f"render_mode takes {', '.join(RENDER_MODES)} or None, not {mode!r}")
    return mode


def rendered(text: str, mode: str | None) -> Any:
    """What `render` returns in a mode; `human` prints."""
    if mode == "human":
        print(text)
        return None
    return picture(text) if mode == "rgb_array" else text if mode == "ansi" else None


def picture(text: str) -> np.ndarray[Any, Any]:
    """Text as a picture: rows, columns, red green blue. Letters have cells of one width, so columns stay aligned."""
    with needed("rl"):
        from PIL import Image, ImageDraw
    lines = [part for line in text.splitlines() for part in _wrapped(line)]
    image = Image.new("RGB", (2 * EDGE + WIDE * COLUMNS, 2 * EDGE + HIGH * len(lines)), PAPER)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            middle = EDGE + WIDE * column + WIDE // 2
            pen.text((middle, EDGE + HIGH * row), letter, INK, _font(), anchor="ma")
    return np.asarray(image, np.uint8).copy()


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, COLUMNS, subsequent_indent="      ", drop_whitespace=False) or [""]


@cache
def _font() -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(SIZE)
