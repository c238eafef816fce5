"""What the rules tests share."""

import pytest

from paddock.engine import BACKENDS

from .position import Race


@pytest.fixture(params=BACKENDS)
def both_backends(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a test's races once with interpreted and once with compiled rules."""
    monkeypatch.setattr(Race, "backend", request.param)
