"""One server for the tests that need no special settings."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .harness import House, serving, store_in


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("store")
    with serving(store_in(folder)) as running:
        yield running
