"""The same work on a real Ray cluster of two nodes, which these tests start and end, on loopback."""

import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from click.testing import CliRunner
from tests.engine.jobs import doubled, doubled_by_the_second, ending, failing, held_up, lacking, met

from paddock.cli import cli
from paddock.engine import HERE, Drivers, LostPartError, OnRay, WorkersError, explore, measure, sample_positions
from paddock.games import load_game
from paddock.series import found_season, title_odds

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
PARTS = [(number,) for number in range(30)]
DOUBLED = [2 * number for number in range(30)]
GAME = load_game("_template")


class Node:
    """A machine of the cluster: `ray start`, until the test ends it."""

    def __init__(self, *arguments: str):
        bounds = ("--num-cpus=1", "--object-store-memory=80000000", "--min-worker-port=0", "--max-worker-port=0")
        self._process = subprocess.Popen(
            [Path(sys.executable).with_name("ray"), "start", "--block", "--disable-usage-stats", *bounds, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout
        said: list[str] = []
        for line in self._process.stdout:
            said.append(line)
            if "Ray runtime started" in line:
                break
        else:
            raise AssertionError("".join(said))
        self._reader = threading.Thread(target=self._process.stdout.read)  # so that it never waits for a reader
        self._reader.start()

    def end(self) -> None:
        self._process.terminate()
        self._ended()

    def kill(self) -> None:
        """End it and all its workers without a word, as a power cut does."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._ended()

    def _ended(self) -> None:
        self._process.wait()
        self._reader.join()
        assert self._process.stdout
        self._process.stdout.close()


@pytest.fixture(scope="module")
def address() -> Generator[str]:
    """Two nodes; whoever joins needs a token, which is in no file."""
    folder = tempfile.mkdtemp(prefix="ray", dir="/tmp")  # short: paths of sockets have at most 107 letters
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        address = f"127.0.0.2:{free_port('127.0.0.2')}"
        ip, _, port = address.partition(":")
        head = Node("--head", f"--node-ip-address={ip}", f"--port={port}", f"--temp-dir={folder}", *NO_EXTRAS)
        second = Node(f"--address={address}", "--node-ip-address=127.0.0.3")
        try:
            yield address
        finally:
            second.end()
            head.end()
            shutil.rmtree(folder)


NO_EXTRAS = ("--include-dashboard=false", "--include-log-monitor=false")


def free_port(ip: str) -> int:
    with socket.socket() as found:
        found.bind((ip, 0))
        return found.getsockname()[1]


@contextmanager
def joined(address: str, nodes: int) -> Generator[OnRay]:
    """The cluster, as soon as so many nodes are known to it."""
    from ray import nodes as known  # pyright: ignore[reportUnknownVariableType]

    with OnRay(address) as on:
        while [node["Alive"] for node in cast(list[dict[str, bool]], known())].count(True) < nodes:
            time.sleep(0.02)
        yield on


def test_parts_are_done_on_both_nodes(address: str, tmp_path: Path):
    with joined(address, 2) as on:
        assert len(set(on.map(partial(met, others=2, folder=tmp_path), [(0,), (1,)]))) == 2
        assert list(on.map(doubled, PARTS)) == DOUBLED


def test_a_part_whose_worker_is_killed_is_done_again(address: str, tmp_path: Path):
    with OnRay(address) as on:
        assert list(on.map(partial(doubled_by_the_second, killed=5, folder=tmp_path), PARTS)) == DOUBLED
    assert (tmp_path / "5").exists()


def test_the_parts_of_a_node_that_dies_are_done_by_others(address: str, tmp_path: Path):
    third = Node(f"--address={address}", "--node-ip-address=127.0.0.4")
    with joined(address, 3) as on:
        found = on.map(partial(held_up, folder=tmp_path), PARTS)
        killing = threading.Thread(target=kill_at_work, args=(third, tmp_path))
        killing.start()
        assert list(found) == DOUBLED
        killing.join()


def kill_at_work(node: Node, folder: Path) -> None:
    """Kill a node while all three are at work, then let them go on."""
    while len(list(folder.iterdir())) < 3:
        time.sleep(0.02)
    node.kill()
    (folder / "go").touch()


def test_a_part_that_ends_every_worker_is_named(address: str):
    with OnRay(address) as on, pytest.raises(LostPartError, match="died 3 times at the part 3:"):
        list(on.map(partial(ending, killed=3), PARTS))


def test_ray_says_nothing_among_what_is_printed_for_programs(address: str, capsys: pytest.CaptureFixture[str]):
    with OnRay(address):
        told = {"pid": "raylet", "ip": "127.0.0.4", "job": "", "is_err": False, "lines": ["the node 127.0.0.4 died"]}
        import_module("ray._private.worker").print_to_stdstream(told, ignore_prefix=False)
        heard = capsys.readouterr()
    assert "127.0.0.4 died" in heard.err
    assert "127.0.0.4 died" not in heard.out


def test_what_a_part_raises_is_raised(address: str):
    with OnRay(address) as on, pytest.raises(ValueError, match=r"^0 is wrong$"):
        list(on.map(failing, PARTS))


def test_work_that_is_left_begins_no_other_cluster(address: str):
    import ray

    with OnRay(address) as on:
        found = on.map(doubled, PARTS)
        assert next(found) == 0
    del found
    assert not ray.is_initialized()


def test_a_node_that_lacks_a_module_is_told(address: str):
    with OnRay(address) as on, pytest.raises(WorkersError, match="lacks not_installed: install the same paddock"):
        list(on.map(lacking, PARTS))


def test_other_rules_on_a_node_are_refused(address: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(vars(GAME), "rules_digest", "0123456789abcdef")
    with OnRay(address) as on, pytest.raises(WorkersError, match="has other rules of Ridge Run"):
        list(measure(GAME, GAME.new_table(2, {}), 0, 10, Drivers([[0, 0]], 1, 1), on=on))


def test_the_engine_gives_the_same_from_a_cluster(address: str):
    table, drivers = GAME.new_table(2, {}), Drivers([[0, 1]], 1, 2)
    season = found_season(load_game("nestorgames_gp"), 3, {"laps": 1}, {})
    with OnRay(address) as on:
        for one, other in zip(
            measure(GAME, table, 0, 12_000, drivers), measure(GAME, table, 0, 12_000, drivers, on=on), strict=True
        ):
            assert_same(one, other)
        for one, other in zip(
            explore(GAME, table, 0, 1200, [0, 0], 3, [0] * 1001),
            explore(GAME, table, 0, 1200, [0, 0], 3, [0] * 1001, on=on),
            strict=True,
        ):
            assert_same(one, other)
        assert_same(sample_positions(GAME, table, 300, 3), sample_positions(GAME, table, 300, 3, on=on))
        game = load_game("nestorgames_gp")
        assert title_odds(game, season, 120, on=HERE) == title_odds(game, season, 120, on=on)


def assert_same(one: Any, other: Any) -> None:
    for name in cast(dict[str, Any], vars(one)):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


@pytest.mark.parametrize(
    "command",
    [
        "simulate nestorgames_gp --races 5000 --json",
        "ladder nestorgames_gp --levels random,rookie --races 8 -o laps=1",
        "series nestorgames_gp --seats 2 -o laps=1 --odds 100 --json",
        "lab balance nestorgames_gp --seats 2 -o laps=1 --races 3000 --level-races 20",
        "lab compare nestorgames_gp -o laps=1 -o laps=2 --races 3000",
        "lab clauses nestorgames_gp -o laps=1 --races 600",
        "lab estimate nestorgames_gp --seats 2 -o laps=1 --races 300",
        "lab estimate nestorgames_gp --seats 2 -o laps=1 --races 4 --drivers club",
        "lab races STORE --races 60",
        "lab track TRACK --seats 2 --races 4 --alone",
    ],
)
def test_a_command_prints_the_same_from_a_cluster(address: str, command: str, tmp_path: Path):
    workshop = load_game("nestorgames_gp").workshop
    assert workshop
    track, store = tmp_path / "board.toml", ROOT / "tests" / "server" / "stores" / "version_2.sqlite"
    track.write_text(workshop.examples()[0].text, encoding="utf-8")
    words = command.replace("STORE", str(store)).replace("TRACK", str(track)).split()
    one, other = (CliRunner().invoke(cli, [*words, "--on", where]) for where in ("local", f"ray:{address}"))
    assert (one.exit_code, other.exit_code) == (0, 0), other.output
    assert without_times(other.stdout) == without_times(one.stdout)


DOCUMENTED = re.findall(r"^paddock .*--on ray.*$", (ROOT / "docs" / "lab.md").read_text(encoding="utf-8"), re.MULTILINE)
FEW = {
    "simulate": "--races 300",
    "ladder": "--races 2 --levels random,rookie",
    "series": "--odds 50 --races 2",
    "lab": "--races 300",
}


@pytest.mark.parametrize("command", DOCUMENTED)
def test_the_documented_commands_work(address: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RAY_ADDRESS", address)
    words = command.replace("192.0.2.1:6379", address).split()[1:]
    result = CliRunner().invoke(cli, [*words, *FEW[words[0]].split()])
    assert result.exit_code == 0, result.output


def without_times(text: str) -> Any:
    """What is printed, without how long it took."""
    if text.startswith("{"):
        return {name: value for name, value in json.loads(text).items() if "second" not in name}
    first, *rest = text.splitlines()
    return [first.partition(", in ")[0], *rest]
