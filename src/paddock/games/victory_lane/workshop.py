"""The workshop of races: findings about the text of a race file."""

from functools import cache

from paddock.engine import Checked, Example, Remark, Workshop

from .box import COMPONENTS, race_cards
from .table import custom_race

HEAD = "[[race]]"
MOST_NAME = 60  # characters that are shown


def check(text: str) -> Checked:
    """VL-125 Whether a race can be read, and why not."""
    try:
        race = custom_race(text)
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        return Checked((Remark("error", str(error) or "this is no race file", "VL-125"),))
    return Checked((), str(race["name"])[:MOST_NAME], text)


@cache
def examples() -> tuple[Example, ...]:
    """The Race cards in the box, each as a file."""
    texts = (COMPONENTS / "races.toml").read_text(encoding="utf-8").split(HEAD)[1:]
    cards = zip(race_cards(), texts, strict=True)
    return tuple(Example(race["id"], race["name"], f"{HEAD}\n{text.strip()}\n") for race, text in cards)


WORKSHOP = Workshop("race", check, examples)
