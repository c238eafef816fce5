"""Special track features: GP-70 to GP-84."""

import pytest

from paddock.testing import clause

from .position import Car, NewRace, Position

pytestmark = pytest.mark.usefixtures("both_backends")

TRAY = {"items": "tray"}


# The shortcut: quarry 15 -> 41


@clause("GP-70", "GP-71", "GP-72")
def test_the_shortcut_is_one_step_and_costs_the_cylinder():
    race = Position("quarry", A=15, B=1)
    race.moves(1)
    assert race.choices == {"normal road", "shortcut"}
    race.drives("shortcut")
    assert race.car("A") == Car(41, cylinder_spent=True)


@clause("GP-70", "GP-72")
def test_a_car_may_take_the_shortcut_in_passing():
    race = Position("quarry", A=13, B=1)
    race.moves(5)  # 14, 15, 41, 42, 43: the triangles are no spaces
    race.drives("shortcut")
    assert race.car("A") == Car(43, cylinder_spent=True)


@clause("GP-70", "GP-71")
def test_the_normal_road_keeps_the_cylinder():
    race = Position("quarry", A=15, B=1)
    race.moves(1)
    race.drives("normal road")
    assert race.car("A") == Car(16)


@clause("GP-71")
def test_with_the_cylinder_spent_the_shortcut_is_closed_to_that_car_only():
    race = Position("quarry", A=Car(15, cylinder_spent=True), B=14)
    race.moves(1)
    assert race.car("A") == Car(16, cylinder_spent=True)
    race.moves(2)
    assert race.choices == {"normal road", "shortcut"}


@clause("GP-71", "GP-70")
def test_a_car_that_has_taken_the_shortcut_cannot_take_it_again():
    race = Position("quarry", A=13, B=1)
    race.moves(4)
    race.drives("shortcut")
    race.busts()  # B
    race.moves(21)  # A: 42 to 63
    race.busts()  # B
    race.moves(21)  # A: 63 to 14, second lap
    assert race.car("A") == Car(14, crossings=2, cylinder_spent=True)
    race.busts()  # B
    race.moves(6)
    assert race.car("A").step == 20


@clause("GP-70")
def test_a_sliding_car_goes_past_the_entry_of_the_shortcut_to_its_corner():  # R21
    race = Position("quarry", A=10, B=1, lying={13: "oil"})
    race.moves(3)
    assert race.car("A") == Car(15, belly_up=True, dice=5)


@clause("GP-72", "GP-112")
def test_pieces_can_be_placed_on_the_steps_of_the_lap_only():
    race = NewRace("quarry", cars=2, options={"items": "board"})
    race.gives_pole_to("A")
    assert race.open_steps == set(range(1, 69))  # 70 steps less the two cars on 70 and 69


@clause("GP-73")
def test_a_lap_with_the_shortcut_is_a_full_lap():
    race = Position("quarry", A=15, B=1)
    race.moves(20)
    race.drives("shortcut")  # 41, then 19 more
    assert race.car("A").step == 60
    race.busts()
    race.moves(12)  # 61 to 70, the line, 1, 2
    assert race.car("A") == Car(2, crossings=2, cylinder_spent=True)
    assert race.view["cars"][0]["laps_left"] == 2


@clause("GP-73", "GP-71")
def test_a_lap_with_the_gate_is_a_full_lap_and_keeps_the_cylinder():
    race = Position("drawbridge", A=17, B=1, gate_open=True)
    race.moves(21)
    race.drives("gate")  # 71, 31, then 19 more
    race.busts()
    race.moves(21)
    assert race.car("A") == Car(1, crossings=2)


# The loop: knot {14, 26} and {39, 49}


@clause("GP-74")
@pytest.mark.parametrize(("start", "square", "end"), [(12, 14, 16), (24, 26, 28)])
def test_a_loop_square_is_left_straight_on(start: int, square: int, end: int):
    race = Position("knot", A=start, B=1)
    race.moves(2)
    assert race.car("A").step == square
    race.busts()
    race.moves(2)
    assert race.car("A").step == end


