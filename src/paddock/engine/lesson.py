"""A lesson: some turns of a race with known dice, told step by step. The data is `lesson.toml` in a game's folder.

    title = "Push your luck"
    others = ["Ben", "Cleo"]            # the learner has seat 0; `me` below
    end = "That is the whole game: now race."
    before = ["*: red", "*: 5", "me: stop"]  # what is played before the first step: outcomes (*) and moves, in words

    [options]
    laps = 1

    [[steps]]
    say = "Roll one more die: an equal number would stop you here."
    clauses = ["RR-12"]
    do = "roll"                         # the learner's move in words, or a list of moves that belong together
    light = "drive to step 9"           # where one control of the page does it all: its name; else the move is lit
    then = ["*: 4", "Ben: stop"]        # what follows, up to the next step

The words are those of the rules (`words.py`); several outcomes in a row are joined by ` | `. What has one outcome or
one answer need not be written. A move of `me` outside `do` is played for the learner. What the rules do not allow is
refused with the step.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from .component_file import ComponentFileError, read_component
from .game import Game
from .race.match import IllegalMoveError, Match
from .race.options import OptionError, Options, Value
from .race.rulebook import Rulebook
from .rules.marking import CHANCE
from .rules.phases import DICE

FILE = "lesson.toml"
LEARNER = 0  # the learner's seat
FEWEST_STEPS, MOST_STEPS = 5, 9
MOST_WORDS = 20  # of a sentence
MOST_PLIES = 400  # of a lesson
BEFORE, AFTER = "before the first step", "at the end"


class LessonError(ValueError):
    """A lesson that cannot be taught; names the file, the step and what is wrong."""


class _StepFile(msgspec.Struct, forbid_unknown_fields=True):
    """One step as the file has it."""

    say: str
    clauses: list[str]
    do: str | list[str]
    light: str = ""
    then: list[str] = msgspec.field(default_factory=list[str])


class _LessonFile(msgspec.Struct, forbid_unknown_fields=True):
    """The whole file."""

    title: str
    others: list[str]
    end: str
    steps: list[_StepFile]
    before: list[str] = msgspec.field(default_factory=list[str])
    options: dict[str, str | int | bool] = msgspec.field(default_factory=dict[str, Value])


@dataclass(frozen=True)
class LessonAction:
    """One move of the learner."""

    ply: int  # plies played before it
    number: int  # the number of the position as the learner knows it, which clients are told
    move: int
    words: str


@dataclass(frozen=True)
class LessonStep:
    """One sentence, and what the learner does."""

    say: str
    clauses: tuple[str, ...]
    actions: tuple[LessonAction, ...]
    light: str = ""  # the name of the control on the page that does it; "": the one of the move itself


@dataclass
class KnownDice:
    """Dice whose outcomes are known beforehand; after the last of them nothing is rolled: the lesson is over."""

    outcomes: dict[int, int] = field(default_factory=dict[int, int])  # by number of the draw
    kind: str = field(default="known", init=False)
    answers_clock: bool = field(default=True, init=False)

    def draw(self, ply: int, take: int, outcomes: list[int], weights: list[int]) -> int | None:
        """The known outcome, also after it was taken back."""
        return self.outcomes.get(ply)


@dataclass(frozen=True)
class Lesson:
    """A lesson that the rules have played from its beginning to its end."""

    game: Game
    title: str
    others: tuple[str, ...]
    options: Options
    end: str
    steps: tuple[LessonStep, ...]
    script: tuple[tuple[int, int], ...]  # (actor, move), in order
    dice: KnownDice

    def match(self, name: str = "", step: int = 0) -> Match:
        """The race as it stands at a step (after the last one: at the end), with the learner called `name`."""
        match = Match(self.game, [name, *self.others], self.options, self.dice)
        for entry in self.script[: self.begins(step)]:
            match.repeat(entry)
        return match

    def begins(self, step: int) -> int:
        """The plies played before a step."""
        return self.steps[step].actions[0].ply if step < len(self.steps) else len(self.script)

    def step_at(self, ply: int) -> int:
        """The step that a position belongs to; at the end, the number of steps."""
        return next((i for i, step in enumerate(self.steps) if ply <= step.actions[-1].ply), len(self.steps))

    def action_at(self, ply: int) -> LessonAction | None:
        """What the learner has to do in a position; None if others move, or after the end."""
        actions = (action for step in self.steps for action in step.actions)
        return next((action for action in actions if action.ply == ply), None)

    def move_at(self, ply: int) -> int | None:
        """The move or outcome that follows in a position; None after the end."""
        return self.script[ply][1] if ply < len(self.script) else None


def read_lesson(game: Game) -> Lesson | None:
    """The lesson of a game, played and checked; None if its folder has none."""
    known = _read.get(game.id)
    if known is None or known[0] is not game:
        file = game.folder / FILE
        lesson = lesson_from(game, file.read_text(encoding="utf-8")) if file.is_file() else None
        known = _read[game.id] = (game, lesson)
    return known[1]


_read: dict[str, tuple[Game, Lesson | None]] = {}


def lesson_from(game: Game, text: str) -> Lesson:
    """The lesson that a text describes."""
    try:
        told = msgspec.convert(read_component(text), _LessonFile)
    except (ComponentFileError, msgspec.ValidationError) as error:
        raise LessonError(f"{game.id}/{FILE}: {error}") from None
    return _Reading(game, told).lesson()


class _Reading:
    """Plays a lesson by the rules of its game while it is read."""

    def __init__(self, game: Game, told: _LessonFile):
        self.game = game
        self.told = told
        self.dice = KnownDice()
        self.where = BEFORE
        self.match = self._begun()

    def error(self, what: str) -> LessonError:
        """An error at the place that is being read."""
        return LessonError(f"{self.game.id}/{FILE}, {self.where}: {what}")

    def lesson(self) -> Lesson:
        """The lesson, played to its end."""
        told = self.told
        self._check_sentence(told.title)
        if not FEWEST_STEPS <= len(told.steps) <= MOST_STEPS:
            raise self.error(f"a lesson has {FEWEST_STEPS} to {MOST_STEPS} steps, this has {len(told.steps)}")
        self._play_all(told.before)
        steps = tuple(self._step(number, step) for number, step in enumerate(told.steps, 1))
        self.where = AFTER
        self._check_sentence(told.end)
        script = tuple((ply.actor, ply.move) for ply in self.match.plies)
        return Lesson(self.game, told.title, tuple(told.others), told.options, told.end, steps, script, self.dice)

    def _begun(self) -> Match:
        others = self.told.others
        if len(set(others)) != len(others) or {"me", "*", ""} & set(others):
            raise self.error("each of the others has a name of its own, and none is called `me` or `*`")
        try:
            return Match(self.game, ["", *others], self.told.options, self.dice)
        except (OptionError, ValueError) as error:
            raise self.error(str(error)) from None

    # Steps

    def _step(self, number: int, step: _StepFile) -> LessonStep:
        self.where = f"step {number}"
        self._check_sentence(step.say)
        self._check_clauses(step.clauses)
        words = [step.do] if isinstance(step.do, str) else step.do
        if not words:
            raise self.error("`do` names at least one move")
        actions = tuple(self._act(text) for text in words)
        self._play_all(step.then)
        if number < len(self.told.steps) and self.match.actor != LEARNER:
            raise self.error(f"the next step is the learner's, but {self._who()} comes first: add it to `then`")
        return LessonStep(step.say, tuple(step.clauses), actions, step.light)

    def _check_sentence(self, text: str) -> None:
        if not text.strip() or len(text.split()) > MOST_WORDS:
            raise self.error(f"a sentence has 1 to {MOST_WORDS} words, this has {len(text.split())}: {text[:80]!r}")

    def _check_clauses(self, clauses: Sequence[str]) -> None:
        missing = Rulebook.of(self.game).missing(clauses)
        if missing or not clauses:
            raise self.error(f"RULES.md has no clause {missing[0]}" if missing else "name the clauses that it teaches")

    # Moves

    def _act(self, words: str) -> LessonAction:
        """Play what the learner does; a question with one answer is not asked, except for a throw of dice."""
        match = self.match
        self._settle()
        if match.actor != LEARNER:
            raise self.error(f"the learner should do {words!r}, but {self._who()} comes first")
        move = self._move(words)
        action = LessonAction(len(match.plies), match.known_ply(LEARNER), move, words)
        self._apply(move)
        return action

    def _play_all(self, entries: Sequence[str]) -> None:
        for entry in entries:
            self._play(entry)
        self._settle()

    def _play(self, entry: str) -> None:
        who, colon, words = entry.partition(": ")
        if not colon:
            raise self.error(f"a ply is written `name: words` or `*: outcome`, not {entry[:60]!r}")
        for one in words.split(" | ") if who == "*" else [words]:
            if not self._is_next(who, one):
                self._settle()
            if who != self._who():
                raise self.error(f"{entry[:60]!r}: {self._who()} comes first. {self.match.decision.question}")
            self._apply(self._move(one))

    def _is_next(self, who: str, words: str) -> bool:
        return who == self._who() and any(choice.words.lower() == words.lower() for choice in self.match.choices())

    def _settle(self) -> None:
        """Play what has one outcome or one answer: it need not be written."""
        while (only := self._only_one()) is not None:
            self._apply(only)

    def _only_one(self) -> int | None:
        """The one thing that is possible now; None for several, and for dice that the learner throws."""
        match, possible = self.match, self.match.now.possible()
        if len(possible) != 1:
            return None
        thrown = match.actor == LEARNER and self.game.home(match.table, match.state, possible[0]) == DICE
        return None if thrown else possible[0]

    def _move(self, words: str) -> int:
        try:
            return self.match.words_to_move(words)
        except IllegalMoveError as error:
            raise self.error(f"{words[:60]!r}: {error}") from None

    def _apply(self, move: int) -> None:
        """Play a move or an outcome; the dice remember their outcome by the number that they are asked with."""
        if len(self.match.plies) >= MOST_PLIES:
            raise self.error(f"a lesson has at most {MOST_PLIES} plies")
        if self.match.actor == CHANCE:
            self.match.dice = _Recorder(self.dice, move)
            self.match.draw()
        self.match.apply(move)

    def _who(self) -> str:
        actor = self.match.actor
        return "*" if actor == CHANCE else "nobody" if actor < 0 else ["me", *self.told.others][actor]


@dataclass
class _Recorder:
    """Notes an outcome under the number of its draw."""

    dice: KnownDice
    outcome: int
    kind: str = field(default="known", init=False)
    answers_clock: bool = field(default=True, init=False)

    def draw(self, ply: int, take: int, outcomes: list[int], weights: list[int]) -> int:
        """The outcome."""
        self.dice.outcomes[ply] = self.outcome
        return self.outcome
