"""Search: the same choice on every backend and in every world that its seat cannot tell apart; better than chance."""

import math
import random
from typing import Any

import pytest

from paddock.bots import Bot, Search, Seen, think
from paddock.bots.search import PIECE
from paddock.engine import Game, Match, SeededDice, TriedMove
from paddock.engine.rules.search import nearly_root
from paddock.games import all_games
from paddock.games._template import GAME as RIDGE_RUN
from paddock.games.victory_lane import GAME as GAME_WITH_A_FIELD
from paddock.games.victory_lane.tests.position import Position

GAMES = [RIDGE_RUN, *all_games()]


def race(game: Game, seed: int = 1, plies: int = 9) -> Match:
    match, choose = Match(game, game.seats[0] + 1, {}, SeededDice(seed)), random.Random(seed)
    match.settle()
    while len(match.plies) < plies and not match.is_over:
        match.play(choose.choice(match.choices()).move)
    assert match.actor >= 0
    return match


def sight(match: Match) -> Seen:
    return Seen.of(match, match.actor)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_interpreted_and_compiled_search_grow_the_same_tree(game: Game):
    seen = sight(race(game))
    plain, native = Search(seen, 7, backend="python"), Search(seen, 7)
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


def thoughts(match: Match, seat: int) -> list[TriedMove]:
    search = Search(Seen.of(match, seat), 3)
    search.walk(200)
    return search.lines()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_line_is_a_legal_move_and_every_walk_takes_one(game: Game):
    match = race(game, 3)
    search = Search(sight(match), 1)
    search.walk(300)
    assert {line.move for line in search.lines()} <= {choice.move for choice in match.choices()}
    assert sum(line.walks for line in search.lines()) == 300


def test_a_full_tree_goes_on_without_growing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("paddock.bots.search.MOST", 12)
    search = Search(sight(race(RIDGE_RUN)), 1, backend="python")
    search.walk(100)
    assert sum(line.walks for line in search.lines()) == 100


def test_what_is_seen_travels_as_bytes_and_gives_the_same_search():
    seen = sight(race(RIDGE_RUN, 4))
    came = Seen.unpacked(RIDGE_RUN, seen.packed())
    assert came == seen
    assert think(Search(came, 5), 100) == think(Search(seen, 5), 100)


def test_what_travels_holds_nothing_that_the_seat_may_not_know():
    match = race(RIDGE_RUN, 5)
    seat = match.actor
    assert match.seen_by(seat) != match.state  # something is hidden
    assert match.state.to_bytes() not in Seen.of(match, seat).packed()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_move_that_is_settled_is_the_one_that_all_walks_would_choose(game: Game):
    saved = 0
    for seed in range(1, 6):
        whole, short = Search(sight(race(game, seed)), seed), Search(sight(race(game, seed)), seed)
        assert think(whole, 1000)[0].move == think(short, 1000, best_only=True)[0].move
        assert whole.walks == 1000
        saved += whole.walks - short.walks
    assert saved > 0


def test_a_move_is_settled_when_the_walks_left_cannot_bring_another_one_up_to_it():
    search = Search(sight(race(RIDGE_RUN)), 1, backend="python")
    search.walk(60)
    walked = [line.walks for line in search.lines()]
    lead = walked[0] - walked[1]
    assert lead > 1  # else the position shows nothing
    assert search.is_settled(60 + lead - 1)
    assert not search.is_settled(60 + lead)  # they could become equal, and the lower move would be chosen


def test_a_bot_decides_as_its_lines_do():
    seen = sight(race(RIDGE_RUN, 6))
    assert Bot("champion", 3).decide(seen) == Bot("champion", 3).lines(seen)[0].move


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 15, 16, 17, 255, 256, 1000, 4096, 10**6, 10**12])
def test_the_root_is_exact_for_powers_of_four_and_never_far_off(n: int):
    # Linear interpolation between powers of four: at worst 1 - 2√2/3 = 0.057 below; rounding takes up to 1 more.
    assert 0.942 * math.sqrt(n) - 1 <= nearly_root(n) <= math.sqrt(n)
    if n in (1, 4, 16, 256, 4096):
        assert nearly_root(n) ** 2 == n


def test_thinking_ends_with_the_walks_or_the_time_or_when_somebody_says_stop():
    seen = sight(race(RIDGE_RUN))
    searches = [Search(seen, 1, backend="python") for _ in range(3)]
    think(searches[0], PIECE + 50)
    think(searches[1], 10**9, 0.001)
    think(searches[2], 10**9, stop=lambda: True)
    assert [search.walks for search in searches] == [PIECE + 50, PIECE, PIECE]


def alone_in_a_field(walks: int, depth: int, **more: Any) -> dict[str, TriedMove]:
    """The search result for a lone player, red, just behind the leader of eight cars; the best move first."""
    cars = {"red": "G2:26", "blue": "G1:30", "white": "G1:26", "yellow": "G1:24", "green": "G1:22", "orange": "G1:20"}
    race = Position(cars, black="G1:18", purple="G1:16", players="red", **more)
    match = Match(GAME_WITH_A_FIELD, 1, {}, SeededDice(1))
    match.state = race.state
    search = Search(Seen.of(match, 0), 1, backend="python", depth=depth)
    search.walk(walks)
    return {match.game.words.move_to_words(match.table, match.state, line.move): line for line in search.lines()}


def test_alone_against_a_field_a_search_sees_what_wins():
    # The last turn of the last stage, red four half units behind blue: five steps win, pit stops lose.
    best, *others = alone_in_a_field(60, 4, hand="open_track 5", stage=1, laps=40).items()
    assert best[0] == "Open Track (5)"
    assert best[1].chance > 2 * max(line.chance for _, line in others)


def test_small_chances_are_explored_in_proportion():
    # A race that is rarely won: moves that more than halve the chance are soon no longer tried.
    lines = alone_in_a_field(200, 20, hand="open_track 5, steady_pace 4, draft_run 3", laps=20)
    pits = [line.walks for words, line in lines.items() if "pit stop" in words]
    assert len(pits) == 3
    assert max(line.chance for line in lines.values()) < 200
    assert sum(pits) < 200 // 8
