"""Points of one race, the fastest turn, teams: GP-127, GP-130, GP-134 to GP-136."""

import pytest

from paddock.engine import OptionError
from paddock.games.nestorgames_gp import GAME
from paddock.games.nestorgames_gp.rules.scoring import is_team_ahead, team_mate
from paddock.games.nestorgames_gp.state import State
from paddock.testing import clause

from .position import Car, NewRace, Position, new_table

pytestmark = pytest.mark.usefixtures("both_backends")

FASTEST = {"fastest_turn": True}
TEAMS = {"teams": True}


# Points


def finished(places: list[int]) -> State:
    """A race in which every car has finished."""
    s = State()
    s.place[: len(places)], s.finished = places, len(places)
    return s


@clause("GP-130", "GP-64")
def test_place_p_of_n_cars_scores_n_plus_1_minus_p():
    done = [Car(0, crossings=4, place=place) for place in range(9)]
    race = Position("oval", A=10, B=done[1], C=20, D=done[2], E=30)
    assert race.places == [5, 1, 4, 2, 3]
    assert race.scores == [1, 5, 2, 4, 3]


@clause("GP-130")
@pytest.mark.parametrize("cars", range(2, 9))
def test_the_winner_scores_as_many_points_as_there_are_cars(cars: int):
    race = NewRace("oval", cars=cars)
    race.gives_pole_to("A")
    assert race.scores == list(range(cars, 0, -1))  # on the grid the pole car is first


@clause("GP-64", "GP-65")
def test_while_the_race_is_on_cars_are_placed_by_progress():
    race = Position("oval", A=10, B=Car(5, crossings=2), C=30)
    assert race.places == [3, 1, 2]


# The fastest turn


@clause("GP-127")
def test_the_highest_points_of_a_move_are_the_fastest_turn():  # R38
    race = Position("oval", A=14, B=10, options=FASTEST)
    assert race.fastest is None
    race.moves(3)
    assert race.fastest == ("A", 3)
    race.moves(9)
    assert race.fastest == ("B", 9)
    race.moves(8)
    assert race.fastest == ("B", 9)


@clause("GP-127")
def test_only_a_higher_roll_takes_the_record():  # R38
    race = Position("oval", A=14, B=10, options=FASTEST)
    race.moves(9)
    race.moves(9)
    assert race.fastest == ("A", 9)


@clause("GP-127")
def test_the_turbo_counts_for_the_fastest_turn():
    race = Position("oval", A=Car(14, holds=("turbo",)), B=10, options={**FASTEST, "items": "tray"})
    race.uses("turbo")
    race.rolls(2, 6, 1, 3)
    race.stops()
    assert race.fastest == ("A", 18)


@clause("GP-127")
def test_the_points_of_a_move_cut_short_by_the_finish_count_in_full():  # R38
    race = Position("oval", A=Car(46, crossings=3), B=10, options=FASTEST)
    race.moves(15)
    assert race.fastest == ("A", 15)


@clause("GP-127")
def test_busts_and_moves_that_are_not_executed_do_not_count():
    race = Position("oval", A=14, B=10, options=FASTEST)
    race.rolls(6, 5, 6)
    assert race.fastest is None

    options = {**FASTEST, "safety_car": True}
    race = Position("oval", A=Car(14, safety=2), B=Car(16, safety=2), C=Car(40, safety=2), options=options)
    race.moves(9)
    assert race.fastest is None


@clause("GP-127")
def test_qualifying_does_not_count_for_the_fastest_turn():
    race = NewRace("oval", cars=2, options=FASTEST)
    race.gives_pole_to("A")
    assert race.fastest is None


@clause("GP-127")
def test_without_the_option_no_record_is_kept():
    race = Position("oval", A=14, B=10)
    race.moves(9)
    assert race.fastest is None


@clause("GP-127", "GP-135")
def test_the_fastest_turn_gives_no_race_points():
    race = Position("oval", A=Car(46, crossings=3), B=10, options=FASTEST)
    race.moves(15)
    assert race.scores == [2, 1]


# Teams


@clause("GP-134")
@pytest.mark.parametrize(("cars", "mates"), [(4, [2, 3, 0, 1]), (6, [3, 4, 5, 0, 1, 2]), (8, [4, 5, 6, 7, 0, 1, 2, 3])])
def test_seat_i_races_with_seat_i_plus_half_the_seats(cars: int, mates: list[int]):
    table = new_table("oval", cars, TEAMS)
    assert [team_mate(table, seat) for seat in range(cars)] == mates


