"""The kit finds faults: each test plants one in Ridge Run and expects the kit to name it."""

import dataclasses
import re
from types import SimpleNamespace
from typing import Any

import pytest

from paddock.engine import CHANCE, Event, Game, GameError, Match, Runner, SeededDice, draw_any, rule
from paddock.games._template import GAME as RIDGE_RUN
from paddock.games._template import estimate as quick
from paddock.games._template import rules
from paddock.games._template.events import EVENTS
from paddock.games._template.rules import PHASES, setup
from paddock.games._template.state import BOOSTS, CARDS_EACH, State, Table
from paddock.testing import Check, cases
from paddock.testing.conformance import (
    rules_count_from_the_start,
    setup_starts_afresh,
    suggestions_are_legal,
    values_fit,
)
from paddock.testing.declaration import declaration_is_sound

CASE = cases(RIDGE_RUN)[0]
ridge_run = PHASES.apply


def with_rule(name: str, planted: Any) -> Game:
    """Ridge Run with another rule of that name."""
    contract: Any = SimpleNamespace(**{**vars(rules), **vars(quick), name: planted})
    return dataclasses.replace(RIDGE_RUN, rules=(contract,))


@rule
def careless_setup(t: Table, s: State):
    """RR-01 A setup that relies on old values of the record."""
    s.round += 1
    setup(t, s)


@rule
def careless_resample(t: Table, s: State, seat: int, random: list[int]):
    """RR-02 Treats a spectator as a seat."""
    for boost in range(1, BOOSTS):
        s.draw[boost] = CARDS_EACH - s.thrown[boost]
    if s.card[seat] > 0:
        s.draw[s.card[seat]] -= 1
    for car in range(t.seats):
        if s.card[car] < 0:
            s.card[car] = draw_any(s, 1, BOOSTS, random)


@rule
def illegal_suggest(t: Table, s: State, out: list[int], n: int, random: list[int]):
    """A gear that no car has."""
    return 5


@rule
def overflowing_apply(t: Table, s: State, move: int, log: list[int]):
    """RR-10 Counts further than the field of the gear holds."""
    ridge_run(t, s, move, log)
    s.gear = 200


@pytest.mark.parametrize("backend", ["python", "native"])
def test_a_race_starts_from_zeros_whatever_the_record_held(backend: Any):
    game = with_rule("setup", careless_setup)
    setup_starts_afresh(game, CASE)
    runner = Runner(game, game.new_table(2, {}), backend)
    for _ in range(3):
        runner.setup()
    assert runner.state.round == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("check", "game", "told"),
    [
        (rules_count_from_the_start, with_rule("resample", careless_resample), "a rule reads entry -1"),
        (suggestions_are_legal, with_rule("suggest", illegal_suggest), "`suggest` answers 5"),
        (values_fit, with_rule("apply", overflowing_apply), "State.gear is 200: i8 holds -128 to 127"),
        (declaration_is_sound, dataclasses.replace(RIDGE_RUN, id="ridge"), "its folder is '_template'"),
        (
            declaration_is_sound,
            dataclasses.replace(RIDGE_RUN, events=(Event(0, "RR-02", "{a:cra} draws."), *EVENTS[1:])),
            "words.NAMERS has no 'cra'",
        ),
        (
            declaration_is_sound,
            dataclasses.replace(RIDGE_RUN, events=(Event(0, "RR-02", "{d:car} draws."), *EVENTS[1:])),
            "its numbers are a, b and c",
        ),
        (
            declaration_is_sound,
            dataclasses.replace(RIDGE_RUN, events=(Event(0, "RR-99", "{a:car} draws."), *EVENTS[1:])),
            "RR-99, which RULES.md does not have",
        ),
    ],
    ids=["spectator", "suggest", "overflow", "id", "namer", "number", "clause"],
)
def test_a_planted_fault_is_named(check: Check, game: Game, told: str):
    check(RIDGE_RUN, CASE)
    with pytest.raises(AssertionError, match=re.escape(told)):
        check(game, CASE)


def test_too_few_choices_are_named_and_no_memory_is_overwritten():
    game = dataclasses.replace(RIDGE_RUN, choices=3)
    match = Match(game, 2, {}, SeededDice(1))
    match.settle()
    with pytest.raises(GameError, match=r"`legal` gives 4 at once, more than choices=3"):
        match.choices()
    native = Runner(game, match.table, "native")
    native.state = match.state
    assert native.actor() != CHANCE
    with pytest.raises(GameError, match=r"choices=3"):
        native.legal()
    assert game.room >= game.moves
