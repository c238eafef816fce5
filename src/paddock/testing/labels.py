"""Labels: every line and every question names a clause of the rule that wrote or asked it.

The rules of a race run as twins that record the call stack. A rule names its clauses in its docstring; one that names
none counts as part of its caller. `python -m paddock.testing labels GAME` lists each label with the rules behind it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from paddock.engine import CHANCE, CLAUSE_ID, TABLE, Game, Happening, Match, Rule, Twins, new_log, note, reachable

from .cases import Case, cases
from .compiling import tested_games
from .sample import sample_race

WITHIN = 2  # rules with clauses that count: the innermost one at the event, and the next one up the stack
TRACED = ("setup", "legal", "chance", "apply")


@dataclass(frozen=True)
class Running:
    """A rule that was running, and the clauses in its docstring."""

    name: str
    clauses: frozenset[str]

    def __str__(self) -> str:
        return f"{self.name} ({', '.join(sorted(self.clauses))})" if self.clauses else self.name


Stack = tuple[Running, ...]  # innermost last


@dataclass(frozen=True)
class Label:
    """A clause that was shown, the text it was shown with, and the rules that must name it."""

    what: str  # the event's sentence or the question
    clause: str
    behind: Stack

    @property
    def is_true(self) -> bool:
        """Whether one of the rules behind it names its clause."""
        return any(self.clause in running.clauses for running in self.behind)

    def __str__(self) -> str:
        rules = " < ".join(map(str, reversed(self.behind))) or "no rule that names a clause"
        return f"{self.clause} “{self.what}” by {rules}"


class Tracing:
    """The rules of a game as twins that record the call stack."""

    def __init__(self, game: Game):
        self.game = game
        self.stack: list[Running] = []
        self.ran: dict[Running, None] = {}
        self.noted: list[tuple[Happening, Stack]] = []
        self.asked: Stack | None = None  # the stack when what `actor` reads was last written
        twins = Twins(game.contract, self._traced, {note: self._note})
        self.rules = {name: twins.of(game.contract[name]) for name in TRACED}
        self.state: Any = self._watched_state()()

    def run(self, rule: str, *arguments: Any) -> None:
        """Run one rule of the contract, with a fresh trace."""
        self.ran, self.noted, self.asked = {}, [], None
        self.rules[rule](*arguments)

    def _traced(self, copy: Rule) -> Rule:
        running = Running(copy.__name__, frozenset(re.findall(CLAUSE_ID, copy.__doc__ or "")))

        def traced(*arguments: Any) -> Any:
            self.stack.append(running)
            self.ran[running] = None
            try:
                return copy(*arguments)
            finally:
                self.stack.pop()

        return traced

    def _note(self, log: list[int], kind: int, a: int, b: int, c: int) -> None:
        self.noted.append((Happening(self.game.events[kind], a, b, c), tuple(self.stack)))

    def _watched_state(self) -> type[Any]:
        """The game's state type, which records the stack when a field that `actor` reads is written."""
        plain, watched = self.game.state, _read_by_actor(self.game)

        def write(record: Any, name: str, value: Any) -> None:
            plain.__setattr__(record, name, value)
            if name in watched and self.stack:
                self.asked = tuple(self.stack)

        return type.__new__(type(plain), plain.__name__, (plain,), {"__slots__": (), "__setattr__": write})


def _read_by_actor(game: Game) -> frozenset[str]:
    rules = reachable([game.contract["actor"]], game.contract)
    return frozenset(name for rule in rules for name in rule.__code__.co_names if name in game.state.fields)


def labels(match: Match) -> Iterator[Label]:
    """Every label of a race, by replaying it."""
    tracing = Tracing(match.game)
    state = tracing.state
    tracing.run("setup", match.table, state)
    for ply in match.plies:
        if ply.actor != TABLE:
            yield _of_question(tracing, match, ply.actor)
        tracing.run("apply", match.table, state, ply.move, new_log())
        for happening, stack in tracing.noted:
            yield Label(happening.event.sentence or happening.event.others, happening.clause, _nearest(stack))


def _of_question(tracing: Tracing, match: Match, actor: int) -> Label:
    """The label of the pending decision or draw: the rules that asked for it, and those that list what is possible."""
    asked = _nearest(tracing.asked) if tracing.asked is not None else tuple(tracing.ran)
    decision = match.game.decision(match.table, tracing.state)
    out, weight = [0] * match.game.room, [0] * match.game.room
    if actor == CHANCE:
        tracing.run("chance", match.table, tracing.state, out, weight)
    else:
        tracing.run("legal", match.table, tracing.state, out)
    return Label(decision.question, decision.clause, (*_naming(tracing.ran), *asked))


def _nearest(stack: Stack) -> Stack:
    return _naming(stack)[-WITHIN:]


def _naming(rules: Iterable[Running]) -> Stack:
    return tuple(running for running in rules if running.clauses)


def labels_are_true(game: Game, case: Case) -> None:
    """Each event's clause is named by the rule that noted it or its caller, each question's by the rule that asks."""
    wrong = {(label.clause, label.behind): label for label in labels(sample_race(game, case).over) if not label.is_true}
    told = "\n".join(f"  {label}" for label in wrong.values())
    assert not wrong, f"{game.id}: labels that the rules behind them do not name:\n{told}"


def main(arguments: list[str]) -> int:
    """List the labels of a game's sample races, those that no rule behind them names first."""
    for name in arguments or tested_games():
        game = tested_games()[name]
        found = Counter(
            ("" if label.is_true else "FALSE ") + str(Label(_general(label.what), label.clause, label.behind))
            for case in cases(game)
            for label in labels(sample_race(game, case).over)
        )
        for line, count in sorted(found.items(), key=lambda entry: (not entry[0].startswith("FALSE"), entry)):
            print(f"{game.id}: {line} ({count} times)")
    return 0


def _general(question: str) -> str:
    return re.sub(r"\d+", "#", question)
