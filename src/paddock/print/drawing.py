"""Drawings of the browser's boards without a browser: their script is run once for each drawing and gives its SVG.

The script is built with the client (`web/src/drawings.ts`). Browsers understand more of CSS than makers of PDF do, so
variables and mixed colours are worked out here.
"""

import json
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from paddock.engine import Drawing

from .errors import PrintError, PrintExtraError

SCRIPT = Path(__file__).parent / "static" / "drawings.js"
MOST_MEMORY = 512 * 1024 * 1024  # bytes of one script
FONT = "Source Sans Pro"

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
_ROOT = re.compile(r"<svg\b[^>]*>")
_VIEW_BOX = re.compile(r'viewBox="([^"]*)"')
_VARIABLE = re.compile(r"(--[\w-]+)\s*:\s*([^;\"]+)")
_USE = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")
_PRODUCT = re.compile(r"calc\(\s*([\d.]+)\s*\*\s*([\d.]+)\s*\)")
_MIX = re.compile(r"color-mix\(in srgb,\s*(#[0-9a-fA-F]{3,6})\s+([\d.]+)%,\s*(#[0-9a-fA-F]{3,6})\s*\)")
_RULE = re.compile(r"@[\w-]+[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_WHERE = re.compile(r":where\([^()]*\)")
_WEIGHT = re.compile(r"(font(?:-weight)?\s*:\s*)([1-8])[1-9]\d\b")  # between the hundreds: taken for a size
_UNPRINTED = re.compile(r"(?:animation|transition|filter|transform-box|transform-origin)\s*:[^;}]*;?")


class Draughtsman:
    """Draws for one game. The same data give the same drawing."""

    def __init__(self, game: str):
        self._game = game
        self._draw = _script()
        self._drawn: dict[str, str] = {}

    def svg(self, drawing: Drawing) -> str:
        """The drawing as the text of an SVG file."""
        data = json.dumps(drawing.data, sort_keys=True)
        key = f"{drawing.name} {data}"
        if key not in self._drawn:
            self._drawn[key] = self._new(drawing.name, data)
        return self._drawn[key]

    def _new(self, name: str, data: str) -> str:
        try:
            drawn = json.loads(self._draw(self._game, name, data))
        except _engine().JSException as error:
            reason = str(error).splitlines()[0]
            raise PrintError(f"the drawing {name} of {self._game} cannot be made: {reason}") from None
        return plain_svg(drawn["head"], drawn["body"])


def size(svg: str) -> tuple[float, float]:
    """Width and height of a drawing in its own units."""
    found = _VIEW_BOX.search(svg)
    if found is None:
        raise PrintError("a drawing has no viewBox, so its size is not known")
    _, _, width, height = (float(part) for part in found[1].split())
    return width, height


def plain_svg(head: str, body: str) -> str:
    """A standalone SVG, with plain styles, from what a component gives: the styles, and an element `svg`."""
    text = _COMMENT.sub("", body)
    start, end = text.index("<svg"), text.rindex("</svg>") + len("</svg>")
    text = text[start:end]
    opening = _ROOT.match(text)
    assert opening
    values = dict(_VARIABLE.findall(opening[0]))
    width, height = size(text)
    styles = _resolved(plain_styles("".join(_STYLE.findall(head))), values)
    root = f'{opening[0][:-1]} xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
    return _resolved(root, values) + f"<style>{styles}</style>" + _resolved(text[len(opening[0]) :], values)


def plain_styles(styles: str) -> str:
    """Styles without what moves or needs a screen."""
    lasting = _WHERE.sub("", _UNPRINTED.sub("", _RULE.sub("", styles))).replace("system-ui", f"'{FONT}'")
    return _WEIGHT.sub(lambda found: f"{found[1]}{int(found[2]) + 1}00", lasting)


def _resolved(text: str, values: dict[str, str]) -> str:
    """Variables by their values, products and mixed colours worked out."""
    while (found := _USE.search(text)) is not None:
        value: str | None = values.get(found[1]) or found[2]
        if not value:
            raise PrintError(f"a drawing uses {found[1]}, which it does not say")
        text = text[: found.start()] + value.strip() + text[found.end() :]
    text = _PRODUCT.sub(lambda product: f"{float(product[1]) * float(product[2]):.4g}", text)
    return _MIX.sub(lambda mix: _mixed(mix[1], float(mix[2]) / 100, mix[3]), text)


def _mixed(one: str, share: float, other: str) -> str:
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def _channels(colour: str) -> tuple[int, int, int]:
    digits = colour[1:] if len(colour) > 4 else "".join(2 * digit for digit in colour[1:])
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def _engine() -> Any:
    try:
        return import_module("quickjs")
    except ImportError:
        raise PrintExtraError from None


@cache
def _script() -> Any:
    engine = _engine()
    if not SCRIPT.is_file():
        raise PrintError("this paddock was built without its drawings: build it with node, or install a wheel of it")
    context = engine.Context()
    context.set_memory_limit(MOST_MEMORY)
    context.eval(SCRIPT.read_text(encoding="utf-8"))
    return context.eval("drawings.draw")
