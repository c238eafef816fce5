"""The phases of a game: one row for each thing a race waits for or does, and the dispatchers made from the rows.

A game lists its rows in rulebook order:

    PHASES = Phases(
        Phase.chance(DIE, "die", "RR-12", faces, spin_die, "A die for {car:car} in gear {gear}."),
        Phase.decision(CHOOSE, "gear", "RR-10", turn_options, take_turn, "{car:car}: which gear, or the boost?", DOCK),
        Phase.step(TURN_ENDS, "RR-13", close_turn),
        Phase.over(RACE_OVER, "RR-30"),
    )

The rules `legal`, `chance` and `apply` of the contract are written as plain source from the rows, so that they compile
like any other rule.
"""

import inspect
import linecache
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

from ..race.events import Namer, parts_of
from .choosing import chosen, die_faces, drawn, rolled_die
from .contract import actor
from .marking import CHANCE, OVER, Rule, rule, seldom

Kind = Literal["decision", "chance", "step", "over"]
Home = Literal["board", "hand", "dice", "dock", ""]  # where on the screen a choice is made; "": nowhere
ClauseOf = str | Callable[[Any, Any], str]  # a clause, or what names it in a position: a die is rolled for many reasons
Phrase = Callable[[Any, Any], str]  # (table, position) -> words
Homes = Callable[[Any, Any, int], Home]  # (table, position, move) -> where that answer is given

BOARD: Home = "board"  # a place to drive to, a car to name
HAND: Home = "hand"  # a card, a tile
DICE: Home = "dice"  # the dice themselves
DOCK: Home = "dock"  # a button in the bar below the board
HOMES = (BOARD, HAND, DICE, DOCK)

RARE = "rare_ply(t, s, policy, out, weight, log, random)"
PLY = "t, s, policy: list[int], out: list[int], weight: list[int], log: list[int], random: list[int]"
ENGINE = {function.__name__: function for function in (actor, chosen, drawn, rolled_die)}  # what `ply` calls
BUFFERS = ("t", "s", "out", "weight", "log")  # parameters that a row's rules take by name; another one is the move


class PhaseError(TypeError):
    """A row of a game's phases that cannot work, with a sentence that says why."""


@dataclass(frozen=True)
class Phase:
    """One row: what the race waits for or does."""

    number: int  # in the state's field `phase`
    kind: Kind
    name: str  # what views and clients call it, e.g. "route"; a step has none
    clause: ClauseOf
    offers: Rule | None  # writes the options or outcomes
    plays: Rule | None  # what an answer does, or the step
    question: str  # `{points}` is a field of the state or a phrase of the game, `{turn:car}` a field with its namer
    home: Home | Homes  # one for all answers, or what names it for each
    moves_from: int = 0  # subtracted from the move before it is played

    @classmethod
    def decision(
        cls,
        number: int,
        name: str,
        clause: ClauseOf,
        offers: Rule,
        plays: Rule,
        question: str,
        home: Home | Homes,
        moves_from: int = 0,
    ) -> Self:
        """A seat decides."""
        return cls(number, "decision", name, clause, offers, plays, question, home, moves_from)

    @classmethod
    def chance(
        cls, number: int, name: str, clause: ClauseOf, offers: Rule, plays: Rule, question: str, moves_from: int = 0
    ) -> Self:
        """A die is rolled or a card drawn."""
        return cls(number, "chance", name, clause, offers, plays, question, DICE, moves_from)

    @classmethod
    def step(cls, number: int, clause: ClauseOf, plays: Rule) -> Self:
        """A step that runs at once, without a decision or chance."""
        return cls(number, "step", "", clause, None, plays, "", "")

    @classmethod
    def over(cls, number: int, clause: ClauseOf, question: str = "The race is over.") -> Self:
        """The race is over."""
        return cls(number, "over", "over", clause, None, None, question, "")


