"""The series is the game itself: PN-51."""

from typing import Any

import pytest

from paddock.engine import Season
from paddock.testing import clause

from .. import GAME
from ..series import SERIES, next_race, order, result
from ..state import EXPLODED, FINISHED


def agreed(seats: int, **options: Any) -> Season:
    return Season(seats, GAME.complete_options(seats, options), {})


def after(seats: int, wins: list[int], places: list[int], **options: Any) -> Season:
    """The series after its game with these wins and places by seat."""
    season = agreed(seats, **options)
    plan = next_race(season)
    assert plan
    state: Any = GAME.state()
    state.wins[:seats] = wins
    return season.after(result(season, plan, GAME.new_table(seats, options), state, places))


@clause("PN-51")
def test_one_game_is_the_whole_series():
    assert next_race(agreed(3))
    end = after(3, [1, 2, 0], [2, 1, 3])
    assert next_race(end) is None
    assert order(end) == ((1,), (0,), (2,))


@clause("PN-50", "PN-51")
def test_the_sheet_shows_the_races_that_everybody_has_won():
    end = after(3, [1, 2, 0], [2, 1, 3])
    assert end.totals() == [1, 2, 0]
    assert end.wins() == [0, 1, 0]  # games


@clause("PN-57")
def test_equal_wins_are_ordered_as_the_game_orders_them():
    assert order(after(3, [1, 1, 1], [3, 1, 2])) == ((1,), (2,), (0,))
    assert order(after(2, [1, 1], [1, 1])) == ((0, 1),)


@clause("PN-51", "PN-63")
@pytest.mark.parametrize(("status", "won"), [(FINISHED, 1), (EXPLODED, 0)])
def test_alone_a_race_is_won_by_finishing_it(status: int, won: int):
    season = agreed(1)
    plan = next_race(season)
    assert plan
    state: Any = GAME.state()
    state.status[0], state.rolls[0] = status, 9
    end = season.after(result(season, plan, GAME.new_table(1, {}), state, [1]))
    assert (end.totals(), end.wins(), order(end)) == ([won], [won], ((0,),))


@clause("PN-51", "PN-68")
def test_what_ends_the_game_is_told():
    aims = [SERIES.aim(agreed(2, wins_to_win=wins)) for wins in (1, 2, 3)]
    assert aims == ["one race", "first to two wins", "first to three wins"]
    assert SERIES.aim(agreed(2, series="points")) == "three races, most points"


@clause("PN-51", "PN-66")
def test_the_track_is_named_unless_tracks_are_dealt():
    names = [str(value) for value in next(option for option in GAME.options if option.name == "track").values]
    fixed = next(name for name in names if name != "deal")
    plans = [next_race(agreed(2)), next_race(agreed(2, track=fixed))]
    assert [plan.title for plan in plans if plan] == ["dealt tracks", fixed.replace("_", " ")]
    assert SERIES.venue == ""  # one game has no calendar
