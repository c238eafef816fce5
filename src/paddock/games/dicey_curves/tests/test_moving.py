"""Roll Dice and Move Cars: dice, chips, runs, cars and items on the way."""

import pytest

from paddock.testing import clause

from .position import Position

pytestmark = pytest.mark.usefixtures("both_backends")

SUPER, CRITTER = "super_size_your_combo", "critter_crossing"


# Dice and chips


@clause("DC-30", "DC-66")
def test_cubes_taken_in_the_turn_change_no_dice_of_it():
    race = Position(A="1.L3", B="0.L1", dice="3 5", cubes={"2.L1": 2}, chips={"A": 1})
    race.plays("drive A1", "3", "L")
    assert (race.damage("A"), race.dice, race.state.in_play) == (2, "5", 2)


@clause("DC-66")
def test_cubes_are_taken_in_the_order_they_are_met():
    # Two cubes on the way and one where the car lands: three in all, and the fourth is too many.
    race = Position(A="1.L3", B="0.L1", dice="3 3 3", cubes={"2.L1": 2, "2.L2": 1, "2.L3": 2})
    race.plays("drive A1", "3 3 3", "L", "L", "L")
    assert race.damage("A") == 3
    assert race.cubes(2) == {}
    assert race.state.pile_cubes == 24 - 3


@clause("DC-32")
def test_no_die_rests_on_a_six():
    race = Position(A="1.L1", B="0.L1", at="roll")
    race.plays("6", "6", "6", "6", "6")
    assert race.state.to_roll == 10
    race.plays(*["6"] * 10)
    assert (race.state.in_play, race.state.to_roll) == (10, 10)


@clause("DC-33", "DC-36")
def test_a_chip_adds_a_die_of_the_chosen_value():
    race = Position(A="1.L1", B="0.L1", dice="2", chips={"A": 2}, at="chips")
    assert race.choices == {"done", "add 1", "add 2", "add 3", "add 4", "add 5", "mark 2"}
    race.plays("add 4")
    assert (race.dice, race.chips("A"), race.state.pile_chips) == ("2 4", 1, 39)


@clause("DC-33")
def test_an_eleventh_die_cannot_be_added():
    race = Position(A="1.L1", B="0.L1", dice="1 1 1 1 1 1 1 1 1 2", chips={"A": 1}, at="chips")
    assert race.choices == {"done", "mark 1", "mark 2"}


@clause("DC-34")
def test_marks_go_upwards_and_the_first_one_pays():
    race = Position(A="1.L1", B="0.L1", dice="1 3 3 5", chips={"A": 1}, at="chips")
    race.plays("mark 3")
    assert race.chips("A") == 0
    assert race.choices == {"roll", "mark 3", "mark 5"}
    race.plays("roll")
    assert (race.dice, race.state.to_roll) == ("1 3 5", 1)


@clause("DC-35")
def test_dice_are_settled_once_move_cars_has_begun():
    race = Position(A="1.L1", B="0.L1", dice="1 3", chips={"A": 1}, at="chips")
    race.plays("done")
    assert race.choices == {"end", "drive A1", "borrow B1"}
    race.plays("drive A1", "1", "L")
    assert not {choice for choice in race.choices if choice.startswith(("add", "mark"))}


@clause("DC-36")
def test_paid_chips_go_back_to_the_supply():
    race = Position(A="1.L1", B="1.R1", dice="4", chips={"A": 3})
    race.plays("borrow B1", "juke A1 B1")
    assert (race.chips("A"), race.state.pile_chips) == (1, 39)


# Plays


@clause("DC-40")
def test_the_phase_may_be_ended_with_dice_unused():
    race = Position(A="1.L1", B="0.L1", dice="1 3", chips={"A": 1})
    race.plays("end")
    assert (race.turn, race.chips("A")) == ("B", 3)


