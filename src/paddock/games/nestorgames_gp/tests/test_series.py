"""The championship: GP-127, GP-130 to GP-137. Totals are in half points: 18 is 9 points."""

from typing import Any

import pytest

from paddock.engine import OptionError, Result, Season
from paddock.games.nestorgames_gp import GAME
from paddock.games.nestorgames_gp.series import SERIES, check, next_race, order, result, target, tie_breaker
from paddock.games.nestorgames_gp.state import State
from paddock.games.nestorgames_gp.teams import pairs
from paddock.testing import clause


def season(seats: int, *results: Result, venues: tuple[str, ...] = (), **options: Any) -> Season:
    agreed = {"championship_target": options.pop("target", 0)}
    return Season(seats, GAME.complete_options(seats, options), agreed, venues, results)


def raced(*places: int, half: int = -1) -> Result:
    """A race with these places by seat; `half` made the fastest turn."""
    n = len(places)
    points = [2 * (n + 1 - place) + int(seat == half) for seat, place in enumerate(places)]
    return Result(tuple(range(n)), places, tuple(points), tuple(int(place == 1) for place in places))


def finished(seats: int, places: list[int], **options: Any) -> tuple[Any, State]:
    s = State()
    s.place[: len(places)], s.finished = places, len(places)
    return GAME.new_table(seats, options), s


@clause("GP-130", "GP-127")
def test_a_place_scores_whole_points_and_the_fastest_turn_half_a_point():
    t, s = finished(3, [2, 1, 3], fastest_turn=True)
    s.fastest, s.fastest_seat = 12, 2
    plan = next_race(season(3, fastest_turn=True))
    assert plan
    found = result(season(3, fastest_turn=True), plan, t, s, [2, 1, 3])
    assert found.points == (4, 6, 3)  # 2, 3, and 1 with the half
    assert found.wins == (0, 1, 0)


@clause("GP-127")
def test_without_the_option_a_fast_turn_is_worth_nothing():
    t, s = finished(2, [1, 2])
    s.fastest, s.fastest_seat = 12, 1
    plan = next_race(season(2))
    assert plan
    assert result(season(2), plan, t, s, [1, 2]).points == (4, 2)


@clause("GP-131")
def test_the_target_is_three_points_for_each_car_unless_agreed_otherwise():
    assert [target(season(seats)) for seats in (2, 3, 8)] == [6, 9, 24]
    assert target(season(4, target=20)) == 20
    assert SERIES.aim(season(4)) == "first to 12 points"


@clause("GP-131")
def test_a_target_that_would_take_too_long_is_refused():
    # two cars share three points a race, so that the better one has at least half of 3 x 199 = 298.5 after 199 races
    check(season(2, target=298))
    with pytest.raises(OptionError, match="300 points could take 200 races of 2 cars"):
        check(season(2, target=300))
    check(season(8, target=895))  # 4.5 a car and race: 198.9
    with pytest.raises(OptionError, match="GP-131"):
        check(season(8, target=999))


@clause("GP-131")
def test_races_go_on_until_somebody_has_the_target():
    two = season(3, raced(1, 2, 3), raced(1, 2, 3))  # 6, 4, 2 of 9
    assert next_race(two)
    three = two.after(raced(1, 2, 3))  # 9, 6, 3
    assert next_race(three) is None
    assert order(three) == ((0,), (1,), (2,))


@clause("GP-131", "GP-127")
def test_the_highest_total_wins_not_the_first_at_the_target():
    # E20: totals 9, 9.5, 7.5. Seat 0: 3, 3, 1, 2 = 9; seat 1: 2, 2, 3, 1 = 8 and three halves;
    # seat 2: 1, 1, 2, 3 = 7 and one half.
    e20 = season(
        3,
        raced(1, 2, 3, half=1),
        raced(1, 2, 3, half=1),
        raced(3, 1, 2, half=1),
        raced(2, 3, 1, half=2),
    )
    assert e20.totals() == [18, 19, 15]
    assert next_race(e20) is None
    assert order(e20)[0] == (1,)


@clause("GP-132")
def test_a_tie_is_decided_by_race_wins():
    # E20: totals 9 and 9 with 2 wins and 1 win. Seat 0: 3, 3, 2, 1 = 9 (two wins); seat 1: 2, 2, 3, 2 = 9 (one);
    # seat 2: 1, 1, 1, 3 = 6.
    tied = season(3, raced(1, 2, 3), raced(1, 2, 3), raced(2, 1, 3), raced(3, 2, 1))
    assert tied.totals()[:2] == [18, 18]
    assert next_race(tied) is None
    assert order(tied) == ((0,), (1,), (2,))


