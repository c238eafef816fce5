"""HAProxy in front of the nodes: it sends people to those that say they are ready, and can be killed."""

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
WAIT = 30.0
CONFIGURATION = """\
global
    maxconn 8000
    log stdout format raw local0 notice
defaults
    mode http
    log global
    option redispatch
    retries 3
    retry-on conn-failure
    timeout connect 2s
    timeout check 3s
    timeout client 60s
    timeout server 15s
    timeout queue 5s
    timeout tunnel 1h
    option forwardfor
frontend people
    bind 127.0.0.1:{port}
    default_backend nodes
backend nodes
    balance random
    option httpchk
    http-check send meth GET uri /ready ver HTTP/1.1 hdr Host 127.0.0.1
    default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
"""


class Proxy:
    """A running HAProxy; its port stays the same."""

    def __init__(self, folder: Path, nodes: list[str]):
        self.port = _free_port()
        self._folder = folder
        self._program = _program()
        servers = [f"    server node{number} {node}" for number, node in enumerate(nodes)]
        (folder / "haproxy.cfg").write_text("\n".join([CONFIGURATION.format(port=self.port), *servers, ""]))
        self.start()

    def start(self) -> None:
        """Start it and wait until it listens."""
        words = [self._program, "-db", "-f", self._folder / "haproxy.cfg"]
        with (self._folder / "haproxy.log").open("ab") as log:
            self._process = subprocess.Popen(words, stdout=log, stderr=log)
        end = time.monotonic() + WAIT
        while not self._listens():
            assert self._process.poll() is None, (self._folder / "haproxy.log").read_text()
            assert time.monotonic() < end, "HAProxy does not listen"
            time.sleep(0.02)

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1.0).close()
        except OSError:
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Without a word: every connection breaks."""
        self._process.send_signal(how)
        self._process.wait(WAIT)


def _program() -> str:
    command = [sys.executable, str(ROOT / "tools" / "ensure_haproxy.py")]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    if found.returncode:
        raise FileNotFoundError(found.stderr.strip())
    return found.stdout.strip()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]