@clause("GP-75", "GP-76")
def test_a_bump_on_a_loop_square_goes_in_the_direction_of_the_pushing_car():
    race = Position("knot", A=37, B=49)  # 39 and 49 are one square
    race.moves(2)
    assert race.steps == [39, 40]  # B is thrown back and must drive the loop again
    race.moves(1)
    assert race.steps == [39, 41]


@clause("GP-76", "GP-96")
def test_a_bomb_on_a_loop_square_works_from_both_directions():
    for start, end in ((12, 14), (24, 26)):
        race = Position("knot", A=start, B=1, lying={14: "armed bomb"})
        race.moves(2)
        assert race.car("A") == Car(end, belly_up=True, dice=5)
        assert race.lying == {}


@clause("GP-76", "GP-96")
def test_a_bomb_dropped_on_a_loop_square_waits_for_cars_from_the_other_direction_too():
    race = Position("knot", A=Car(26, holds=("bomb",)), B=12, options=TRAY)
    race.uses("bomb")
    race.moves(1)
    race.moves(2)
    assert race.car("B") == Car(14, dice=5, belly_up=True)


@clause("GP-76", "GP-101")
def test_nothing_can_be_dropped_on_a_loop_square_that_has_something_from_the_other_direction():
    race = Position("knot", A=Car(26, holds=("bomb",)), B=1, options=TRAY, lying={14: "oil"})
    assert race.choices == set()


# The gate: drawbridge 17 -> 71 -> 31, switches 10 and 40


@clause("GP-77")
@pytest.mark.parametrize(("start", "switch"), [(8, 10), (38, 40)])
@pytest.mark.parametrize("is_open", [False, True])
def test_ending_on_a_switch_turns_the_gate(start: int, switch: int, is_open: bool):
    race = Position("drawbridge", A=start, B=1, gate_open=is_open)
    race.moves(2)
    assert race.car("A") == Car(switch)
    assert race.gate_open == (not is_open)
    assert race.turn == "B"


@clause("GP-78")
def test_a_closed_gate_is_no_road():
    race = Position("drawbridge", A=17, B=1)
    race.moves(3)
    assert race.car("A") == Car(20)


@clause("GP-78")
@pytest.mark.parametrize(("points", "end"), [(1, 71), (2, 31), (3, 32)])
def test_an_open_gate_is_two_steps_instead_of_fourteen(points: int, end: int):
    race = Position("drawbridge", A=17, B=1, gate_open=True)
    race.moves(points)
    assert race.choices == {"normal road", "gate"}
    race.drives("gate")
    assert race.car("A") == Car(end)


@clause("GP-79")
@pytest.mark.parametrize("step", [17, 71, 31])
def test_a_bust_beside_or_in_the_gate_is_no_crash(step: int):  # R22
    race = Position("drawbridge", A=step, B=1, gate_open=True)
    race.busts(6)
    assert race.car("A") == Car(step)


@clause("GP-79")
@pytest.mark.parametrize(("start", "square", "pushed_to"), [(15, 17, 18), (28, 31, 32)])
def test_cars_are_pushed_at_the_turns_of_the_gate(start: int, square: int, pushed_to: int):  # R22
    race = Position("drawbridge", A=start, B=square, gate_open=True)
    race.moves(square - start)
    assert race.steps == [square, pushed_to]
    assert race.car("A") == Car(square)


@clause("GP-79", "GP-99")
def test_a_slide_runs_past_the_turn_of_the_gate():  # R22
    race = Position("drawbridge", A=15, B=1, gate_open=True, lying={17: "oil"})
    race.moves(2)
    assert race.car("A") == Car(21, belly_up=True, dice=5)


