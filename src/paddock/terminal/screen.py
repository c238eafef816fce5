"""Input and output of a terminal game: plain lines; colours only on a terminal, and not with NO_COLOR."""

import contextlib
import importlib
import io
import os
import re
import shutil
import sys
import textwrap
from typing import TextIO

DIMMED = re.compile(r"\([A-Z]{2,4}-\d+[a-z]?\)|\((?:\* )?cannot be taken back\)")  # read once, then known
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
DIM, BOLD, PLAIN = "\x1b[2m", "\x1b[1m", "\x1b[0m"
PIPED_WIDTH = 120


class Screen:
    """Writes and reads lines. Without a terminal nothing is wrapped, coloured or cleared."""

    def __init__(self, source: TextIO, target: TextIO):
        self._source = source
        self._target = target
        self._typed = source.isatty() and target.isatty()
        self._is_terminal = target.isatty()
        self._colour = self._is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    @classmethod
    def standard(cls) -> "Screen":
        """The screen and keyboard of this process; unreadable bytes become question marks."""
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        return cls(sys.stdin, sys.stdout)

    @property
    def width(self) -> int:
        """Columns that a line may take."""
        return shutil.get_terminal_size().columns if self._is_terminal else PIPED_WIDTH

    def say(self, text: str = "", *, indent: str = "", bold: bool = False) -> None:
        """Write a paragraph, wrapped to the screen, its clause numbers dimmed."""
        lines = self._wrapped(text, indent) if self._is_terminal else [indent + text]
        for line in lines:
            self._write(self._styled(line, bold=bold) + "\n")

    def draw(self, text: str) -> None:
        """Write lines as they are."""
        self._write(self._styled(text, bold=False) + "\n")

    def ask(self, prompt: str = "> ") -> str:
        """Read one line; EOFError at the end of the input."""
        if self._typed and self._source is sys.stdin:
            with contextlib.suppress(ImportError):  # Windows edits lines by itself
                importlib.import_module("readline")
            return input(prompt)
        self._write(prompt)
        line = self._source.readline()
        if not line:
            self._write("\n")
            raise EOFError
        if not self._source.isatty():
            self._write(line.rstrip("\n") + "\n")  # so that a transcript reads like a race
        return line.rstrip("\n")

    def clear(self) -> None:
        """Clear the screen, so that the next person cannot read what is secret."""
        self._write(CLEAR if self._is_terminal else "-" * 20 + "\n")

    def _wrapped(self, text: str, indent: str) -> list[str]:
        return textwrap.wrap(
            text,
            max(20, self.width - 1),
            initial_indent=indent,
            subsequent_indent=indent + "  ",
            break_on_hyphens=False,
            break_long_words=False,
        ) or [""]

    def _styled(self, line: str, *, bold: bool) -> str:
        if not self._colour:
            return line
        again = BOLD if bold else ""
        dimmed = DIMMED.sub(lambda found: f"{DIM}{found[0]}{PLAIN}{again}", line)
        return f"{BOLD}{dimmed}{PLAIN}" if bold else dimmed

    def _write(self, text: str) -> None:
        self._target.write(text)
        self._target.flush()
