"""Component files from outside, e.g. a player's own track: limits that are checked before the text is parsed.

The TOML parser takes quadratic time and memory for a key of many parts and recurses for nested values, so the text is
scanned once, in linear time, and refused if its structure is larger than any component needs.
"""

import re
import tomllib
from typing import Any

from .race.options import LARGEST_FILE

MOST_LINES = 4_000  # a component from the box has a quarter of it
MOST_KEY_PARTS = 8  # of a dotted key
DEEPEST = 16  # arrays and tables inside each other
LONGEST_REASON = 120  # characters of the parser's own words

# Possessive quantifiers: the scan never goes back, whatever the text is. A string ends where the parser ends it.
_TOKEN = re.compile(
    r'''
    (?P<string>
        """(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5})?
      | \'\'\'(?:[^']++|'(?!\'\'))*+(?:'{3,5})?
      | "(?:[^"\\\n]++|\\[^\n])*+"?
      | '[^'\n]*+'?
    )
    | (?P<comment>\#[^\n]*+)
    | (?P<dot>\.)
    | (?P<open>[\[{])
    | (?P<close>[\]}])
    | (?P<end>[\n=,])
    ''',
    re.VERBOSE | re.DOTALL,
)


class ComponentFileError(ValueError):
    """A text that is not a component file, or is larger than any component needs."""


def read_component(text: str) -> dict[str, Any]:
    """The values of a component file; ComponentFileError says in a sentence what is wrong with it."""
    check_structure(text)
    try:
        return tomllib.loads(text)
    except ValueError as error:
        raise ComponentFileError(f"this is no TOML file: {str(error)[:LONGEST_REASON]}") from None


def check_structure(text: str) -> None:
    """Refuse a text that could cost the parser more than a component does; runs in linear time."""
    if len(text) > LARGEST_FILE:
        raise ComponentFileError(f"a file has at most {LARGEST_FILE} characters, this has {len(text)}")
    if (lines := text.count("\n")) > MOST_LINES:
        raise ComponentFileError(f"a file has at most {MOST_LINES} lines, this has {lines}")
    parts, depth = 1, 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "dot":
            parts += 1
        elif kind in ("open", "close", "end"):
            parts = 1
            depth = max(0, depth + (kind == "open") - (kind == "close"))
        if parts > MOST_KEY_PARTS:
            raise ComponentFileError(f"a key has at most {MOST_KEY_PARTS} parts joined by dots")
        if depth > DEEPEST:
            raise ComponentFileError(f"its values are nested too deeply: {DEEPEST} levels are enough")
