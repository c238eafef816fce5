"""A game: its records, rules, options and words, and how games are found."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Protocol

import msgspec

from .live import LiveRules
from .observation import Observation, Observed
from .race.events import SPECTATOR, Event, Namer
from .race.options import Option, Options, Value, complete_values
from .rules import entries
from .rules.contract import CONTRACT
from .rules.marking import Rule, is_rule
from .rules.native import Native, Progress
from .rules.phases import Home, Phases, Phrase
from .rules.schema import Record
from .rules.twin import Twins, reachable, source_digest
from .series import SeriesRules
from .sheets import Sheets
from .workshop import Workshop


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What is being decided or drawn now, and by which clause."""

    clause: str
    question: str


class Words(Protocol):
    """What a game says: every function reads a table and a position that the reader may see."""

    NAMERS: Mapping[str, Namer]
    PHRASES: Mapping[str, Phrase]  # what questions say beyond the fields of the state

    def seat_name(self, t: Any, seat: int) -> str:
        """What a seat is called, e.g. its car's colour."""
        ...

    def move_to_words(self, t: Any, s: Any, move: int) -> str:
        """A legal move of the acting seat, or an outcome of the pending chance event."""
        ...

    def position(self, t: Any, s: Any) -> str:
        """The position drawn as text."""
        ...


class GameError(ValueError):
    """A game whose declaration does not fit its rules."""


