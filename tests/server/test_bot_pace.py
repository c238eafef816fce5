"""How long bots take: a whole turn of many small moves is not made of many long pauses."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from paddock.bots import BOTS
from paddock.engine import CHANCE, Match
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server import Pace, Settings, Sources, make_hall, open_store
from paddock.server.connection import Connection
from paddock.server.driving import Driver
from paddock.server.sight import encode
from paddock.server.wire import NewTable, SeatWish

from .harness import finish


def delay(
    actor: int, *actors: int, choices: int = 2, level: str = "club", longest: float = 0.8, open_hands: bool = True
) -> float:
    """Seconds until a bot begins to think, after plies of these actors."""
    sources = Sources(fraction=lambda: 0.0)
    settings = Settings(pace=Pace(bot_delay=(0.8, longest), bot_goes_on=0.25), sources=sources)
    match = SimpleNamespace(actor=actor, plies=[SimpleNamespace(actor=one) for one in actors])
    room: Any = SimpleNamespace(
        match=match,
        game=SimpleNamespace(hides_nothing=open_hands),
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


def test_a_wide_decision_takes_longer_than_a_small_one():
    small, wide, wider = (delay(1, choices=choices, longest=2.8) for choices in (2, 12, 60))
    assert small < wide == wider == pytest.approx(1.8)  # half of the span for the width; chance adds the other half


def test_a_bot_that_thinks_for_long_does_not_wait_as_well():
    assert delay(1, level="champion") == pytest.approx(0.8 - BOTS["champion"].seconds)


def test_the_delay_tells_nothing_about_a_hidden_hand():
    narrow, wide = (delay(1, choices=choices, longest=2.8, open_hands=False) for choices in (2, 60))
    assert narrow == wide == pytest.approx(0.8)


def test_a_move_that_is_found_soon_comes_at_its_time(monkeypatch: pytest.MonkeyPatch):
    """The bot has its move at once; it is made when the delay and the longest thinking of its level are over."""
    pace = Pace(bot_delay=(1.0, 1.0), bot_goes_on=1.0)
    level = "champion"
    at: list[float] = []

    async def run() -> None:
        hall = make_hall([RIDGE_RUN], open_store("sqlite://:memory:"), Settings(pace=pace))
        row, created = await hall.house.founder.from_request(
            RIDGE_RUN, NewTable("_template", [SeatWish("me"), SeatWish("bot", level=level)])
        )
        room = await hall.found(row)
        loop = asyncio.get_running_loop()

        async def choose(match: Match, seat: int, name: str, seed: int) -> int:
            return match.choices()[0].move

        async def play(seat: int, move: int) -> None:
            at.append(loop.time())

        monkeypatch.setattr(hall.house.bots, "choose", choose)
        ana = Connection(hall, row.id)
        await ana.receive(encode({"type": "hello", "keys": [created.keys[0].key]}))
        await ana.receive(encode({"type": "move", "seat": 0, "ply": room.ply, "move": room.match.choices()[0].move}))
        asked = loop.time()
        monkeypatch.setattr(room, "play", play)
        while not at:
            await asyncio.sleep(0.01)
        assert at[0] - asked > 0.9  # not the tenth of a second that is left when the longest thinking is taken off
        await hall.close()

    finish(run())
