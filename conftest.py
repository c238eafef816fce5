"""How the tests are shared out: those in a browser or of a server wait a lot, so they begin, beside other work."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every worker of three is given one piece of the list: two begin with half of the browser tests, one with servers.

    What is left at the end are short tests, so that nobody waits for the last one.
    """
    browser, server, others = _of(items, "browser"), _of(items, "server"), _of(items, "")
    third, half = len(items) // 3, len(browser) // 2
    cut = max(0, third - half)
    again = cut + max(0, third - (len(browser) - half))
    items[:] = [*browser[:half], *others[:cut], *browser[half:], *others[cut:again], *server, *others[again:]]


def _of(items: list[pytest.Item], wanted: str) -> list[pytest.Item]:
    """The tests in the folder of this name; "": in neither of the two."""
    return [item for item in items if next((n for n in ("browser", "server") if n in item.path.parts), "") == wanted]
