"""Several races and the season: VL-113, VL-114, VL-120 to VL-124. Cars in order: red, blue, white, yellow, ..."""

from dataclasses import replace
from typing import Any

import pytest

from paddock.engine import (
    NOBODY,
    Match,
    OptionError,
    RaceRecord,
    Result,
    Season,
    SeededDice,
    Value,
    read_record,
    verify_record,
    write_record,
)
from paddock.engine import complete_values as complete
from paddock.testing import clause

from .. import GAME
from ..series import SERIES, check, default_venues, next_race, order, result, rows, teams
from ..state import PRIMARY, ROGUE, TEAM, TEAMMATE, State

RED, BLUE, WHITE, YELLOW, GREEN, ORANGE, BLACK, PURPLE = range(8)
CARDS = [str(value) for value in next(option for option in GAME.options if option.name == "race").values]


def season(seats: int, *results: Result, races: int = 3, venues: tuple[Value, ...] = (), **options: Any) -> Season:
    return Season(seats, GAME.complete_options(seats, options), {"races": races}, venues, results)


def raced(points: list[int], winner: int, cars: tuple[int, ...]) -> Result:
    """Points of the first cars, the others none; the winner at the checkered flag; who drove which car."""
    places = tuple(range(1, len(cars) + 1))
    scored = tuple((points + [0] * 8)[:8])
    return Result(tuple(range(len(cars))), places, scored, tuple(int(car == winner) for car in range(8)), cars)


def finished(cars: tuple[int, ...]) -> State:
    """A finished race of players with these cars: position = car + 1, points 10, 8, 7, ... and 3 more for the last."""
    s = State()
    for car in range(8):
        s.owner[car], s.kind[car] = NOBODY, ROGUE
        s.position[car] = car + 1
        s.points[car] = (10, 8, 7, 6, 5, 4, 3, 2)[car] + (3 if car == 7 else 0)
    for seat, car in enumerate(cars):
        s.primary[seat], s.owner[car], s.kind[car] = car, seat, PRIMARY
    return s


@clause("VL-124", "VL-121")
def test_the_sheet_takes_stage_and_race_points_of_every_car():
    before = season(2)
    plan = next_race(before)
    assert plan
    found = result(before, plan, GAME.new_table(2, {}), finished((YELLOW, RED)), [2, 1])
    assert found.points == (10, 8, 7, 6, 5, 4, 3, 5)
    assert found.wins == (1, 0, 0, 0, 0, 0, 0, 0)
    assert found.cars == (YELLOW, RED)


@clause("VL-121")
def test_points_are_added_and_the_best_primary_wins_whatever_npds_have():
    # seat 0 drives white: 5 + 7 = 12; seat 1 blue: 6 + 4 = 10; the red NPD has 20
    end = season(2, raced([10, 6, 5], RED, (2, 1)), raced([10, 4, 7], RED, (2, 1)), races=2)
    assert next_race(end) is None
    assert order(end) == ((0,), (1,))


@clause("VL-121")
def test_a_tie_goes_to_more_first_places_at_the_checkered_flag():
    # both 11 in all; blue (seat 1) was first once, red (seat 0) never
    end = season(2, raced([8, 7], WHITE, (0, 1)), raced([3, 4], BLUE, (0, 1)), races=2)
    assert order(end) == ((1,), (0,))


@clause("VL-121")
def test_what_is_still_tied_is_shared():
    end = season(2, raced([10, 8], RED, (0, 1)), raced([8, 10], BLUE, (0, 1)), races=2)
    assert order(end) == ((0, 1),)


@clause("VL-120", "VL-121")
def test_solo_all_cars_compare():
    # the player's yellow has 6 + 10 = 16, the red NPD 10 + 8 = 18
    end = season(1, raced([10, 8, 7, 6], RED, (3,)), raced([8, 7, 6, 10], YELLOW, (3,)), races=4)
    listed = teams(end)
    assert len(listed) == 8
    assert listed[0].rows == (YELLOW,)  # the player first
    assert [listed[team].rows for team in order(end)[0]] == [(RED,)]


@clause("VL-120")
def test_a_solo_series_may_have_four_races_or_more():
    for races in (4, 7, 10):
        check(season(1, races=races))


@clause("VL-122")
def test_players_keep_their_primaries():
    plan = next_race(season(2, raced([1], RED, (3, 6))))
    assert plan
    assert plan.opening == (TEAM + 3, TEAM + 6)
    state: Any = GAME.state()
    table = GAME.new_table(2, plan.options)
    GAME.contract["setup"](table, state)
    for move in plan.opening:
        GAME.contract["apply"](table, state, move, [0] * 100)
    assert list(state.primary[:2]) == [3, 6]
    assert GAME.contract["actor"](table, state) < 0  # NPDs are dealt again


