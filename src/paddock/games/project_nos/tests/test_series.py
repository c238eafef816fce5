"""The series is the game itself: PN-51."""

from paddock.engine.series import Season
from paddock.testing import clause

from .. import GAME
from ..series import SERIES, next_race


@clause("PN-51")
def test_one_game_is_the_whole_series():
    season = Season(3, GAME.complete_options(3, {}), {"races": 1})
    plan = next_race(season)
    assert plan
    end = season.after(SERIES.result(season, plan, GAME.new_table(3, {}), GAME.state(), [2, 1, 3]))
    assert next_race(end) is None
    assert SERIES.order(end) == ((1,), (0,), (2,))
