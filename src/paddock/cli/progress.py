"""A progress bar on stderr for work that takes longer than two seconds, only on a terminal."""

import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Protocol

from paddock.engine import Game

PATIENCE_SECONDS = 2.0


class Bar(Protocol):
    """A progress bar."""

    def at(self, done: float, what: str = "") -> None:
        """Set the amount done, and the name of the current step."""
        ...


class _NoBar:
    def at(self, done: float, what: str = "") -> None:
        pass


@contextmanager
def progress(title: str, total: float | None) -> Generator[Bar]:
    """A bar that appears after two seconds and vanishes with the work; without a total it shows activity only."""
    if not sys.stderr.isatty():
        yield _NoBar()
        return
    bar = _RichBar(title, total)
    timer = threading.Timer(PATIENCE_SECONDS, bar.show)
    timer.daemon = True
    timer.start()
    try:
        yield bar
    finally:
        timer.cancel()
        timer.join()
        bar.hide()


class _RichBar:
    def __init__(self, title: str, total: float | None):
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

        self._title = title
        left = (TextColumn("left"), TimeRemainingColumn()) if total else ()
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), *left)
        self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._progress.add_task(title, total=total)

    def at(self, done: float, what: str = "") -> None:
        self._progress.update(self._task, completed=done, description=f"{self._title} {what}".strip())

    def show(self) -> None:
        self._progress.start()

    def hide(self) -> None:
        self._progress.stop()


def compile_with_progress(game: Game) -> None:
    """Compile the rules, or load them from the cache."""
    if game.is_native_ready():
        return
    with progress(f"Compiling {game.name}, once for these rules:", None) as bar:
        game.native(lambda what, done, of: bar.at(done, what))
