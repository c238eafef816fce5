"""The workshop of tracks: findings about the text of a track file."""

from functools import cache

from paddock.engine import Checked, Example, Remark, Workshop

from .box import strips
from .table import own_track


def check(text: str) -> Checked:
    """PN-66 Whether a track can be read, and why not."""
    try:
        own_track(text)
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        return Checked((Remark("error", str(error) or "this is no track file", "PN-66"),))
    return Checked((), "", text)


@cache
def examples() -> tuple[Example, ...]:
    """The named strips, each as a file."""
    return tuple(Example(strip["id"], strip["name"], f"values = {strip['values']}\n") for strip in strips())


WORKSHOP = Workshop("track", check, examples)