@clause("DC-41")
def test_dice_that_were_played_are_used_up():
    race = Position(A="1.L1", B="0.L1", dice="1 3 3")
    race.plays("drive A1", "3 3", "L", "L")
    assert race.dice == "1"


@clause("DC-42")
def test_a_row_does_not_wrap_and_ten_equal_dice_are_a_combo():
    race = Position(A="1.L1", B="0.L1", dice="5 1")
    race.plays("drive A1")
    assert race.choices == {"1", "5"}
    race = Position(A="1.L1", B="0.L1", dice="3 3 3 3 3 3 3 3 3 3")
    race.plays("drive A1")
    assert "3 3 3 3 3 3 3 3 3 3" in race.choices


@clause("DC-42")
def test_max_combo_is_an_option():
    race = Position(A="1.L1", B="0.L1", dice="3 3 3 3 3 3", options={"max_combo": 5})
    race.plays("drive A1")
    assert race.choices == {"3", "3 3", "3 3 3", "3 3 3 3", "3 3 3 3 3"}


@clause("DC-43", "DC-47")
def test_a_single_stops_a_car_and_a_combo_does_not():
    race = Position("SA SA SA SA", A="1.L1", B="0.L1", dice="1 1 3 3 5")
    race.plays("drive A1", "1 1", "L", "L", "drive A1", "3 3", "L", "L")
    assert (race.spot("A1"), race.is_stopped("A1")) == ("2.L2", False)


@clause("DC-44")
def test_a_car_drives_all_its_steps():
    race = Position(A="1.L1", B="0.L1", dice="1 1 1")
    race.plays("drive A1", "1 1 1", "L", "L")
    assert race.choices == {"L", "R"}  # there is no stopping


@clause("DC-44")
def test_short_moves_allow_a_stop_after_a_step():
    race = Position(A="1.L1", B="0.L1", dice="1 1 1", options={"short_moves": True}, cubes={"1.L2": 1})
    race.plays("drive A1", "1 1 1", "L")
    assert race.choices == {"L", "R", "stop"}
    race.plays("stop")
    assert (race.spot("A1"), race.damage("A"), race.is_stopped("A1")) == ("1.L2", 1, False)


@clause("DC-44", "DC-46")
def test_short_moves_do_not_allow_a_stop_on_a_car():
    race = Position(A="1.L1", B="1.L2", dice="1 1 1", options={"short_moves": True})
    race.plays("drive A1", "1 1 1", "L")
    assert race.choices == {"L", "R"}


@clause("DC-44", "DC-46")
def test_a_run_is_cut_short_where_the_last_spots_are_taken():
    # Two dice, but both spots two steps ahead are taken: the car goes one step, as no run goes further.
    race = Position("SA SA SA SA", A="1.L1", B="1.L3 1.R3", dice="1 1")
    race.plays("drive A1", "1 1", "L")
    assert race.spot("A1") == "1.L2"


@clause("DC-46")
def test_with_full_blocking_no_spot_of_a_run_holds_a_car():
    cars = {"A": "1.L1", "B": "1.L2 1.R2"}
    assert Position("SA SA SA SA", listed=cars, dice="1 1").choices == {"end", "drive A1"}
    race = Position("SA SA SA SA", A="1.L1", B="1.L2 0.L1", dice="1 1", options={"blocking": "full"})
    race.plays("drive A1", "1 1")
    assert race.spot("A1") == "1.R2"  # the only way
    assert Position("SA SA SA SA", listed=cars, dice="1 1 1", options={"blocking": "full"}).turn == "B"


@clause("DC-48")
def test_super_size_is_one_a_play_unless_they_stack():
    hands = {"A": f"{SUPER} {SUPER}"}
    race = Position("DC SA SA SA", A="1.L1", B="0.L1", dice="3", hands=hands)
    assert race.turn == "B"  # 1 + 2 is not enough for the gate of 5
    race = Position("DC SA SA SA", A="1.L1", B="0.L1", dice="3", hands=hands, options={"supersize_stack": True})
    race.plays("drive A1")
    assert race.discarded == [SUPER, SUPER]
    race.plays(CRITTER, CRITTER)
    assert (race.spot("A1"), race.state.size) == ("1.M", 5)


