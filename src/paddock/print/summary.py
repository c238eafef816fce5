"""The rule summary of a game, SUMMARY.md in its folder: headings, paragraphs and lists in plain words, with clauses.

Only this much of Markdown is read: `## Heading`, `- item`, paragraphs, `**bold**`. Clauses stand in brackets, (XX-12).
"""

import re
from dataclasses import dataclass
from typing import Literal

from paddock.engine import CLAUSE_ID, Game

from .errors import PrintError

SUMMARY = "SUMMARY.md"
_RUN = re.compile(rf"\*\*(?P<bold>.+?)\*\*|\((?P<clauses>{CLAUSE_ID}(?:(?:, | to ){CLAUSE_ID})*)\)")


@dataclass(frozen=True)
class Run:
    """Words of one style."""

    kind: Literal["plain", "bold", "clause"]
    words: str


@dataclass(frozen=True)
class Block:
    """A heading, a paragraph or an item of a list."""

    kind: Literal["heading", "paragraph", "item"]
    runs: tuple[Run, ...]

    @property
    def clauses(self) -> list[str]:
        """The clauses it names."""
        return [name for run in self.runs if run.kind == "clause" for name in re.findall(CLAUSE_ID, run.words)]


def summary_of(game: Game) -> tuple[Block, ...]:
    """The blocks of a game's summary."""
    try:
        text = (game.folder / SUMMARY).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise PrintError(f"{game.name} has no rule summary: its folder has no {SUMMARY}") from None
    return read_summary(text)


def read_summary(text: str) -> tuple[Block, ...]:
    """Blocks from text; lines go on until an empty line or the next block. The title of the file is left out."""
    blocks: list[list[str]] = []
    for line in text.splitlines():
        begins = line.startswith(("#", "- "))
        follows_heading = bool(blocks and blocks[-1] and blocks[-1][0].startswith("#"))
        if begins or follows_heading or not line.strip() or not blocks:
            blocks.append([])
        if line.strip():
            blocks[-1].append(line.strip())
    joined = [" ".join(lines) for lines in blocks if lines]
    return tuple(_block(one) for one in joined if not one.startswith("# "))


def _block(text: str) -> Block:
    if text.startswith("## "):
        return Block("heading", _runs(text[3:]))
    return Block("item", _runs(text[2:])) if text.startswith("- ") else Block("paragraph", _runs(text))


def _runs(text: str) -> tuple[Run, ...]:
    runs: list[Run] = []
    end = 0
    for found in _RUN.finditer(text):
        runs.append(Run("plain", text[end : found.start()]))
        runs.append(Run("bold", found["bold"]) if found["bold"] else Run("clause", found["clauses"]))
        end = found.end()
    return tuple(run for run in (*runs, Run("plain", text[end:])) if run.words)
