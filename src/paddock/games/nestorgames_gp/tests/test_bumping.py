"""Bumping: GP-40 to GP-49."""

import pytest

from paddock.testing import clause

from .position import Car, Position

pytestmark = pytest.mark.usefixtures("both_backends")

OCCUPANTS = {"corner_hit": "occupants"}
HAZARDS = {"bumped_landing": "hazards"}


@clause("GP-40", "GP-47")
def test_a_car_that_ends_on_anothers_space_pushes_it_one_space_forward():
    race = Position("oval", A=14, B=17)
    race.moves(3)
    assert race.car("A") == Car(17)
    assert race.car("B") == Car(18)


@clause("GP-41")
def test_a_pushed_car_never_takes_the_gate():
    race = Position("drawbridge", A=15, B=17, gate_open=True)
    race.moves(2)
    assert race.steps == [17, 18]


@clause("GP-41", "GP-80")
def test_a_car_pushed_off_the_gate_square_goes_on_by_its_only_road():
    race = Position("drawbridge", A=15, B=71, gate_open=True)
    race.moves(3)
    race.drives("gate")
    assert race.steps == [71, 31]


@clause("GP-42")
def test_a_push_goes_on_as_long_as_cars_stand_in_front():
    race = Position("oval", A=14, B=17, C=18, D=19, E=21)
    race.moves(3)
    assert race.steps == [17, 18, 19, 20, 21]


@clause("GP-42", "GP-102")
def test_the_car_in_front_is_resolved_before_the_space_works_on_the_car_behind():  # R11
    # B stands on its own armed bomb on 17. B leaves for oil on 18 and slides to corner 29; only then A is blown up.
    race = Position("oval", A=14, B=17, C=1, lying={17: "armed bomb", 18: "oil"})
    race.moves(3)
    assert race.car("A") == Car(17, belly_up=True, dice=5)
    assert race.car("B") == Car(29, dice=5)  # and upright again after its own turn
    assert race.lying == {18: "oil"}


@clause("GP-43")
def test_driving_onto_an_occupied_corner_crashes_all_cars_there_and_the_driver():  # R12
    race = Position("oval", A=10, B=13, C=Car(13, belly_up=True, dice=3), D=30, turn="A")
    race.moves(3)
    assert race.car("A") == Car(13, belly_up=True, dice=5)
    assert race.car("B") == Car(13, dice=5)
    assert race.car("C") == Car(13, dice=2)
    assert race.turn == "D"  # B and C have flipped


@clause("GP-43")
def test_with_corner_hit_occupants_the_driver_is_spared():  # R12
    race = Position("oval", A=10, B=13, C=13, options=OCCUPANTS)
    race.moves(3)
    assert race.car("A") == Car(13)
    assert race.car("B").dice == race.car("C").dice == 5


@clause("GP-43", "GP-45")
def test_a_pushed_car_is_not_spared_on_an_occupied_corner():
    race = Position("oval", A=3, B=5, C=6, D=30, options=OCCUPANTS)
    race.moves(2)
    assert race.car("A") == Car(5)
    assert race.car("B") == Car(6, dice=5)
    assert race.car("C") == Car(6, dice=5)


@clause("GP-43", "GP-99")
def test_a_sliding_driver_is_not_spared_on_an_occupied_corner():
    race = Position("oval", A=9, B=13, options=OCCUPANTS, lying={10: "oil"})
    race.moves(1)
    assert race.car("A").dice == 5
    assert race.car("B").dice == 5


@clause("GP-44")
def test_driving_alone_onto_a_corner_is_safe():
    race = Position("oval", A=10, B=30)
    race.moves(3)
    assert race.car("A") == Car(13)


@clause("GP-45")
def test_a_car_pushed_onto_an_empty_corner_crashes():
    race = Position("oval", A=10, B=12, C=30)
    race.moves(2)
    assert race.car("A") == Car(12)
    assert race.car("B") == Car(13, dice=5)
    assert race.turn == "C"


@clause("GP-45", "GP-46")
def test_a_car_pushed_onto_a_corner_takes_all_cars_there_with_it():
    race = Position("oval", A=10, B=12, C=13, D=13)
    race.moves(2)
    assert race.steps == [12, 13, 13, 13]
    assert [race.car(car).dice for car in "ABCD"] == [6, 5, 5, 5]


@clause("GP-46")
def test_cars_on_a_corner_are_not_pushed_off_it():
    race = Position("oval", A=10, B=13)
    race.moves(3)
    assert race.steps == [13, 13]


@clause("GP-46")
def test_a_car_leaves_a_full_corner_alone():
    race = Position("oval", A=13, B=13, C=13)
    race.moves(2)
    assert race.steps == [15, 13, 13]
    assert race.car("B") == race.car("C") == Car(13)


@clause("GP-47")
def test_pushing_does_no_harm_even_when_the_pushed_car_crashes():
    race = Position("oval", A=Car(10, dice=4), B=12)
    race.moves(2)
    assert race.car("A") == Car(12, dice=4)