@clause("GP-134")
@pytest.mark.parametrize(
    ("pairing", "cars", "mates"),
    [
        ("neighbours", 4, [1, 0, 3, 2]),
        ("neighbours", 6, [1, 0, 3, 2, 5, 4]),
        ("first_and_last", 4, [3, 2, 1, 0]),
        ("first_and_last", 8, [7, 6, 5, 4, 3, 2, 1, 0]),
    ],
)
def test_other_pairs_can_be_agreed(pairing: str, cars: int, mates: list[int]):  # R46
    table = new_table("oval", cars, {**TEAMS, "team_pairs": pairing})
    assert [team_mate(table, seat) for seat in range(cars)] == mates


@clause("GP-135")
@pytest.mark.parametrize(
    ("pairing", "teams"),
    [
        ("opposite", [([0, 2], 7, 1), ([1, 3], 3, 2)]),  # places 1, 3, 2, 4: 4 + 3 against 2 + 1
        ("neighbours", [([0, 1], 6, 1), ([2, 3], 4, 2)]),  # 4 + 2 against 3 + 1
        ("first_and_last", [([0, 3], 5, 1), ([1, 2], 5, 2)]),  # 4 + 1 against 2 + 3: the team of the winner
    ],
)
def test_the_page_is_told_the_teams_in_their_order(pairing: str, teams: list[tuple[list[int], int, int]]):
    table = new_table("oval", 4, {**TEAMS, "team_pairs": pairing})
    state = State()
    state.place[:4], state.finished = [1, 3, 2, 4], 4
    told = GAME.view(table, state)["teams"]
    assert [(team["seats"], team["points"], team["place"]) for team in told] == teams


@clause("GP-134")
@pytest.mark.parametrize("cars", [2, 3, 5, 7])
def test_teams_need_four_six_or_eight_players(cars: int):  # R40
    with pytest.raises(OptionError):
        new_table("oval", cars, TEAMS)


@clause("GP-134")
def test_teams_leave_seating_and_grid_as_they_are():
    race = NewRace("oval", cars=4, options=TEAMS)
    race.gives_pole_to("B")
    assert race.steps == [43, 46, 45, 44]
    order: list[str] = []
    for _ in range(4):
        order.append(race.turn)
        race.busts()
    assert order == ["B", "C", "D", "A"]


@clause("GP-135")
@pytest.mark.parametrize(
    ("places", "winner"),
    [
        ([1, 3, 2, 4], 0),  # 4 + 3 against 2 + 1
        ([3, 1, 4, 2], 1),  # 2 + 1 against 4 + 3
        ([1, 2, 4, 3], 0),  # 4 + 1 against 3 + 2: the team of the winner
        ([3, 4, 2, 1], 1),  # 2 + 3 against 1 + 4
    ],
)
def test_the_team_with_more_race_points_wins_and_on_a_tie_the_highest_placed_car(places: list[int], winner: int):
    table = new_table("oval", 4, TEAMS)
    assert is_team_ahead(table, finished(places), winner, 1 - winner)
    assert not is_team_ahead(table, finished(places), 1 - winner, winner)
    assert is_team_ahead(table, finished(places), winner + 2, 1 - winner)


@clause("GP-135")
def test_more_points_beat_the_winning_car():
    # places of six cars: team 0 and 3 has 1 and 6 = 6 + 1, team 1 and 4 has 2 and 3 = 5 + 4
    table = new_table("oval", 6, TEAMS)
    places = [1, 2, 4, 6, 3, 5]
    assert is_team_ahead(table, finished(places), 1, 0)
    assert is_team_ahead(table, finished(places), 0, 2)  # 7 against 3 + 2


@clause("GP-136")
def test_team_mates_bump_and_shoot_each_other():  # R40
    options = {**TEAMS, "items": "tray"}
    race = Position("oval", A=Car(10, holds=("rocket",)), B=40, C=12, D=30, options=options)
    race.fires(2)  # C is A's team mate
    assert race.car("C") == Car(12, belly_up=True, dice=5)
    race.moves(2)
    assert race.car("C") == Car(13, belly_up=True, dice=4)


@clause("GP-136")
def test_team_mates_are_not_spared_by_bombs_and_oil():  # R40
    options = {**TEAMS, "items": "tray"}
    race = Position("oval", A=Car(14, holds=("bomb",)), B=40, C=12, D=30, options=options)
    race.uses("bomb")
    race.moves(5)
    race.busts()  # B
    race.moves(2)  # C
    assert race.car("C") == Car(14, belly_up=True, dice=5)


@clause("GP-135")
def test_at_the_end_of_a_team_race_the_winning_team_is_told():
    options = {"teams": True, "race_end": "first"}
    race = Position("oval", A=Car(46, crossings=3), B=30, C=20, D=10, options=options)
    race.rolls(1)
    race.stops()
    # places A 1, B 2, C 3, D 4: A and C 4 + 2 = 6 points, B and D 3 + 1 = 4
    assert race.told[-1] == "Red and black win as a team with 6 points."
