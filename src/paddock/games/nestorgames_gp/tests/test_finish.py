"""Finish line, laps, end of the race: GP-60 to GP-69."""

import pytest

from paddock.testing import clause

from ..words import gap
from .position import Car, Position

pytestmark = pytest.mark.usefixtures("both_backends")

TRAY = {"items": "tray"}
ON_BOARD = {"items": "board"}


def laps_left(race: Position, seat: int = 0) -> int:
    return race.view["cars"][seat]["laps_left"]


@clause("GP-60")
def test_the_first_crossing_is_the_start_and_takes_no_disc():
    race = Position("oval", A=Car(46, crossings=0), B=Car(45, crossings=0))
    race.moves(2)
    assert race.car("A") == Car(2, crossings=1)
    assert laps_left(race) == 3


@clause("GP-61")
@pytest.mark.parametrize(("crossings", "left"), [(1, 2), (2, 1)])
def test_each_further_crossing_takes_a_disc(crossings: int, left: int):
    race = Position("oval", A=Car(46, crossings=crossings), B=10)
    race.moves(2)
    assert race.car("A") == Car(2, crossings=crossings + 1)
    assert laps_left(race) == left


@clause("GP-61")
def test_reaching_the_last_step_is_not_crossing_the_line():
    race = Position("oval", A=Car(40, crossings=3), B=10)
    race.moves(6)
    assert race.car("A") == Car(46, crossings=3)


@clause("GP-62")
def test_a_car_pushed_over_the_line_has_started():  # R17
    race = Position("oval", A=Car(45, crossings=0), B=Car(46, crossings=0))
    race.moves(1)
    assert race.car("A") == Car(46, crossings=0)
    assert race.car("B") == Car(1, crossings=1)


@clause("GP-62")
def test_a_car_pushed_over_the_line_completes_its_lap():  # R17
    race = Position("oval", A=Car(45), B=Car(46))
    race.moves(1)
    assert race.car("B") == Car(1, crossings=2)
    assert laps_left(race, 1) == 2


@clause("GP-62", "GP-99")
def test_a_car_that_slides_over_the_line_completes_its_lap():
    race = Position("oval", A=40, B=10, lying={44: "oil"})
    race.moves(4)  # 44, then 45, 46, the line, 1 to corner 6
    assert race.car("A") == Car(6, crossings=2, belly_up=True, dice=5)


@clause("GP-62", "GP-82")
@pytest.mark.parametrize(("start", "points", "end"), [(14, 5, 30), (26, 4, 19)])
def test_a_teleport_never_counts_as_crossing(start: int, points: int, end: int):
    race = Position("warp", A=start, B=1)
    race.moves(points)
    assert race.car("A") == Car(end, crossings=1)


@clause("GP-63")
def test_a_car_with_its_last_disc_leaves_the_track_and_bumps_nothing():  # R18
    race = Position("oval", A=Car(44, crossings=3), B=2, C=3, lying={1: "armed bomb"})
    race.moves(5)  # would end on 3
    assert race.car("A") == Car(0, crossings=4, place=1)
    assert race.steps == [0, 2, 3]
    assert race.lying == {1: "armed bomb"}


@clause("GP-63")
def test_a_car_that_finishes_triggers_nothing_where_its_points_would_end():  # R18
    race = Position("oval", A=Car(45, crossings=3), B=20, C=30, options=TRAY, tray=(3, "turbo"))
    race.moves(4)
    assert race.car("A") == Car(0, crossings=4, place=1)
    assert race.tray == (3, "turbo")


@clause("GP-63", "GP-49")
def test_a_car_pushed_over_the_line_with_its_last_disc_pushes_nobody_beyond_it():  # R18
    race = Position("oval", A=Car(45, crossings=1), B=Car(46, crossings=3), C=1)
    race.moves(1)
    assert race.car("B") == Car(0, crossings=4, place=1)
    assert race.car("C") == Car(1)