@clause("GP-48")
def test_a_belly_up_car_is_pushed_and_stays_belly_up():  # R13
    race = Position("oval", A=14, B=30, C=Car(17, belly_up=True, dice=4))
    race.moves(3)
    assert race.car("C") == Car(18, belly_up=True, dice=4)


# What a pushed car sets off


@clause("GP-49")
@pytest.mark.parametrize("options", [{}, HAZARDS])
def test_a_pushed_car_sets_off_a_bomb(options: dict[str, str]):  # R14
    race = Position("oval", A=14, B=17, C=1, options=options, lying={18: "armed bomb"})
    race.moves(3)
    assert race.car("A") == Car(17)
    assert race.car("B") == Car(18, dice=5)
    assert race.turn == "C"
    assert race.lying == {}


@clause("GP-49")
@pytest.mark.parametrize("options", [{}, HAZARDS])
def test_a_pushed_car_slides_on_oil(options: dict[str, str]):  # R14
    race = Position("oval", A=14, B=17, C=1, options=options, lying={18: "oil"})
    race.moves(3)
    assert race.car("B") == Car(29, dice=5)
    assert race.turn == "C"


@clause("GP-49")
@pytest.mark.parametrize(("options", "step"), [({}, 30), (HAZARDS, 19)])
def test_a_pushed_car_is_teleported_but_not_with_hazards_only(options: dict[str, str], step: int):  # R14
    race = Position("warp", A=15, B=18, options=options)
    race.moves(3)
    assert race.steps == [18, step]


@clause("GP-49")
@pytest.mark.parametrize(("options", "is_open"), [({}, True), (HAZARDS, False)])
def test_a_pushed_car_works_a_gate_switch_but_not_with_hazards_only(options: dict[str, str], is_open: bool):  # R14
    race = Position("drawbridge", A=7, B=9, options=options)
    race.moves(2)
    assert race.steps == [9, 10]
    assert race.gate_open == is_open


@clause("GP-49")
@pytest.mark.parametrize(("options", "holds"), [({}, ("wrench",)), (HAZARDS, ())])
def test_a_pushed_car_takes_an_item_but_not_with_hazards_only(options: dict[str, str], holds: tuple[str, ...]):  # R14
    race = Position("oval", A=14, B=17, options={"items": "board", **options}, lying={18: "wrench"})
    race.moves(3)
    assert race.car("B") == Car(18, holds=holds)
    assert race.lying == ({} if holds else {18: "wrench"})


@clause("GP-49", "GP-87")
@pytest.mark.parametrize(("options", "holds"), [({}, ("turbo",)), (HAZARDS, ())])
def test_a_pushed_car_takes_from_the_tray_but_not_with_hazards_only(options: dict[str, str], holds: tuple[str, ...]):
    race = Position("oval", A=14, B=17, options={"items": "tray", **options}, tray=(18, "turbo"))
    race.moves(3)
    assert race.car("B") == Car(18, holds=holds)
    assert race.tray == (None if holds else (18, "turbo"))


@clause("GP-49")
@pytest.mark.parametrize(("options", "holds"), [({}, ("turbo",)), (HAZARDS, ())])
def test_a_slide_that_a_push_began_ends_as_the_push_would(options: dict[str, str], holds: tuple[str, ...]):
    race = Position("oval", A=14, B=17, options={"items": "tray", **options}, lying={18: "oil"}, tray=(29, "turbo"))
    race.moves(3)
    assert race.car("B").step == 29
    assert race.car("B").holds == holds
    assert race.tray == (None if holds else (29, "turbo"))


@clause("GP-49")
@pytest.mark.parametrize(("options", "holds"), [({}, ("turbo",)), (HAZARDS, ())])
def test_a_car_pushed_onto_a_corner_takes_the_tray_there_but_not_with_hazards_only(
    options: dict[str, str], holds: tuple[str, ...]
):
    race = Position("oval", A=10, B=12, C=1, options={"items": "tray", **options}, tray=(13, "turbo"))
    race.moves(2)
    assert race.car("B") == Car(13, dice=5, holds=holds)


@clause("GP-49")
def test_with_hazards_only_a_driver_still_takes_what_lies_at_the_end_of_its_slide():
    race = Position("oval", A=14, B=1, options={"items": "tray", **HAZARDS}, lying={18: "oil"}, tray=(29, "turbo"))
    race.moves(4)
    assert race.car("A") == Car(29, belly_up=True, dice=5, holds=("turbo",))


@clause("GP-49", "GP-83")
def test_with_hazards_only_a_car_that_stands_on_a_t_space_is_pushed_off_it_by_the_next():
    race = Position("warp", A=15, B=18, C=17, options=HAZARDS)
    race.moves(3)  # B is pushed to T 19 and stays there
    assert race.steps == [18, 19, 17]
    race.busts()  # B
    race.moves(2)  # C to T 19: B is pushed to 20, then C is teleported
    assert race.steps == [18, 20, 30]
