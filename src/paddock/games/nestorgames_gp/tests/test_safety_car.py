"""Safety car: GP-121 to GP-126."""

import pytest

from paddock.testing import clause

from .position import Car, Position

pytestmark = pytest.mark.usefixtures("both_backends")

SAFETY = {"safety_car": True}
SEVERE = {"safety_car": True, "safety_restart": "severe"}
WITH_TRAY = {"safety_car": True, "items": "tray"}


def under(step: int, turns: int = 2, crossings: int = 1) -> Car:
    """A car that drives under the safety car."""
    return Car(step, crossings, safety=turns)


# Severe accidents


@clause("GP-121", "GP-122")
def test_a_second_six_on_a_corner_costs_all_dice_and_brings_out_the_safety_car():
    race = Position("oval", A=13, B=13, C=30, options=SAFETY)
    race.rolls(6, 2, 6)
    assert race.car("A") == Car(13, belly_up=True, dice=0, safety=3)
    assert race.car("B") == Car(13, safety=3)  # not involved
    assert race.car("C") == Car(30, safety=3)


@clause("GP-121")
@pytest.mark.parametrize("faces", [(5, 5), (6, 2, 2)])
def test_another_bust_on_a_corner_is_an_ordinary_crash(faces: tuple[int, ...]):
    race = Position("oval", A=13, B=30, options=SAFETY)
    race.rolls(*faces)
    assert race.car("A") == Car(13, belly_up=True, dice=5)
    assert race.safety == [0, 0]


@clause("GP-121")
def test_a_second_six_on_a_straight_is_no_accident():  # R34
    race = Position("oval", A=14, B=30, options=SAFETY)
    race.busts(6)
    assert race.car("A") == Car(14)
    assert race.safety == [0, 0]


@clause("GP-121")
def test_without_the_option_a_second_six_costs_one_die():
    race = Position("oval", A=13, B=30)
    race.busts(6)
    assert race.car("A") == Car(13, belly_up=True, dice=5)


@clause("GP-121")
def test_driving_onto_an_occupied_corner_is_severe_for_all_cars_there():
    race = Position("oval", A=10, B=30, C=13, D=Car(13, belly_up=True, dice=2), options=SAFETY)
    race.moves(3)
    wreck = Car(13, belly_up=True, dice=0, safety=3)
    assert race.car("A") == race.car("C") == race.car("D") == wreck
    assert race.car("B") == Car(30, safety=3)


@clause("GP-121", "GP-43")
def test_a_driver_who_is_spared_is_not_involved():
    race = Position("oval", A=10, B=30, C=13, options={**SAFETY, "corner_hit": "occupants"})
    race.moves(3)
    assert race.car("A") == Car(13, safety=3)
    assert race.car("C") == Car(13, belly_up=True, dice=0, safety=3)


@clause("GP-121")
def test_being_pushed_onto_an_occupied_corner_is_severe():
    race = Position("oval", A=10, B=30, C=12, D=13, options=SAFETY)
    race.moves(2)
    assert race.car("A") == Car(12, safety=3)
    assert race.car("C").dice == race.car("D").dice == 0


@clause("GP-121")
def test_sliding_onto_an_occupied_corner_is_severe():
    race = Position("oval", A=9, B=30, C=13, options=SAFETY, lying={10: "oil"})
    race.moves(1)
    assert race.car("A").dice == race.car("C").dice == 0
    assert race.safety == [3, 3, 3]


@clause("GP-121")
def test_crashing_alone_on_a_corner_is_not_severe():
    race = Position("oval", A=10, B=30, C=12, options=SAFETY)
    race.moves(2)  # C is pushed onto corner 13
    assert race.car("C") == Car(13, belly_up=True, dice=5)
    assert race.safety == [0, 0, 0]


@clause("GP-121")
def test_rockets_and_bombs_are_not_severe():  # R34
    race = Position("oval", A=Car(10, holds=("rocket",)), B=30, C=13, D=13, options=WITH_TRAY, lying={14: "armed bomb"})
    race.fires(3)
    assert race.car("C").dice == race.car("D").dice == 5
    race.moves(4)
    assert race.car("A") == Car(14, belly_up=True, dice=5)
    assert race.safety == [0, 0, 0, 0]


@clause("GP-121", "GP-25")
def test_lost_dice_come_back_one_for_each_fix():  # R34
    race = Position("oval", A=Car(13, dice=0), B=30, options=SAFETY)  # no dice: fixes
    assert race.car("A").dice == 1
    race.busts()
    race.fixes()
    assert race.car("A").dice == 2


# Deployment