@clause("GP-63")
def test_a_car_that_is_pushed_or_slides_to_its_finish_is_told_to_reach_the_flag_not_a_space_beyond_it():  # R18
    race = Position("oval", A=45, B=Car(46, crossings=3), C=10)
    race.moves(1)
    assert race.told[1:4] == ["Red moves 1 to step 46.", "Red bumps yellow to the flag.", "Yellow finishes in place 1!"]

    race = Position("oval", A=Car(45, crossings=3), B=10, lying={46: "oil"})
    race.moves(1)
    assert race.told[2:4] == ["Red slides on oil from step 46 to the flag.", "Red finishes in place 1!"]


@clause("GP-63")
def test_what_the_others_had_to_drive_is_told_in_laps_and_steps():
    race = Position("oval", A=Car(46, crossings=3), B=Car(10, crossings=1), C=Car(45, crossings=3))
    race.moves(1)
    # the oval has 46 steps: from step 10 it is 37 steps over the line, and two laps more
    told = [gap(race.table, race.state, race.state, car) for car in range(3)]
    assert told == ["", "2 laps and 37 steps to go", "2 steps to go"]


@clause("GP-63")
def test_whole_laps_are_told_without_steps_and_the_moment_is_that_of_the_first_finish():
    race = Position("oval", A=Car(46, crossings=3), B=Car(1, crossings=3), C=Car(45, crossings=2))
    race.moves(1)
    flag = race.state.copy()
    race.moves(1)
    told = [gap(race.table, flag, race.state, car) for car in range(3)]
    # from step 1 a lap of 46 steps leads to step 1; step 45 is two before that
    assert told == ["", "1 lap to go", "1 lap and 2 steps to go"]


@clause("GP-64", "GP-20")
def test_places_are_given_in_the_order_of_finishing():
    race = Position("oval", A=Car(46, crossings=3), B=10, C=Car(45, crossings=3), D=Car(20, crossings=3))
    race.moves(1)  # A
    race.busts()  # B
    race.moves(2)  # C
    assert [race.car(car).place for car in "ABCD"] == [1, 0, 2, 0]
    assert race.places == [1, 4, 2, 3]
    assert not race.is_over


@clause("GP-65")
def test_by_default_the_race_goes_on_until_one_car_is_left_which_is_last():  # R19
    race = Position("oval", A=Car(46, crossings=3), B=Car(45, crossings=3), C=1)
    race.moves(1)
    assert not race.is_over
    race.moves(2)
    assert race.is_over
    assert race.places == [1, 2, 3]


@clause("GP-65")
def test_with_race_end_all_the_last_car_must_finish_too():  # R19
    race = Position("oval", A=Car(45, crossings=3), B=Car(46, crossings=3), options={"race_end": "all"})
    race.moves(2)
    assert not race.is_over
    assert race.turn == "B"
    race.moves(1)
    assert race.is_over
    assert race.places == [1, 2]


@clause("GP-65")
def test_with_race_end_first_the_race_stops_at_once_and_progress_places_the_rest():  # R19
    race = Position("oval", A=Car(46, crossings=3), B=10, C=Car(5, crossings=2), options={"race_end": "first"})
    race.moves(1)
    assert race.is_over
    assert race.places == [1, 3, 2]


@clause("GP-65")
def test_with_race_end_first_the_movement_of_the_turn_is_still_resolved():  # R19
    options = {"race_end": "first"}
    race = Position("oval", A=45, B=Car(46, crossings=3), C=10, options=options, lying={46: "armed bomb"})
    race.moves(1)
    assert race.is_over
    assert race.places == [2, 1, 3]
    assert race.car("A") == Car(46, belly_up=True, dice=5)


@clause("GP-66")
def test_two_cars_that_finish_in_one_turn_are_placed_in_the_order_it_happens():  # R18
    # B is pushed over the line first, then A slides over it on the oil that B stood on.
    race = Position("oval", A=Car(45, crossings=3), B=Car(46, crossings=3), C=10, lying={46: "oil"})
    race.moves(1)
    assert race.places == [2, 1, 3]
    assert race.is_over


