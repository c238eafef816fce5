"""A throwaway PostgreSQL: its files and its socket in a temporary folder with a short path, and no port."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).parents[2]
WAIT = 60.0
USER = "paddock"
UNSAFE = {"fsync": "off", "full_page_writes": "off"}  # only where nothing has to survive a crash of the machine
SETTINGS = {"listen_addresses": "", "shared_buffers": "16MB", "max_connections": "40", "autovacuum": "off"}
QUIT = signal.SIGQUIT  # an immediate shutdown: as if it had crashed
FAST = signal.SIGINT


class DatabaseServer:
    """A running PostgreSQL and its databases."""

    def __init__(self, folder: Path, durable: bool, address: str = ""):
        self.folder = folder
        self._programs = Path(_programs())
        self._settings = SETTINGS if durable else {**SETTINGS, **UNSAFE}
        self._numbers = count(1)
        initdb = [
            self._programs / "initdb",
            "-D",
            folder / "data",
            "-A",
            "trust",
            "-U",
            USER,
            "-E",
            "UTF8",
            "--no-sync",
        ]
        self._run([*initdb, "--locale=C"]).communicate()
        if address:
            self._listen(address)
        self.start()

    def _listen(self, address: str) -> None:
        """Let those in who are in the network of an address."""
        self._settings = {**self._settings, "listen_addresses": address}
        with (self.folder / "data" / "pg_hba.conf").open("a") as rules:
            rules.write("host all all samenet trust\n")

    def run(self, program: str, *words: str) -> None:
        """Run one of PostgreSQL's programs to its end."""
        done = self._run([self._programs / program, *words])
        done.communicate()
        assert done.returncode == 0, self.log()

    def _run(self, command: list[Any]) -> "subprocess.Popen[Any]":
        """Run a program as the user that PostgreSQL wants: it refuses root."""
        other: dict[str, Any] = (
            {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        )
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen([str(word) for word in command], stdout=log, stderr=log, cwd=self.folder, **other)

    def start(self) -> None:
        """Start it and wait until it answers."""
        settings = [word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")]
        self._process = self._run(
            [self._programs / "postgres", "-D", self.folder / "data", "-k", self.folder, *settings]
        )
        end = time.monotonic() + WAIT
        while not self._answers():
            assert self._process.poll() is None, self.log()
            assert time.monotonic() < end, self.log()
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            self.ask("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def stop(self, how: signal.Signals = FAST) -> None:
        """Stop it and wait until it has ended."""
        self._process.send_signal(how)
        self._process.wait(WAIT)

    @property
    def pid(self) -> int:
        """Its first process."""
        return self._process.pid

    def log(self) -> str:
        """What it has said."""
        return (self.folder / "log").read_text(errors="replace")

    def url(self, database: str = "postgres") -> str:
        """The address of a database."""
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def ask(self, statement: str, *values: Any, database: str = "postgres") -> list[Any]:
        """The rows that a statement finds."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement.encode(), values)
            return cursor.fetchall() if cursor.description else []

    @contextmanager
    def database(self) -> Generator[str]:
        """The address of a database that is empty, and gone afterwards."""
        name = f"races{next(self._numbers)}"
        self.ask(f"CREATE DATABASE {name}")
        try:
            yield self.url(name)
        finally:
            self.ask(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def database_server(durable: bool = False, address: str = "") -> Generator[DatabaseServer]:
    """A database server; its folder has a short path, as the path of a socket has 107 letters at most. With an address
    it is reached from that network, too."""
    folder = Path(tempfile.mkdtemp(prefix="pdk", dir="/tmp"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        server = DatabaseServer(folder, durable, address)
        try:
            yield server
        finally:
            server.stop(QUIT)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> str:
    """The folder of PostgreSQL's programs."""
    command = [sys.executable, str(ROOT / "tools" / "ensure_postgres.py")]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout.strip()
