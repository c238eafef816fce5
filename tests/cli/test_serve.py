"""`paddock serve`: where it listens, what it prints, one sentence if it cannot start, and how it ends."""

import json
import os
import pty
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import Result
from websockets.sync.client import connect

from paddock.cli.serve import announcement, free_place
from paddock.server import Reach, listen
from paddock.server.http.reach import own_address

WAIT = 60.0
NO_PROXY = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def test_a_busy_port_is_passed_over_unless_it_was_asked_for():
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        with pytest.raises(click.ClickException, match=f"cannot be served on port {port}: Address already in use$"):
            free_place("127.0.0.1", port)
    with free_place("127.0.0.1", None).listener as found:
        assert found.getsockname()[1] >= 8000


@pytest.mark.parametrize("host", ["192.0.2.1", "nobody.invalid", "." * 80])
def test_a_host_that_is_not_ours_is_answered_with_one_sentence(host: str):
    with pytest.raises(click.ClickException, match=r" cannot be served on any port from 8000 to 8019: \w") as refused:
        free_place(host, None)
    assert "\n" not in refused.value.message


# Addresses


def reached(host: str) -> tuple[str, str]:
    """The address on this computer and that for others, both without the port."""
    with listen(host, 0) as listener:
        reach, port = Reach(host, listener), listener.getsockname()[1]
        return reach.here.replace(f":{port}/", ""), reach.network().replace(f":{port}/", "")


def on_the_network() -> str:
    own = own_address()
    return f"http://[{own}]" if ":" in own else f"http://{own}" if own else ""


def test_a_server_for_this_computer_has_no_address_on_the_network():
    assert reached("127.0.0.1") == ("http://localhost", "")
    assert reached("localhost")[1] == ""


def test_a_server_for_everybody_tells_this_computers_address_never_zeros():
    assert reached("0.0.0.0") == ("http://localhost", on_the_network())


@pytest.mark.skipif(not socket.has_ipv6, reason="this Python has no IPv6")
def test_both_kinds_of_addresses_are_served_at_once():
    assert reached("::") == ("http://localhost", on_the_network())
    with listen("::", 0) as listener:
        port = listener.getsockname()[1]
        for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
            with socket.socket(family) as client:
                client.settimeout(WAIT)
                client.connect((host, port))


def test_what_a_person_reads_ends_with_the_address_to_open():
    with listen("127.0.0.1", 0) as listener:
        text = announcement(Reach("127.0.0.1", listener))
        assert "Only this computer can open the page" in text
        assert "make play HOST=0.0.0.0" in text
        assert text.endswith(f" http://localhost:{listener.getsockname()[1]}/")


# The process


