"""Special items and the tray: GP-85 to GP-102."""

import pytest

from paddock.testing import clause

from .position import Car, NewRace, Position

pytestmark = pytest.mark.usefixtures("both_backends")

TRAY = {"items": "tray"}
ON_BOARD = {"items": "board"}
ALL = {"turbo", "rocket", "bomb", "wrench", "oil"}


# The tray


@clause("GP-85")
@pytest.mark.parametrize(("items", "choices"), [("none", set[str]()), ("tray", ALL)])
def test_special_items_are_used_only_if_agreed(items: str, choices: set[str]):
    race = NewRace("oval", cars=2, options={"items": items})
    race.gives_pole_to("A")
    assert race.choices == choices


@clause("GP-86", "GP-90")
def test_the_pole_player_fills_the_first_tray_which_lies_right_in_front_of_the_pole_car():
    race = NewRace("coast", cars=3, options=TRAY)
    race.gives_pole_to("C")
    assert race.to_act == "C"
    race.fills_tray("rocket")
    assert race.tray == (1, "rocket")  # the pole car is on 66, the last step
    assert race.available == {"turbo": 2, "rocket": 1, "bomb": 2, "wrench": 2, "oil": 4}
    assert (race.turn, race.to_act) == ("C", "chance")


@clause("GP-87")
def test_a_car_that_ends_on_the_tray_takes_the_item():
    race = Position("oval", A=14, B=30, options=TRAY, tray=(16, "wrench"))
    race.moves(2)
    assert race.car("A") == Car(16, holds=("wrench",))
    assert race.tray is None


@clause("GP-87")
def test_any_number_of_items_may_be_held():
    held = ("turbo", "rocket", "bomb", "wrench", "wrench", "oil")
    race = Position("oval", A=Car(14, holds=held), B=30, options=TRAY, tray=(16, "turbo"))
    race.moves(2)
    assert race.car("A").holds == ("turbo", "turbo", "rocket", "bomb", "wrench", "wrench", "oil")


@clause("GP-87", "GP-102")
def test_a_car_that_crashes_on_the_tray_takes_the_item_all_the_same():  # R26
    race = Position("oval", A=10, B=30, C=13, options=TRAY, tray=(13, "turbo"))
    race.moves(3)
    assert race.car("A") == Car(13, belly_up=True, dice=5, holds=("turbo",))
    assert race.car("C") == Car(13, belly_up=True, dice=5)


@clause("GP-88")
def test_what_is_held_or_lies_on_the_track_is_not_available():
    race = NewRace("oval", cars=2, options=TRAY)
    race.gives_pole_to("A")
    race.fills_tray("turbo")
    race.moves(1)  # A takes the turbo from 1
    assert race.choices == ALL
    race.fills_tray("turbo")
    race.moves(3)  # B from 45 takes the second turbo from 2
    assert race.car("B").holds == ("turbo",)
    assert race.choices == ALL - {"turbo"}


@clause("GP-88")
def test_oil_spills_count_as_items_in_the_tray_game():
    race = NewRace("oval", cars=2, options=TRAY)
    race.gives_pole_to("A")
    race.fills_tray("oil")
    race.moves(1)
    assert race.car("A").holds == ("oil",)


@clause("GP-89")
def test_the_owner_of_the_car_that_took_from_the_tray_chooses_on_anothers_turn():  # R27
    race = Position("oval", A=14, B=17, C=30, options=TRAY, tray=(18, "turbo"), available=("rocket", "oil"))
    race.moves(3)  # B is pushed onto the tray
    assert race.car("B").holds == ("turbo",)
    assert race.to_act == "B"
    race.fills_tray("rocket")
    assert race.turn == "B"
    assert race.tray == (31, "rocket")


@clause("GP-89")
def test_who_took_from_the_tray_in_an_earlier_turn_has_no_say():
    b = Car(46, crossings=3, holds=("bomb", "oil"))
    race = Position("oval", A=14, B=b, C=30, options=TRAY, tray=(16, "turbo"))
    race.moves(2)  # A takes the turbo; nothing is left for the tray
    race.moves(1)  # B finishes and frees a bomb and an oil spill
    assert race.to_act == "B"
    assert race.choices == {"bomb", "oil"}