@clause("VL-122")
def test_the_eighth_player_takes_the_card_that_is_left():
    plan = next_race(season(8, raced([1], RED, (7, 6, 5, 4, 3, 2, 1, 0))))
    assert plan
    assert plan.opening == tuple(TEAM + car for car in (7, 6, 5, 4, 3, 2, 1))


@clause("VL-122")
def test_in_the_first_race_everybody_chooses():
    plan = next_race(season(4))
    assert plan
    assert plan.opening == ()


def dealt(cars: tuple[int, ...], mates: dict[int, int]) -> Result:
    """A race of these primaries in which NPDs were teammates of drivers."""
    return replace(raced([1], RED, cars), mates=tuple(mates.get(car, NOBODY) for car in range(8)))


def kept(seats: int, first: Result, **options: Any) -> Season:
    """A series after its first race in which NPDs are not dealt again."""
    return replace(agreed(seats, **options), results=(first,))


def agreed(seats: int, **options: Any) -> Season:
    """A series of two races in which NPDs stay with their players, before the first."""
    terms = complete(SERIES.options, {"races": 2, "npd_redeal": "fixed"}, seats)
    return Season(seats, GAME.complete_options(seats, options), terms)


def opened(season: Season) -> Match:
    """The next race after what the series settles."""
    plan = next_race(season)
    assert plan
    match = Match(GAME, season.seats, plan.options, SeededDice(2))
    for move in plan.opening:
        match.apply(move)
    return match


@clause("VL-122", "R-57")
def test_by_option_npds_stay_with_their_players():
    # blue, green and purple were dealt to Ana with red; white, orange and black to Ben with yellow
    mates = {BLUE: 0, GREEN: 0, PURPLE: 0, WHITE: 1, ORANGE: 1, BLACK: 1}
    season = kept(2, dealt((RED, YELLOW), mates))
    plan = next_race(season)
    assert plan
    # red, yellow; then in turn blue and white, green and orange, purple; black is the last and not asked for
    assert plan.opening == tuple(TEAM + car for car in (RED, YELLOW, BLUE, WHITE, GREEN, ORANGE, PURPLE))
    match = opened(season)
    assert list(match.state.owner) == [0, 0, 1, 1, 0, 1, 1, 0]
    assert list(match.state.primary[:2]) == [RED, YELLOW]
    assert match.decision.clause == "VL-06"  # hands are dealt next


@clause("VL-122", "R-57")
def test_kept_rogues_stay_rogues():
    match = opened(kept(3, dealt((PURPLE, BLACK, ORANGE), {RED: 0, BLUE: 1, GREEN: 2})))
    assert [car for car in range(8) if match.state.kind[car] == ROGUE] == [WHITE, YELLOW]
    assert [match.state.owner[car] for car in (RED, BLUE, GREEN)] == [0, 1, 2]


@clause("VL-122")
def test_of_four_players_only_the_last_npd_is_not_asked_for():
    season = kept(4, dealt((0, 1, 2, 3), {4: 3, 5: 2, 6: 1, 7: 0}))
    plan = next_race(season)
    assert plan
    assert plan.opening == tuple(TEAM + car for car in (0, 1, 2, 3, 7, 6, 5))
    assert list(opened(season).state.owner) == [0, 1, 2, 3, 3, 2, 1, 0]


@clause("VL-122", "VL-05")
def test_in_the_first_race_of_a_series_kept_npds_are_dealt():
    before = agreed(2)
    plan = next_race(before)
    assert plan
    assert (plan.opening, plan.options["npds"]) == ((), "dealt")
    s = finished((YELLOW, RED))
    s.owner[WHITE], s.kind[WHITE] = 1, TEAMMATE
    found = result(before, plan, GAME.new_table(2, {}), s, [2, 1])
    assert found.mates == (NOBODY, NOBODY, 1, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY)


@clause("VL-122")
def test_npds_can_be_kept_only_where_they_are_dealt():
    for seats in (1, 5, 8):
        with pytest.raises(OptionError, match="npd_redeal=fixed needs 2, 3, 4 seats"):
            agreed(seats)


@clause("VL-122")
def test_a_series_stored_before_the_option_goes_on_with_a_new_deal():
    plan = next_race(season(2, dealt((RED, BLUE), {WHITE: 0})))
    assert plan
    assert (plan.opening, plan.options["npds"]) == ((TEAM + RED, TEAM + BLUE), "dealt")


@clause("VL-122", "R-57")
def test_two_races_with_kept_npds_have_the_same_teams_and_true_records():
    season = agreed(3, race="sunset_55")
    owners: list[list[int]] = []
    for seed in (5, 6):
        plan = next_race(season)
        assert plan
        match = Match(GAME, ["Ana", "Ben", "Cy"], plan.options, SeededDice(seed))
        for move in plan.opening:
            match.apply(move)
        match.settle()
        while not match.is_over:
            moves = [choice.move for choice in match.choices()]
            match.play(GAME.contract["suggest"](match.table, match.state.copy(), moves, len(moves), [seed, 2, 3, 4]))
        owners.append(list(match.state.owner))
        season = season.after(result(season, plan, match.table, match.state, match.standings()[0]))
        again = verify_record(GAME, read_record(write_record(RaceRecord.of(match), match)))
        assert again.match.is_over
    assert owners[0] == owners[1]
    assert next_race(season) is None


