"""The command line as a function of its arguments."""

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from paddock.cli import cli


@pytest.fixture
def paddock() -> Callable[..., Result]:
    """Run a command with its arguments, e.g. `paddock("rules", "gp")`; `typed` is its standard input."""

    def run(*words: str, typed: str = "") -> Result:
        return CliRunner().invoke(cli, list(words), input=typed, prog_name="paddock", catch_exceptions=False)

    return run