@clause("GP-132")
def test_what_wins_cannot_decide_is_raced_out_by_the_tied_only():
    tied = season(3, raced(1, 2, 3), raced(2, 1, 3), raced(1, 2, 3), raced(2, 1, 3))  # 10, 10, 4; two wins each
    plan = next_race(tied)
    assert plan
    assert (plan.drivers, plan.counts) == ((0, 1), False)
    assert "tie-breaker" in plan.title
    assert order(tied)[0] == (0, 1)


@clause("GP-132")
def test_the_best_placed_car_of_the_tie_breaker_is_champion_and_no_points_are_given():
    tied = season(3, raced(1, 2, 3), raced(2, 1, 3), raced(1, 2, 3), raced(2, 1, 3))
    plan = next_race(tied)
    assert plan
    t, s = finished(2, [2, 1])
    end = tied.after(result(tied, plan, t, s, [2, 1]))
    assert end.totals() == tied.totals()
    assert end.wins() == [2, 2, 0]
    assert next_race(end) is None
    assert order(end) == ((1,), (0,), (2,))


@clause("GP-133")
def test_boards_come_in_the_agreed_order_over_and_over_again():
    boards = season(2, raced(2, 1), raced(1, 2), target=99, venues=("oval", "coast"))
    plan = next_race(boards)
    assert plan
    assert (plan.options["board"], plan.drivers) == ("oval", (0, 1))
    plan = next_race(boards.after(raced(1, 2)))
    assert plan
    assert plan.options["board"] == "coast"


@clause("GP-133")
def test_by_default_every_race_is_on_the_same_board_and_begins_with_a_draw():
    plan = next_race(season(2, raced(1, 2), board="knot"))
    assert plan
    assert (plan.options["board"], plan.opening) == ("knot", ())


@clause("GP-134", "GP-137")
def test_team_totals_take_the_place_of_players_totals():
    # teams 0 + 2 and 1 + 3, target 12
    start = season(4, raced(1, 3, 2, 4), teams=True)  # 4 + 3 = 7 against 2 + 1 = 3
    assert next_race(start)
    end = start.after(raced(1, 3, 2, 4))  # 14 against 6
    assert next_race(end) is None
    assert order(end) == ((0,), (1,))
    assert [team.rows for team in SERIES.teams(end)] == [(0, 2), (1, 3)]


@clause("GP-137")
def test_wins_of_a_team_are_races_won_by_one_of_its_cars():
    # three races: team A (0, 2) 4+1, 4+1, 3+2 = 15 with two wins; team B (1, 3) 3+2, 3+2, 4+1 = 15 with one.
    tied = season(4, raced(1, 2, 4, 3), raced(4, 2, 1, 3), raced(2, 1, 3, 4), teams=True)
    assert [sum(tied.totals()[row] for row in team.rows) for team in SERIES.teams(tied)] == [30, 30]
    assert next_race(tied) is None
    assert order(tied) == ((0,), (1,))


@clause("GP-137", "GP-135")
def test_tied_teams_race_it_out_with_all_their_cars_and_the_best_car_decides_a_tied_sum():
    # four races of 5 points for each team, two wins each
    tied = season(4, raced(1, 2, 4, 3), raced(4, 2, 1, 3), raced(2, 1, 3, 4), raced(2, 4, 3, 1), teams=True, target=20)
    plan = next_race(tied)
    assert plan
    assert plan.drivers == (0, 1, 2, 3)
    t, s = finished(4, [2, 1, 3, 4], teams=True)
    end = tied.after(result(tied, plan, t, s, [2, 1, 3, 4]))  # 3 + 2 = 5 against 4 + 1 = 5; seat 1 was first
    assert order(end) == ((1,), (0,))
    assert next_race(end) is None


@clause("GP-134", "GP-137")
@pytest.mark.parametrize(
    ("pairing", "rows", "drivers"),
    [
        ("neighbours", [(0, 1), (2, 3), (4, 5)], (0, 1, 4, 5)),
        ("first_and_last", [(0, 5), (1, 4), (2, 3)], (0, 2, 3, 5)),
    ],
)
def test_a_team_championship_keeps_the_pairs_also_in_its_tie_breaker(pairing: str, rows: list[Any], drivers: Any):
    six = season(6, teams=True, team_pairs=pairing)
    assert [team.rows for team in SERIES.teams(six)] == rows
    assert tie_breaker(six, (0, 2)).drivers == drivers
    again = [tuple(drivers[seat] for seat in pair) for pair in pairs(4, pairing)]
    assert again == [rows[0], rows[2]]


@clause("GP-137", "GP-134")
def test_team_mates_of_two_tied_teams_of_three_sit_opposite_again():
    six = season(6, teams=True)
    # teams 0 + 3, 1 + 4, 2 + 5; the first and the last are tied
    assert tie_breaker(six, (0, 2)).drivers == (0, 2, 3, 5)  # seats 0 and 2, 1 and 3: opposite
