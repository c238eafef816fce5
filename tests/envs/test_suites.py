"""The suites of PettingZoo, Gymnasium and OpenSpiel, for every game at several tables; a warning is an error."""

from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.utils.conversions import parallel_to_aec

import paddock.envs.openspiel  # registers the games
from paddock.engine import Options
from paddock.envs import ILLEGAL, RENDER_MODES, aec, gym, parallel

pyspiel: Any = import_module("pyspiel")  # these two have no types
suite: Any = import_module("pettingzoo.test")

TABLES: list[tuple[str, int, Options]] = [
    ("dicey_curves", 2, {}),
    ("dicey_curves", 4, {"danger": False}),
    ("dicey_curves", 8, {"blocking": "full"}),
    ("nestorgames_gp", 2, {"laps": 1}),
    ("nestorgames_gp", 4, {"board": "coast", "items": "tray"}),
    ("nestorgames_gp", 8, {"teams": True, "safety_car": True}),
    ("nitro_dice", 2, {}),
    ("nitro_dice", 4, {"laps": 1, "disaster_area": True}),
    ("nitro_dice", 6, {"track": "random"}),
    ("project_nos", 1, {}),
    ("project_nos", 2, {"clock": "simulated"}),
    ("project_nos", 4, {}),
    ("victory_lane", 1, {}),
    ("victory_lane", 3, {"npds": "chosen"}),
    ("victory_lane", 8, {"eight_player_teams": True}),
]
AT_TABLES = pytest.mark.parametrize(("game", "seats", "options"), TABLES, ids=lambda one: str(one))
CYCLES = 60  # decisions of each seat


def is_drawn(text: str) -> bool:
    return "\n" in text


@AT_TABLES
def test_pettingzoo_accepts_the_turn_by_turn_environment(game: str, seats: int, options: Options):
    suite.api_test(aec(game, seats, options), num_cycles=CYCLES)
    suite.seed_test(partial(aec, game, seats, options), num_cycles=CYCLES // 2)


@AT_TABLES
@pytest.mark.parametrize("illegal", ILLEGAL)
def test_pettingzoo_accepts_the_parallel_environment(game: str, seats: int, options: Options, illegal: str):
    make = partial(parallel, game, seats, options, illegal=illegal)
    suite.parallel_api_test(make(), num_cycles=CYCLES)
    suite.parallel_seed_test(make, num_cycles=CYCLES // seats)


@AT_TABLES
def test_pettingzoo_finds_that_max_cycles_ends_a_race(game: str, seats: int, options: Options):
    make = partial(parallel, game, seats, options, illegal="random")

    def turn_by_turn(max_cycles: int) -> Any:
        return parallel_to_aec(make(max_cycles=max_cycles))

    suite.max_cycles_test(SimpleNamespace(parallel_env=make, env=turn_by_turn))


@pytest.mark.parametrize(("game", "seats", "options"), TABLES[1::3], ids=lambda one: str(one))
def test_pettingzoo_accepts_the_drawings(game: str, seats: int, options: Options):
    suite.render_test(partial(aec, game, seats, options, illegal="random"), {"ansi": is_drawn})


@AT_TABLES
@pytest.mark.parametrize("illegal", ILLEGAL)
def test_gymnasium_accepts_the_environment_of_one_learner(game: str, seats: int, options: Options, illegal: str):
    check_env(gym(game, "quick", seats, options, illegal=illegal, render_mode="ansi"))


@pytest.mark.parametrize("mode", RENDER_MODES)
def test_gymnasium_accepts_every_way_to_render(mode: str):
    check_env(gym("nestorgames_gp", "random", 3, render_mode=mode, seat=None))


@pytest.mark.parametrize("serialize", [False, True], ids=["plain", "serialised"])
@pytest.mark.parametrize(
    "table",
    [
        "dicey_curves(race_length=sprint)",
        "nestorgames_gp",
        "nestorgames_gp(seats=4,laps=1,board=coast,items=tray)",
        "nitro_dice(laps=1)",
        "project_nos(seats=1)",
        "project_nos(seats=2,wins_to_win=1)",
        "victory_lane(seats=1)",
        "victory_lane",
    ],
)
def test_openspiel_accepts_the_games(table: str, serialize: bool):
    assert paddock.envs.openspiel.PREFIX == "paddock_"
    game = pyspiel.load_game(f"paddock_{table}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=serialize, verbose=False)
