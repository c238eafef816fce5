"""How to play: one illustrated page of a game. The data is `howto.toml` in a game's folder.

    [[parts]]
    title = "Your turn"
    text = "Roll dice one by one and drive their sum."
    clauses = ["RR-12"]          # what the text tells: clauses of RULES.md
    step = 3                     # the picture: the position of this step of the lesson; one more: its end
    caption = "A 4 and a 5: drive nine spaces, or roll on?"

Pictures are positions that the rules have reached: those of the lesson, drawn by the game's board as the learner sees
them. A part without `step` has none.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from .component_file import ComponentFileError, read_component
from .game import Game
from .lesson import Lesson, read_lesson
from .race.match import Match
from .race.rulebook import Rulebook

FILE = "howto.toml"
MOST_WORDS = 400  # of the page: titles, texts and captions
NO_PICTURE = 0


class HowtoError(ValueError):
    """A page that cannot be shown; names the file, the part and what is wrong."""


class _PartFile(msgspec.Struct, forbid_unknown_fields=True):
    """One part as the file has it."""

    title: str
    text: str
    clauses: list[str]
    step: int = NO_PICTURE
    caption: str = ""


class _HowtoFile(msgspec.Struct, forbid_unknown_fields=True):
    """The whole file."""

    parts: list[_PartFile]


@dataclass(frozen=True)
class HowtoPart:
    """A paragraph, with a picture or without."""

    title: str
    text: str
    clauses: tuple[str, ...]  # what it tells
    step: int  # of the lesson, 1 is the first; 0: no picture
    caption: str  # what the picture shows


@dataclass(frozen=True)
class Howto:
    """The page of a game."""

    game: Game
    lesson: Lesson | None  # where the pictures come from
    parts: tuple[HowtoPart, ...]

    def picture(self, part: HowtoPart) -> Match:
        """The race at the moment that a part shows."""
        assert self.lesson is not None, "a part with a picture has a lesson"
        return self.lesson.match(step=part.step - 1)

    @property
    def words(self) -> int:
        """How many words a reader has before them."""
        return sum(len(text.split()) for part in self.parts for text in (part.title, part.text, part.caption))

    def lines(self) -> Iterator[str]:
        """The page as plain text, without its pictures."""
        yield f"# How to play {self.game.name}"
        for part in self.parts:
            yield f"\n## {part.title}\n{part.text} ({', '.join(part.clauses)})"


def read_howto(game: Game) -> Howto | None:
    """The page of a game, checked; None if its folder has none."""
    known = _read.get(game.id)
    if known is None or known[0] is not game:
        file = game.folder / FILE
        howto = howto_from(game, file.read_text(encoding="utf-8")) if file.is_file() else None
        known = _read[game.id] = (game, howto)
    return known[1]


_read: dict[str, tuple[Game, Howto | None]] = {}


def howto_from(game: Game, text: str) -> Howto:
    """The page that a text describes."""
    try:
        told = msgspec.convert(read_component(text), _HowtoFile)
    except (ComponentFileError, msgspec.ValidationError) as error:
        raise HowtoError(f"{game.id}/{FILE}: {error}") from None
    parts = tuple(HowtoPart(one.title, one.text, tuple(one.clauses), one.step, one.caption) for one in told.parts)
    howto = Howto(game, read_lesson(game), parts)
    _check(howto)
    return howto


def _check(howto: Howto) -> None:
    """A page is short, each part names clauses that exist, and a picture is a step of the lesson."""
    where = f"{howto.game.id}/{FILE}"
    if not howto.parts or howto.words > MOST_WORDS:
        raise HowtoError(f"{where}: a page has 1 to {MOST_WORDS} words, this has {howto.words}")
    for part in howto.parts:
        wrong = _wrong(howto, part)
        if wrong:
            raise HowtoError(f"{where}, {part.title[:40]!r}: {wrong}")


def _wrong(howto: Howto, part: HowtoPart) -> str:
    """What is wrong with a part; "" for nothing."""
    missing = Rulebook.of(howto.game).missing(part.clauses)
    if missing or not part.clauses:
        return f"RULES.md has no clause {missing[0]}" if missing else "name the clauses that it tells"
    if not (part.title.strip() and part.text.strip()):
        return "a part has a title and a text"
    if bool(part.caption.strip()) != (part.step != NO_PICTURE):
        return "a picture (`step`) has a caption, and a caption a picture"
    steps = len(howto.lesson.steps) + 1 if howto.lesson else 0
    if not NO_PICTURE <= part.step <= steps:
        return f"`step` is 1 to {steps}, or left out" if steps else "a game without a lesson has no pictures"
    return ""
