"""Bots: known by name, reproducible, and without a look at anybody's secrets."""

import dataclasses
from types import SimpleNamespace
from typing import Any

import pytest

from paddock.bots import BOTS, Bot, UnknownBotError, make_bot
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


@pytest.mark.parametrize("name", sorted(BOTS))
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
    with pytest.raises(UnknownBotError, match="there is no bot 'expert'; there are quick, random"):
        make_bot("expert")


def test_a_bot_sees_a_world_that_its_seat_holds_possible_and_never_the_real_secret():
    # The number of the round is made a secret: 0 in truth, 99 when concealed, 7 to 9 in the worlds held possible.
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

    rules: Any = SimpleNamespace(**GAME.contract | {"conceal": conceal, "resample": resample, "suggest": suggest})
    match = race(dataclasses.replace(GAME, rules=(rules,)))
    assert match.state.round == 0
    for seed in range(30):
        make_bot("quick", seed).choose(match, match.actor)
    assert set(seen) == {7, 8, 9}