@clause("GP-89")
def test_the_tray_is_placed_after_all_movement():  # R27
    # A takes the tray and leads on 33 now: the tray goes in front of A, not of B.
    race = Position("oval", A=28, B=31, options=TRAY, tray=(33, "turbo"), available=("oil",))
    race.moves(5)
    assert race.tray == (34, "oil")


@clause("GP-89", "GP-91", "GP-93")
def test_a_used_item_is_available_at_the_end_of_the_same_turn():  # R27
    race = Position("oval", A=Car(10, holds=("wrench",)), B=30, options=TRAY)
    race.uses("wrench")
    race.rolls(2)
    assert race.tray is None
    race.stops()
    assert race.tray == (31, "wrench")


@clause("GP-89", "GP-114")
def test_freed_pieces_are_placed_in_the_order_of_their_types_whichever_was_freed_first():  # R42
    # A's wrench is free before the bomb on 14 explodes, but a bomb is placed before a wrench.
    race = Position("oval", A=Car(10, holds=("wrench",)), B=30, options=ON_BOARD, lying={14: "armed bomb"})
    race.uses("wrench")
    race.moves(4)
    assert race.lying == {31: "bomb", 32: "wrench"}


@clause("GP-89", "GP-93")
def test_a_piece_used_by_the_leader_is_placed_in_front_of_where_the_turn_ends():  # R42
    race = Position("oval", A=Car(14, holds=("turbo",)), B=10, options=ON_BOARD)
    race.uses("turbo")
    race.moves(2)  # 4 with the turbo
    assert race.car("A") == Car(18)
    assert race.lying == {19: "turbo"}


@clause("GP-89")
def test_the_tray_is_filled_without_a_question_if_one_type_is_left():
    race = Position("oval", A=14, B=30, options=TRAY, tray=(16, "turbo"), available=("bomb", "bomb"))
    race.moves(2)
    assert race.tray == (31, "bomb")
    assert race.available == {"bomb": 1}


@clause("GP-90")
def test_the_tray_skips_cars_and_items():  # R28
    # B leads by a lap on 30; C stands on 31, and 32 and 33 are taken.
    lying = {32: "oil", 33: "armed bomb"}
    race = Position(
        "oval", A=14, B=Car(30, crossings=2), C=31, options=TRAY, tray=(16, "turbo"), available=("oil",), lying=lying
    )
    race.moves(2)
    assert race.tray == (34, "oil")


@clause("GP-90", "GP-114")
def test_a_freed_piece_skips_other_pieces():
    race = Position("oval", A=Car(10, holds=("wrench",)), B=30, options=ON_BOARD, lying={31: "bomb", 32: "rocket"})
    race.uses("wrench")
    race.busts()
    assert race.lying == {31: "bomb", 32: "rocket", 33: "wrench"}


@clause("GP-84", "GP-90")
@pytest.mark.parametrize(
    ("board", "leader", "spot"), [("warp", 18, 20), ("drawbridge", 39, 41), ("drawbridge", 71, 31)]
)
def test_the_tray_skips_t_spaces_and_switches(board: str, leader: int, spot: int):
    race = Position(board, A=5, B=leader, options=TRAY, tray=(7, "turbo"), available=("oil",), gate_open=True)
    race.moves(2)
    assert race.tray == (spot, "oil")


@clause("GP-90")
@pytest.mark.parametrize(("on_corners", "spot"), [(True, 13), (False, 14)])
def test_the_tray_may_lie_on_a_corner_unless_agreed_otherwise(on_corners: bool, spot: int):  # R28
    options = {**TRAY, "items_on_corners": on_corners}
    race = Position("oval", A=5, B=12, options=options, tray=(7, "turbo"), available=("oil",))
    race.moves(2)
    assert race.tray == (spot, "oil")


@clause("GP-90", "GP-76")
def test_the_tray_may_lie_on_a_loop_square_but_not_under_a_car_that_points_the_other_way():  # R28
    race = Position("knot", A=5, B=25, options=TRAY, tray=(7, "turbo"), available=("oil",))
    race.moves(2)
    assert race.tray == (14, "oil")  # 26 is the same square as 14

    race = Position("knot", A=5, B=25, C=14, options=TRAY, tray=(7, "turbo"), available=("oil",))
    race.moves(2)
    assert race.tray == (27, "oil")


