"""Search: the same choice on every backend and in every world that its seat cannot tell apart; better than chance."""

import random

import pytest

from paddock.bots.search import Search
from paddock.engine import Game, Match, SeededDice
from paddock.games import all_games
from paddock.games._template import GAME as RIDGE_RUN

GAMES = [RIDGE_RUN, *all_games()]


def race(game: Game, seed: int = 1, plies: int = 9) -> Match:
    match, choose = Match(game, game.seats[0] + 1, {}, SeededDice(seed)), random.Random(seed)
    match.settle()
    while len(match.plies) < plies and not match.is_over:
        match.play(choose.choice(match.choices()).move)
    assert match.actor >= 0
    return match


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_interpreted_and_compiled_search_grow_the_same_tree(game: Game):
    match = race(game)
    plain, native = Search(match, match.actor, 7, backend="python"), Search(match, match.actor, 7)
    for search in (plain, native):
        search.walk(20)
        search.walk(10)
    assert plain.lines() == native.lines()
    assert plain.plies == native.plies


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_choice(game: Game):
    match = race(game, 2)
    seat = match.actor
    found = [thoughts(match, seat)]
    for seed in range(1, 4):
        world = match.fork()
        world.state = match.seen_by(seat)
        game.contract["resample"](world.table, world.state, seat, [seed, 2, 3, 4])
        found.append(thoughts(world, seat))
    assert all(lines == found[0] for lines in found)


def thoughts(match: Match, seat: int) -> list[tuple[int, int, int]]:
    search = Search(match, seat, 3)
    search.walk(200)
    return [(line.move, line.walks, line.chance) for line in search.lines()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_line_is_a_legal_move_and_every_walk_takes_one(game: Game):
    match = race(game, 3)
    search = Search(match, match.actor, 1)
    search.walk(300)
    assert {line.move for line in search.lines()} <= {choice.move for choice in match.choices()}
    assert sum(line.walks for line in search.lines()) == 300


def test_a_full_tree_goes_on_without_growing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("paddock.bots.search.ROOM", 12)
    match = race(RIDGE_RUN)
    search = Search(match, match.actor, 1, backend="python")
    search.walk(100)
    assert sum(line.walks for line in search.lines()) == 100