class Served:
    """A server as a process, with a terminal or without."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, screen: int):
        self.process, self.port, self._screen = process, port, screen
        self.said = ""

    def until(self, true: Callable[[], bool]) -> None:
        """Read its output until a condition is true."""
        end = time.monotonic() + WAIT
        while not true():
            assert time.monotonic() < end, self.said
            self._hear()

    def _hear(self) -> bool:
        if not select.select([self._screen], [], [], 0.05)[0]:
            return self.process.poll() is None
        with suppress(OSError):  # EIO: the other side of the terminal is closed
            data = os.read(self._screen, 65_536)
            self.said += data.decode(errors="replace")
            return bool(data)
        return False

    def ended(self) -> int:
        """Its exit status, and all its output."""
        status = self.process.wait(WAIT)
        while self._hear():
            pass
        return status

    def hang_up(self) -> None:
        """Close the terminal."""
        os.close(self._screen)

    def ask(self, path: str, body: object = None, **headers: str) -> int:
        """The status of an answer."""
        try:
            with self._open(path, body, headers) as reply:
                return reply.status
        except urllib.error.HTTPError as error:
            return error.code

    def answer(self, path: str, body: object) -> Any:
        """The body of an answer."""
        with self._open(path, body, {}) as reply:
            return json.load(reply)

    def _open(self, path: str, body: object, headers: dict[str, str]) -> Any:
        data = None if body is None else json.dumps(body).encode()
        url = f"http://127.0.0.1:{self.port}{path}"
        request = urllib.request.Request(url, data, {"content-type": "application/json", **headers})
        return NO_PROXY.open(request, timeout=WAIT)


TAKE = "import fcntl, os, signal, subprocess, sys, termios; fcntl.ioctl(2, termios.TIOCSCTTY, 0); "
TERMINALS = {
    "its own": TAKE + "os.execv(sys.argv[1], sys.argv[1:])",
    "its parent's": TAKE
    + "signal.signal(signal.SIGHUP, lambda *_: None); sys.exit(subprocess.Popen(sys.argv[1:]).wait())",
}


@contextmanager
def served(folder: Path, *words: str, terminal: str = "", path: str = "") -> Generator[Served]:
    """A server that listens; with a terminal, it or its parent (as `make` is) gets SIGHUP when that closes."""
    with listen("127.0.0.1", 0) as found:
        port = found.getsockname()[1]
    command = [sys.executable, "-m", "paddock", "serve", "--port", str(port), "--store", f"sqlite:///{folder}/races.db"]
    environment = {**os.environ, **({"PATH": path, "TERM": "dumb"} if path else {})}
    ours, theirs = pty.openpty() if terminal else os.pipe()
    wrapped = [sys.executable, "-c", TERMINALS[terminal], *command, *words] if terminal else [*command, *words]
    process = subprocess.Popen(
        wrapped,
        stdin=theirs if terminal else subprocess.DEVNULL,
        stderr=theirs,
        env=environment,
        start_new_session=True,
    )
    os.close(theirs)
    server = Served(process, port, ours)
    try:
        server.until(lambda: f":{port}/" in server.said)
        yield server
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        with suppress(OSError):
            os.close(ours)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_without_a_terminal_it_logs_json_and_ends_in_order(tmp_path: Path, name: str):
    with served(tmp_path, "--no-open") as server:
        assert server.ask("/health") == 200
        server.process.send_signal(getattr(signal, name))
        assert server.ended() == 0
    lines = [json.loads(line) for line in server.said.splitlines()]
    assert {"event": "listening", "here": f"http://localhost:{server.port}/", "network": ""}.items() <= lines[
        -1
    ].items()
    assert (tmp_path / "races.db").exists()


def test_on_a_terminal_the_link_comes_last_in_plain_words(tmp_path: Path):
    with served(tmp_path, "--no-open", terminal="its own") as server:
        assert server.ask("/health") == 200
        server.process.send_signal(signal.SIGINT)
        assert server.ended() == 0
    assert "{" not in server.said
    assert server.said.replace("^C", "").strip().endswith(f"Race at http://localhost:{server.port}/")


@pytest.mark.parametrize("whose", TERMINALS)
def test_a_terminal_that_goes_away_ends_the_server_in_order(tmp_path: Path, whose: str):
    with served(tmp_path, "--no-open", terminal=whose) as server:
        assert server.ask("/health") == 200
        server.hang_up()
        assert server.process.wait(WAIT) == 0


def race_until(server: Served, true: Callable[[], bool]) -> None:
    """Race against a champion bot, which thinks in a worker process, until a condition is true."""
    seats = [{"kind": "me"}, {"kind": "bot", "level": "champion"}]
    made = server.answer("/api/tables", {"game": "nestorgames_gp", "seats": seats})
    address = f"ws://127.0.0.1:{server.port}/ws/{made['table']}"
    with connect(address, compression=None, proxy=None) as line:
        line.send(json.dumps({"type": "hello", "keys": [made["keys"][0]["key"]], "entry": 0}))
        while not true():
            for message in json.loads(line.recv(WAIT)):
                if message["type"] == "position" and message["choices"]:
                    move = {"ply": message["ply"], "move": message["choices"][0]["move"]}
                    line.send(json.dumps({"type": "move", "seat": 0, **move}))


def children(process: int) -> list[str]:
    """The processes that a process has started, in any of its threads."""
    return [child for file in Path(f"/proc/{process}/task").glob("*/children") for child in file.read_text().split()]


def test_workers_leave_nothing_behind_when_the_server_is_told_to_end(tmp_path: Path):
    with served(tmp_path, "--no-open") as server:
        race_until(server, lambda: bool(children(server.process.pid)))
        server.process.send_signal(signal.SIGTERM)
        assert server.ended() == 0
    assert "semaphore" not in server.said
    assert "Traceback" not in server.said


def test_a_text_browser_does_not_get_the_servers_terminal(tmp_path: Path):
    """The text browser is the only one here and would draw on the terminal; only the server's output appears there."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("www-browser", "lynx", "w3m"):
        browser = tools / name
        draws = "echo DRAWN\necho DRAWN >&2\n(echo DRAWN >/dev/tty) 2>/dev/null"
        browser.write_text(f"#!/bin/sh\n{draws}\necho done >>{tmp_path}/opened\n")
        browser.chmod(0o755)
    with served(tmp_path, terminal="its own", path=f"{tools}:/usr/bin:/bin") as server:
        server.until(lambda: (tmp_path / "opened").exists() or server.process.poll() is not None)
        server.process.send_signal(signal.SIGINT)
        assert server.ended() == 0
    assert "DRAWN" not in server.said


def test_pages_of_named_origins_may_play(tmp_path: Path):
    with served(tmp_path, "--no-open", "--origin", "https://play.example") as server:
        body = {"game": "nestorgames_gp"}
        assert server.ask("/api/quick", body, origin="https://play.example") == 201
        assert server.ask("/api/quick", body, origin="https://elsewhere.example") == 403


@pytest.mark.parametrize("origin", ["play.example", "https://play.example/club", "https://play.example/", "*"])
def test_an_origin_is_a_scheme_and_a_host(paddock: Callable[..., Result], origin: str):
    refused = paddock("serve", "--origin", origin)
    assert refused.exit_code == 2
    assert "takes origins like https://play.example, with no path" in refused.stderr
