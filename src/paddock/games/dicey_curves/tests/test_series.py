"""Series by house rule: DC-95 and DC-96."""

from paddock.engine import Result, Season
from paddock.games.dicey_curves import GAME
from paddock.games.dicey_curves.series import SERIES, next_race
from paddock.testing import clause


def season(seats: int, races: int, *results: Result, venues: tuple[str, ...] = ()) -> Season:
    return Season(seats, GAME.complete_options(seats, {}), {"races": races}, venues, results)


def raced(*places: int) -> Result:
    """A race with these places by seat."""
    before = season(len(places), 3)
    plan = next_race(before)
    assert plan
    return SERIES.result(before, plan, GAME.new_table(len(places), {}), GAME.state(), places)


@clause("DC-95")
def test_points_are_the_players_less_those_ranked_before():
    assert raced(2, 1, 3).points == (2, 3, 1)


@clause("DC-95")
def test_players_who_share_a_rank_score_the_same():
    assert raced(2, 1, 2, 4).points == (3, 4, 3, 1)


@clause("DC-95")
def test_any_number_of_races_whose_length_may_change():
    lengths = season(2, 3, raced(1, 2), venues=("sprint", "full"))
    plan = next_race(lengths)
    assert plan
    assert plan.options["race_length"] == "full"
    assert next_race(lengths.after(raced(1, 2)).after(raced(1, 2))) is None


@clause("DC-96")
def test_a_tie_goes_to_more_races_won():
    # seat 0: 3 + 1 + 3 = 7 with two wins; seat 1: 2 + 3 + 2 = 7 with one
    end = season(3, 3, raced(1, 2, 3), raced(3, 1, 2), raced(1, 2, 3))
    assert end.totals() == [7, 7, 4]
    assert SERIES.order(end)[0] == (0,)


@clause("DC-96")
def test_then_to_the_better_place_in_the_last_race():
    end = season(2, 2, raced(1, 2), raced(2, 1))  # 3 points and one win each
    assert SERIES.order(end) == ((1,), (0,))


@clause("DC-96")
def test_what_is_still_equal_is_shared():
    end = season(3, 1, raced(1, 2, 2))
    assert SERIES.order(end) == ((0,), (1, 2))