@clause("GP-79", "GP-94")
def test_a_rocket_flies_past_the_turn_of_the_gate():  # R22
    race = Position("drawbridge", A=Car(16, holds=("rocket",)), B=1, C=19, gate_open=True, options=TRAY)
    race.fires(3)
    assert race.car("C") == Car(19, belly_up=True, dice=5)


@clause("GP-80")
def test_a_car_may_stand_on_the_gate_square_and_drive_on():
    race = Position("drawbridge", A=16, B=1, gate_open=True)
    race.moves(2)
    race.drives("gate")
    assert race.car("A") == Car(71)
    race.busts()
    race.moves(4)
    assert race.car("A") == Car(34)  # 31, 32, 33, 34


@clause("GP-80")
def test_the_gate_cannot_close_on_a_car():  # R23
    race = Position("drawbridge", A=9, B=71, gate_open=True)
    race.moves(1)
    assert race.gate_open

    race = Position("drawbridge", A=8, B=9, C=71, gate_open=True)
    race.moves(1)  # B is pushed onto the switch
    assert race.steps == [9, 10, 71]
    assert race.gate_open


# The teleport: warp 19 and 30


@clause("GP-81")
@pytest.mark.parametrize(("start", "points", "end"), [(14, 5, 30), (26, 4, 19)])
def test_ending_on_a_t_space_moves_the_car_to_the_other_and_not_back(start: int, points: int, end: int):  # R24
    race = Position("warp", A=start, B=1)
    race.moves(points)
    assert race.car("A") == Car(end)
    assert race.turn == "B"


@clause("GP-81")
def test_a_car_that_came_by_teleport_drives_on_from_there():
    race = Position("warp", A=14, B=1)
    race.moves(5)
    race.busts()
    race.moves(1)
    assert race.car("A") == Car(31)


@clause("GP-82")
def test_a_car_that_crosses_the_line_and_then_teleports_has_crossed_once():
    race = Position("warp", A=72, B=1)
    race.moves(21)  # 73, 74, the line, 1 to 19; then T to 30
    assert race.car("A") == Car(30, crossings=2)


@clause("GP-83")
def test_a_car_on_the_other_t_space_is_pushed():
    race = Position("warp", A=14, B=30)
    race.moves(5)
    assert race.steps == [30, 31]


@clause("GP-83")
def test_a_car_on_the_t_space_where_the_move_ends_is_pushed_before_the_teleport():  # R24
    race = Position("warp", A=14, B=19)
    race.moves(5)
    assert race.steps == [30, 20]


@clause("GP-83", "GP-42")
def test_a_push_goes_on_through_the_teleport():
    race = Position("warp", A=15, B=18, C=30, D=31)
    race.moves(3)  # B is pushed to T 19, teleported to 30, pushes C to 31, C pushes D onto corner 32
    assert race.steps == [18, 30, 31, 32]
    assert race.car("D").dice == 5


@clause("GP-84", "GP-101")
@pytest.mark.parametrize(("board", "step"), [("warp", 19), ("warp", 30), ("drawbridge", 10), ("drawbridge", 71)])
@pytest.mark.parametrize("item", ["bomb", "oil"])
def test_nothing_is_dropped_on_t_spaces_switches_or_the_gate_location(board: str, step: int, item: str):  # R25
    race = Position(board, A=Car(step, holds=(item,)), B=1, gate_open=board == "drawbridge", options=TRAY)
    assert race.to_act == "chance"

    race = Position(board, A=Car(9, holds=(item,)), B=1, options=TRAY)
    assert race.choices == {"roll", f"use {item}"}


@clause("GP-84", "GP-112")
def test_no_piece_is_placed_on_t_spaces_switches_or_the_gate_location():
    race = NewRace("arcade", cars=2, options={"items": "board"})
    race.gives_pole_to("A")
    # all 90 steps but cars 90 and 89, T 63 and 74, switches 34 and 68, and 55, the other step of loop square 45
    assert race.open_steps == set(range(1, 89)) - {63, 74, 34, 68, 55}