@clause("GP-91")
def test_the_tray_stays_off_the_track_until_an_item_is_available_again():  # R27
    race = Position("oval", A=14, B=Car(20, holds=("rocket",)), C=22, options=TRAY, tray=(16, "turbo"))
    race.moves(2)
    assert race.tray is None
    race.fires(1)  # a miss; the rocket is free
    race.busts()
    assert race.tray == (23, "rocket")


# Using items


@clause("GP-92")
def test_only_one_item_may_be_used_in_a_turn():
    race = Position("oval", A=Car(14, dice=5, holds=("bomb", "wrench", "turbo")), B=30, options=TRAY)
    race.uses("bomb")
    assert race.choices == {"roll", "fix"}


@clause("GP-92")
def test_another_item_may_be_used_in_the_next_turn():
    race = Position("oval", A=Car(14, holds=("bomb", "oil")), B=30, options=TRAY)
    race.uses("bomb")
    race.moves(2)
    race.busts()
    assert race.choices == {"roll", "use oil"}


@clause("GP-92", "GP-98")
def test_a_belly_up_car_may_use_anything_but_a_turbo():  # R29
    holds = ("turbo", "rocket", "bomb", "wrench", "oil")
    race = Position("oval", A=Car(14, belly_up=True, holds=holds), B=16, options=TRAY)
    assert race.choices == {"flip", "use rocket", "use bomb", "use wrench", "use oil"}
    race.uses("bomb")  # then it flips, and that is its turn
    assert race.lying == {14: "armed bomb"}
    assert race.car("A").belly_up is False
    assert race.turn == "B"


@clause("GP-92")
def test_an_item_may_be_used_before_fixing():  # R29
    race = Position("oval", A=Car(14, dice=4, holds=("oil",)), B=30, options=TRAY)
    race.uses("oil")
    race.fixes()
    assert race.car("A") == Car(14, dice=5)
    assert race.lying == {14: "oil"}


@clause("GP-93")
def test_an_armed_bomb_is_not_available_before_it_has_exploded():
    race = Position("oval", A=Car(14, holds=("bomb",)), B=12, options=TRAY)
    race.uses("bomb")
    race.moves(4)
    assert race.tray is None
    race.moves(2)  # B ends on 14
    assert race.tray == (19, "bomb")


@clause("GP-93", "GP-99")
def test_oil_is_never_available_again():
    race = Position("oval", A=Car(14, holds=("oil",)), B=12, options=TRAY)
    race.uses("oil")
    race.moves(4)
    race.moves(2)  # B slides from 14 to corner 29
    assert race.car("B") == Car(29, belly_up=True, dice=5)
    assert race.lying == {14: "oil"}
    assert race.tray is None
    assert race.available == {}


# Rocket


@clause("GP-94")
@pytest.mark.parametrize(
    ("board", "shooter", "target", "distance"),
    [
        ("oval", 20, 21, 1),
        ("oval", 20, 26, 6),
        ("oval", 20, 27, 0),  # more than 6 away
        ("oval", 20, 19, 0),  # behind
        ("oval", 10, 13, 3),  # on the corner that ends the line
        ("oval", 10, 14, 0),  # behind that corner
        ("oval", 13, 15, 2),  # the shooter may stand on a corner
        ("oval", 13, 13, 0),  # a car on the shooter's own corner is not in front
        ("oval", 45, 2, 3),  # over the finish line
        ("knot", 12, 15, 3),  # straight across loop square 14
        ("knot", 12, 26, 2),  # a car on that square that points the other way
        ("drawbridge", 16, 18, 2),  # past the turn of the gate
        ("drawbridge", 16, 71, 0),  # not round that turn
        ("drawbridge", 71, 31, 1),  # from the gate square only to the step behind it
        ("drawbridge", 71, 32, 0),
    ],
)
def test_a_rocket_reaches_the_nearest_car_straight_ahead_up_to_six_spaces_away(  # R30
    board: str, shooter: int, target: int, distance: int
):
    has_gate = board == "drawbridge"
    race = Position(board, A=Car(shooter, holds=("rocket",)), B=40, C=target, gate_open=has_gate, options=TRAY)
    assert ("use rocket" in race.choices) == (distance > 0)
    if distance > 0:
        race.fires(distance)
        assert race.car("C").dice == 5