@clause("GP-122")
def test_the_safety_car_is_out_for_three_turns_of_everybody_the_turn_of_the_accident_not_counted():  # R35
    race = Position("oval", A=13, B=20, C=30, options=SAFETY)
    race.busts(6)
    assert race.safety == [3, 3, 3]
    race.busts()  # B
    assert race.safety == [3, 2, 3]
    race.rolls(1)  # C leads: one die; then A flips
    assert race.safety == [2, 2, 2]
    race.busts()  # B
    race.rolls(1)  # C; then A, without dice, fixes
    race.busts()  # B
    race.rolls(1)  # C
    assert race.safety == [1, 0, 0]
    race.fixes()  # A
    assert race.safety == [0, 0, 0]


@clause("GP-122")
def test_a_car_that_has_finished_has_no_counter():
    race = Position("oval", A=13, B=Car(0, crossings=4, place=1), C=30, options=SAFETY)
    race.busts(6)
    assert race.safety == [3, 0, 3]


@clause("GP-122")
def test_a_car_that_finishes_under_the_safety_car_has_no_counter_left():
    race = Position("oval", A=under(46, crossings=3), B=under(20), C=under(30), options=SAFETY)
    race.rolls(1)
    assert race.car("A") == Car(0, crossings=4, place=1)
    assert race.safety == [0, 2, 2]


@clause("GP-122")
def test_a_turn_is_under_the_safety_car_only_if_the_counter_was_up_when_it_began():
    # A's collision deploys it in A's own turn: that turn does not count, and the push in it was allowed.
    race = Position("oval", A=10, B=30, C=12, D=13, options=SAFETY)
    race.moves(2)
    assert race.car("A") == Car(12, safety=3)


@clause("GP-122")
def test_without_a_counter_a_car_may_overtake_while_others_are_still_under_the_safety_car():
    race = Position("oval", A=14, B=under(16), C=30, options=SAFETY)
    race.moves(4)
    assert race.car("A") == Car(18)


# The leader


@clause("GP-123")
def test_the_leader_rolls_one_die_only():
    race = Position("oval", A=under(30), B=under(20), options=SAFETY)
    race.rolls(4)
    assert race.car("A") == Car(34, safety=1)
    assert race.turn == "B"


@clause("GP-123")
def test_other_cars_roll_as_usual():
    race = Position("oval", A=under(14), B=under(40), options=SAFETY)
    race.rolls(4)
    assert race.choices == {"stop", "roll"}
    race.rolls(2)
    race.stops()
    assert race.car("A") == Car(20, safety=1)


@clause("GP-123")
def test_a_leader_with_no_safety_car_left_rolls_as_usual():
    race = Position("oval", A=Car(30), B=under(20), options=SAFETY)
    race.rolls(4)
    assert race.choices == {"stop", "roll"}


@clause("GP-123", "GP-98")
def test_the_leaders_turbo_counts_its_only_die_twice():
    race = Position("oval", A=Car(30, safety=2, holds=("turbo",)), B=under(20), options=WITH_TRAY)
    race.uses("turbo")
    race.rolls(4)
    assert race.car("A").step == 38


@clause("GP-123")
def test_the_leader_is_ahead_by_progress_not_by_its_place_on_the_road():
    race = Position("oval", A=Car(5, crossings=2, safety=2), B=under(40), options=SAFETY)
    race.rolls(1)
    assert race.car("A") == Car(6, crossings=2, safety=1)


@clause("GP-123")
@pytest.mark.parametrize("a_came_first", [True, False])
def test_on_one_corner_the_car_that_came_first_leads(a_came_first: bool):
    if a_came_first:
        race = Position("oval", A=under(13), B=under(13), options=SAFETY)
    else:
        race = Position("oval", B=under(13), A=under(13), options=SAFETY)
    race.rolls(2)
    assert (race.turn == "B") == a_came_first  # the leader stops by itself


# No overtaking, no bumping. Another car leads, so that A may roll as it likes.


@clause("GP-124")
@pytest.mark.parametrize(("points", "end"), [(1, 15), (2, 14), (3, 14), (8, 14)])
def test_a_move_that_bumps_or_overtakes_is_not_executed(points: int, end: int):  # R36
    race = Position("oval", A=under(14), B=under(16), C=under(40), options=SAFETY)
    race.moves(points)
    assert race.car("A") == Car(end, safety=1)
    assert race.car("B") == Car(16, safety=2)
    assert race.turn == "B"


@clause("GP-124")
def test_a_player_may_roll_on_for_another_total():  # R36
    race = Position("oval", A=under(14), B=Car(16, belly_up=True, safety=2), C=under(40), options=SAFETY)
    race.rolls(2)  # would bump B
    assert race.choices == {"stop", "roll"}
    race.rolls(5)
    race.stops()
    assert race.car("A").step == 21


