"""The coach: one line at each kind of decision of a first race. The data is `coach.toml` in a game's folder.

    [roll]                                          # a decision of the game's table PHASES, by its name
    ask = "{so_far} so far, {risk}."                # what it is about; as in questions, `{}` asks state and phrases
    usual = "Most drivers {likely} now."            # what most drivers do: `{likely}` is the usual move in words,
    mistake = "Do not roll just because you can."   # `{odds}` what the game says about its odds
    clauses = ["RR-12"]                             # where the advice comes from

A sentence whose placeholder has nothing to say is left out. Names of drivers do not belong here: a line is short.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from .component_file import ComponentFileError, read_component
from .game import Game
from .race.events import capitalised, parts_of
from .race.match import Match
from .race.rulebook import Rulebook

FILE = "coach.toml"
LONGEST = 110  # characters of a line: what the dock of a phone has room for
TIMES = 3  # a line is said for each kind of decision; then the coach is silent
LIKELY, ODDS = "likely", "odds"  # placeholders beside those of questions


class CoachError(ValueError):
    """A coach whose lines cannot be said; names the file, the decision and what is wrong."""


class CoachLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said at one kind of decision."""

    ask: str  # what it is about
    usual: str  # what most drivers do
    mistake: str  # what newcomers often do wrong
    clauses: list[str]

    @property
    def sentences(self) -> tuple[str, str, str]:
        """The sentences in the order in which they are said."""
        return self.ask, self.usual, self.mistake


@dataclass(frozen=True)
class Coach:
    """The lines of a game, by the name of the decision."""

    game: Game
    lines: Mapping[str, CoachLine]

    def kind(self, state: Any) -> str:
        """The kind of decision that a position waits for."""
        return self.game.phases.of(state).name

    def line(self, table: Any, state: Any, likely: int, odds: str) -> str:
        """The line for a position that a seat may know, and its usual move; "" where there is none."""
        told = self.lines.get(self.kind(state))
        if told is None:
            return ""
        known = {LIKELY: self.game.words.move_to_words(table, state, likely), ODDS: odds}
        said = (self._said(sentence, table, state, known) for sentence in told.sentences)
        return " ".join(one for one in said if one)

    def advise(self, match: Match, usual: int) -> str:
        """The line for the seat that acts, from what it knows, and its usual move; "" where there is none."""
        known = match.seen_by(match.actor)
        odds = self.game.odds(match.table, known).get(usual, "") if self.game.odds else ""
        return self.line(match.table, known, usual, odds)

    def _said(self, sentence: str, table: Any, state: Any, known: Mapping[str, str]) -> str:
        """A sentence with what the rules answer; "" if one of its placeholders has nothing to say."""
        words: list[str] = []
        for text, name, _ in parts_of(sentence):
            value = self._value(name, table, state, known) if name else ""
            if name and not value:
                return ""
            words += [text, value]
        return capitalised("".join(words))

    def _value(self, name: str, table: Any, state: Any, known: Mapping[str, str]) -> str:
        if name in known:
            return known[name]
        phrase = self.game.words.PHRASES.get(name)
        return phrase(table, state) if phrase else str(getattr(state, name))


@dataclass
class Coaching:
    """How often each kind of decision was met: the coach is silent about those that are known."""

    coach: Coach
    met: dict[str, int] = field(default_factory=dict[str, int])

    def speaks(self, state: Any) -> bool:
        """Count a decision; whether the coach says something about it."""
        kind = self.coach.kind(state)
        self.met[kind] = self.met.get(kind, 0) + 1
        return self.met[kind] <= TIMES


def read_coach(game: Game) -> Coach | None:
    """The coach of a game, checked; None if its folder has none."""
    known = _read.get(game.id)
    if known is None or known[0] is not game:
        file = game.folder / FILE
        coach = coach_from(game, file.read_text(encoding="utf-8")) if file.is_file() else None
        known = _read[game.id] = (game, coach)
    return known[1]


_read: dict[str, tuple[Game, Coach | None]] = {}


def coach_from(game: Game, text: str) -> Coach:
    """The coach that a text describes."""
    try:
        lines = msgspec.convert(read_component(text), dict[str, CoachLine])
    except (ComponentFileError, msgspec.ValidationError) as error:
        raise CoachError(f"{game.id}/{FILE}: {error}") from None
    decisions = [row.name for row in game.phases.rows if row.kind == "decision"]
    for name in (*lines, *decisions):
        wrong = _wrong(game, name, lines.get(name), name in decisions)
        if wrong:
            raise CoachError(f"{game.id}/{FILE}, [{name[:40]}]: {wrong}")
    return Coach(game, lines)


def _wrong(game: Game, name: str, line: CoachLine | None, is_decision: bool) -> str:
    """What is wrong with a line; "" for nothing."""
    if not is_decision:
        return "PHASES has no decision of that name"
    if line is None:
        return "this decision has no line"
    missing = Rulebook.of(game).missing(line.clauses)
    if missing or not line.clauses:
        return f"RULES.md has no clause {missing[0]}" if missing else "name the clauses of the advice"
    if not all(sentence.strip() for sentence in line.sentences):
        return "`ask`, `usual` and `mistake` are a sentence each"
    return next((wrong for sentence in line.sentences if (wrong := _unknown(game, sentence))), "")


def _unknown(game: Game, sentence: str) -> str:
    """What is wrong with a sentence's placeholders; "" for nothing."""
    known = {LIKELY, ODDS, *game.words.PHRASES, *game.state.fields}
    for _, name, namer in parts_of(sentence):
        if name and (name not in known or namer):
            return f"{{{name}}} is no phrase of the game, no field of its state, and neither likely nor odds"
    return ""