@clause("GP-94")
def test_a_rocket_is_aimed_at_the_nearest_car():
    race = Position("oval", A=Car(20, holds=("rocket",)), B=23, C=22, D=21, options=TRAY)
    race.fires(6)
    assert [race.car(car).dice for car in "ABCD"] == [6, 6, 6, 5]


@clause("GP-94", "GP-95")
@pytest.mark.parametrize(("shooter", "target", "distance"), [(20, 26, 6), (10, 13, 3), (13, 15, 2), (45, 2, 3)])
def test_a_rocket_that_rolls_less_than_the_distance_misses(shooter: int, target: int, distance: int):
    race = Position("oval", A=Car(shooter, holds=("rocket",)), B=40, C=target, options=TRAY)
    race.fires(distance - 1)
    assert race.car("C") == Car(target)


@clause("GP-94")
def test_a_belly_up_car_can_be_a_target():  # R30
    race = Position("oval", A=Car(20, holds=("rocket",)), B=40, C=Car(22, belly_up=True, dice=3), options=TRAY)
    race.fires(2)
    assert race.car("C") == Car(22, belly_up=True, dice=2)


@clause("GP-95")
@pytest.mark.parametrize(("face", "dice"), [(1, 6), (2, 6), (3, 5), (4, 5), (6, 5)])
def test_a_rocket_hits_with_at_least_the_distance(face: int, dice: int):
    race = Position("oval", A=Car(20, holds=("rocket",)), B=40, C=23, options=TRAY)
    race.uses("rocket")
    assert race.runner.chance() == ([1, 2, 3, 4, 5, 6], [1] * 6)
    race.rolls(face)
    assert race.car("C") == Car(23, belly_up=dice == 5, dice=dice)


@clause("GP-95")
def test_a_rocket_crashes_every_car_on_the_target_space():
    race = Position("oval", A=Car(26, holds=("rocket",)), B=40, C=29, D=29, options=TRAY)
    race.fires(3)
    assert race.car("C") == race.car("D") == Car(29, belly_up=True, dice=5)
    assert race.car("A") == Car(26)


@clause("GP-95")
@pytest.mark.parametrize("face", [1, 6])
def test_the_normal_turn_follows_hit_or_not(face: int):
    race = Position("oval", A=Car(20, dice=5, holds=("rocket",)), B=40, C=23, options=TRAY)
    race.fires(face)
    assert race.choices == {"roll", "fix"}
    race.moves(5)
    assert race.car("A") == Car(25, dice=5)


@clause("GP-95")
def test_the_rockets_die_is_not_one_of_the_lost_dice():
    race = Position("oval", A=Car(20, dice=0, holds=("rocket",)), B=40, C=23, options=TRAY)
    race.fires(3)
    assert race.car("C").belly_up
    assert race.car("A") == Car(20, dice=1)  # then it must fix


@clause("GP-95")
def test_the_rockets_die_has_nothing_to_do_with_the_dice_of_the_turn():
    race = Position("oval", A=Car(20, holds=("rocket",)), B=40, C=23, options=TRAY)
    race.fires(5)
    race.rolls(5)
    assert race.choices == {"stop", "roll"}
    race.stops()
    assert race.car("A") == Car(25)


# Bomb


@clause("GP-96")
def test_a_bomb_explodes_under_the_next_car_that_ends_there_and_is_gone():
    race = Position("oval", A=Car(14, holds=("bomb",)), B=12, C=13, options=ON_BOARD)
    race.uses("bomb")
    assert race.lying == {14: "armed bomb"}
    race.moves(3)
    assert race.car("A") == Car(17)
    race.moves(2)  # B
    assert race.car("B") == Car(14, belly_up=True, dice=5)
    assert 14 not in race.lying


