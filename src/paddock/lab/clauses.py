"""`paddock lab clauses`: how often each clause fires and what it decides; which choices pay, cost or are none."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from paddock.engine import (
    CHANCE,
    OVER,
    Backend,
    Explored,
    Position,
    Rulebook,
    Workers,
    capitalised,
    explore,
    number_of,
    random_words,
    slot_clauses,
    uniform,
    weighted,
)

from . import plots
from .chances import chances
from .conditions import Conditions, policy
from .report import Column, Report, Table
from .statistics import MISTAKEN, Estimated, difference_of_shares, false_discoveries

EXPLORE = 5  # of a hundred decisions, those that are any legal move
LEAST_TRIED = 30  # times that a choice must have been tried before anything is said about it
RARE = 0.01  # a choice taken less often than that where it is offered
SAMPLE = 12  # races read for words
LONGEST_NAME = 60


@dataclass(frozen=True)
class Firing:
    """How one clause fires."""

    clause: str
    title: str
    a_race: float
    races_with: float  # share of races, at least
    swing: float  # win chance that moves with one firing
    swing_a_race: float


@dataclass(frozen=True)
class ChoiceFound:
    """How one choice does."""

    question: str
    name: str
    offered: int
    forced: float  # share of offers without an alternative
    taken: float  # share of offers where drivers had an alternative
    won: float  # share of races won by seats that took it
    tried: int
    effect: Estimated  # win chance when it was taken by chance, less than when another one was
    chance: float  # of so much effect where there is none, corrected for all choices

    @property
    def verdict(self) -> str:
        """What to think of it, in a word or two."""
        if self.forced == 1:
            return "no alternative"
        if self.tried < LEAST_TRIED:
            return "too rare to tell"
        if self.chance >= MISTAKEN:
            return ""
        if self.effect.value > 0:
            return "pays"
        return "nobody should" if self.taken < RARE else "costs"


class Clauses:
    """Races that count clauses and choices, in steps."""

    def __init__(self, conditions: Conditions, races: int, *, backend: Backend = "native", on: Workers | None = None):
        self._backend: Backend = backend
        self.conditions, self.races, self._on = conditions, races, on
        self.found: Explored | None = None

    @property
    def total(self) -> int:
        """All races."""
        return self.races

    @property
    def done(self) -> int:
        """Of these, raced."""
        return self.found.races if self.found else 0

    def steps(self) -> Iterator[int]:
        """Race on; after each part the races done so far."""
        one = self.conditions
        known = chances(one, backend=self._backend, on=self._on)
        policies = [policy(one.levels[seat % len(one.levels)]) for seat in range(one.seats)]
        curve = [round(1000 * chance) for chance in known.curve.tolist()]
        for part in explore(
            one.game,
            one.table(),
            0,
            self.races,
            policies,
            one.seed,
            curve,
            of_hundred=EXPLORE,
            backend=self._backend,
            on=self._on,
        ):
            self.found = self.found + part if self.found else part
            yield self.done

    def report(self, command: str = "") -> Report:
        """What is known so far."""
        one, found = self.conditions, self.found
        report = Report(f"{one.game.name}: clauses and choices", command, {**one.as_json(), "races": self.done})
        if found is None:
            return report
        fired, choices = firings(one, found), choices_found(one, found)
        report.sentences = sentences(one, found.races, fired, choices)
        report.tables = [_clause_table(fired), _choice_table(choices)]
        most = sorted(fired, key=lambda firing: -firing.swing_a_race)[:15]
        points = [Estimated(firing.swing_a_race, 0.0, firing.swing_a_race) for firing in most]
        names = [f"{firing.clause} {firing.title}"[:26] for firing in most]
        report.plots = [plots.intervals("Win chance that moves in a race with each clause", names, points, None, "%")]
        return report


def clauses(
    conditions: Conditions, races: int, *, backend: Backend = "native", on: Workers | None = None, command: str = ""
) -> Report:
    """Race and report; `Clauses` does the same in steps."""
    run = Clauses(conditions, races, backend=backend, on=on)
    for _ in run.steps():
        pass
    return run.report(command)


def firings(conditions: Conditions, found: Explored) -> list[Firing]:
    """Each clause that an event or a question can name, in the order of the rulebook.

    Where events name a clause they are counted; a question's clause is counted where no event does.
    """
    rules = Rulebook.of(conditions.game).clauses
    phases = len(conditions.game.phases.rows)
    slots: dict[str, list[int]] = {}
    for slot, clause in enumerate(slot_clauses(conditions.game)):
        if clause and (slot >= phases or found.fired[slot]):
            slots.setdefault(clause, []).append(slot)
    result: list[Firing] = []
    for clause in [clause for clause in rules if clause in slots]:
        by_events = [slot for slot in slots[clause] if slot >= phases] or slots[clause]
        fired = sum(int(found.fired[slot]) for slot in by_events)
        swing = sum(int(found.swing[slot]) for slot in by_events) / 1000
        most = max(int(found.races_with[slot]) for slot in by_events)
        result.append(
            Firing(
                clause,
                rules[clause].title.rstrip("."),
                fired / found.races,
                most / found.races,
                swing / fired if fired else 0.0,
                swing / found.races,
            )
        )
    return result


def choices_found(conditions: Conditions, found: Explored) -> list[ChoiceFound]:
    """Each choice that was offered."""
    game = conditions.game
    numbers = [number for number in range(len(found.offered)) if found.offered[number]]
    words = choice_words(conditions, [divmod(number, game.moves) for number in numbers])
    tests = [_effect(found, number) for number in numbers]
    adjusted = false_discoveries([chance for _, chance in tests])
    result: list[ChoiceFound] = []
    for number, (effect, _), chance in zip(numbers, tests, adjusted, strict=True):
        phase, move = divmod(number, game.moves)
        offered, forced = int(found.offered[number]), int(found.forced[number])
        taken, tried = int(found.taken[number]), int(found.tried[number])
        free = offered - forced - tried - int(found.passed[number])
        result.append(
            ChoiceFound(
                game.phases.rows[phase].name,
                words[phase, move],
                offered,
                forced / offered,
                (taken - forced) / free if free else 0.0,
                int(found.taken_won[number]) / taken if taken else 0.0,
                tried,
                effect,
                chance,
            )
        )
    return result


def _effect(found: Explored, number: int) -> tuple[Estimated, float]:
    """What taking a choice by chance does to the share of wins."""
    tried, passed = int(found.tried[number]), int(found.passed[number])
    if tried < LEAST_TRIED or passed < LEAST_TRIED:
        return Estimated(0.0, -1.0, 1.0), 1.0
    return difference_of_shares(int(found.tried_won[number]), tried, int(found.passed_won[number]), passed)


def choice_words(conditions: Conditions, wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """What choices are called, by phase and move, from some races read move by move; if words change, those met first.

    A rare choice that these races do not offer has the words that it has where its question was met first.
    """
    called: dict[tuple[int, int], str] = {}
    asked: dict[int, Any] = {}
    for number in range(SAMPLE):
        _read_words(conditions, random_words(conditions.seed, number), called, asked)
    for phase, move in wanted:
        if (phase, move) not in called:
            called[phase, move] = _rare_words(conditions, asked.get(phase), move)
    return called


def _rare_words(conditions: Conditions, state: Any, move: int) -> str:
    """The words of a choice in a position that does not offer it; some have no words there."""
    try:
        return conditions.game.words.move_to_words(conditions.table(), state, move)[:LONGEST_NAME]
    except (AttributeError, LookupError):
        return "a choice that is seldom met"


def _read_words(
    conditions: Conditions, random: list[int], called: dict[tuple[int, int], str], asked: dict[int, Any]
) -> None:
    game, table = conditions.game, conditions.table()
    position = Position.start(game, table)
    while (actor := position.actor) != OVER:
        if actor == CHANCE:
            outcomes, weights = position.outcomes()
            position.play_unheard((outcomes[weighted(random, weights, len(weights))],))
            continue
        moves = position.legal()
        phase: int = position.state.phase
        if phase not in asked:
            asked[phase] = position.state.copy()
        for move in moves:
            if (phase, move) not in called:
                called[phase, move] = game.words.move_to_words(table, position.state, move)[:LONGEST_NAME]
        is_quick = uniform(random, 2)
        position.play_unheard((position.suggest(moves, random) if is_quick else moves[uniform(random, len(moves))],))


def sentences(conditions: Conditions, races: int, fired: list[Firing], choices: list[ChoiceFound]) -> list[str]:
    """The summary."""
    never = [firing.clause for firing in fired if not firing.a_race]
    often = sorted(fired, key=lambda firing: -firing.swing_a_race)[:3]
    options = conditions.changed_options()
    where = ", ".join([number_of(conditions.seats, "seat"), *options])
    decisive = "; ".join(f"{f.clause} {f.title} ({100 * f.swing_a_race:.0f} points a race)" for f in often)
    said = [
        f"{capitalised(where)}, {races:,} races of {' and '.join(conditions.levels)} drivers, seed {conditions.seed}:"
        f" of {len(fired)} clauses that a race can tell of, {len(never)} never fired"
        f"{': ' + ', '.join(never) if never else ''}.",
        f"Most win chance moves with {decisive}.",
    ]
    for verdict, text in (
        ("nobody should", "Choices that cost win chance, and that drivers do not take"),
        ("costs", "Choices that cost win chance at any moment, so that drivers have to find the right one"),
        ("no alternative", "Choices that never have an alternative"),
    ):
        named = [
            f"{c.question}: {c.name}" for c in sorted(choices, key=lambda c: c.effect.value) if c.verdict == verdict
        ]
        said.append(
            f"{text}: {'; '.join(named[:8]) or 'none'}{f' and {len(named) - 8} more' if len(named) > 8 else ''}."
        )
    return said


def _clause_table(fired: list[Firing]) -> Table:
    rows = [(f.clause, f.title, f.a_race, f.races_with, f.swing, f.swing_a_race) for f in fired]
    columns = (
        Column("clause", "text"),
        Column("title", "text"),
        Column("a_race"),
        Column("races_with", "percent"),
        Column("swing", "percent"),
        Column("swing_a_race", "percent"),
    )
    note = (
        "Swing: win chance that moves from one seat to others with the move that fires the clause; where a move fires"
        " several, each has all of it."
    )
    return Table("clauses", "Clauses", columns, rows, note)


def _choice_table(choices: list[ChoiceFound]) -> Table:
    rows = [
        (
            c.question,
            c.name,
            c.offered,
            c.forced,
            c.taken,
            c.won,
            c.tried,
            *((c.effect.value, c.effect.low, c.effect.high) if c.tried >= LEAST_TRIED else (None, None, None)),
            c.chance,
            c.verdict,
        )
        for c in choices
    ]
    columns = (
        Column("question", "text"),
        Column("choice", "text"),
        Column("offered", "count"),
        Column("forced", "percent"),
        Column("taken", "percent"),
        Column("won", "percent"),
        Column("tried", "count"),
        Column("effect", "percent"),
        Column("low", "percent"),
        Column("high", "percent"),
        Column("p", "chance"),
        Column("verdict", "text"),
    )
    note = (
        f"Of a hundred decisions {EXPLORE} are any legal move. Effect: wins of seats that so took the choice, less"
        " those of seats that were offered it and so took another one; the two differ by chance alone."
    )
    return Table("choices", "Choices", columns, rows, note)
