"""Bots: known by name, reproducible, and blind to other seats' secrets."""

import dataclasses
from types import SimpleNamespace
from typing import Any

import pytest

from paddock.bots import BOTS, LEVELS, Bot, UnknownBotError, make_bot
from paddock.engine import Game, Match, MatchError, SeededDice, rule, uniform
from paddock.games import load_game

GAME = load_game("nestorgames_gp")


def race(game: Game = GAME, seed: int = 1) -> Match:
    match = Match(game, 3, {"laps": 1}, SeededDice(seed))
    match.settle()
    return match


def played(name: str, seed: int) -> list[int]:
    match, bot = race(), make_bot(name, seed)
    while not match.is_over:
        match.play(bot.choose(match, match.actor))
    return [ply.move for ply in match.plies]


@pytest.mark.parametrize("name", [name for name, level in BOTS.items() if level.walks < 1000])
def test_a_race_between_bots_ends_and_is_the_same_for_the_same_seed(name: str):
    assert played(name, 5) == played(name, 5)


def test_another_seed_gives_another_race():
    assert played("random", 5) != played("random", 6)


def test_a_bot_chooses_anew_at_each_ply_and_seat():
    match, bot = race(), Bot("random", 3)
    choices: set[tuple[int, int]] = set()
    while not match.is_over:
        choices.add((match.actor, bot.choose(match, match.actor)))
        match.play(bot.choose(match, match.actor))
    assert {(seat, move) for seat in range(3) for move in (0, 1)} <= choices  # every seat both stopped and rolled


def test_choosing_changes_nothing():
    match = race()
    before, plies = match.state.copy(), len(match.plies)
    make_bot("quick").choose(match, match.actor)
    assert match.state == before
    assert len(match.plies) == plies


def test_a_bot_chooses_only_for_the_seat_that_acts():
    match = race()
    with pytest.raises(MatchError, match="not for seat"):
        make_bot("quick").choose(match, (match.actor + 1) % 3)


def test_an_unknown_bot_is_refused_with_the_names_of_the_known():
    with pytest.raises(UnknownBotError, match="no bot 'expert'; there are rookie, club, pro, champion, quick, random"):
        make_bot("expert")


def test_the_same_seed_gives_the_strongest_bot_the_same_choice():
    match = race()
    assert make_bot("champion", 4).choose(match, match.actor) == make_bot("champion", 4).choose(match, match.actor)


def test_each_level_slips_less_or_looks_further_than_the_one_below():
    steps = [(level.walks, -level.slips) for level in LEVELS.values()]
    assert steps == sorted(set(steps))
    assert all(level.seconds <= 1.0 and level.style.endswith(".") for level in LEVELS.values())


def test_a_bot_that_slips_takes_any_legal_move_as_often_as_its_level_says():
    match = race()
    quick = make_bot("quick").choose(match, match.actor)
    others = len(match.choices()) - 1
    many = 2000
    slips = sum(make_bot("rookie", seed).choose(match, match.actor) != quick for seed in range(many))
    expected = many * LEVELS["rookie"].slips / 100 * others / (others + 1)
    assert abs(slips - expected) < 4 * expected**0.5  # four standard deviations


def test_a_bot_sees_a_world_that_its_seat_holds_possible_and_never_the_real_secret():
    # The round number is made a secret: really 0, 99 when concealed, 7 to 9 in resampled worlds.
    seen: list[int] = []

    @rule
    def conceal(t: Any, s: Any, seat: int):
        s.round = 99

    @rule
    def resample(t: Any, s: Any, seat: int, random: list[int]):
        assert s.round == 99
        s.round = 7 + uniform(random, 3)

    @rule
    def suggest(t: Any, s: Any, out: list[int], n: int, random: list[int]):
        seen.append(s.round)
        return out[0]

    planted = {"conceal": conceal, "resample": resample, "suggest": suggest}
    rules: Any = SimpleNamespace(PHASES=GAME.phases, **GAME.contract | planted)
    match = race(dataclasses.replace(GAME, rules=(rules,)))
    assert match.state.round == 0
    for seed in range(30):
        make_bot("quick", seed).choose(match, match.actor)
    assert set(seen) == {7, 8, 9}