@clause("GP-96")
def test_the_car_that_stands_on_its_bomb_is_not_affected_while_it_does_not_move():
    race = Position("oval", A=Car(14, dice=5, holds=("bomb",)), B=30, options=TRAY)
    race.uses("bomb")
    race.fixes()
    assert race.car("A") == Car(14)
    race.busts()
    race.busts()  # A stays another turn
    assert race.car("A") == Car(14)
    assert race.lying == {14: "armed bomb"}


@clause("GP-96")
def test_a_bomb_explodes_under_its_own_user_too():
    race = Position("oval", A=Car(45, holds=("bomb",)), B=30, options=TRAY)
    race.uses("bomb")
    race.moves(21)  # to 20
    race.busts()
    race.moves(21)  # to 41
    race.busts()
    race.moves(4)  # to 45 again
    assert race.car("A") == Car(45, crossings=2, belly_up=True, dice=5)


# Wrench


@clause("GP-97")
def test_a_wrench_returns_all_dice_and_sets_the_car_upright_and_a_normal_turn_follows():
    race = Position("oval", A=Car(13, belly_up=True, dice=1, holds=("wrench",)), B=30, options=TRAY)
    race.uses("wrench")
    assert race.car("A") == Car(13)
    race.rolls(1, 2, 3, 4)
    race.stops()
    assert race.car("A") == Car(23)


@clause("GP-97")
def test_a_wrench_may_be_used_by_a_car_that_needs_none():
    race = Position("oval", A=Car(14, holds=("wrench",)), B=30, options=TRAY)
    race.uses("wrench")
    race.busts()
    assert race.car("A") == Car(14)


# Turbo


@clause("GP-98")
@pytest.mark.parametrize("faces", [(2, 6, 1), (6, 1, 2), (1, 2, 6)])
def test_with_a_turbo_the_highest_die_counts_twice(faces: tuple[int, int, int]):  # R31
    race = Position("oval", A=Car(14, holds=("turbo",)), B=10, options=TRAY)
    race.uses("turbo")
    race.rolls(*faces)
    race.stops()
    assert race.car("A") == Car(14 + 9 + 6)


@clause("GP-98")
def test_a_turbo_commits_to_rolling():  # R31
    race = Position("oval", A=Car(14, dice=3, holds=("turbo",)), B=10, options=TRAY)
    assert race.choices == {"roll", "fix", "use turbo"}
    race.uses("turbo")
    assert race.to_act == "chance"
    race.rolls(4)
    race.stops()
    assert race.car("A") == Car(22, dice=3)


@clause("GP-98", "GP-93")
def test_a_bust_spends_the_turbo():
    race = Position("oval", A=Car(14, holds=("turbo",)), B=10, options=TRAY)
    race.uses("turbo")
    race.busts()
    assert race.car("A") == Car(14)
    assert race.tray == (15, "turbo")


@clause("GP-98")
def test_a_turbo_works_for_one_turn():
    race = Position("oval", A=Car(14, holds=("turbo", "turbo")), B=10, options=ON_BOARD)
    race.uses("turbo")
    race.moves(2)  # to 18
    race.busts()
    race.rolls(2)
    race.stops()
    assert race.car("A").step == 20


@clause("GP-98")
@pytest.mark.parametrize("car", [Car(14, dice=0, holds=("turbo",)), Car(14, belly_up=True, holds=("turbo",))])
def test_a_turbo_is_of_no_use_belly_up_or_without_dice(car: Car):
    race = Position("oval", A=car, B=10, options=TRAY)
    assert race.turn == "B"  # fix or flip was the only thing to do
    assert race.car("A").holds == ("turbo",)


# Oil


@clause("GP-99")
def test_a_car_that_ends_on_oil_slides_to_the_corner_past_cars_and_everything_else():
    race = Position("coast", A=15, B=22, C=1, lying={20: "oil", 21: "armed bomb"})
    race.moves(5)
    assert race.car("A") == Car(24, belly_up=True, dice=5)
    assert race.car("B") == Car(22)
    assert race.lying == {20: "oil", 21: "armed bomb"}


