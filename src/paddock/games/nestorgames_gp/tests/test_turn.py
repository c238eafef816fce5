"""Turn order and turn: GP-20 to GP-32."""

import pytest

from paddock.testing import clause

from .position import Car, NewRace, Position

pytestmark = pytest.mark.usefixtures("both_backends")

FINISHED = Car(0, crossings=4, place=1)
ITEMS = {"items": "tray"}


# Whose turn


@clause("GP-20", "GP-04")
def test_the_pole_player_begins_and_the_turn_passes_by_seating():
    race = NewRace("oval", cars=3)
    race.gives_pole_to("B")
    order: list[str] = []
    for _ in range(4):
        order.append(race.turn)
        race.busts()
    assert order == ["B", "C", "A", "B"]


@clause("GP-20")
def test_finished_players_are_skipped():
    race = Position("oval", A=10, B=FINISHED, C=20)
    race.busts()
    assert race.turn == "C"


@clause("GP-21")
def test_a_round_is_over_when_the_turn_passes_to_the_pole_seat():  # R7
    race = Position("oval", A=10, B=20, C=30, turn="B", pole="B")
    race.busts()  # B
    race.busts()  # C, then A: seat 0 is not the pole seat
    assert (race.turn, race.round) == ("A", 0)
    race.busts()
    assert (race.turn, race.round) == ("B", 1)


@clause("GP-21")
def test_a_round_is_over_when_the_turn_passes_across_the_seat_of_a_finished_pole_car():  # R7
    race = Position("oval", A=10, B=FINISHED, C=30, turn="A", pole="B")
    race.busts()
    assert (race.turn, race.round) == ("C", 1)


# The shape of a turn


@clause("GP-22", "GP-92")
def test_a_turn_is_an_item_then_the_normal_turn_then_the_end_of_turn_step():
    race = Position(
        "oval", A=Car(10, dice=5, holds=("turbo", "bomb")), B=30, options=ITEMS, available=("rocket", "oil")
    )
    assert race.choices == {"roll", "fix", "use turbo", "use bomb"}
    race.uses("bomb")
    assert race.choices == {"roll", "fix"}
    assert race.tray is None  # the tray comes after everything else
    race.moves(4)
    assert race.to_act == "A"
    assert race.choices == {"rocket", "oil"}
    race.fills_tray("oil")
    assert race.turn == "B"
    assert race.tray == (31, "oil")


@clause("GP-22")
def test_using_an_item_is_optional():
    race = Position("oval", A=Car(10, holds=("bomb",)), B=30, options=ITEMS)
    race.rolls(2)
    race.stops()
    assert race.car("A") == Car(12, holds=("bomb",))


@clause("GP-22")
def test_a_turn_with_nothing_to_decide_begins_with_the_first_die():
    race = Position("oval", A=10, B=30)
    assert (race.turn, race.to_act) == ("A", "chance")


@clause("GP-23")
@pytest.mark.parametrize("dice", [6, 3, 0])
def test_a_belly_up_car_is_set_upright_and_that_is_its_turn(dice: int):
    race = Position("oval", A=Car(13, belly_up=True, dice=dice), B=30)
    assert race.car("A") == Car(13, dice=dice)
    assert race.turn == "B"


@clause("GP-23")
def test_a_belly_up_car_that_could_use_an_item_may_only_flip_besides():
    race = Position("oval", A=Car(13, belly_up=True, dice=3, holds=("bomb",)), B=30, options=ITEMS)
    assert race.choices == {"flip", "use bomb"}
    race.flips()
    assert race.car("A") == Car(13, dice=3, holds=("bomb",))
    assert race.turn == "B"


@clause("GP-24")
def test_a_car_that_crashed_on_anothers_turn_flips_too():  # R8
    race = Position("oval", A=3, B=5, C=30)
    race.moves(2)
    assert race.car("B") == Car(6, dice=5)  # pushed onto corner 6, and its own turn is already over
    assert race.turn == "C"


@clause("GP-25")
def test_a_car_may_fix_instead_of_rolling_and_gets_one_die_back():
    race = Position("oval", A=Car(13, dice=2), B=30)
    assert race.choices == {"roll", "fix"}
    race.fixes()
    assert race.car("A") == Car(13, dice=3)
    assert race.turn == "B"


@clause("GP-25")
def test_a_car_without_a_lost_die_cannot_fix():
    race = Position("oval", A=Car(10, holds=("bomb",)), B=30, options=ITEMS)
    assert race.choices == {"roll", "use bomb"}


@clause("GP-26")
def test_an_upright_car_without_dice_must_fix():  # R9
    race = Position("oval", A=Car(13, dice=0), B=30)
    assert race.car("A") == Car(13, dice=1)
    assert race.turn == "B"


@clause("GP-26", "GP-97")
def test_an_upright_car_without_dice_fixes_unless_it_uses_a_wrench():  # R9
    race = Position("oval", A=Car(13, dice=0, holds=("wrench",)), B=30, options=ITEMS)
    assert race.choices == {"fix", "use wrench"}
    race.uses("wrench")
    race.moves(5)
    assert race.car("A") == Car(18)


# Rolling