@dataclass(frozen=True)
class Game:
    """Everything the rest of paddock knows about a game."""

    id: str
    name: str
    designer: str
    publisher: str
    year: int
    sentence: str  # what the game is, in one sentence
    minutes: tuple[int, int]  # playing time
    weight: int  # 1 light to 5 heavy
    seats: tuple[int, int]  # fewest and most
    table: type[Record]
    state: type[Record]
    rules: Sequence[ModuleType]  # the modules that define the contract's rules
    moves: int  # move numbers are below this
    choices: int  # most legal moves or outcomes at once
    options: tuple[Option, ...]
    events: tuple[Event, ...]
    words: Words
    build: Callable[[int, Options], Record]  # seats and complete options -> table
    scene: Callable[[Any], dict[str, Any]]  # table -> what a client draws once for a race
    view: Callable[[Any, Any], dict[str, Any]]  # table and a concealed position -> what a client draws
    longest: Callable[[Any], int]  # table -> no race has more plies
    faults: Callable[[Any, Any], list[str]]  # table, position -> broken invariants in words, e.g. a lost piece
    folder: Path  # where RULES.md is
    # table, position, move -> the number people call its component by: the one printed on it, else its place in the
    # box's list, never a place among what is left; 0 for none
    component_number: Callable[[Any, Any, int], int] | None = None
    workshop: Workshop | None = None  # for files that players make, e.g. tracks
    series: SeriesRules | None = None  # how its races count together
    sheets: Sheets | None = None  # what it prints; None: nothing
    live: LiveRules | None = None  # how a host runs its races by a clock
    progress: Rule | None = None  # table, position, seat -> how far it has come, for the lab
    horizon: int = 0  # plies beyond the tree after which a search trusts the estimate here; 0: as each level likes
    field: int = 0  # cars of every race, driven by a seat or not; a lone seat races against them all. 0: none but seats
    # position, the number that `{a:car}` names in an event -> the seat of that car, -1 for none; none: it is the seat
    owner: Callable[[Any, int], int] | None = None
    odds: Callable[[Any, Any], dict[int, str]] | None = None  # table, known position -> exact odds of moves in words
    hidden_turn: Callable[[Any, Any], int] | None = None  # table, position -> the turn others hear of as a whole only
    # table, position at the first finish, last position, seat -> how far it was behind, e.g. `3 sections behind`, or ""
    gap: Callable[[Any, Any, Any, int], str] | None = None
    figure: Callable[[Any, int], str] | None = None  # table, a seat's score -> the score in words; none: points
    observation: Observation | None = None  # what agents observe: ranges of fields, and which numbers are seats
    # parts of the scene that the lobby's picture draws, e.g. `spaces`, or `spaces.x`, one field of each; none: all
    picture: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        kinds = [event.kind for event in self.events]
        if kinds != list(range(len(kinds))):
            raise GameError(f"{self.id}: events must be listed in the order of their kinds 0, 1, 2, ...")

    @cached_property
    def contract(self) -> dict[str, Rule]:
        """The game's rule for each name of the contract."""
        defined = {name: getattr(module, name) for module in self.rules for name in CONTRACT if hasattr(module, name)}
        found = self.phases.rules | defined
        missing = [name for name in CONTRACT if not is_rule(found.get(name))]
        if missing:
            raise GameError(f"{self.id}: no @rule {', '.join(missing)}")
        return found

    @cached_property
    def phases(self) -> Phases:
        """The table of what a race waits for or does."""
        found = [module.PHASES for module in self.rules if hasattr(module, "PHASES")]
        if len(found) != 1:
            raise GameError(f"{self.id}: one module of the rules has a table PHASES, not {len(found)}")
        return found[0]

    def namers(self, names: Sequence[str] = ()) -> Mapping[str, Namer]:
        """The namers of the game's sentences; a seat is called by its driver's name, if no other seat has that name."""
        called = self.words.seat_name
        known = {seat: name for seat, name in enumerate(names) if names.count(name) == 1}

        def driver(table: Any, seat: int) -> str:
            return known.get(seat) or called(table, seat)

        return {key: driver if namer == called else namer for key, namer in self.words.NAMERS.items()}

    def decision(self, table: Any, state: Any, namers: Mapping[str, Namer] | None = None) -> Decision:
        """What is being decided or drawn in a position; a match has namers of its own, by who drives."""
        question = self.phases.question(table, state, namers or self.namers(), self.words.PHRASES)
        return Decision(self.phases.clause(table, state), question)

    def home(self, table: Any, state: Any, move: int) -> Home:
        """Where on the screen a legal move is made."""
        return self.phases.home(table, state, move)

    @cached_property
    def observed(self) -> Observed:
        """The vector that agents observe."""
        if self.observation is None:
            raise GameError(f"{self.id} does not say what agents observe: GAME has no `observation`")
        return Observed(self, self.observation)

    @cached_property
    def hides_nothing(self) -> bool:
        """Whether everybody knows the whole position: `conceal` reads nothing, so it can change nothing."""
        return _reads_nothing(self.contract["conceal"])

    @cached_property
    def reveals_nothing(self) -> bool:
        """Whether no event shows what was hidden before."""
        return not any(event.reveals for event in self.events)

    @cached_property
    def shows_moves(self) -> bool:
        """Whether everybody sees every move: `sees_move` reads nothing and says yes."""
        sees_move = self.contract["sees_move"]
        return _reads_nothing(sees_move) and bool(sees_move(None, None, SPECTATOR))

    @cached_property
    def python(self) -> SimpleNamespace:
        """The engine's entries, interpreted."""
        twins = Twins(self.contract, lambda function: function)
        return SimpleNamespace(**{entry.__name__: twins.of(entry) for entry in entries.ENTRIES})

    def native(self, progress: Progress | None = None) -> Native:
        """The engine's entries, compiled on first use."""
        with _compiling:
            if self.id not in _compiled or _compiled[self.id][0] is not self:
                _compiled[self.id] = (self, Native(self, progress))
        return _compiled[self.id][1]

    def is_native_ready(self) -> bool:
        """Whether compiled rules can be used at once."""
        return self.id in _compiled and _compiled[self.id][0] is self

    def compile_in_background(self, progress: Progress | None = None) -> threading.Thread:
        """Start compiling; races are played interpreted meanwhile."""
        thread = threading.Thread(target=self.native, args=(progress,), daemon=True)
        thread.start()
        return thread

    @cached_property
    def rules_digest(self) -> str:
        """The digest that identifies these rules in a race record."""
        return source_digest(reachable([self.contract[name] for name in CONTRACT], self.contract))[:16]

    # Buffers for answers

    @property
    def room(self) -> int:
        """Length of a buffer for answers: each move at most once, or a number for each seat."""
        return max(self.moves, self.choices, self.seats[1])

    def counted(self, rule: str, n: int) -> int:
        """How many answers a rule gave, if that is no more than was declared."""
        if n > self.choices:
            raise GameError(f"{self.id}: `{rule}` gives {n} at once, more than choices={self.choices} of GAME allows")
        return n

    # Options

    def complete_options(self, seats: int, chosen: Options) -> dict[str, Value]:
        """All options with their values, checked for this number of seats."""
        fewest, most = self.seats
        if not fewest <= seats <= most:
            raise ValueError(f"{self.name} is for {fewest} to {most} seats, not {seats}")
        return complete_values(self.options, chosen, seats)

    def live_option(self, options: Options) -> str:
        """The option that needs a running clock as it is chosen, e.g. `clock`; "" for none."""
        if self.live is None:
            return ""
        return next((name for name, value in self.live.OPTIONS.items() if options.get(name) == value), "")

    def new_table(self, seats: int, chosen: Options) -> Record:
        """The table of a race with these seats and options."""
        return self.build(seats, self.complete_options(seats, chosen))


def _reads_nothing(function: Rule) -> bool:
    """Whether a rule reads no attribute and calls nothing."""
    code = function.__code__
    return not code.co_names and not code.co_freevars


_compiled: dict[str, tuple[Game, Native]] = {}
_compiling = threading.RLock()