class Phases:
    """A game's rows and the rules made from them.

    `often` names the most frequent phases: the dispatchers test them first, and the others are compiled out of their
    way. `at_any_time` is a move and a rule: moves from that number on belong to no row; they come in any phase (a
    player leaves the table) and that rule plays them.
    `in_turn` says how steps are dispatched: True tests one after the other, so that a turn runs all its steps in one
    pass of a loop; False, for games with many steps, runs one step in each pass.
    """

    def __init__(
        self,
        *rows: Phase,
        often: tuple[int, ...] = (),
        at_any_time: tuple[int, Rule] | None = None,
        in_turn: bool = True,
    ):
        self.rows = tuple(sorted(rows, key=lambda row: row.number))
        _check(self.rows)
        self.at_any_time = at_any_time
        if at_any_time:
            _check_parameters("moves at any time", at_any_time[1], ("out", "weight"), moves=True)
        self.names = tuple(row.name for row in self.rows)
        self._ordered = sorted(rows, key=lambda row: often.index(row.number) if row.number in often else len(often))
        self.legal = self._written("legal", "t, s, out: list[int]", _asking(self._of("decision")))
        self.chance = self._written("chance", "t, s, out: list[int], weight: list[int]", _asking(self._of("chance")))
        steps = (_stepping if in_turn else _choosing)(self._of("step"))
        self.go_on = self._written("go_on", "t, s, log: list[int]", steps)
        answered = self._of("decision", "chance")
        self.apply = self._written("apply", "t, s, move: int, log: list[int]", _playing(answered, at_any_time))
        frequent = often or tuple(row.number for row in answered)
        self.rare_ply = seldom(
            self._written("rare_ply", PLY, _whole([r for r in answered if r.number not in frequent]))
        )
        whole = _whole([row for row in answered if row.number in frequent], RARE)
        self.ply = self._written("ply", PLY, [*whole[:-1], "go_on(t, s, log)", whole[-1]])

    @property
    def rules(self) -> dict[str, Rule]:
        """The rules of the contract that the rows give."""
        return {"legal": self.legal, "chance": self.chance, "apply": self.apply, "ply": self.ply}

    def of(self, state: Any) -> Phase:
        """The row that a position is in."""
        number: int = state.phase
        return self.rows[number]

    def clause(self, table: Any, state: Any) -> str:
        """The clause by which something is decided, drawn or done now."""
        found = self.of(state).clause
        return found if isinstance(found, str) else found(table, state)

    def home(self, table: Any, state: Any, move: int) -> Home:
        """Where on the screen a legal move is made: in one place, never in two."""
        if self.at_any_time and move >= self.at_any_time[0]:
            return DOCK
        found = self.of(state).home
        return found(table, state, move) if callable(found) else found

    def question(self, table: Any, state: Any, namers: Mapping[str, Namer], phrases: Mapping[str, Phrase]) -> str:
        """What is asked now, in words."""
        said: list[str] = []
        for text, name, namer in parts_of(self.of(state).question):
            said.append(text)
            if name in phrases:
                said.append(phrases[name](table, state))
            elif name:
                value = getattr(state, name)
                said.append(namers[namer](table, value) if namer else str(value))
        return "".join(said)

    def _of(self, *kinds: Kind) -> list[Phase]:
        return [row for row in self._ordered if row.kind in kinds]

    def _written(self, name: str, parameters: str, body: list[str]) -> Rule:
        """A rule compiled from generated source, which is kept in `linecache` for tracebacks and digests."""
        rules = {row.plays.__name__: row.plays for row in self.rows if row.plays}
        rules |= {row.offers.__name__: row.offers for row in self.rows if row.offers}
        rules |= {self.at_any_time[1].__name__: self.at_any_time[1]} if self.at_any_time else {}
        module = next(iter(rules.values())).__module__
        lines = [f"def {name}({parameters}):\n", *(f"    {line}\n" for line in body)]
        file = f"<phases of {module}: {name}>"
        linecache.cache[file] = (sum(map(len, lines)), None, lines, file)
        namespace: dict[str, Any] = {**rules, "__name__": module}
        namespace |= {made: getattr(self, made) for made in ("go_on", "rare_ply") if hasattr(self, made)}
        namespace |= ENGINE
        exec(compile("".join(lines), file, "exec"), namespace)
        return rule(namespace[name])


def _asking(rows: list[Phase]) -> list[str]:
    """The body of `legal` or `chance`: dispatch to the rule that offers options or outcomes."""
    lines = [f"if s.phase == {row.number}: return {_call(row.offers)}" for row in rows if row.offers]
    return [*lines, "return 0"]


