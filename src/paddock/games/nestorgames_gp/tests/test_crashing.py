"""Crashing: GP-50 to GP-53."""

import pytest

from paddock.testing import clause

from .position import Car, Position

pytestmark = pytest.mark.usefixtures("both_backends")


@clause("GP-50")
def test_a_crash_turns_the_car_belly_up_and_costs_one_die():
    race = Position("oval", A=Car(13, dice=4), B=30)
    race.busts()
    assert race.car("A") == Car(13, belly_up=True, dice=3)


@clause("GP-13", "GP-50")
def test_the_lost_die_cannot_be_used_until_it_is_fixed():
    race = Position("oval", A=Car(13, dice=2), B=30)
    race.busts()  # A: one die left
    race.busts()  # B; A flips, B again
    race.busts()
    assert race.turn == "A"
    race.rolls(3)  # stops automatically with its only die
    assert race.car("A") == Car(16, dice=1)


@clause("GP-51")
@pytest.mark.parametrize(("dice", "left"), [(6, 5), (1, 0), (0, 0)])
def test_a_belly_up_car_that_crashes_again_loses_another_die_if_it_has_one(dice: int, left: int):  # R15
    race = Position("oval", A=10, B=30, C=Car(13, belly_up=True, dice=dice))
    race.moves(3)
    assert race.car("C") == Car(13, belly_up=True, dice=left)


@clause("GP-52", "GP-102")
def test_a_collision_on_a_bomb_is_one_crash_for_each_car():  # R16
    race = Position("oval", A=10, B=30, C=13, lying={13: "armed bomb"})
    race.moves(3)
    assert race.car("A") == Car(13, belly_up=True, dice=5)
    assert race.car("C") == Car(13, belly_up=True, dice=5)
    assert race.lying == {}


@clause("GP-52")
def test_a_car_pushed_onto_a_corner_with_a_bomb_crashes_once():  # R16
    race = Position("oval", A=10, B=30, C=12, lying={13: "armed bomb"})
    race.moves(2)
    assert race.car("C") == Car(13, belly_up=True, dice=5)
    assert race.lying == {}


@clause("GP-52")
def test_a_slide_onto_a_corner_with_a_bomb_is_one_crash():  # R16
    race = Position("oval", A=9, B=30, lying={10: "oil", 13: "armed bomb"})
    race.moves(1)
    assert race.car("A") == Car(13, belly_up=True, dice=5)
    assert race.lying == {10: "oil"}


@clause("GP-52", "GP-43")
def test_a_driver_spared_by_the_collision_is_not_spared_by_the_bomb():
    race = Position("oval", A=10, B=30, C=13, options={"corner_hit": "occupants"}, lying={13: "armed bomb"})
    race.moves(3)
    assert race.car("A") == Car(13, belly_up=True, dice=5)
    assert race.car("C") == Car(13, belly_up=True, dice=5)


@clause("GP-52")
def test_two_landings_in_one_turn_are_two_accidents():  # R16
    # A ends on oil under B: B is pushed onto corner 13 and crashes, then A slides into it.
    race = Position("oval", A=10, B=30, C=12, lying={12: "oil"})
    race.moves(2)
    assert race.car("A") == Car(13, belly_up=True, dice=5)
    assert race.car("C") == Car(13, belly_up=True, dice=4)


@clause("GP-53")
@pytest.mark.parametrize(
    ("board", "start", "points"),
    [("oval", 14, 4), ("knot", 12, 2), ("drawbridge", 15, 2), ("warp", 16, 2)],  # square, loop, gate.from, square
)
def test_a_bump_off_a_corner_crashes_nobody(board: str, start: int, points: int):
    race = Position(board, A=start, B=start + points)
    race.moves(points)
    assert not race.car("A").belly_up
    assert not race.car("B").belly_up
    assert race.car("A").dice == race.car("B").dice == 6


@clause("GP-53", "GP-95", "GP-96")
def test_rockets_and_bombs_crash_cars_off_corners_too():
    race = Position(
        "oval", A=Car(20, holds=("rocket",)), B=1, C=22, options={"items": "tray"}, lying={25: "armed bomb"}
    )
    race.fires(2)
    assert race.car("C") == Car(22, belly_up=True, dice=5)
    race.moves(5)
    assert race.car("A") == Car(25, belly_up=True, dice=5)
