"""Thousands of connections that begin a request and do not end it; everybody else is answered within a second."""

import resource
import socket
import threading
import time

from tests.server.test_connections import BEGUN, HALF_OPEN

from .proof import Proof
from .servers import Server, Wanted, answer_seconds, store_of

WITHIN = 1.0  # seconds
PAUSE = 0.05  # seconds between two questions
HELD = 5.0  # seconds that all of them are held


class Asking:
    """Somebody who asks for /health all the time."""

    def __init__(self, proof: Proof, port: int):
        self.proof, self.port = proof, port
        self.took: list[float] = []
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self) -> None:
        """Until it is told to end."""
        while not self.ended.is_set():
            try:
                self.took.append(answer_seconds(self.port))
            except (OSError, AssertionError) as error:
                self.proof.fail(f"/health was not answered: {error!r}")
            self.ended.wait(PAUSE)


def run(proof: Proof) -> None:
    """The proof."""
    goal = proof.aim("half-open requests", HALF_OPEN)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    server = Server(Wanted(store_of(proof.folder)))  # it has as many files as are usual here
    lines: list[socket.socket] = []
    asking = Asking(proof, server.port)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 2 * HALF_OPEN), hard))
        asking.thread.start()
        time.sleep(HELD)
        before, asking.took = asking.took, []
        proof.measured["/health without them"] = _told(before)
        _open(proof, server.port, goal, lines)
        time.sleep(HELD)
    finally:
        asking.ended.set()
        asking.thread.join()
        for line in lines:
            line.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        server.end()
    _judge(proof, asking.took)


def _open(proof: Proof, port: int, goal: int, lines: list[socket.socket]) -> None:
    """All of them, as fast as the server takes them."""
    while len(lines) < goal and not proof.is_late:
        line = socket.create_connection(("127.0.0.1", port), 30)
        lines.append(line)
        line.sendall(BEGUN[len(lines) % len(BEGUN)])
        proof.count("half-open requests")


def _judge(proof: Proof, took: list[float]) -> None:
    late = sum(one > WITHIN for one in took)
    proof.count("answers of /health", len(took))
    proof.measured["/health with them"] = _told(took)
    proof.check(
        late == 0, f"{late} of {len(took)} answers took longer than {WITHIN:g} s, the longest {max(took):.2f} s"
    )


def _told(took: list[float]) -> str:
    return f"median {sorted(took)[len(took) // 2]:.3f} s, longest {max(took):.3f} s"
