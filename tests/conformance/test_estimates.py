"""Every game's estimate: a fair guess before a die is the mean of the guesses after it, and it foresees who wins."""

import importlib
from functools import cache
from typing import Any

import numpy as np
import pytest

from paddock.engine import CHANCE, Game, Position, random_words, sample_positions, weighted
from paddock.games import all_games
from paddock.lab import Conditions
from paddock.lab.estimate import judge

RACES = 24  # looked at ply by ply
EVERY = 5  # chance events: one of so many is looked at
MOST_EVENTS = 960
MEAN_JUMP = 25.0  # thousandths by which the mean over all outcomes may miss the estimate before, on average
MEAN_DRIFT = 6.0  # and by which it may, on average, miss it for one seat in one direction
GAMES = {game.id: game for game in all_games()}
FITTED = [game.id for game in GAMES.values() if game.progress]  # whose estimates were fitted to who won


def chances_around_events(game: Game, seats: int) -> list[tuple[list[int], list[float]]]:
    """At chance events along races of quick drivers: the estimate before, and the mean over all outcomes after."""
    table = game.new_table(seats, {})
    found: list[tuple[list[int], list[float]]] = []
    events = 0
    for race in range(RACES):
        random, position = random_words(5, race), Position.start(game, table)
        while not position.is_over and len(found) < MOST_EVENTS * (race + 1) // RACES:
            if position.actor != CHANCE:
                position.play(position.suggest(position.legal(), random))
                continue
            outcomes, weights = position.outcomes()
            events += 1
            if events % EVERY == 0 and len(outcomes) > 1:
                found.append((position.estimate(), _mean_after(position, outcomes, weights)))
            position.play(outcomes[weighted(random, weights, len(weights))])
    return found


def _mean_after(position: Position, outcomes: list[int], weights: list[int]) -> list[float]:
    total = np.zeros(position.seats)
    for outcome, weight in zip(outcomes, weights, strict=True):
        after = Position(position.game, position.table, position.state.copy())
        after.play(outcome)
        total += weight * np.array(after.estimate(), float)
    return (total / sum(weights)).tolist()


@cache
def jumps(game: str) -> np.ndarray[Any, Any]:
    """By event and seat: by how much the mean after differs from the estimate before."""
    pairs = chances_around_events(GAMES[game], max(2, GAMES[game].seats[0]))
    assert len(pairs) > 20
    return np.array([np.subtract(after, before) for before, after in pairs])


@pytest.mark.parametrize("game", GAMES)
def test_the_mean_over_all_outcomes_is_the_estimate_before(game: str):
    assert np.abs(jumps(game)).mean() < MEAN_JUMP
    assert np.abs(jumps(game).mean(axis=0)).max() < MEAN_DRIFT


@pytest.mark.parametrize("game", GAMES)
def test_what_has_fallen_moves_the_estimate(game: str):
    table = GAMES[game].new_table(max(2, GAMES[game].seats[0]), {})
    random, position, moved = random_words(6, 0), Position.start(GAMES[game], table), 0
    while not position.is_over:
        before = position.estimate()
        if position.actor == CHANCE:
            outcomes, weights = position.outcomes()
            position.play(outcomes[weighted(random, weights, len(weights))])
            moved += len(outcomes) > 1 and position.estimate() != before
        else:
            position.play(position.suggest(position.legal(), random))
    assert moved > 10


@pytest.mark.parametrize("most", [False, True])
@pytest.mark.parametrize("game", FITTED)
def test_the_estimate_foresees_more_than_a_regression_on_progress(game: str, most: bool):
    seats = GAMES[game].seats[1] if most else max(2, GAMES[game].seats[0])
    setting = Conditions(GAMES[game], seats)
    found = judge(setting, sample_positions(setting.game, setting.table(), 400, 6, seed=99))
    assert found.estimate.value < found.uniform
    assert found.estimate.value < found.progress
    assert found.exponent == pytest.approx(1.0, abs=0.2)
    assert len(found.untrue) <= 3


@pytest.mark.parametrize("game", FITTED)
def test_there_is_a_weight_for_every_knot_and_trait(game: str):
    module = importlib.import_module(f"paddock.games.{game}.estimate")
    weights = importlib.import_module(f"paddock.games.{game}.weights")
    assert len(weights.WEIGHTS) == len(module.KNOTS) * len(module.TRAITS)
    assert len(weights.SHARPNESS) == 3 * len(module.KNOTS) * module.GROUPS
    assert GAMES[game].seats[1] + len(module.TRAITS) + 3 <= GAMES[game].room
