"""The rules of a game in words: its RULES.md as clauses and rulings that can be looked up and searched.

A clause is an entry such as "- `XX-12` **Bump.** A car that ...", a ruling one such as "- R12 *Both crash?* Yes, ...";
further lines of an entry follow it directly. Clauses not implemented yet are listed under "Not yet in the program".
"""

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..game import Game

FILE = "RULES.md"
NOT_YET = "not yet in the program"
CLAUSE_ID = r"[A-Z]{2,4}-\d+[a-z]?"
RULING_ID = r"R-?\d+"
_ID = rf"(?:{CLAUSE_ID}|{RULING_ID})"
_ENTRY = re.compile(
    rf"(?:[-*] )?(?:`(?P<quoted>{_ID})`(?: \*\*(?P<title1>.+?)\*\*)?"
    rf"|\*\*(?P<bold>{_ID}) (?P<title2>.+?)\*\*"
    rf"|(?P<plain>{RULING_ID})(?: \*(?P<title3>.+?)\*)?(?=\s))"
    r"(?P<text>.*)"
)


class RulebookError(ValueError):
    """A game without readable rules, or a clause that its rules do not have."""


@dataclass(frozen=True)
class Clause:
    """One numbered rule or ruling."""

    id: str
    title: str
    text: str  # whole sentences: begins with the title where the title is part of the first one

    def __str__(self) -> str:
        head = "" if self.text.startswith(self.title) else f" {self.title}{'' if self.title[-1] in '.?!' else '.'}"
        return f"{self.id}{head} {self.text}"


class Rulebook:
    """The clauses and rulings of one RULES.md."""

    def __init__(self, text: str):
        self.text = text
        entries, missing = _read(text)
        self.clauses = {entry.id: entry for entry in entries if re.fullmatch(CLAUSE_ID, entry.id)}
        self.rulings = {entry.id: entry for entry in entries if re.fullmatch(RULING_ID, entry.id)}
        self.not_yet = tuple(dict.fromkeys(missing))  # clauses that are not implemented yet

    @classmethod
    def of(cls, game: Game) -> "Rulebook":
        """The rules of a game, from its folder."""
        return _rulebook(game.folder / FILE)

    def find(self, wanted: str) -> Clause:
        """The clause or ruling of that id, however its letters are written; a bare number names a clause."""
        for entry in (*self.clauses.values(), *self.rulings.values()):
            if _same_id(wanted, entry.id):
                return entry
        near = self.near(wanted)
        hint = f"; near it are {', '.join(f'{entry.id} ({entry.title})' for entry in near)}" if near else ""
        raise RulebookError(f"there is no clause {wanted[:40]!r}{hint}")

    def missing(self, named: Iterable[str]) -> list[str]:
        """Those of the named clauses that these rules do not have."""
        return [name for name in named if name not in self.clauses]

    def near(self, wanted: str, most: int = 4) -> list[Clause]:
        """Clauses that may be meant: with that word in the title, or with a similar number."""
        titled = [entry for entry in self.clauses.values() if wanted and wanted.lower() in entry.title.lower()]
        similar = difflib.get_close_matches(wanted.upper(), [*self.clauses, *self.rulings], most, 0.5)
        known = {**self.clauses, **self.rulings}
        return list(dict.fromkeys([*titled, *(known[name] for name in similar)]))[:most]

    def cited(self, clause: Clause) -> list[Clause]:
        """The rulings that a clause refers to."""
        ids = dict.fromkeys(re.findall(rf"\b{RULING_ID}\b", clause.text))
        return [self.rulings[name] for name in ids if name in self.rulings and name != clause.id]

    def search(self, word: str) -> list[Clause]:
        """Clauses and rulings that contain a word, those with it in their title first."""
        wanted = word.lower().strip()
        entries = [*self.clauses.values(), *self.rulings.values()]
        found = [entry for entry in entries if wanted and wanted in str(entry).lower()]
        return sorted(found, key=lambda entry: wanted not in entry.title.lower())


@cache
def _rulebook(path: Path) -> Rulebook:
    try:
        return Rulebook(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        raise RulebookError(f"the rules of this game cannot be read: {path}") from None


def _same_id(wanted: str, known: str) -> bool:
    typed = wanted.strip().upper()
    letters, _, number = known.upper().rpartition("-")
    if typed == known.upper() or (letters and typed == letters + number):
        return True
    return bool(letters) and letters != "R" and typed.isdecimal() and typed.lstrip("0") == number.lstrip("0")


def _read(text: str) -> tuple[list[Clause], list[str]]:
    """Every clause and ruling in order, and the ids under the heading "Not yet in the program"."""
    entries: list[re.Match[str]] = []
    rest: list[str] = []
    missing: list[str] = []
    in_missing = continued = False
    for line in text.splitlines():
        entry = _ENTRY.match(line)
        if line.startswith("#"):
            in_missing, continued = line.strip("# ").lower() == NOT_YET, False
        elif in_missing:
            missing += re.findall(rf"\b{CLAUSE_ID}\b", line)
        elif entry:
            entries.append(entry)
            rest.append("")
            continued = True
        elif continued and line.strip() and not line.startswith(("- ", "|")):
            rest[-1] += " " + line.strip()
        else:
            continued = False
    return _first_of_each(_clause(entry, more) for entry, more in zip(entries, rest, strict=True)), missing


def _clause(entry: re.Match[str], more: str) -> Clause:
    found = entry.groupdict(default="")
    title = found["title1"] or found["title2"] or found["title3"]
    text = (found["text"] + more).strip()
    if title and title[-1] not in ".?!:":  # the title is the beginning of the first sentence
        text = f"{title} {text}".strip()
    return Clause(found["quoted"] or found["bold"] or found["plain"], title.rstrip(".:") or text[:60], text)


def _first_of_each(entries: Iterable[Clause]) -> list[Clause]:
    first: dict[str, Clause] = {}
    for entry in entries:
        first.setdefault(entry.id, entry)
    return list(first.values())