@clause("DC-48", "DC-22")
def test_super_size_is_replaced_before_the_car_moves():
    race = Position(A="1.L1", B="0.L1", dice="3 4", hands={"A": f"{SUPER} {CRITTER}"})
    race.plays("drive A1", "super size", "3")
    assert (race.to_act, race.spot("A1"), race.discarded) == ("chance", "1.L1", [SUPER])


@clause("DC-48", "DC-64")
def test_super_size_counts_for_gate_cubes():
    race = Position(
        "GL SA SA SA", A="1.L1", B="0.L1", dice="3 3", gate_cubes={1: "0"}, hands={"A": f"{SUPER} {CRITTER}"}
    )
    race.plays("drive A1", "3 3", CRITTER)  # 4 against a gate of 3
    assert (race.damage("A"), race.gate_cubes(1)) == (0, [0])


@clause("DC-49")
def test_dice_may_be_spread_over_several_cars():
    race = Position(A="1.L1 1.R1", B="0.L1", dice="1 3")
    race.plays("drive A1", "1", "L", "drive A2")  # past A1 there is one way
    assert (race.spot("A1"), race.spot("A2")) == ("1.L2", "1.R2")


# Chips in Move Cars


@clause("DC-50")
def test_a_continued_car_may_be_stopped_again():
    race = Position(A="1.L1", B="0.L1", dice="1 3 5", chips={"A": 1})
    race.plays("drive A1", "1", "L", "continue A1")
    assert not race.is_stopped("A1")
    race.plays("drive A1", "3", "L")
    assert race.turn == "B"  # stopped again, with no chip left


@clause("DC-51")
def test_a_stopped_car_cannot_start_a_juke_but_can_be_juked():
    race = Position(A="1.L1", B="1.R2", dice="1 3", chips={"A": 2})
    race.plays("drive A1", "1")  # now beside B
    assert "juke A1 B1" not in race.choices
    race.plays("borrow B1")
    assert "juke A1 B1" in race.choices  # B1 starts it
    race.plays("juke A1 B1")
    assert (race.spot("A1"), race.turn) == ("1.R2", "A")
    assert race.is_stopped("A1")


@clause("DC-51")
def test_juke_reach_beside_leaves_out_links():
    linked = Position(A="1.L1", B="1.L2", dice="4", chips={"A": 1})
    assert "juke A1 B1" in linked.choices
    options = {"juke_reach": "beside"}
    assert "juke A1 B1" not in Position(A="1.L1", B="1.L2", dice="4", chips={"A": 1}, options=options).choices
    assert "juke A1 B1" in Position(A="1.L1", B="1.R1", dice="4", chips={"A": 1}, options=options).choices


@clause("DC-52")
def test_a_juke_is_no_movement():
    race = Position("SA SA SA", A="1.L3", B="2.R1", dice="4 5", chips={"A": 1}, shop="2.R1", damage={"A": 2})
    race.plays("juke A1 B1")
    assert (race.spot("A1"), race.dice, race.is_stopped("A1")) == ("2.R1", "4 5", False)
    race.plays("end")
    assert race.damage("A") == 0  # but it may put a car at the shop


@clause("DC-53")
def test_a_borrowed_car_is_driven_until_the_end_of_the_turn():
    race = Position(A="1.L1", B="2.L1", dice="1 3 3", chips={"A": 2})
    race.plays("borrow B1")
    assert race.choices == {"end", "drive A1", "drive B1"}
    race.plays("drive B1", "3 3", "L", "R")
    assert race.spot("B1") == "2.R3"
    race.plays("end")
    assert race.state.borrowed == [0] * 8


