"""The numbers of quick drivers: as many as their drivers name, at every seat, and raced fairly when they are tuned."""

import importlib
from typing import Any

import numpy as np
import pytest
from tools.tune_driver import Arena, moved, written

from paddock.engine import Game
from paddock.games import all_games

TUNED: list[Game] = [game for game in all_games() if "habits" in game.table.fields]


def habits_of(game: Game) -> tuple[list[str], list[int]]:
    package = game.rules[0].__name__.rsplit(".", 1)[0]
    names = [name for name, _ in importlib.import_module(f"{package}.driver").TUNED]
    return names, list(importlib.import_module(f"{package}.habits").HABITS)


def test_there_are_tuned_drivers():
    assert TUNED


@pytest.mark.parametrize("game", TUNED, ids=lambda game: game.id)
def test_every_seat_has_the_habits_that_the_driver_names(game: Game):
    names, habits = habits_of(game)
    table: Any = game.new_table(game.seats[1], {})
    assert len(names) == len(habits)
    assert [list(row) for row in table.habits[: game.seats[1]]] == [habits] * game.seats[1]


@pytest.mark.parametrize("game", TUNED, ids=lambda game: game.id)
def test_a_driver_that_races_its_like_wins_exactly_its_share(game: Game):
    _, habits = habits_of(game)
    assert Arena(game, 3, {}).share(habits, habits, 90, seed=5) == pytest.approx(1 / 3)


def test_moved_habits_stay_within_what_a_field_holds():
    draw = np.random.default_rng(1)
    for _ in range(200):
        found = moved([0, 32767, 5], [9, 9, 9], draw)
        assert all(0 <= habit <= 32767 for habit in found)


def test_what_is_written_is_python_that_names_its_command_and_figures():
    text = written(["one", "two"], [3, 4], "python -m tools.tune_driver GAME --write", ["2 seats: 90 %"])
    found: dict[str, Any] = {}
    exec(text, found)
    assert found["HABITS"] == (3, 4)
    assert "python -m tools.tune_driver GAME --write" in found["__doc__"]
    assert "2 seats: 90 %" in found["__doc__"]
