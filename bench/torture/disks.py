"""Disks that are full, read-only or slow, and clocks that jump, while people race.

Nothing that anybody was told is lost; where nothing can be stored the server says so (/ready, and the refusal of a
move), still answers, and goes on by itself when the fault is gone. A full disk is a small tmpfs. A layer between the
server and the system lets writing fail or take long, and the date be wrong (faults.c).
"""

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.server.harness import Message

from .kills import Chain
from .proof import Proof
from .servers import GAMES, NO_ANSWER, ProgramServer, Server, Wanted, ask, store_of, until

DISK = 32_000_000  # bytes
LEFT = 700_000  # bytes of it when the server starts: its log cannot have all the room that it takes beforehand
FAULT = 8.0  # seconds that a fault lasts
NOTICED = 120.0  # seconds until a fault that has to be noticed is
FRESH = 2.0  # seconds until somebody who hears nothing comes again
SLOW = 400  # milliseconds of a sync
VERY_SLOW = 3_000
LIVENESS = 5.0  # seconds for /health, besides what the disk takes
DAY = 86_400
JUMPS = {"2 days on": 2 * DAY, "3 days back": -3 * DAY, "40 days on": 40 * DAY, "5 years back": -5 * 365 * DAY}
NO_FAULT = "0 0 0"
IN_NAMESPACE = "TORTURE_NAMESPACE"


def enter_namespace() -> None:
    """Begin this program again with mounts of its own, as root of them; where that cannot be, go on without."""
    words = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    if IN_NAMESPACE in os.environ or subprocess.run([*words, "true"], capture_output=True, check=False).returncode:
        return
    os.environ[IN_NAMESPACE] = "1"
    os.execvp(words[0], [*words, sys.executable, "-m", "bench.torture", *sys.argv[1:]])


class Undaunted(Chain):
    """Races of people who try again when something was not stored."""

    def next_table(self) -> Message | None:
        """A new table."""
        self.patience = FRESH
        return super().next_table()

    def refused(self, status: int, answer: Message) -> None:
        """503: not now."""
        if status != 503:
            super().refused(status, answer)


@dataclass
class Seen:
    """What somebody saw of a server while it had a fault."""

    unready: set[str] = field(default_factory=set[str])  # what /ready said
    refused: set[str] = field(default_factory=set[str])  # why moves were refused
    longest: float = 0.0  # seconds of /health


@dataclass
class Trial:
    """One fault while races are on."""

    proof: Proof
    name: str
    server: Server
    says_so: bool  # nothing can be stored, so /ready fails
    patience: float = LIVENESS

    def run(self, begin: Callable[[], None], end: Callable[[], None]) -> None:
        """Race, have the fault, be without it, and look."""
        chains = [Undaunted(self.server, game).start() for game in GAMES[:4]]
        try:
            until(lambda: all(chain.heard(set()) > 10 for chain in chains), "the first moves", 90)
            begin()
            seen = self._watch(chains)
            end()
            self._judge(seen)
            until(lambda: self._ready() == "", "being ready again", 60)
            before = [_plies(chain) for chain in chains]
            until(lambda: all(_plies(one) > n for one, n in zip(chains, before, strict=True)), "going on", 90)
        finally:
            end()
            for chain in chains:
                chain.stopped.set()
            for chain in chains:
                chain.thread.join(60)
        self._audit(chains)
        self.proof.count("faults")

    def _watch(self, chains: list[Chain]) -> Seen:
        seen, began = Seen(), time.monotonic()
        while not self._is_enough(seen, time.monotonic() - began):
            started = time.monotonic()
            status, _ = ask(self.server.port, "/health")
            seen.longest = max(seen.longest, time.monotonic() - started)
            self.proof.check(status == 200, f"{self.name}: /health says {status}")
            seen.unready |= {self._ready()} - {""}
            lines = [line for chain in chains for line in chain.races[-1].lines.values()]
            heard = [message for line in lines for message in list(line.heard) if message["type"] == "refused"]
            seen.refused |= {message["reason"] for message in heard if "not stored" in message["reason"]}
            time.sleep(0.1)
        return seen

    def _is_enough(self, seen: Seen, took: float) -> bool:
        is_noticed = bool(seen.unready and seen.refused) or not self.says_so
        return took >= (FAULT if is_noticed else NOTICED)

    def _ready(self) -> str:
        """Why not; empty if it is."""
        try:
            status, answer = ask(self.server.port, "/ready")
        except NO_ANSWER as error:
            return repr(error)
        return "" if status == 200 else str(answer.get("error"))

    def _judge(self, seen: Seen) -> None:
        check = self.proof.check
        check(seen.longest <= self.patience, f"{self.name}: /health took {seen.longest:.1f} s")
        self.proof.measured[f"{self.name}, /health"] = f"{seen.longest:.2f} s"
        if self.says_so:
            check(bool(seen.unready), f"{self.name}: /ready said nothing")
            check(bool(seen.refused), f"{self.name}: nobody was told that a move was not stored")

    def _audit(self, chains: list[Chain]) -> None:
        """Killed and started again, it still knows everything that anybody heard."""
        self.server.kill()
        self.server.start()
        house = self.server.house()
        for chain in chains:
            chain.check(house)
            self.proof.count("plies heard", _plies(chain))
            for problem in chain.problems:
                self.proof.fail(f"{self.name}: {problem}")
        house.http.close()