@clause("GP-67", "GP-89")
def test_items_of_a_finisher_are_available_at_the_end_of_the_turn():  # R20
    race = Position("oval", A=Car(46, crossings=3, holds=("turbo", "oil")), B=20, C=30, options=TRAY)
    race.rolls(1)
    race.stops()
    assert race.car("A").holds == ()
    assert race.to_act == "A"  # the active player chooses, even if just finished
    assert race.choices == {"turbo", "oil"}
    race.fills_tray("oil")
    assert race.tray == (31, "oil")
    assert race.available == {"turbo": 1}
    assert race.turn == "B"


@clause("GP-67")
def test_items_of_a_car_that_is_pushed_to_its_finish_are_placed_on_the_board():  # R20
    race = Position("oval", A=45, B=Car(46, crossings=3, holds=("rocket",)), C=30, options=ON_BOARD)
    race.moves(1)
    assert race.car("B") == Car(0, crossings=4, place=1)
    assert race.lying == {1: "rocket"}  # A leads on 46


@clause("GP-68")
@pytest.mark.parametrize(("laps", "rounds", "over"), [(1, 18, False), (1, 19, True), (2, 19, False), (2, 39, True)])
def test_the_race_stops_after_the_limit_of_complete_rounds(laps: int, rounds: int, over: bool):
    options = {"laps": laps, "rounds_per_lap_limit": 20}
    race = Position("oval", A=10, B=30, C=20, rounds=rounds, options=options)
    race.busts()
    race.busts()
    assert not race.is_over  # a round is over after the turn of the last seat
    race.busts()
    assert race.is_over == over
    assert race.places == [3, 1, 2]


@clause("GP-68")
def test_the_limit_is_sixty_rounds_a_lap_by_default():
    race = Position("oval", A=10, B=30, rounds=178, turn="B")
    race.busts()
    assert not race.is_over
    race = Position("oval", A=10, B=30, rounds=179, turn="B")
    race.busts()
    assert race.is_over


@clause("GP-68", "GP-21")
def test_the_last_round_may_end_across_the_seat_of_a_finished_pole_car():
    options = {"laps": 1, "rounds_per_lap_limit": 20}
    done = Car(0, crossings=2, place=1)
    race = Position("oval", A=10, B=done, C=30, pole="B", turn="A", rounds=19, options=options)
    race.busts()
    assert race.is_over
    assert race.places == [3, 1, 2]


@clause("GP-68")
def test_at_the_limit_equal_progress_is_decided_by_who_came_there_first():
    options = {"laps": 1, "rounds_per_lap_limit": 20}
    race = Position("oval", B=13, A=13, turn="B", rounds=19, options=options)  # B came to the corner first
    race.busts()
    assert race.is_over
    assert race.places == [2, 1]


@clause("GP-69")
def test_nobody_fills_the_tray_after_the_race():  # R19
    race = Position("oval", A=Car(46, crossings=3, holds=("turbo", "oil")), B=20, options=TRAY)
    race.rolls(1)
    race.stops()
    assert race.is_over
    assert race.tray is None


@clause("GP-69")
def test_no_item_is_placed_after_the_race():  # R19
    race = Position("oval", A=Car(46, crossings=3, holds=("rocket",)), B=20, options=ON_BOARD)
    race.rolls(1)
    race.stops()
    assert race.is_over
    assert race.lying == {}


@clause("GP-69")
def test_nothing_follows_the_last_turn_of_the_last_round():
    options = {**TRAY, "laps": 1, "rounds_per_lap_limit": 20}
    race = Position(
        "oval", A=30, B=10, turn="B", rounds=19, options=options, tray=(14, "turbo"), available=("oil", "bomb")
    )
    race.moves(4)
    assert race.is_over
    assert race.car("B").holds == ("turbo",)
    assert race.tray is None
