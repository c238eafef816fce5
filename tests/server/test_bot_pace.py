"""How long bots take: a whole turn of many small moves is not made of many long pauses."""

from types import SimpleNamespace
from typing import Any

import pytest

from paddock.bots import BOTS
from paddock.engine import CHANCE
from paddock.server import Pace, Settings, Sources
from paddock.server.driving import Driver


def delay(
    actor: int, *actors: int, hidden: bool = False, choices: int = 2, level: str = "club", longest: float = 0.8
) -> float:
    """Seconds until a bot begins to think, after plies of these actors."""
    sources = Sources(fraction=lambda: 0.0)
    settings = Settings(pace=Pace(bot_delay=(0.8, longest), bot_goes_on=0.25), sources=sources)
    plies = [SimpleNamespace(actor=one) for one in actors]
    match = SimpleNamespace(actor=actor, plies=plies, is_outside=lambda _: hidden)  # pyright: ignore[reportUnknownLambdaType]
    room: Any = SimpleNamespace(
        match=match,
        house=SimpleNamespace(settings=settings),
        sight=SimpleNamespace(alternatives=([[0] * choices] * 2).__getitem__),
        row=SimpleNamespace(seats=[SimpleNamespace(level=level)] * 2),
    )
    return Driver(room)._bot_delay()  # pyright: ignore[reportPrivateUsage]


def test_a_bot_takes_its_time_when_its_turn_begins():
    assert delay(1) == 0.8
    assert delay(1, 0) == 0.8
    assert delay(1, 1, CHANCE, 0, CHANCE) == 0.8


@pytest.mark.parametrize("actors", [(1,), (0, 1), (1, CHANCE), (0, 1, CHANCE, CHANCE)])
def test_a_bot_that_goes_on_is_quicker(actors: tuple[int, ...]):
    assert delay(1, *actors) == 0.2


def test_how_many_moves_a_hidden_turn_has_cannot_be_told_by_its_pauses():
    assert delay(1, 0, hidden=True) == 0.8
    assert delay(1, 1, hidden=True) == 0.0


def test_a_wide_decision_takes_longer_than_a_small_one():
    small, wide, wider = (delay(1, choices=choices, longest=2.8) for choices in (2, 12, 60))
    assert small < wide == wider == pytest.approx(1.8)  # half of the span for the width; chance adds the other half


def test_a_bot_that_thinks_for_long_does_not_wait_as_well():
    assert delay(1, level="champion") == pytest.approx(0.8 - BOTS["champion"].seconds)
