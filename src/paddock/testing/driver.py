"""Drive races in tests: set up a position, then play it through the same contract as every race.

A game's tests define their words once, in a subclass:

    class Race(Driver[Table, State]):
        game = GAME
        names = "ABCD"  # of the seats

        def name_of(self, move): ...  # a choice or an outcome as the tests write it

    race = Race(table)  # before the first move; or Race(table, state, begin=START_TURN, shows={"A": "space 12"})
    race.plays("roll", "6", "stop")
    assert race.to_act == "B"

Every choice is checked to be legal, every outcome to be possible, and the game's invariants are checked after each. An
impossible position is refused: a number too large for its field, a name without a seat, a piece that is not where the
test has put it. With the fixture `both_backends` a test runs interpreted and compiled.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar, cast

import pytest

from paddock.engine import BACKENDS, CHANCE, OVER, Backend, Game, Happening, Runner, new_log

AnyTable = TypeVar("AnyTable")
AnyState = TypeVar("AnyState")
NOBODY = {CHANCE: "chance", OVER: "over"}


class PositionError(ValueError):
    """A test asks for a position that a race cannot hold."""


class Driver(Generic[AnyTable, AnyState]):
    """A race that a test drives: what players do, what is drawn, and questions about the position."""

    game: ClassVar[Game]
    names: Sequence[str]  # of the seats, as `to_act` and tests call them
    backend: ClassVar[Backend] = "python"

    def __init__(
        self,
        table: AnyTable,
        state: AnyState | None = None,
        *,
        begin: int | None = None,
        shows: Mapping[str, object] | None = None,
    ):
        """Begin before the first move, or in a state: `begin` is the phase from which the rules continue.

        `shows` names the pieces that the test has put on the table; they are compared with the position.
        """
        self.table = table
        self.happened: list[str] = []  # clauses of the events so far
        self.events: list[Happening] = []  # and the events
        self.runner = Runner(self.game, cast(Any, table), self.backend)
        if state is None:
            self.runner.setup()
            self.check()
        else:
            self.puts(state, begin, shows)

    # The words of a game's tests

    def name_of(self, move: int) -> str:
        """A choice or an outcome as tests write it; by default in the game's words."""
        return self.game.words.move_to_words(self.table, self.state, move)

    def shown(self, name: str) -> object:
        """The position of a piece in the form that tests use; called for each piece that a position `shows`."""
        raise NotImplementedError(f"{type(self).__name__}.shown must say how {name} stands")

    # Building a position

    def puts(self, state: AnyState, begin: int | None = None, shows: Mapping[str, object] | None = None) -> None:
        """Set the position; refuses an impossible one."""
        self.state = state
        for name, put in (shows or {}).items():
            if self.shown(name) != put:
                raise PositionError(f"{name} was put as {put}, but stands as {self.shown(name)}")
        if begin is not None:
            self.goes_on(begin)
        self.check()

    def seat(self, name: str) -> int:
        """The number of a seat; refuses a name without a seat in this race."""
        return seat_of(self.names, name, self.runner.seats)

    def goes_on(self, phase: int) -> None:
        """Run the rules from a phase on until a seat must decide or chance is pending."""
        state: Any = self.runner.state
        state.phase = phase
        self.game.phases.go_on(self.table, state, new_log())
        self.state = state

    @property
    def state(self) -> AnyState:
        """A copy of the position."""
        return cast(AnyState, self.runner.state)

    @state.setter
    def state(self, state: AnyState) -> None:
        cast(Any, state).to_bytes()  # its error names a field whose value does not fit
        self.runner.state = cast(Any, state)

    def check(self) -> None:
        """Assert every invariant of the game."""
        broken = self.game.faults(self.table, self.state)
        assert not broken, broken

    # What players do

    def plays(self, *choices: str) -> None:
        """Play these choices and outcomes in order; a decision with one choice is played automatically."""
        for words in choices:
            self.answers(words)
            while self.to_act not in NOBODY.values() and len(self.possible()) == 1:
                self.apply(*self.possible().values())

    def answers(self, *choices: str) -> None:
        """Play exactly these choices and outcomes."""
        for words in choices:
            moves = self.possible()
            assert words in moves, (
                f"{words!r} is not possible; {self.to_act} may choose {sorted(moves)}: {self.question}"
            )
            self.apply(moves[words])

    def draws_anything(self) -> None:
        """Take the first outcome of each chance event, until a seat must decide."""
        while self.to_act == "chance":
            self.apply(self.runner.chance()[0][0])

    def apply(self, *moves: int) -> None:
        """Play choices and outcomes by their numbers."""
        for move in moves:
            assert move in self._numbers(), f"move {move} is not possible; there are {sorted(self.possible())}"
            self.apply_unasked(move)

    def apply_unasked(self, move: int) -> None:
        """Play a move of the table's host, which is never offered as a choice."""
        for kind, a, b, c in self.runner.apply(move):
            self.events.append(Happening(self.game.events[kind], a, b, c))
            self.happened.append(self.events[-1].clause)
        self.check()

    # Questions

    @property
    def to_act(self) -> str:
        """The seat that decides, `chance` or `over`."""
        actor = self.runner.actor()
        return NOBODY[actor] if actor < 0 else self.names[actor]

    @property
    def is_over(self) -> bool:
        """Whether the race is over."""
        return self.to_act == "over"

    @property
    def question(self) -> str:
        """What is being decided or drawn."""
        return self.game.decision(self.table, self.state).question

    @property
    def choices(self) -> set[str]:
        """What may be chosen or drawn now; nothing when the race is over."""
        return set(self.possible())

    def possible(self) -> dict[str, int]:
        """What may be chosen or drawn now, with the number of each."""
        return {self.name_of(move): move for move in self._numbers()}

    def _numbers(self) -> list[int]:
        actor = self.runner.actor()
        if actor == OVER:
            return []
        return self.runner.chance()[0] if actor == CHANCE else self.runner.legal()

    @property
    def odds(self) -> dict[str, int]:
        """The outcomes of the pending chance event with their weights."""
        outcomes, weights = self.runner.chance()
        return {self.name_of(move): weight for move, weight in zip(outcomes, weights, strict=True)}

    @property
    def places(self) -> list[int]:
        """The place of each seat as things stand."""
        return self.runner.standings()[0]

    @property
    def scores(self) -> list[int]:
        """The points of each seat as things stand."""
        return self.runner.standings()[1]

    @property
    def named_places(self) -> dict[str, int]:
        """The place of each seat by its name."""
        return dict(zip(self.names, self.places, strict=False))

    @property
    def view(self) -> dict[str, Any]:
        """The view of a client that may know everything."""
        return self.game.view(self.table, self.state)


def seat_of(names: Sequence[str], name: str, seats: int) -> int:
    """The number of a seat, or of a car, by its name; refuses a name that a race with `seats` seats does not have."""
    if name not in list(names)[:seats]:
        raise PositionError(f"nobody is called {name} in this race: there are {', '.join(list(names)[:seats])}")
    return list(names).index(name)


@pytest.fixture(params=BACKENDS)
def both_backends(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drive a test's races once with interpreted and once with compiled rules.

    A folder of tests has it by one line in its `conftest.py`: `from paddock.testing import both_backends`.
    """
    monkeypatch.setattr(Driver, "backend", request.param)