def _plies(chain: Chain) -> int:
    """Heard by anybody, on lines of now too."""
    kept = sum(len(told) for race in chain.races for told in race.told.values())
    return kept + sum(len(plies) for line in chain.races[-1].lines.values() for plies in list(line.plies.values()))


def run(proof: Proof) -> None:
    """The proof."""
    with proof.part("full disk"):
        _full(proof)
    with proof.part("faults"):
        _faults(proof)
    with proof.part("read-only from the start"):
        _read_only_start(proof)


# A full disk


def _mounted(proof: Proof, name: str) -> Path | None:
    """A small disk; None where nothing can be mounted."""
    folder = proof.folder / name
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)]
    if subprocess.run(words, capture_output=True, check=False).returncode:
        proof.left_out.append(f"{name}: nothing can be mounted here, and `unshare --mount` does not help")
        return None
    return folder


def _full(proof: Proof) -> None:
    folder = _mounted(proof, "full")
    if folder is None:
        return
    filler = folder / "filler"

    def fill(most: int = DISK) -> None:
        with suppress(OSError), filler.open("ab", buffering=0) as file:
            while file.tell() < most:
                file.write(bytes(4096))

    def use_up() -> None:
        """The log has some room of its own: new tables need it."""
        fill()
        wish = {"game": "_template", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        until(lambda: ask(server.port, "/api/tables", wish)[0] == 503, "the refusal of a table", NOTICED)

    fill(DISK - LEFT)
    server = Server(Wanted(store_of(folder)))
    try:
        Trial(proof, "full disk", server, says_so=True).run(use_up, lambda: filler.unlink(missing_ok=True))
    finally:
        server.kill()
        subprocess.run(["umount", str(folder)], check=False)


def _read_only_start(proof: Proof) -> None:
    """A server that cannot write says so and ends; when it can, it starts."""
    folder = _mounted(proof, "read-only")
    if folder is None:
        return
    wanted, environment = Wanted(store_of(folder)), {"PYTHONUNBUFFERED": "1"}
    try:
        ProgramServer(wanted, environment).end()
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        words = [sys.executable, "-m", "paddock", "serve", "--no-open", "--store", wanted.store]
        ended = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
        proof.check(
            ended.returncode not in (0, -signal.SIGSEGV), f"on a read-only disk it ended with {ended.returncode}"
        )
        proof.check("Traceback" not in ended.stderr, f"on a read-only disk: {ended.stderr[-300:]}")
        proof.check("cannot be opened" in ended.stderr + ended.stdout, f"on a read-only disk: {ended.stderr[-300:]}")
        subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)
        server = ProgramServer(wanted, environment)
        proof.check(ask(server.port, "/ready")[0] == 200, "it is not ready on a disk that can be written again")
        server.kill()
        proof.count("faults")
    finally:
        subprocess.run(["umount", str(folder)], check=False)


# Writing that fails or takes long, dates that are wrong


def _faults(proof: Proof) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        proof.left_out.append("failing and slow disks, wrong dates: the layer needs a C compiler named cc")
        return
    layer, control = proof.folder / "faults.so", proof.folder / "faults"
    source = Path(__file__).with_name("faults.c")
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", str(source), "-o", str(layer), "-ldl"], check=True)
    for name, delay, error in (
        ("failing disk", 0, errno.EIO),
        ("read-only disk", 0, errno.EROFS),
        ("no space left", 0, errno.ENOSPC),
        ("slow disk", SLOW, 0),
        ("very slow disk", VERY_SLOW, 0),
    ):
        _one_fault(proof, layer, control, name, (delay, error, 0))
    for name, seconds in JUMPS.items():
        _one_fault(proof, layer, control, f"clock {name}", (0, 0, seconds))


def _one_fault(proof: Proof, layer: Path, control: Path, name: str, fault: tuple[int, int, int]) -> None:
    """Races at a server of its own."""
    _set(control, NO_FAULT)
    folder = proof.folder / name.replace(" ", "-")
    folder.mkdir()
    with proof.part(name):
        server = ProgramServer(Wanted(store_of(folder)), {"LD_PRELOAD": str(layer), "TORTURE_FAULTS": str(control)})
        try:
            patience = LIVENESS + 2 * fault[0] / 1000
            trial = Trial(proof, name, server, says_so=bool(fault[1]), patience=patience)
            trial.run(lambda: _set(control, " ".join(map(str, fault))), lambda: _set(control, NO_FAULT))
        finally:
            server.kill()


def _set(control: Path, text: str) -> None:
    """At once: nobody reads half of it."""
    new = control.with_suffix(".new")
    new.write_text(text)
    new.replace(control)