@clause("GP-27")
def test_the_first_die_is_compulsory_and_then_one_may_stop_or_roll():
    race = Position("oval", A=14, B=10)
    assert race.to_act == "chance"
    assert race.runner.chance() == ([1, 2, 3, 4, 5, 6], [1] * 6)
    race.rolls(4)
    assert race.choices == {"stop", "roll"}
    race.rolls(2)
    assert race.choices == {"stop", "roll"}


@clause("GP-27")
@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5, 6])
def test_a_player_with_no_dice_left_stops_automatically(dice: int):
    race = Position("oval", A=Car(14, dice=dice), B=10)
    race.rolls(*range(1, dice))
    assert race.turn == "A"
    race.rolls(dice)
    assert race.turn == "B"
    assert race.car("A") == Car(14 + dice * (dice + 1) // 2, dice=dice)


@clause("GP-28")
def test_a_bust_on_a_straight_does_nothing():
    race = Position("oval", A=Car(12, dice=4), B=30)
    race.rolls(5, 3, 5)
    assert race.car("A") == Car(12, dice=4)
    assert race.turn == "B"


@clause("GP-28")
@pytest.mark.parametrize(("board", "step"), [("knot", 14), ("knot", 26), ("drawbridge", 10), ("warp", 19)])
def test_a_bust_on_a_loop_a_switch_or_a_t_space_does_nothing(board: str, step: int):
    race = Position(board, A=step, B=60)
    race.busts(6)
    assert race.car("A") == Car(step)
    assert not race.gate_open


@clause("GP-29")
def test_a_bust_on_a_corner_is_a_crash_that_spares_the_other_cars_there():
    race = Position("oval", A=13, B=13, C=Car(13, belly_up=True, dice=2))
    race.rolls(2, 4, 2)
    assert race.car("A") == Car(13, belly_up=True, dice=5)
    assert race.car("B") == Car(13)
    assert race.car("C") == Car(13, belly_up=True, dice=2)


# Moving


@clause("GP-30")
@pytest.mark.parametrize("points", range(1, 22))
def test_a_car_moves_exactly_the_sum_of_its_dice(points: int):
    race = Position("oval", A=14, B=10)
    race.moves(points)
    assert race.car("A") == Car(14 + points)


@clause("GP-31")
def test_cars_on_the_way_do_not_block_and_are_not_touched():
    race = Position("oval", A=10, B=11, C=13, D=Car(13, belly_up=True))
    race.moves(4)
    assert race.steps == [14, 11, 13, 13]
    assert race.car("C") == Car(13)
    assert race.car("A") == Car(14)


@clause("GP-31")
@pytest.mark.parametrize("thing", ["oil", "armed bomb", "bomb", "turbo"])
def test_items_on_the_way_have_no_effect(thing: str):
    race = Position("oval", A=14, B=10, options={"items": "board"}, lying={16: thing})
    race.moves(3)
    assert race.car("A") == Car(17)
    assert race.lying == {16: thing}


@clause("GP-31")
@pytest.mark.parametrize("step", [15, 16])
def test_the_tray_on_the_way_stays_where_it_is(step: int):
    race = Position("oval", A=14, B=10, options=ITEMS, tray=(step, "turbo"))
    race.moves(3)
    assert race.car("A") == Car(17)
    assert race.tray == (step, "turbo")


@clause("GP-31")
def test_t_spaces_and_switches_on_the_way_have_no_effect():
    race = Position("switchyard", A=11, B=33)
    race.moves(2)  # over switch 12
    assert not race.gate_open
    race.moves(2)  # over T 34
    assert race.steps == [13, 35]


@clause("GP-32", "GP-70")
def test_the_road_is_chosen_after_stopping():  # R10
    race = Position("quarry", A=13, B=1)
    race.rolls(1, 4)
    assert race.choices == {"stop", "roll"}
    race.stops()
    assert race.to_act == "A"
    assert race.choices == {"normal road", "shortcut"}  # 13, 14, 15, then 16 or 41
    race.drives("normal road")
    assert race.car("A") == Car(18)


@clause("GP-32")
def test_a_junction_reached_with_the_last_point_is_no_choice():
    race = Position("quarry", A=13, B=1)
    race.moves(2)
    assert race.car("A") == Car(15)
    assert race.turn == "B"

    race = Position("drawbridge", A=15, B=1, gate_open=True)
    race.moves(2)
    assert race.car("A") == Car(17)


@clause("GP-32")
def test_all_roads_that_are_open_for_the_total_are_offered():
    # arcade: shortcut 8 -> 26, gate 41 -> 91 -> 57. From 8, 41 is 33 steps by the normal road but 16 by the shortcut.
    race = Position("arcade", A=8, B=1, gate_open=True)
    race.moves(16)  # to 41 with the last point: the gate is no choice
    assert race.choices == {"normal road", "shortcut"}

    race = Position("arcade", A=8, B=1, gate_open=True)
    race.moves(17)
    assert race.choices == {"normal road", "shortcut", "shortcut and gate"}


@clause("GP-32", "GP-63")
def test_a_route_ends_at_the_line_where_the_car_finishes():
    # quarry: from 66 the line is 5 steps away and the shortcut on 15 another 14 behind it.
    race = Position("quarry", A=66, B=1)
    race.moves(21)
    assert race.choices == {"normal road", "shortcut"}

    race = Position("quarry", A=Car(66, crossings=3), B=1)
    race.moves(21)
    assert race.car("A").place == 1
