"""Options that need a live clock: not offered by a server that has none, and refused with a sentence."""

import pytest

from paddock.engine import Option
from paddock.games import all_games
from paddock.server.live import check_live, offered_values
from paddock.server.refusals import RefusedError

LIVE = [game for game in all_games() if game.live]


def test_values_that_need_a_live_clock_are_not_offered():
    for game in LIVE:
        for option in game.options:
            assert game.live.get(option.name) not in offered_values(game, option)


def test_the_default_of_every_option_can_be_raced_without_a_live_clock():
    for game in all_games():
        assert game.live_option({option.name: option.default for option in game.options}) == ""


def test_other_options_are_offered_whole():
    for game in all_games():
        for option in game.options:
            if option.name not in game.live:
                assert offered_values(game, option) == list(option.values)


def test_a_race_that_needs_a_live_clock_is_refused_with_what_is_possible():
    for game in LIVE:
        for name, value in game.live.items():
            with pytest.raises(RefusedError) as refused:
                check_live(game, {name: value})
            assert f"{name}={value}" in str(refused.value)
            assert all(str(other) in str(refused.value) for other in offered_values(game, _option(game.options, name)))


def test_a_race_that_needs_none_is_not_refused():
    for game in all_games():
        check_live(game, game.complete_options(game.seats[1], {}))


def _option(options: tuple[Option, ...], name: str) -> Option:
    return next(option for option in options if option.name == name)
