"""What agents observe: nothing hidden, seats counted from the observing one, every number in its range."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from paddock.engine import CHANCE, OVER, Game, GameError, Observation, ObservationError, Observed, Position
from paddock.envs import Race, field_lines
from paddock.envs.race import rewards_by_place, rewards_without
from paddock.games import all_games, load_game
from paddock.testing import Case, cases

GAMES = all_games()
BY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
# Their rules ask seats in the order of their numbers, so that a race of turned seats is another race.
IN_SEAT_ORDER = {"project_nos", "victory_lane"}
FEWER, LONGEST = 6, 700  # the kit looks at a race of every case; these are a few longer ones


def positions(game: Game) -> list[tuple[Case, Position]]:
    """Positions of races on all kinds of tables, half with random drivers and half with quick ones; made once."""
    return _positions(game.id)


@cache
def _positions(game_id: str) -> list[tuple[Case, Position]]:
    game = load_game(game_id)
    found: list[tuple[Case, Position]] = []
    for number, case in enumerate([*cases(game)[:-2:FEWER], *cases(game)[-2:]]):  # the last two: everything at once
        every, table = 37, game.new_table(case.seats, case.options)
        found += [(case, position) for position in raced(Position.start(game, table), random.Random(number), every)]
    return found


def raced(position: Position, choose: random.Random, every: int) -> Iterator[Position]:
    quick = choose.random() < 0.5
    for ply in range(LONGEST):
        if position.actor == OVER:
            break
        if ply % every == 0:
            yield position.copy()
        position.play_unheard((some_move(position, choose, quick),))
    yield position.copy()


def some_move(position: Position, choose: random.Random, quick: bool) -> int:
    if position.actor == CHANCE:
        return choose.choices(*position.outcomes())[0]
    moves = position.legal()
    words = [choose.getrandbits(32) for _ in range(4)]
    return position.suggest(moves, words) if quick else choose.choice(moves)


@BY_GAME
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same_to_the_byte(game: Game):
    race, told = Race(game.id, None, None), 0
    for number in range(12):
        race.start(1, number)
        for _ in range(number * 9):
            if not race.is_over:
                race.play(race.actions()[number % len(race.actions())])
        for seat in range(race.seats):
            seen, mask = race.observe(seat).tobytes(), race.mask(seat).tobytes()
            known = race.position.seen_by(seat)
            for world in known.worlds(seat, 5, range(3)):
                told += world.state != race.position.state
                other = race.copy()
                other.position = world
                assert other.observe(seat).tobytes() == seen
                if race.actor == seat:
                    assert other.mask(seat).tobytes() == mask
    assert bool(told) != game.hides_nothing, "the worlds must differ where something is hidden"


@BY_GAME
def test_every_number_is_in_its_range_in_races_on_all_kinds_of_tables(game: Game):
    observed = game.observed
    for case, position in positions(game):
        for seat in range(case.seats):
            vector = observed.vector(position.table, position.seen_by(seat).state, seat)
            inside = (observed.low <= vector) & (vector <= observed.high)
            assert inside.all(), [str(observed.entries[at]) for at in np.flatnonzero(~inside)]


@BY_GAME
def test_a_seat_observes_the_same_whatever_number_it_has(game: Game):
    observed = game.observed
    for case, position in positions(game)[::3]:
        here = observed.vector(position.table, position.seen_by(0).state, 0)
        for by in range(case.seats):
            turned = Position(game, position.table, observed.turned_state(position.table, position.state, by))
            there = observed.vector(turned.table, turned.seen_by(by).state, by)
            assert (there[0], here[0]) == (by, 0)
            assert there[1:].tobytes() == here[1:].tobytes()


@pytest.mark.parametrize("game", [game for game in GAMES if game.id not in IN_SEAT_ORDER], ids=lambda game: game.id)
def test_playing_and_turning_seats_is_turning_seats_and_playing(game: Game):
    observed, compared = game.observed, 0
    for case, position in positions(game)[::2]:
        if position.actor in (CHANCE, OVER):
            continue
        by, table = 1 + compared % case.seats, position.table
        for move in position.legal():
            turned = Position(game, table, observed.turned_state(table, position.state, by))
            turned.play_unheard((observed.turned_move(table, move, by),))
            played = observed.turned_state(table, position.after(move).state, by)
            assert turned.state.differences(played) == []
            compared += 1
    assert compared > 50


def test_seats_are_counted_from_the_observing_one():
    game = load_game("nestorgames_gp")
    race = Race(game.id, 3, None)
    state = race.position.state
    state.step[:3], state.turn, state.took_tray, state.still_in = [10, 20, 30], 0, 3, 0b101
    names = [entry.name for entry in game.observed.entries]
    seen = dict(zip(names, race.observe(1).tolist(), strict=True))
    assert (seen["seat"], seen["seats"]) == (1, 3)
    assert [seen[f"step[{seat}]"] for seat in range(4)] == [20, 30, 10, 0]
    assert seen["turn"] == 2  # seat 0 comes after seat 2, which comes after seat 1
    assert seen["took_tray"] == 2  # seat 2 is the next one: 1, plus one
    assert seen["still_in"] == 0b110  # seats 0 and 2 are the second next and the next one


def test_a_move_that_names_a_seat_is_counted_from_the_acting_one():
    race = Race("dicey_curves", 4, None)
    first = race.observed.declared.seat_moves[0]
    assert race.action(first + 0, seat=3) == first + 1  # seat 0 comes after seat 3
    assert race.move(first + 1, seat=3) == first + 0
    assert race.action(0, seat=3) == 0


@BY_GAME
def test_the_mask_has_a_one_for_each_legal_action_of_the_acting_seat(game: Game):
    race = Race(game.id, None, None)
    mask = race.mask(race.actor)
    assert mask.shape == (game.moves,)
    assert np.flatnonzero(mask).tolist() == sorted(race.actions())
    assert not race.mask((race.actor + 1) % race.seats).any()


def test_rewards_are_the_share_of_rivals_beaten_less_the_share_that_won():
    assert rewards_by_place([2, 1], 0) == [-1.0, 1.0]
    assert rewards_by_place([1, 2, 2, 4], 0) == [1.0, 0.0, 0.0, -1.0]
    assert rewards_by_place([3, 1, 2], 0) == [-1.0, 1.0, 0.0]
    assert rewards_by_place([1, 1], 0) == [0.0, 0.0]
    assert rewards_by_place([1], 8) == [1.0]
    assert rewards_by_place([8], 8) == [-1.0]
    assert rewards_by_place([2], 8) == [pytest.approx(5 / 7)]
    assert rewards_by_place([1], 0) == [0.0]
    assert rewards_without(1, 3) == [0.5, -1.0, 0.5]


@BY_GAME
def test_the_names_of_a_vector_are_told_with_their_comments(game: Game):
    lines = field_lines(game)
    assert sum(line.size for line in lines) == len(game.observed)
    assert lines[-1].first + lines[-1].size == len(game.observed)
    assert sum(not line.about for line in lines) < len(lines) / 4, "most fields have a comment in state.py"


def test_a_declaration_that_does_not_fit_is_refused_by_name():
    game = load_game("_template")
    good = game.observed.declared

    def refused(**changed: object) -> str:
        with pytest.raises(ObservationError) as refusal:
            Observed(game, replace(good, **changed))  # pyright: ignore[reportArgumentType]
        return str(refusal.value)

    assert "`gear` no range" in refused(ranges={name: span for name, span in good.ranges.items() if name != "gear"})
    assert "`wings`, which the state does not have" in refused(seats=(*good.seats, "wings"))
    assert "`round` is by seat" in refused(by_seat=(*good.by_seat, "round"))
    assert "`gear` the range 3 to 0" in refused(ranges={**good.ranges, "gear": (3, 0)})
    assert "moves are below 7" in refused(seat_moves=(5,))


def test_a_game_without_a_declaration_is_told_in_one_sentence():
    silent = replace(load_game("_template"), observation=None)
    with pytest.raises(GameError, match="does not say what agents observe"):
        _ = silent.observed
    assert Observation(ranges={}).left_out == {}
