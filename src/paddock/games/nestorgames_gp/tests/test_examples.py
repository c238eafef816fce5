"""The worked examples of RULES.md by their numbers, with its values."""

import pytest

from paddock.games.nestorgames_gp.rules.scoring import is_team_ahead, race_points
from paddock.games.nestorgames_gp.state import State
from paddock.testing import clause

from .position import Car, NewRace, Position, new_table

pytestmark = pytest.mark.usefixtures("both_backends")

TRAY = {"items": "tray"}
ON_BOARD = {"items": "board"}
SAFETY = {"safety_car": True}


def finished(places: list[int]) -> State:
    """A race in which every car has finished."""
    s = State()
    s.place[: len(places)], s.finished = places, len(places)
    return s


@clause("GP-09", "GP-10", "GP-12")
def test_e1_the_grid_is_by_seating_though_green_beat_blue():
    race = NewRace("oval", cars=4)
    race.draws("A")
    race.qualifies(6)
    race.qualifies(4)
    race.qualifies(5)
    race.rolls(3, 3)
    assert race.steps == [46, 45, 44, 43]


@clause("GP-28")
def test_e2_a_second_five_on_a_straight():
    race = Position("oval", A=20, B=1)
    race.rolls(5, 3, 5)
    assert race.car("A") == Car(20)


@clause("GP-30")
def test_e3_red_moves_twelve():
    race = Position("oval", A=7, B=1)
    race.rolls(2, 6, 1, 3)
    race.stops()
    assert race.car("A") == Car(19)


@clause("GP-98", "GP-93")
def test_e4_the_same_with_a_turbo_is_eighteen():
    race = Position("oval", A=Car(7, holds=("turbo",)), B=1, options=TRAY)
    race.uses("turbo")
    race.rolls(2, 6, 1, 3)
    assert race.tray is None
    race.stops()
    assert race.car("A") == Car(25)
    assert race.tray == (26, "turbo")  # free at the end of the turn


@clause("GP-99")
def test_e5_red_ends_on_a_spill_slides_and_crashes():
    race = Position("coast", A=12, B=1, lying={20: "oil"})
    race.rolls(2, 6)
    race.stops()
    assert race.car("A") == Car(24, belly_up=True, dice=5)
    assert race.lying == {20: "oil"}


@clause("GP-115", "GP-114")
def test_e6_an_exploded_bomb_is_put_face_down_in_front_of_the_leading_car():
    race = Position("oval", A=14, B=30, options=ON_BOARD, lying={20: "armed bomb"})
    race.moves(6)
    assert race.car("A") == Car(20, belly_up=True, dice=5)
    assert race.lying == {31: "bomb"}


@clause("GP-127")
def test_e7_a_nine_is_beaten_by_a_twelve_not_by_another_nine():
    race = Position("oval", A=14, B=7, C=1, options={"fastest_turn": True})
    race.moves(9)
    assert race.fastest == ("A", 9)
    race.moves(9)
    assert race.fastest == ("A", 9)
    race.moves(12)
    assert race.fastest == ("C", 12)


@clause("GP-42", "GP-45", "GP-51")
def test_e8_a_chain_into_a_corner():
    race = Position("coast", A=1, B=13, C=14, D=Car(15, belly_up=True, dice=4))
    race.moves(12)
    assert race.steps == [13, 14, 15, 15]
    assert race.car("A") == Car(13)
    assert race.car("B") == Car(14)
    assert race.car("C") == Car(15, belly_up=True, dice=5)
    assert race.car("D") == Car(15, belly_up=True, dice=3)


@clause("GP-41", "GP-75")
def test_e9_a_bump_on_a_loop_square_gains_or_loses_the_loop():
    race = Position("knot", A=21, B=14)
    race.moves(5)
    assert race.steps == [26, 27]

    race = Position("knot", A=12, B=26)
    race.moves(2)
    assert race.steps == [14, 15]
    race.moves(1)  # B drives the loop again
    assert race.steps == [14, 16]


@clause("GP-77", "GP-78")
def test_e10_through_the_gate():
    race = Position("drawbridge", A=8, B=1)
    race.moves(2)
    assert race.gate_open

    race = Position("drawbridge", A=16, B=31, C=1, gate_open=True)
    race.moves(3)
    assert race.choices == {"normal road", "gate"}
    race.drives("gate")
    assert race.car("A") == Car(31)
    assert race.car("B") == Car(32, dice=5)  # crashed, and upright again after its turn
    assert race.turn == "C"


@clause("GP-32")
def test_e10_the_normal_road():
    race = Position("drawbridge", A=16, B=31, gate_open=True)
    race.moves(3)
    race.drives("normal road")
    assert race.steps == [19, 31]


@clause("GP-81", "GP-83")
def test_e11_teleport():
    race = Position("warp", A=14, B=30, C=31)
    race.moves(5)
    assert race.steps == [30, 31, 32]
    assert race.car("C") == Car(32, belly_up=True, dice=5)

    race = Position("warp", A=15, B=18)
    race.moves(3)
    assert race.steps == [18, 30]


@clause("GP-62", "GP-63")
def test_e12_pushed_to_victory():
    race = Position("oval", A=Car(43, crossings=2), B=Car(46, crossings=3), C=1)
    race.moves(3)
    assert race.car("B") == Car(0, crossings=4, place=1)
    assert race.car("A") == Car(46, crossings=2)


