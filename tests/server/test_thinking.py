"""Bots that think in worker processes: the server does not wait for them, and a dead worker stops no race."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from typing import Any, cast

import pytest

from paddock.bots import Search, Seen, think
from paddock.engine import Match, SeededDice, TriedMove
from paddock.games._template import GAME as RIDGE_RUN
from paddock.server.thinking.thinkers import ADVISER, MOST_HINTS, Hint, Question, Thinkers, hint, search, short_hint

from .harness import WAIT, Client, House, finish, race_to_the_end

Work = Callable[[Thinkers, Match], Coroutine[Any, Any, None]]


def start() -> Match:
    match = Match(RIDGE_RUN, 3, {}, SeededDice(3))
    match.settle()
    return match


def with_workers(work: Work, workers: int = 1) -> None:
    RIDGE_RUN.native()  # a worker finds the compiled rules in the cache

    async def run() -> None:
        bots = Thinkers(1, workers)
        try:
            await work(bots, start())
        finally:
            bots.close()

    finish(run())


async def searched(bots: Thinkers, match: Match) -> list[TriedMove]:
    """The advice of a worker, once it has the rules."""
    end = time.monotonic() + 3 * WAIT
    while time.monotonic() < end:
        lines = (await bots.advise(match, match.actor, 9)).lines
        if sum(line.walks for line in lines) == ADVISER.walks:
            return lines
    raise AssertionError("no worker ever answered")


def workers(bots: Thinkers, pool: str = "_bots") -> list[int]:
    """The ids of the processes that think for bots, or for hints."""
    running = cast(object, vars(vars(bots)[pool])["_pool"])
    return list(cast(dict[int, object], vars(running)["_processes"])) if running else []


@contextmanager
def standing_still(bots: Thinkers, pool: str = "_bots") -> Generator[None]:
    """Its worker processes are stopped with SIGSTOP inside the block, and continued after it."""
    stopped = workers(bots, pool)
    for process in stopped:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in stopped:
            os.kill(process, signal.SIGCONT)


def test_a_champion_in_a_worker_thinks_as_one_here():
    async def work(bots: Thinkers, match: Match) -> None:
        lines = await searched(bots, match)
        assert lines == think(Search(Seen.of(match, match.actor), 9, depth=ADVISER.depth), ADVISER.walks)
        assert await bots.choose(match, match.actor, "champion", 9) == lines[0].move

    with_workers(work)


def test_a_worker_that_is_killed_is_replaced_and_there_is_a_move_all_the_same():
    async def work(bots: Thinkers, match: Match) -> None:
        wanted = await searched(bots, match)
        legal = [choice.move for choice in match.choices()]
        assert await bots.choose(match, match.actor, "champion", 9) in legal
        before = [*workers(bots), *workers(bots, "_hints")]
        assert len(before) == 2
        for process in before:
            os.kill(process, signal.SIGKILL)
        assert await bots.choose(match, match.actor, "champion", 9) in legal
        assert await searched(bots, match) == wanted
        assert await bots.choose(match, match.actor, "champion", 9) in legal
        assert not {*workers(bots), *workers(bots, "_hints")} & set(before)

    with_workers(work)


def test_nobody_waits_for_a_worker_that_does_not_answer():
    async def work(bots: Thinkers, match: Match) -> None:
        await bots.choose(match, match.actor, "champion", 9)
        with standing_still(bots):
            async with asyncio.timeout(WAIT):
                move = await bots.choose(match, match.actor, "champion", 9)
        assert move in [choice.move for choice in match.choices()]

    with_workers(work)


def test_bots_do_not_wait_for_hints():
    """Sixty hints are requested while their worker is stopped: bots still search, and most hints are refused."""

    async def work(bots: Thinkers, match: Match) -> None:
        lines = await searched(bots, match)
        with standing_still(bots, "_hints"):
            hints = [asyncio.create_task(bots.advise(match, match.actor, 9)) for _ in range(60)]
            end = time.monotonic() + WAIT
            while await bots.choose(match, match.actor, "champion", 9) != lines[0].move:
                assert time.monotonic() < end, "a bot waits for a worker to come up, but not for hints"
            refused = [task for task in hints if task.done()]
            assert len(refused) == 60 - MOST_HINTS
            assert all(task.result() == Hint([]) for task in refused)
        await asyncio.gather(*hints)

    with_workers(work)


def test_under_load_no_hint_is_searched_for_without_compiled_rules(monkeypatch: pytest.MonkeyPatch):
    """What the worker is asked to do depends on how many bots wait."""

    async def work(bots: Thinkers, match: Match) -> None:
        asked: list[object] = []

        async def ask(pool: object, work: object, *more: object) -> Hint:
            asked.append(work)
            return Hint([])

        monkeypatch.setattr(bots, "_ask", ask)
        await bots.advise(match, match.actor, 9)
        vars(bots)["_waiting"] = 1
        await bots.advise(match, match.actor, 9)
        assert asked == [hint, short_hint]

    with_workers(work)


def test_a_bot_that_fails_is_replaced_by_any_legal_move(caplog: pytest.LogCaptureFixture):
    async def work(bots: Thinkers, match: Match) -> None:
        assert await bots.choose(match, match.actor, "nobody", 9) == match.choices()[0].move

    with_workers(work)
    assert "a bot failed" in caplog.text


def test_a_question_that_comes_too_late_is_not_thought_about():
    RIDGE_RUN.native()
    seen, match = Seen.of(start(), start().actor), start()
    soon, late = (Question("_template", seen.packed(), "champion", 1, 1.0, time.time() + left) for left in (9, -1))
    lines: list[TriedMove] = search(soon)
    assert lines[0].move in [choice.move for choice in match.choices()]
    assert search(late) == []


def test_the_server_answers_while_fifty_champions_think(house: House):
    """Waiting for stopped workers, one table after another, would exceed this test's time limit."""
    assert house.hall
    seats = [{"kind": "me"}, *({"kind": "bot", "level": "champion"} for _ in range(3))]
    tables = [house.post("/api/tables", {"game": "_template", "seats": seats}) for _ in range(50)]
    lines = [house.client(made["table"], made["keys"][0]["key"]) for made in tables]
    try:
        go_on(lines[:1])
        lines[0].my_turn(0)  # now there are workers
        with standing_still(house.hall.house.bots):
            end = time.monotonic() + WAIT
            go_on(lines)
            for _ in range(40):
                assert house.get("/health")["status"] == "ok"
                assert time.monotonic() < end, "the server waits for its workers"
        for line in lines:
            line.my_turn(0)  # every bot has moved
    finally:
        for line in lines:
            line.socket.close()


def go_on(lines: list[Client]) -> None:
    for line in lines:
        line.my_turn(0)
        line.move(0)


def test_a_race_against_a_champion_comes_to_its_end(house: House):
    seats = [{"kind": "me"}, {"kind": "bot", "level": "champion"}]
    made = house.post("/api/tables", {"game": "_template", "seats": seats})
    with house.client(made["table"], made["keys"][0]["key"]) as ana:
        race_to_the_end((ana, 0))
        assert sorted(ana.hear("over")["places"]) == [1, 2]
