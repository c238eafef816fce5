"""How the tests are shared out: those in a browser or of a server wait a lot, so they begin, beside other work."""

from itertools import islice

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every worker is given one piece of the list: two begin with half of the browser tests each, one with servers.

    What is left at the end are short tests, so that nobody waits for the last one.
    """
    workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    browser, server, others = _of(items, "browser"), _of(items, "server"), iter(_of(items, ""))
    piece, half = len(items) // workers, len(browser) // 2
    shared: list[pytest.Item] = []
    for first in (browser[:half], browser[half:], server):
        shared += [*first, *islice(others, max(0, piece - len(first)))]
    items[:] = [*shared, *others]


def _of(items: list[pytest.Item], wanted: str) -> list[pytest.Item]:
    """The tests in the folder of this name; "": in neither of the two."""
    return [item for item in items if next((n for n in ("browser", "server") if n in item.path.parts), "") == wanted]