@clause("GP-63")
def test_e13_a_finisher_bumps_nobody():
    race = Position("oval", A=Car(40, crossings=3), B=2, C=10)
    race.moves(8)
    assert race.car("A") == Car(0, crossings=4, place=1)
    assert race.car("B") == Car(2)


@clause("GP-42", "GP-99")
def test_e14_oil_under_a_car():
    race = Position("coast", A=12, B=18, C=1, lying={18: "oil"})
    race.moves(6)
    assert race.car("A") == Car(19, belly_up=True, dice=5)
    assert race.car("B") == Car(19, dice=4)  # crashed twice, and upright again after its turn


@clause("GP-94", "GP-95")
def test_e15_rocket():
    race = Position(
        "oval",
        A=20,
        B=Car(26, holds=("rocket",)),
        C=Car(29, belly_up=True),
        D=29,
        options=TRAY,
        turn="B",
    )
    race.fires(3)
    assert race.car("C") == race.car("D") == Car(29, belly_up=True, dice=5)

    race = Position("oval", A=Car(20, holds=("rocket",)), B=26, C=29, D=29, options=TRAY)
    race.fires(6)
    assert race.car("B") == Car(26, belly_up=True, dice=5)
    assert race.car("C") == race.car("D") == Car(29)


@clause("GP-87", "GP-90")
def test_e16_tray():
    race = Position(
        "oval",
        A=12,
        B=22,
        C=17,
        options=TRAY,
        tray=(20, "turbo"),
        lying={23: "oil", 24: "armed bomb"},
        available=("wrench",),
    )
    race.moves(8)
    assert race.car("A") == Car(20, holds=("turbo",))
    assert race.tray == (25, "wrench")


@clause("GP-63", "GP-99")
def test_e17_slide_to_the_flag():
    race = Position("oval", A=Car(45, crossings=3), B=1, lying={46: "oil"})
    race.moves(1)
    assert race.car("A") == Car(0, crossings=4, place=1)


@clause("GP-121", "GP-122", "GP-124", "GP-125")
@pytest.mark.parametrize(("points", "end"), [(4, 8), (5, 8), (3, 11), (2, 10)])
def test_e18_safety_car(points: int, end: int):
    race = Position("coast", A=9, B=8, C=12, options=SAFETY)
    race.rolls(6, 2, 6)
    assert race.car("A") == Car(9, belly_up=True, dice=0, safety=3)
    assert race.safety == [3, 3, 3]
    race.moves(points)  # B: 2 and 3 pass A, 4 would end on C, 5 would overtake C
    assert race.car("B") == Car(end, safety=2)
    assert race.car("C") == Car(12, safety=3)


@clause("GP-11")
def test_e19_qualifying_tie():
    race = NewRace("oval", cars=3)
    race.draws("A")
    race.qualifies(4, 5)
    race.qualifies(6, 3)
    race.qualifies(4)
    assert race.qualifier == "A"
    race.rolls(2, 2)
    race.qualifies(3)
    assert race.steps == [44, 46, 45]  # grid seats 1, 2, 0


@clause("GP-130")
def test_e20_places_of_three_cars_score_three_two_and_one():
    table = new_table("oval", 3, None)
    assert [race_points(table, place) for place in (1, 2, 3)] == [3, 2, 1]


@clause("GP-135")
def test_e21_the_team_with_place_one_wins_the_tie():
    table = new_table("oval", 4, {"teams": True})
    places = [1, 2, 4, 3]  # seats 0 and 2: 4 + 1 = 5; seats 1 and 3: 3 + 2 = 5
    assert is_team_ahead(table, finished(places), 0, 1)
    assert not is_team_ahead(table, finished(places), 1, 0)


# E22, the designer's riddle: 28 spaces and more


@clause("GP-98", "GP-99")
def test_e22a_twenty_seven_points_and_a_slide():
    race = Position("oval", A=Car(8, holds=("turbo",)), B=1, options=TRAY, lying={35: "oil"})
    race.uses("turbo")
    race.rolls(1, 2, 3, 4, 5, 6)
    assert race.car("A") == Car(36, belly_up=True, dice=5)  # 28 spaces


@clause("GP-98", "GP-81")
def test_e22b_twenty_seven_points_and_a_teleport():
    race = Position("warp", A=Car(66, holds=("turbo",)), B=1, options=TRAY)
    race.uses("turbo")
    race.rolls(1, 2, 3, 4, 5, 6)
    assert race.car("A") == Car(30, crossings=2)  # 8 + 30 = 38 spaces of road


@clause("GP-98", "GP-70")
def test_e22c_twenty_seven_points_and_the_shortcut():
    race = Position("quarry", A=Car(15, holds=("turbo",)), B=1, options=TRAY)
    race.uses("turbo")
    race.rolls(1, 2, 3, 4, 5, 6)
    race.drives("shortcut")
    assert race.car("A") == Car(67, cylinder_spent=True)  # 52 spaces of road


@clause("GP-70", "GP-78", "GP-81")
def test_e22d_shortcut_gate_and_teleport_in_one_move():
    race = Position("arcade", A=Car(8, holds=("turbo",)), B=1, gate_open=True, options=TRAY)
    race.uses("turbo")
    race.rolls(3, 4, 5, 6)  # 18, and the 6 again: 24
    race.stops()
    race.drives("shortcut and gate")
    assert race.car("A") == Car(74, cylinder_spent=True)  # 66 spaces of road