@clause("VL-122")
def test_kept_npds_cannot_be_taken_back_once_hands_are_dealt():
    match = opened(kept(2, dealt((RED, YELLOW), {1: 0, 2: 1, 4: 0, 5: 1, 6: 1, 7: 0})))
    match.settle()
    assert not any(match.can_undo(seat).allowed for seat in (0, 1))


@clause("VL-123")
def test_the_championship_has_the_ten_race_cards_in_order_unless_agreed_otherwise():
    assert list(default_venues(season(4, races=10))) == CARDS
    assert list(default_venues(season(4, races=10, race="sunset_55"))) == CARDS
    assert len(CARDS) == 10


@clause("VL-121", "VL-123", "R-58")
def test_a_shorter_series_begins_with_the_chosen_card_and_goes_on_with_the_next_ones():
    assert default_venues(season(4, races=2)) == ("b_con_80", "foothills_60")
    assert default_venues(season(4, races=3, race="big_bend_80")) == ("big_bend_80", "thunder_120", "b_con_80")
    own = '[[race]]\nname = "Mine"\nstage_laps = [9]\n'
    assert default_venues(season(4, races=2, race=own)) == (own, "b_con_80")


@clause("VL-121")
def test_the_races_of_a_series_are_on_different_cards():
    founded = season(2, races=3, venues=default_venues(season(2, races=3)))
    plans = [next_race(replace(founded, results=(raced([1], RED, (3, 6)),) * n)) for n in range(3)]
    assert [plan and plan.title for plan in plans] == ["B-Con 80", "Foothills 60", "Iron Bowl 90"]


@clause("VL-120")
def test_alone_a_series_has_four_races_unless_agreed_otherwise():
    assert complete(SERIES.options, {}, 1)["races"] == 4  # the recommended number
    assert complete(SERIES.options, {"races": 3}, 1)["races"] == 3
    assert complete(SERIES.options, {}, 2)["races"] == 3


@clause("VL-125")
def test_a_race_of_ones_own_is_called_by_its_name():
    plan = next_race(season(2, race='[[race]]\nstage_laps = [9]\nname = "Mine"\n'))
    assert plan
    assert plan.title == "Mine"


@clause("VL-123")
def test_one_or_two_race_cards_may_come_twice():
    check(season(4, races=10, venues=(*CARDS[:9], CARDS[0])))
    check(season(4, races=10, venues=(*CARDS[:8], CARDS[0], CARDS[1])))
    for wrong in ((*CARDS[:7], *CARDS[:3]), (*CARDS[:8], CARDS[0], CARDS[0])):
        with pytest.raises(OptionError, match="VL-123"):
            check(season(4, races=10, venues=wrong))


@clause("VL-121", "VL-123")
def test_people_race_two_three_or_ten_times():
    for races in (2, 3, 10):
        check(season(4, races=races))
    with pytest.raises(OptionError, match="2 or 3 races"):
        check(season(4, races=5))
    with pytest.raises(OptionError, match="schedule"):
        check(season(4, races=3, venues=tuple(CARDS[:2])))


@clause("VL-123")
def test_the_sheet_has_a_row_for_each_car_with_its_driver():
    listed = rows(season(2, raced([1], RED, (3, 0))))
    assert [row.driver for row in listed] == [1, NOBODY, NOBODY, 0, NOBODY, NOBODY, NOBODY, NOBODY]
    assert listed[0].name == "red 5"
    assert [row.driver for row in rows(season(2))] == [0, 1]  # nobody has a car yet


@clause("VL-113")
def test_in_team_play_a_player_has_the_points_and_first_places_of_all_own_cars():
    before = season(2, team_play=True)
    plan = next_race(before)
    assert plan
    s = finished((YELLOW, BLUE))
    s.owner[RED], s.kind[RED] = 0, TEAMMATE
    found = result(before, plan, GAME.new_table(2, {"team_play": True}), s, [1, 2])
    assert found.points == (16, 8)  # yellow 6 and red 10; blue 8
    assert found.wins == (1, 0)  # red was first
    after = before.after(found)
    assert [row.driver for row in rows(after)] == [0, 1]
    assert order(after) == ((0,), (1,))


@clause("VL-114")
def test_eight_player_teams_score_one_by_one_in_a_series():
    end = season(8, raced([10, 8, 7, 6, 5, 4, 3, 2], RED, tuple(range(8))), eight_player_teams=True)
    assert order(end) == tuple((seat,) for seat in range(8))


@clause("VL-121", "VL-123")
def test_the_aim_is_told():
    assert SERIES.aim(season(2, races=2)) == "2 races, most points"
    assert SERIES.aim(season(2, races=10)) == "championship of 10 races"
