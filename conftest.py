"""How the tests are shared out: those in a browser wait a lot, so they begin at once, beside work for the processor."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Two of three workers begin with half of the browser tests each; every worker is given one piece of the list."""
    browser = [item for item in items if "browser" in item.path.parts]
    others = [item for item in items if "browser" not in item.path.parts]
    third, half = len(items) // 3, len(browser) // 2
    cut = max(0, third - half)
    again = cut + max(0, third - (len(browser) - half))
    items[:] = [*browser[:half], *others[:cut], *browser[half:], *others[cut:again], *others[again:]]