def _playing(rows: list[Phase], at_any_time: tuple[int, Rule] | None) -> list[str]:
    """The body of `apply`: play the answer, then all steps that follow."""
    cases = [f"s.phase == {row.number}: {_call(row.plays, row.moves_from)}" for row in rows if row.plays]
    if at_any_time:
        cases.insert(0, f"move >= {at_any_time[0]}: {_call(at_any_time[1])}")
    return [*(f"{'elif' if i else 'if'} {case}" for i, case in enumerate(cases)), "go_on(t, s, log)"]


def _whole(rows: list[Phase], otherwise: str = str(OVER)) -> list[str]:
    """The body of `ply` and `rare_ply`: in each phase what is offered, one of it chosen and played.

    It does what `chance` or `legal` and then `apply` would do, but dispatches once, so that the compiler knows what is
    chosen from. The rare phases have a rule of their own, out of the way of the frequent ones.
    """
    lines: list[str] = []
    for row in rows:
        lines += [f"{'elif' if lines else 'if'} s.phase == {row.number}:", *_choosing_and_playing(row)]
    return [*lines, "else:" if lines else "if True:", f"    who = {otherwise}", "return who"]


def _choosing_and_playing(row: Phase) -> list[str]:
    assert row.offers
    assert row.plays
    who, move = str(CHANCE), f"drawn(out, weight, {_call(row.offers)}, random)"
    if row.offers is die_faces:
        move = "rolled_die(random)"
    elif row.kind == "decision":
        who, move = "actor(t, s)", f"chosen(t, s, policy[who], out, {_call(row.offers)}, random)"
    return [f"    who = {who}", f"    move = {move}", f"    {_call(row.plays, row.moves_from)}"]


def _stepping(rows: list[Phase]) -> list[str]:
    """Steps one after the other until a seat must decide, chance is pending or the race is over.

    The phases are tested one after the other, so that a turn runs all its steps in one pass of the loop.
    """
    steps = [f"    if s.phase == {row.number}: {_call(row.plays)}" for row in rows if row.plays]
    test = " or ".join(f"s.phase == {row.number}" for row in rows)
    return [f"while {test}:", *steps] if steps else ["return"]


def _choosing(rows: list[Phase]) -> list[str]:
    """One step in each pass of the loop, dispatched by its phase."""
    cases = [f"phase == {row.number}: {_call(row.plays)}" for row in rows if row.plays]
    steps = [f"    {'elif' if i else 'if'} {case}" for i, case in enumerate(cases)]
    test = " or ".join(f"phase == {row.number}" for row in rows)
    return ["phase = s.phase", f"while {test}:", *steps, "    phase = s.phase"] if steps else ["return"]


def _call(function: Rule, moves_from: int = 0) -> str:
    """The source of a call of a row's rule, with the arguments that its parameters name."""
    move = f"move - {moves_from}" if moves_from else "move"
    names = inspect.signature(function).parameters
    return f"{function.__name__}({', '.join(name if name in BUFFERS else move for name in names)})"


def _check(rows: tuple[Phase, ...]) -> None:
    """Rows are numbered without a gap, and each has rules that its dispatcher can call."""
    numbers = [row.number for row in rows]
    if numbers != list(range(len(rows))):
        raise PhaseError(f"phases must be numbered 0, 1, 2, ... once each, not {numbers}")
    named = [row.name for row in rows if row.name]
    twice = sorted({name for name in named if named.count(name) > 1})
    if twice:
        raise PhaseError(f"two phases are called {twice[0]}")
    for row in rows:
        _check_row(row)


def _check_row(row: Phase) -> None:
    """A decision has words, a home and both rules; no rule has a parameter that its dispatcher cannot pass."""
    where = f"phase {row.number} ({row.name or 'a step'})"
    if row.kind in ("decision", "chance") and not (row.name and row.question):
        raise PhaseError(f"{where} needs a name and a question")
    if row.kind == "decision" and not row.home:
        raise PhaseError(f"{where} needs a home on the screen")
    for function, taken in ((row.offers, ("log", "move")), (row.plays, ("out", "weight"))):
        if function:
            _check_parameters(where, function, taken, moves=row.kind != "step" and function is row.plays)


def _check_parameters(where: str, function: Rule, forbidden: tuple[str, ...], moves: bool) -> None:
    names = list(inspect.signature(function).parameters)
    wrong = [name for name in names if name in forbidden]
    others = [name for name in names if name not in BUFFERS]
    if wrong or len(others) > moves:
        raise PhaseError(f"{where}: {function.__name__} cannot be called with {', '.join(wrong or others)}")
