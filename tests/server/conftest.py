"""One server for the tests that need no special settings, and a store in each database."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .databases import DatabaseServer, database_server
from .harness import House, serving, store_in

BOTH = [pytest.param("sqlite"), pytest.param("postgres", marks=pytest.mark.postgres)]


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("store")
    with serving(store_in(folder)) as running:
        yield running


@pytest.fixture(scope="session")
def databases() -> Iterator[DatabaseServer]:
    """The database server of this worker."""
    with database_server() as running:
        yield running


@pytest.fixture
def database(databases: DatabaseServer) -> Iterator[str]:
    """The address of an empty database."""
    with databases.database() as url:
        yield url


@pytest.fixture(params=BOTH)
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """The address of an empty store, once of each kind."""
    return store_in(tmp_path) if request.param == "sqlite" else request.getfixturevalue("database")
