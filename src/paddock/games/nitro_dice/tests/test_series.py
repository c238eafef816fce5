"""Several races: ND-114 and ND-115."""

from paddock.engine import Result, Season
from paddock.games.nitro_dice import GAME
from paddock.games.nitro_dice.series import SERIES, next_race
from paddock.testing import clause


def season(seats: int, races: int, *results: Result, venues: tuple[str, ...] = ()) -> Season:
    return Season(seats, GAME.complete_options(seats, {}), {"races": races}, venues, results)


def raced(*places: int) -> Result:
    """A race with these places by seat."""
    table = GAME.new_table(len(places), {})
    before = season(len(places), 3)
    plan = next_race(before)
    assert plan
    return SERIES.result(before, plan, table, GAME.state(), places)


@clause("ND-114")
def test_points_are_the_players_less_those_ranked_before():
    found = raced(3, 1, 2, 4)
    assert found.points == (2, 4, 3, 1)
    assert found.wins == (0, 1, 0, 0)


@clause("ND-115")
def test_as_many_races_as_agreed_each_from_a_fresh_setup():
    two = season(2, 2, raced(1, 2))
    plan = next_race(two)
    assert plan
    assert (plan.drivers, plan.opening) == ((0, 1), ())
    assert next_race(two.after(raced(1, 2))) is None


@clause("ND-115")
def test_tracks_come_in_the_agreed_order():
    tracks = season(2, 3, raced(1, 2), venues=("joined_loops", "crossroads"))
    plan = next_race(tracks)
    assert plan
    assert plan.options["track"] == "crossroads"


@clause("ND-115")
def test_most_points_win():
    # 3 + 2 = 5, 2 + 3 = 5 and 1 + 1 = 2 after two races; then 1, 2, 3: 8, 7, 3
    end = season(3, 3, raced(1, 2, 3), raced(2, 1, 3), raced(1, 2, 3))
    assert SERIES.order(end) == ((0,), (1,), (2,))


@clause("ND-115")
def test_a_tie_goes_to_more_race_wins():
    # seat 0: 4 + 1 + 4 = 9 with two wins; seat 1: 3 + 4 + 2 = 9 with one; seat 2: 2 + 3 + 3 = 8; seat 3: 1 + 2 + 1 = 4
    end = season(4, 3, raced(1, 2, 3, 4), raced(4, 1, 2, 3), raced(1, 3, 2, 4))
    assert end.totals() == [9, 9, 8, 4]
    assert SERIES.order(end) == ((0,), (1,), (2,), (3,))


@clause("ND-115")
def test_then_to_the_better_place_in_the_last_race():
    # both 2 + 1 = 3 with one win each; seat 0 won the last race
    end = season(2, 2, raced(2, 1), raced(1, 2))
    assert end.totals() == [3, 3]
    assert SERIES.order(end) == ((0,), (1,))