@clause("GP-124", "GP-125")
@pytest.mark.parametrize(("points", "end"), [(2, 14), (3, 17)])
def test_a_crashed_car_may_be_overtaken_but_not_bumped(points: int, end: int):
    race = Position("oval", A=under(14), B=under(40), C=Car(16, belly_up=True, safety=2), options=SAFETY)
    race.moves(points)
    assert race.car("A").step == end
    assert race.car("C").step == 16


@clause("GP-125")
@pytest.mark.parametrize("dice", [0, 5])
def test_a_car_that_is_upright_again_may_not_be_overtaken_whatever_dice_it_lost(dice: int):
    race = Position("oval", A=under(14), B=under(40), C=Car(16, dice=dice, safety=2), options=SAFETY)
    race.moves(3)
    assert race.car("A").step == 14


@clause("GP-124")
def test_crashing_into_a_car_on_a_corner_is_not_executed():
    race = Position("oval", A=under(10), B=under(40), C=Car(13, belly_up=True, safety=2), options=SAFETY)
    race.moves(3)
    assert race.car("A") == Car(10, safety=1)
    assert race.car("C") == Car(13, belly_up=True, safety=2)


@clause("GP-124")
def test_passing_a_car_that_stays_ahead_by_a_lap_is_no_overtaking():  # R36
    race = Position("oval", A=under(14), B=Car(16, crossings=2, safety=2), options=SAFETY)
    race.moves(4)
    assert race.car("A").step == 18


@clause("GP-124")
def test_lapping_a_car_that_was_behind_is_no_overtaking():  # R36
    race = Position("oval", A=Car(14, crossings=2, safety=2), B=under(16), options=SAFETY)
    race.rolls(4)
    assert race.car("A").step == 18

    race = Position("oval", A=Car(14, crossings=2, safety=2), B=under(16), options=SAFETY)
    race.rolls(2)  # but it may not be bumped
    assert race.car("A").step == 14


@clause("GP-124")
@pytest.mark.parametrize(("belly_up", "end"), [(False, 14), (True, 30)])
def test_a_teleport_is_judged_by_where_it_ends(belly_up: bool, end: int):  # R36
    race = Position("warp", A=under(14), B=under(60), C=Car(22, belly_up=belly_up, safety=2), options=SAFETY)
    race.moves(5)  # T 19 to 30, past C on 22
    assert race.car("A").step == end


@clause("GP-124")
def test_a_teleport_onto_a_car_is_not_executed():  # R36
    race = Position("warp", A=under(14), B=under(60), C=Car(30, belly_up=True, safety=2), options=SAFETY)
    race.moves(5)
    assert race.steps == [14, 60, 30]


@clause("GP-124")
def test_bumping_a_car_off_the_t_space_or_the_oil_where_the_points_end_is_not_executed():  # R36
    race = Position("warp", A=under(14), B=under(60), C=Car(19, belly_up=True, safety=2), options=SAFETY)
    race.moves(5)
    assert race.steps == [14, 60, 19]

    c = Car(20, belly_up=True, safety=2)
    race = Position("coast", A=under(18), B=under(60), C=c, options=SAFETY, lying={20: "oil"})
    race.moves(2)
    assert race.steps == [18, 60, 20]


@clause("GP-124")
def test_a_teleport_back_overtakes_nobody():  # R36
    race = Position("warp", A=under(28), B=under(60), C=under(29), options=SAFETY)
    race.moves(2)  # T 30 to 19: C on 29 is passed on the road but stays ahead
    assert race.steps == [19, 60, 29]


@clause("GP-124")
@pytest.mark.parametrize(("belly_up", "end"), [(False, 18), (True, 24)])
def test_a_slide_is_judged_by_where_it_ends(belly_up: bool, end: int):  # R36
    c = Car(22, belly_up=belly_up, safety=2)
    race = Position("coast", A=under(18), B=under(60), C=c, options=SAFETY, lying={20: "oil"})
    race.moves(2)
    assert race.car("A").step == end


@clause("GP-124")
def test_a_slide_into_an_occupied_corner_is_not_executed():  # R36
    c = Car(24, belly_up=True, safety=2)
    race = Position("coast", A=under(18), B=under(60), C=c, options=SAFETY, lying={20: "oil"})
    race.moves(2)
    assert race.car("A") == Car(18, safety=1)
    assert race.car("C") == c


@clause("GP-124", "GP-126")
def test_ending_on_an_armed_bomb_is_allowed_and_restarts_the_count():  # R36
    race = Position("oval", A=under(14), B=under(40), options=SAFETY, lying={16: "armed bomb"})
    race.moves(2)
    assert race.car("A") == Car(16, belly_up=True, dice=5, safety=3)
    assert race.car("B").safety == 3


