"""The kit finds faults: each test plants one in Ridge Run and expects the kit to name it."""

import dataclasses
import re
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from paddock.engine import CHANCE, Event, Game, GameError, Match, Runner, SeededDice, draw_any, rule
from paddock.games._template import GAME as RIDGE_RUN
from paddock.games._template import estimate as quick
from paddock.games._template import rules
from paddock.games._template.events import EVENTS
from paddock.games._template.observation import OBSERVATION
from paddock.games._template.rules import PHASES, setup
from paddock.games._template.state import BOOSTS, CARDS_EACH, State, Table
from paddock.testing import Check, cases
from paddock.testing.conformance import (
    observations_are_sound,
    rules_count_from_the_start,
    setup_starts_afresh,
    suggestions_are_legal,
    values_fit,
)
from paddock.testing.declaration import declaration_is_sound
from paddock.testing.lessons import lesson_is_taught
from paddock.testing.newcomers import coach_speaks_briefly, how_to_play_is_shown

CASE = cases(RIDGE_RUN)[0]
ridge_run = PHASES.apply


def with_rule(name: str, planted: Any) -> Game:
    """Ridge Run with another rule of that name."""
    contract: Any = SimpleNamespace(**{**vars(rules), **vars(quick), name: planted})
    return dataclasses.replace(RIDGE_RUN, rules=(contract,))


def with_observation(**changed: Any) -> Game:
    """Ridge Run with another declaration of what agents observe."""
    return dataclasses.replace(RIDGE_RUN, observation=dataclasses.replace(OBSERVATION, **changed))


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
        (
            observations_are_sound,
            with_observation(ranges={**OBSERVATION.ranges, "space": (0, 3)}),
            "not 0 to 3",
        ),
        (observations_are_sound, with_observation(seats=("car",)), "seats turned by 1: seat 0 acts, not 1"),
    ],
    ids=["spectator", "suggest", "overflow", "id", "namer", "number", "clause", "range", "seat"],
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


def test_a_lesson_that_the_rules_do_not_allow_is_found(tmp_path: Path):
    (tmp_path / "RULES.md").write_text((RIDGE_RUN.folder / "RULES.md").read_text(encoding="utf-8"), encoding="utf-8")
    text = (RIDGE_RUN.folder / "lesson.toml").read_text(encoding="utf-8")
    (tmp_path / "lesson.toml").write_text(text.replace('do = "gear 3"', 'do = "gear 4"'), encoding="utf-8")
    with pytest.raises(AssertionError, match="step 3: 'gear 4': that is not possible now"):
        lesson_is_taught(dataclasses.replace(RIDGE_RUN, folder=tmp_path), CASE)


def test_a_page_how_to_play_with_an_unknown_clause_is_found(tmp_path: Path):
    shutil.copytree(RIDGE_RUN.folder, tmp_path, dirs_exist_ok=True)
    text = (RIDGE_RUN.folder / "howto.toml").read_text(encoding="utf-8")
    (tmp_path / "howto.toml").write_text(text.replace("RR-20", "RR-21"), encoding="utf-8")
    with pytest.raises(AssertionError, match="no clause RR-21"):
        how_to_play_is_shown(dataclasses.replace(RIDGE_RUN, folder=tmp_path), CASE)


def test_a_coach_who_speaks_too_long_is_found(tmp_path: Path):
    shutil.copytree(RIDGE_RUN.folder, tmp_path, dirs_exist_ok=True)
    text = (RIDGE_RUN.folder / "coach.toml").read_text(encoding="utf-8")
    long = text.replace('mistake = "', f'mistake = "{"And so on. " * 6}')
    (tmp_path / "coach.toml").write_text(long, encoding="utf-8")
    with pytest.raises(AssertionError, match=r"gear: 1.. characters"):
        coach_speaks_briefly(dataclasses.replace(RIDGE_RUN, folder=tmp_path), CASE)


def test_a_game_without_page_and_coach_passes(tmp_path: Path):
    bare = dataclasses.replace(RIDGE_RUN, folder=tmp_path)
    how_to_play_is_shown(bare, CASE)
    coach_speaks_briefly(bare, CASE)


def test_a_game_without_a_lesson_passes(tmp_path: Path):
    lesson_is_taught(dataclasses.replace(RIDGE_RUN, folder=tmp_path), CASE)