@clause("GP-99")
def test_a_sliding_car_crashes_with_every_car_on_the_corner():
    race = Position("coast", A=18, B=1, C=24, D=Car(24, belly_up=True, dice=2), lying={20: "oil"})
    race.moves(2)
    assert race.car("A") == race.car("C") == Car(24, belly_up=True, dice=5)
    assert race.car("D") == Car(24, belly_up=True, dice=1)


@clause("GP-99")
def test_the_user_of_oil_does_not_slide_while_it_stands_on_it():
    race = Position("coast", A=Car(20, holds=("oil",)), B=1, options=TRAY)
    race.uses("oil")
    race.busts()
    assert race.car("A") == Car(20)
    assert race.lying == {20: "oil"}


@clause("GP-99", "GP-102")
def test_only_the_corner_where_the_slide_ends_counts_as_landing():
    # The tray on 22 is passed, the tray on the corner would be taken.
    race = Position("coast", A=18, B=1, options=TRAY, lying={20: "oil"}, tray=(22, "turbo"))
    race.moves(2)
    assert race.car("A") == Car(24, belly_up=True, dice=5)
    assert race.tray == (22, "turbo")

    race = Position("coast", A=18, B=1, options=TRAY, lying={20: "oil"}, tray=(24, "turbo"))
    race.moves(2)
    assert race.car("A") == Car(24, belly_up=True, dice=5, holds=("turbo",))


@clause("GP-99", "GP-81")
def test_a_slide_runs_over_t_spaces():
    race = Position("warp", A=16, B=1, lying={17: "oil"})
    race.moves(1)
    assert race.car("A") == Car(21, belly_up=True, dice=5)


@clause("GP-99", "GP-74")
def test_a_slide_runs_straight_across_a_loop_square():
    race = Position("knot", A=23, B=1, lying={25: "oil"})
    race.moves(2)
    assert race.car("A") == Car(28, belly_up=True, dice=5)


@clause("GP-100")
def test_on_a_corner_with_oil_the_arriving_car_crashes_at_once():  # R32
    race = Position("oval", A=10, B=30, lying={13: "oil"})
    race.moves(3)
    assert race.car("A") == Car(13, belly_up=True, dice=5)
    assert race.lying == {13: "oil"}


@clause("GP-100")
def test_on_a_corner_with_oil_nobody_is_spared():  # R32
    race = Position("oval", A=10, B=30, C=13, lying={13: "oil"}, options={"corner_hit": "occupants"})
    race.moves(3)
    assert race.car("A") == race.car("C") == Car(13, belly_up=True, dice=5)


# Dropping


@clause("GP-101")
@pytest.mark.parametrize("thing", ["oil", "armed bomb", "wrench"])
@pytest.mark.parametrize("item", ["bomb", "oil"])
def test_nothing_is_dropped_on_another_piece(thing: str, item: str):  # R25
    race = Position("oval", A=Car(14, holds=(item,)), B=30, options=TRAY, lying={14: thing})
    assert race.choices == set()


@clause("GP-101")
@pytest.mark.parametrize("item", ["bomb", "oil"])
def test_nothing_is_dropped_on_the_tray(item: str):  # R25
    race = Position("oval", A=Car(14, holds=(item,)), B=30, options=TRAY, tray=(14, "turbo"))
    assert race.choices == set()


@clause("GP-101", "GP-90")
def test_a_piece_may_be_dropped_on_a_corner_even_if_none_is_placed_there():
    race = Position("oval", A=Car(13, holds=("bomb",)), B=30, options={**TRAY, "items_on_corners": False})
    race.uses("bomb")
    assert race.lying == {13: "armed bomb"}


@clause("GP-102")
def test_off_a_corner_the_bump_comes_before_the_bomb():  # R11
    race = Position("oval", A=14, B=30, C=16, lying={16: "armed bomb"})
    race.moves(2)
    assert race.car("A") == Car(16, belly_up=True, dice=5)
    assert race.car("C") == Car(17)


@clause("GP-102")
def test_off_a_corner_the_bump_comes_before_the_tray():
    race = Position("oval", A=14, B=30, C=16, options={**TRAY, "bumped_landing": "hazards"}, tray=(16, "turbo"))
    race.moves(2)
    assert race.car("A") == Car(16, holds=("turbo",))
    assert race.car("C") == Car(17)
