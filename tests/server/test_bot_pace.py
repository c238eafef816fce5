"""How long bots take: a whole turn of many small moves is not made of many long pauses."""

from types import SimpleNamespace
from typing import Any

import pytest

from paddock.engine import CHANCE
from paddock.server import Pace, Settings
from paddock.server.driving import Driver


def delay(actor: int, *actors: int) -> float:
    """Seconds until a bot moves, after plies of these actors."""
    settings = Settings(pace=Pace(bot_delay=(0.8, 0.8), bot_goes_on=0.25))
    match = SimpleNamespace(actor=actor, plies=[SimpleNamespace(actor=one) for one in actors])
    room: Any = SimpleNamespace(match=match, house=SimpleNamespace(settings=settings))
    return Driver(room)._bot_delay()  # pyright: ignore[reportPrivateUsage]


def test_a_bot_takes_its_time_when_its_turn_begins():
    assert delay(1) == 0.8
    assert delay(1, 0) == 0.8
    assert delay(1, 1, CHANCE, 0, CHANCE) == 0.8


@pytest.mark.parametrize("actors", [(1,), (0, 1), (1, CHANCE), (0, 1, CHANCE, CHANCE)])
def test_a_bot_that_goes_on_is_quicker(actors: tuple[int, ...]):
    assert delay(1, *actors) == 0.2