@clause("DC-54")
def test_the_driver_takes_the_cubes_with_the_option():
    race = Position(
        A="1.L1", B="1.L3", dice="3 5", chips={"A": 1}, cubes={"2.L1": 2}, options={"borrowed_damage": "driver"}
    )
    race.plays("borrow B1", "drive B1", "3", "L")
    assert (race.damage("A"), race.damage("B")) == (2, 0)


@clause("DC-54", "DC-62")
def test_the_chip_for_debris_is_paid_by_the_driver():
    race = Position(A="1.L1", B="1.L3", dice="3 3", chips={"A": 2, "B": 2}, cubes={"2.L1": 2})
    race.plays("borrow B1", "drive B1", "3 3", "L", "pay L")
    assert (race.chips("A"), race.chips("B"), race.damage("B"), race.cubes(2)) == (0, 2, 0, {"L1": 2})


# Items


@clause("DC-60")
def test_landing_cannot_be_bought_off():
    race = Position(A="1.L3", B="0.L1", dice="3 3", chips={"A": 5}, cubes={"2.L2": 2})
    race.plays("drive A1", "3 3", "L", "L")
    assert (race.damage("A"), race.chips("A"), race.cubes(2)) == (2, 5, {})


@clause("DC-61")
def test_passing_takes_all_cubes_of_the_spot():
    race = Position(A="1.L3", B="0.L1", dice="3 3", cubes={"2.L1": 2})
    race.plays("drive A1", "3 3", "L", "R")
    assert (race.damage("A"), race.cubes(2)) == (2, {})


@clause("DC-62")
def test_without_a_chip_there_is_no_paying():
    race = Position(A="1.L3", B="0.L1", dice="3 3", cubes={"2.L1": 1})
    race.plays("drive A1", "3 3", "L")
    assert race.choices == {"L", "R"}


@clause("DC-63", "DC-70")
def test_a_gate_cube_beyond_three_goes_to_the_pile():
    race = Position("GL SA SA SA", A="1.R1", B="0.L1", dice="4 4", gate_cubes={1: "0 1"}, damage={"A": 3})
    race.plays("drive A1")
    assert (race.damage("A"), race.gate_cubes(1), race.state.pile_cubes) == (3, [0], 24 - 3 - 1)


@clause("DC-64")
def test_chips_do_not_help_at_a_gate():
    race = Position("GL SA SA SA", A="1.R1", B="0.L1", dice="4 4", gate_cubes={1: "1"}, chips={"A": 5})
    race.plays("drive A1")
    assert (race.damage("A"), race.chips("A")) == (1, 5)


@clause("DC-65")
def test_no_car_moves_onto_a_barrel():
    race = Position(A="1.L1", B="0.L1", dice="3", barrels="1.L2 1.L3")
    race.plays("drive A1")
    assert race.spot("A1") == "1.R2"  # the only way
    assert Position(A="1.L1", B="0.L1 1.R2", dice="3", barrels="1.L2 1.L3").choices == {"end"}


@clause("DC-45")
def test_gates_flow_lets_one_combo_take_several():
    race = Position("SCL SA SA", A="1.L1", B="0.L1", dice="2 2 2", options={"gates": "flow"})
    race.plays("drive A1", "L")
    assert race.spot("A1") == "2.L1"  # gates 3 and 3
    race = Position("SCL SA SA", A="1.R1", B="0.L1", dice="2 2 2", options={"gates": "flow"})
    race.plays("drive A1", "2 2 2")
    assert race.spot("A1") == "1.R2"  # gate 2, but the next is 4


@clause("DC-45", "DC-46")
def test_gates_step_does_not_drive_through_a_car_behind_the_gate():
    race = Position("GL SA SA", A="1.L1", B="1.L2", dice="2 2 2 2", options={"gates": "step"})
    assert race.turn == "B"
    race = Position("GL SA SA", A="1.L1", B="1.L2", dice="2 2 2 2")
    race.plays("drive A1", "2 2 2", "L")
    assert race.spot("A1") == "2.L1"
