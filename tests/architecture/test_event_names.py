"""The names of events that boards use are those of the games."""

import importlib.util
from pathlib import Path
from types import ModuleType

from paddock.games import all_games

ROOT = Path(__file__).parents[2]


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("event_names", ROOT / "tools" / "event_names.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_event_names_of_every_board_are_current():
    assert generator().outdated() == []


def test_every_event_of_every_game_has_a_name():
    for game in all_games():
        assert sorted(generator().names(game)) == sorted(event.kind for event in game.events)
