"""Untrusted component files: parsed in a process with limits, while the server goes on for everybody else."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from paddock.engine import Game
from paddock.games import all_games, load_game
from paddock.server.line.refusals import RefusedError
from paddock.server.settings import FileLimits
from paddock.server.table.workshops import LONGEST_REASON, checked, complete_options
from paddock.server.thinking.file_workers import GONE, TOO_MUCH, FileWorkers, Reply, Worker, WorkerGoneError

from .harness import QUICKLY, finish, serving, store_in
from .hostile import MANY, broken, hostile

NITRO = load_game("nitro_dice")
WITH_FILES = [game for game in all_games() if any(option.file for option in game.options)]
MOST_SECONDS = 1.0  # of CPU for one file; they take a few hundredths
MOST_MEMORY = 256_000  # kilobytes of a worker; it has 40,000 before its first file


def with_workers(work: Callable[[FileWorkers], Coroutine[Any, Any, None]], limits: FileLimits | None = None) -> None:
    async def run() -> None:
        files = FileWorkers(limits or FileLimits())
        try:
            await work(files)
        finally:
            await asyncio.to_thread(files.close)

    finish(run())


@contextmanager
def worker(limits: FileLimits) -> Generator[Worker]:
    one = Worker(limits)
    try:
        yield one
    finally:
        one.end()


@pytest.mark.parametrize("job", ["while True: pass", "bytearray(4 << 30)", "(lambda f: f(f))(lambda f: f(f))"])
def test_a_job_that_takes_too_much_is_stopped_and_the_worker_goes_on(job: str):
    with worker(FileLimits(cpu_seconds=1, wall_seconds=60.0)) as one:
        assert one.ask(partial(exec, job)).refusal == TOO_MUCH
        assert one.ask(partial(len, "abc")).value == 3


def test_a_worker_that_dies_is_replaced():
    with worker(FileLimits()) as one:
        with pytest.raises(WorkerGoneError):
            one.ask(partial(os._exit, 9))
        assert one.ask(partial(len, "abc")).value == 3


def test_a_worker_that_hangs_is_replaced_and_its_request_is_answered():
    async def work(files: FileWorkers) -> None:
        await files.do(checked, NITRO, "x")
        [process] = files.processes()
        os.kill(process, signal.SIGSTOP)
        with pytest.raises(RefusedError) as refused:
            await files.do(checked, NITRO, "x")
        assert (refused.value.reason, refused.value.status) == (GONE, 503)
        assert process not in files.processes()

    with_workers(work, FileLimits(wall_seconds=3.0))


def test_only_so_many_files_wait():
    async def work(files: FileWorkers) -> None:
        answers = await asyncio.gather(*(files.do(checked, NITRO, "x") for _ in range(5)), return_exceptions=True)
        assert [isinstance(answer, RefusedError) for answer in answers] == [False, False, False, True, True]

    with_workers(work, FileLimits(waiting=3))


# Hostile files


def file_option(game: Game) -> str:
    return next(option.name for option in game.options if option.file)


@pytest.mark.long
@pytest.mark.parametrize("game", WITH_FILES, ids=lambda game: game.id)
def test_no_file_costs_much_time_or_memory(game: Game):
    """Measures CPU time and memory of the worker only, independent of the machine's load."""
    costs: list[Reply] = []

    async def work(files: FileWorkers) -> None:
        files.observe = costs.append
        for text in [*hostile(), *broken(game, 160)]:
            if game.workshop:
                await files.do(checked, game, text)
            with suppress(RefusedError):
                await files.do(complete_options, game, game.seats[1], {file_option(game): text})
            assert (costs[-1].status, costs[-1].refusal == TOO_MUCH) == (400, False), (text[:80], costs[-1].refusal)
            assert len(costs[-1].refusal) <= LONGEST_REASON
            assert costs[-1].cpu_seconds < MOST_SECONDS, text[:80]
            assert costs[-1].memory < MOST_MEMORY, text[:80]

    with_workers(work, FileLimits(cpu_seconds=5))


# Over the wire


ROUTES: list[tuple[str, dict[str, Any]]] = [
    ("/api/tables", {"options": {"track": f"{MANY} = 1\n"}}),
    ("/api/series", {"options": {"track": f"{MANY} = 1\n"}}),
    ("/api/series", {"venues": [f"{MANY} = 1\n"]}),
]


@pytest.mark.parametrize(("path", "more"), ROUTES)
def test_a_key_of_thousands_of_parts_is_refused_with_a_sentence(tmp_path: Path, path: str, more: dict[str, Any]):
    seats, named = [{"kind": "me"}, {"kind": "bot"}], {"name": "Tour"} if path == "/api/series" else {}
    with serving(store_in(tmp_path), offered=[NITRO]) as house:
        before = time.process_time()
        refused = house.post(path, {"game": NITRO.id, "seats": seats, **more, **named}, 400)
        assert time.process_time() - before < 2.0  # of this process, where the loop is; the parser took 7
        assert "a key has at most 8 parts joined by dots" in refused["error"]


def test_the_loop_goes_on_while_a_file_is_checked(tmp_path: Path):
    """The worker is stopped; other requests are answered meanwhile, and the file's once it continues."""
    settings = replace(QUICKLY, files=FileLimits(wall_seconds=60.0))
    text = NITRO.workshop.examples()[0].text if NITRO.workshop else ""
    answers: list[int] = []
    with serving(store_in(tmp_path), settings, [NITRO]) as house:
        assert house.hall
        body = {"game": NITRO.id, "seats": [{"kind": "me"}, {"kind": "bot"}], "options": {"track": text}}
        house.post("/api/tables", body)
        [process] = house.hall.house.files.processes()
        os.kill(process, signal.SIGSTOP)
        waiting = threading.Thread(target=lambda: answers.append(house.http.post("/api/tables", json=body).status_code))
        try:
            waiting.start()
            for _ in range(20):
                assert house.get("/health")["status"] == "ok"
            assert answers == []
        finally:
            os.kill(process, signal.SIGCONT)
            waiting.join(30)
        assert answers == [201]