@clause("GP-124")
@pytest.mark.parametrize(("belly_up", "place"), [(False, 0), (True, 1)])
def test_a_car_that_would_finish_counts_as_ahead_of_all(belly_up: bool, place: int):
    c = Car(46, crossings=3, belly_up=belly_up, safety=2)
    race = Position("oval", A=Car(45, crossings=3, safety=2), B=under(40), C=c, options=SAFETY)
    race.moves(3)
    assert race.car("A").place == place


@clause("GP-124")
def test_a_slide_over_the_line_to_the_finish_overtakes_the_car_ahead():
    c = Car(46, crossings=3, safety=2)
    race = Position("oval", A=Car(43, crossings=3, safety=2), B=under(40), C=c, options=SAFETY, lying={45: "oil"})
    race.moves(2)
    assert race.car("A") == Car(43, crossings=3, safety=1)


@clause("GP-124", "GP-63")
def test_a_slide_to_the_finish_ends_at_the_line_and_not_in_the_cars_on_the_corner_behind_it():  # R18
    race = Position("oval", A=Car(43, crossings=3, safety=2), B=under(6), options=SAFETY, lying={45: "oil"})
    race.rolls(2)
    assert race.car("A").place == 1
    assert race.car("B").dice == 6


@clause("GP-124")
def test_a_leader_may_finish_under_the_safety_car():
    race = Position("oval", A=Car(45, crossings=3, safety=2), B=Car(40, crossings=3, safety=2), options=SAFETY)
    race.rolls(3)
    assert race.car("A").place == 1


@clause("GP-124", "GP-32")
def test_of_several_routes_only_the_allowed_ones_are_offered():  # R36
    # drawbridge, 3 points from 16: 17, 18, 19 or 17, 71, 31. The gate would overtake C on 28.
    race = Position("drawbridge", A=under(16), B=under(60), C=under(28), gate_open=True, options=SAFETY)
    race.moves(3)
    assert race.car("A").step == 19

    race = Position("drawbridge", A=under(16), B=under(60), C=under(35), gate_open=True, options=SAFETY)
    race.moves(3)
    assert race.choices == {"normal road", "gate"}

    race = Position("drawbridge", A=under(16), B=under(60), C=under(19), gate_open=True, options=SAFETY)
    race.moves(3)  # neither: the normal road bumps C, the gate overtakes it
    assert race.car("A").step == 16


@clause("GP-124")
def test_cars_with_equal_progress_are_level():
    # The gate square 71 and step 30 have the same way to go: A in the gate has not overtaken C on 30.
    race = Position("drawbridge", A=under(16), B=under(60), C=under(30), gate_open=True, options=SAFETY)
    race.moves(2)
    assert race.choices == {"normal road", "gate"}


@clause("GP-124", "GP-98")
def test_a_turbo_is_spent_when_the_move_is_not_executed():  # R31
    race = Position("oval", A=Car(14, safety=2, holds=("turbo",)), B=under(16), C=under(40), options=WITH_TRAY)
    race.uses("turbo")
    race.rolls(1)  # 2 with the turbo
    race.stops()
    assert race.car("A") == Car(14, safety=1)
    assert race.tray == (41, "turbo")


@clause("GP-124", "GP-77")
def test_gate_switches_work_under_the_safety_car():  # R36
    race = Position("drawbridge", A=under(8), B=under(60), options=SAFETY)
    race.moves(2)
    assert race.gate_open


# Restart


@clause("GP-126")
@pytest.mark.parametrize(("options", "safety"), [(SAFETY, [3, 3, 3]), (SEVERE, [0, 1, 2])])
def test_any_crash_restarts_the_count_unless_only_severe_ones_do(
    options: dict[str, str | bool], safety: list[int]
):  # R37
    race = Position("oval", A=under(13, 1), B=under(40, 1), C=under(30, 2), options=options)
    race.busts(2)
    assert race.car("A").dice == 5
    assert race.safety == safety


@clause("GP-126")
def test_a_severe_accident_restarts_the_count_in_any_case():  # R37
    race = Position("oval", A=under(13, 1), B=under(40, 1), C=under(30, 2), options=SEVERE)
    race.busts(6)
    assert race.safety == [3, 3, 3]


@clause("GP-126")
def test_a_rocket_hit_restarts_the_count():
    race = Position("oval", A=Car(20, safety=1, holds=("rocket",)), B=under(40, 1), C=under(22, 1), options=WITH_TRAY)
    race.fires(2)
    race.busts()
    assert race.safety == [3, 3, 3]  # and A's turn is not counted


@clause("GP-126")
def test_a_crash_with_no_counter_up_brings_out_nothing():
    race = Position("oval", A=13, B=40, options=SAFETY)
    race.busts(2)
    assert race.safety == [0, 0]
