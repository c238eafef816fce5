"""The pace of bots: a turn of many small moves does not add up many long pauses."""

import asyncio
import time
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from paddock.bots import BOTS
from paddock.engine import CHANCE
from paddock.server import Pace, Settings, Sources
from paddock.server.line.wire import BotPace, Clock
from paddock.server.table import driving
from paddock.server.table.clocks import TableClock
from paddock.server.table.driving import BotDriver
from paddock.server.table.presence import SeatPresence

from .harness import WAIT, finish


def delay(
    actor: int,
    *actors: int,
    hidden: bool = False,
    choices: int = 2,
    level: str = "club",
    longest: float = 0.8,
    open_hands: bool = True,
    pace: BotPace = "brisk",
    people: tuple[int, ...] = (0,),
    shared: bool = True,
) -> float:
    """Seconds until a bot's move comes, after plies of these actors."""
    room = room_of(
        actor,
        *actors,
        hidden=hidden,
        choices=choices,
        level=level,
        longest=longest,
        open_hands=open_hands,
        pace=pace,
        people=people,
        shared=shared,
    )
    return BotDriver(room)._bot_delay()  # pyright: ignore[reportPrivateUsage]


def room_of(
    actor: int,
    *actors: int,
    hidden: bool = False,
    choices: int = 2,
    level: str = "club",
    longest: float = 0.8,
    open_hands: bool = True,
    pace: BotPace = "brisk",
    people: tuple[int, ...] = (0,),
    shared: bool = True,
) -> Any:
    """A stand-in for the parts of a room that determine the pace."""
    sources = Sources(fraction=lambda: 0.0)
    settings = Settings(pace=Pace(bot_delay=(0.8, longest), bot_goes_on=0.25), sources=sources)
    match = SimpleNamespace(actor=actor, plies=[SimpleNamespace(actor=one) for one in actors], script=[])
    match.fork, match.is_outside = lambda: match, lambda _: hidden  # pyright: ignore[reportUnknownLambdaType]
    return SimpleNamespace(
        match=match,
        game=SimpleNamespace(hides_nothing=open_hands),
        house=SimpleNamespace(settings=settings, rules=SimpleNamespace(read_only=False)),
        telling=SimpleNamespace(sight=SimpleNamespace(alternatives=([[0] * choices] * 4).__getitem__)),
        playing=SimpleNamespace(),
        row=SimpleNamespace(seats=[SimpleNamespace(level=level, kind="bot")] * 4, bot_seed=1, pace=pace, dice="fair"),
        presence=[SeatPresence(since=0.0), SeatPresence(since=0.0)],
        clock=TableClock(Clock("none", 0), [0.0, 0.0]),
        now=time.monotonic,
        racing=True,
        is_shared=shared,
        people=lambda: list(people),
        lines=[object()],
        live_clock=None,
        is_driven=[True, True].__getitem__,
    )


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


def test_a_bot_that_uses_little_of_its_time_to_think_pauses_all_the_same():
    """A champion may think for longer than the pause; one that has its move at once makes it when the pause is over."""
    moved: list[float] = []

    async def race() -> None:
        room, over = room_of(1, level="champion"), asyncio.Event()

        async def play(_seat: int, _move: int, *, is_late: bool) -> None:
            assert not is_late
            moved.append(asyncio.get_running_loop().time() - started)
            over.set()

        async def choose(*_question: object) -> int:
            return 0

        room.playing.play, room.lock, room.house.bots = play, asyncio.Lock(), SimpleNamespace(choose=choose)
        started = asyncio.get_running_loop().time()
        BotDriver(room).schedule()
        async with asyncio.timeout(WAIT):
            await over.wait()

    assert BOTS["champion"].seconds > delay(1)
    finish(race())
    assert moved[0] > delay(1) - 0.01  # timers are set in whole milliseconds


@pytest.mark.parametrize("broken", ["choose", "play"])
def test_a_bot_that_fails_tries_again(monkeypatch: pytest.MonkeyPatch, broken: str):
    monkeypatch.setattr(driving, "AGAIN", 0.01)
    tried: Counter[str] = Counter()

    async def race() -> None:
        room, over = room_of(1), asyncio.Event()
        room.row.id = "a table"

        def fails_once(what: str) -> None:
            tried[what] += 1
            if what == broken and tried[what] == 1:
                raise ValueError("a defect")

        async def play(_seat: int, _move: int, *, is_late: bool) -> None:
            fails_once("play")
            over.set()

        async def choose(*_question: object) -> int:
            fails_once("choose")
            return 0

        room.playing.play, room.lock, room.house.bots = play, asyncio.Lock(), SimpleNamespace(choose=choose)
        BotDriver(room).schedule()
        async with asyncio.timeout(WAIT):
            await over.wait()

    finish(race())
    assert tried[broken] == 2


def test_what_a_bot_has_thought_is_no_pause_on_top():
    """It thinks until just before its move is due: the timer for thinking is set earlier by all that it may use."""
    expected = delay(1, longest=2.8) - BOTS["champion"].seconds
    assert expected > 0

    async def schedule() -> None:
        driver, clock = BotDriver(room_of(1, level="champion", longest=2.8)), asyncio.get_running_loop().time
        before = clock()
        driver.schedule()
        after = clock()
        timer = driver._timer  # pyright: ignore[reportPrivateUsage]
        assert timer
        assert before + expected <= timer.when() <= after + expected
        driver.stop()

    finish(schedule())


def test_the_pace_of_bots_is_set_with_the_table():
    assert [delay(1, pace=pace) for pace in ("relaxed", "brisk", "instant")] == [1.6, 0.8, 0.0]


def test_nobody_waits_for_bots_alone():
    """A browser that is the only one with drivers shows what bots do at the pace that its people have chosen."""
    assert delay(1, shared=False) == 0.0
    assert delay(1, shared=False, pace="relaxed") == 0.0


def test_the_race_is_run_out_when_no_person_races_any_more():
    """Two people (0 and 1) and two bots: a bot begins its third turn since one of them drove."""
    once, twice = (2, 2, CHANCE, 3), (2, 2, CHANCE, 3, CHANCE, 2, 3, CHANCE)
    assert delay(2, 0, 1, *once, people=(0, 1)) == 0.8
    assert delay(3, 0, 1, *twice, 2, people=(0, 1)) == 0.0
    assert delay(2, 0, 1, *twice, 1, people=(0, 1)) == 0.8
    assert delay(3, 0, 1, *twice, 2, people=(0, 1, 2)) == 0.8  # 2 is a person, too


def test_a_bot_without_a_pause_does_not_tell_how_long_it_thought_about_a_hidden_hand():
    thinks = BOTS["champion"].seconds
    assert delay(1, level="champion", pace="instant", open_hands=False) == thinks
    assert delay(1, level="champion", pace="instant") == 0.0


def test_the_delay_tells_nothing_about_a_hidden_hand():
    narrow, wide = (delay(1, choices=choices, longest=2.8, open_hands=False) for choices in (2, 60))
    assert narrow == wide == pytest.approx(0.8)
