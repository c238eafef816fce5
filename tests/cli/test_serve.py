"""`paddock serve`: a port for it, one sentence if there is none, and a server that answers and ends politely."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import click
import pytest

from paddock.cli.serve import free_port


def test_a_busy_port_is_passed_over_unless_it_was_asked_for():
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        with pytest.raises(click.ClickException, match=f"cannot be served on port {port}: Address already in use"):
            free_port("127.0.0.1", port)
    assert free_port("127.0.0.1", None) >= 8000


def test_a_host_that_is_not_ours_is_answered_with_one_sentence():
    with pytest.raises(click.ClickException, match=r"192\.0\.2\.1 cannot be served on any port from 8000"):
        free_port("192.0.2.1", None)


def test_the_server_answers_and_ends_when_interrupted(tmp_path: Path):
    port = free_port("127.0.0.1", None)
    command = [sys.executable, "-m", "paddock", "serve", "--no-open", "--port", str(port)]
    command += ["--store", f"sqlite:///{tmp_path}/races.db"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ})
    try:
        assert answer(f"http://127.0.0.1:{port}/health")
        server.send_signal(signal.SIGINT)
        _, said = server.communicate(timeout=20)
    finally:
        server.kill()
    assert f"paddock is at http://localhost:{port}/" in said
    assert "Traceback" not in said
    assert server.returncode == 0
    assert (tmp_path / "races.db").exists()


def answer(url: str) -> bytes:
    for _ in range(200):
        try:
            with urllib.request.urlopen(url, timeout=5) as reply:
                return reply.read()
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"no answer from {url}")
