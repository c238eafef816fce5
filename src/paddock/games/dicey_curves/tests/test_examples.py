"""The worked examples of RULES.md by their numbers, with its values."""

import pytest

from paddock.testing import clause

from .position import Position

pytestmark = pytest.mark.usefixtures("both_backends")

NITRO, CRITTER, SUPER = "nitro_boost", "critter_crossing", "super_size_your_combo"
CLOSED, SHOP = "lane_closed", "repair_shop"


@clause("DC-30", "DC-111", "DC-112")
def test_e1_damage_a_critter_and_a_nitro_leave_four_dice():
    hands = {"A": f"{NITRO} {SUPER}", "B": f"{CRITTER} {SHOP}"}
    race = Position(A="1.L1", B="1.R1", at="window", damage={"A": 2}, hands=hands)
    race.plays(NITRO, "minor_debris", CRITTER, "minor_debris", "pass", "pass")
    assert race.state.in_play == 4


@clause("DC-48", "DC-47", "DC-45")
def test_e2_a_super_sized_single_takes_a_gate_of_three():
    race = Position("GL SA SA", A="1.L1", B="0.L1", dice="2 4", hands={"A": f"{SUPER} {CRITTER}"})
    race.plays("drive A1", "4", NITRO)  # the Super Size is not asked for: nothing else is enough
    assert race.spot("A1") == "1.L2"
    race.plays("R", "L")
    assert race.spot("A1") == "2.L2"
    assert not race.is_stopped("A1")
    assert race.choices == {"end", "drive A1"}


@clause("DC-48")
@pytest.mark.parametrize(("dice", "size"), [("4", 3), ("4 4", 4), ("1 2 3 4 5", 7)])
def test_e3_super_size_counts_two_more_dice(dice: str, size: int):
    race = Position("SA SA SA SA SA", A="1.L1", B="0.L1", dice=dice, hands={"A": f"{SUPER} {CRITTER}"})
    race.plays("drive A1", "super size", *([dice] if " " in dice else []), NITRO)
    assert race.state.size == size


@clause("DC-106")
def test_e4_the_single_space_of_the_dicey_curves_stays_open():
    race = Position("DC SA SA", A="0.L4", B="0.R4", at="window", hands={"A": f"{CLOSED} {SUPER}"})
    race.plays(CLOSED, "card 1", "L")
    assert race.barrels(1) == {"L1", "L2"}


@clause("DC-107")
@pytest.mark.parametrize(("lifted", "left", "pile"), [(2, 4, 1), (4, 2, 0)])
def test_e5_barrels_are_lifted_card_by_card(lifted: int, left: int, pile: int):
    race = Position(
        "SA SA SA GL SA",
        A="1.L1",
        B="1.R1",
        at="window",
        barrels="2.L1 2.L2 2.L3 4.L1 4.L2",
        hands={"A": f"{CLOSED} {SUPER}"},
    )
    race.plays(CLOSED, "card 3", "L")
    assert race.choices == {"card 2", "card 4"}
    race.plays(f"card {lifted}")
    assert race.barrels(3) == {"L1", "L2", "L3"}
    assert race.barrels(lifted) == set()
    assert race.barrels(left)
    assert race.state.pile_barrels == pile


@clause("DC-60", "DC-70")
def test_e6_the_fourth_cube_goes_to_the_pile():
    race = Position(A="1.L3", B="0.L1", dice="4", damage={"A": 3}, cubes={"2.L1": 1})
    race.plays("drive A1", "L")
    assert race.damage("A") == 3
    assert race.cubes(2) == {}
    assert race.state.pile_cubes == 24 - 3


@clause("DC-63", "DC-64")
@pytest.mark.parametrize(("dice", "damage", "left"), [("1 2 3", 1, []), ("1 2 3 4", 0, [0])])
def test_e7_a_gate_cube_is_taken_by_the_exact_size(dice: str, damage: int, left: list[int]):
    race = Position("GL SA SA SA", A="1.L1", B="0.L1", dice="1 2 3 4", gate_cubes={1: "0"})
    race.plays("drive A1", dice, "L", "L", *(["L"] if dice == "1 2 3 4" else []))
    assert race.damage("A") == damage
    assert race.gate_cubes(1) == left


@clause("DC-30")
@pytest.mark.parametrize("nitro", [False, True])
def test_e8_the_sum_is_made_first_and_two_dice_are_the_least(nitro: bool):
    hands = {"A": f"{NITRO} {SUPER}", "B": f"{CRITTER} {SHOP}", "C": f"{CRITTER} {SHOP}"}
    race = Position(A="1.L1", B="1.R1", C="1.L2", at="window", damage={"A": 3}, hands=hands)
    race.plays(*([NITRO, "minor_debris"] if nitro else ["pass"]), CRITTER, NITRO, CRITTER, NITRO)
    race.plays("pass", "pass", "pass")
    assert race.state.in_play == 2


@clause("DC-30", "DC-32")
def test_e9_ten_dice_are_the_most():
    hands = {"A": f"{NITRO} {NITRO}", "B": f"{NITRO} {SHOP}"}
    race = Position(A="1.L1", B="1.R1", at="window", hands=hands)
    race.plays(NITRO, CRITTER, NITRO, CRITTER, NITRO, CRITTER, "pass", "pass on")
    assert race.state.in_play == 10
    race.plays(*["1"] * 9, "6")
    assert (race.state.in_play, race.state.to_roll) == (10, 1)
    race.plays("6", "2")
    assert race.dice == "1 1 1 1 1 1 1 1 1 2"


@clause("DC-31")
def test_e10_sixes_add_dice_wave_by_wave():
    race = Position(A="1.L1", B="1.R1", at="roll")
    race.plays("6", "6", "2", "3", "5")
    assert (race.state.in_play, race.state.to_roll) == (7, 4)
    race.plays("6", "1", "1", "4")
    assert (race.state.in_play, race.state.to_roll) == (8, 2)
    race.plays("2", "5")
    assert race.dice == "1 1 2 2 3 4 5 5"


@clause("DC-42")
def test_e11_two_three_three_four_is_no_combo():
    race = Position(A="1.L1", B="0.L1", dice="2 3 3 4")
    race.plays("drive A1")
    assert race.choices == {"2", "3", "4", "3 3", "2 3", "3 4", "2 3 4"}
    race.plays("3 3", "L", "L")
    assert race.dice == "2 4"
    race.plays("drive A1")
    assert race.choices == {"2", "4"}


@clause("DC-44", "DC-45")
def test_e12_a_play_ends_in_front_of_a_gate():
    race = Position("GL SA", A="0.L4", B="0.L1", dice="1 2 3 4 5 5 5 5")
    race.plays("drive A1", "1 2 3 4")
    assert race.choices == {"L", "R"}
    race.plays("L")
    assert race.spot("A1") == "1.L1"
    race.plays("drive A1", "5 5 5 5", "R", "SA", "L", "R")
    assert race.spot("A1") == "2.R3"


@clause("DC-45")
def test_e12_with_flow_gates_are_thresholds():
    race = Position("GL SA", A="0.L4", B="0.L1", dice="1 2 3 4", options={"gates": "flow"})
    race.plays("drive A1", "1 2 3 4", "L", "R", "SA", "L")
    assert race.spot("A1") == "2.L2"


@clause("DC-45")
def test_e12_with_step_the_play_ends_behind_the_gate():
    race = Position("GL SA", A="1.L1", B="0.L1", dice="1 2 3 4", options={"gates": "step"})
    race.plays("drive A1", "1 2 3 4")
    assert race.spot("A1") == "1.L2"


@clause("DC-41", "DC-81")
def test_e13_without_a_combo_for_the_gate_the_dice_become_chips():
    race = Position("SL SA SA", A="1.R1", B="0.L1", dice="1 1 2 4 4")
    assert race.choices == {"end"}  # no dice play is legal
    race.plays("end")
    assert race.turn == "B"
    assert race.chips("A") == 5


@clause("DC-33", "DC-44")
def test_e14_two_chips_make_a_row_of_five():
    stuck = Position("DC SA SA", A="1.L1", B="0.L1", dice="1 2 3 4")
    assert stuck.choices == {"end"}
    race = Position("DC SA SA", A="1.L1", B="0.L1", dice="1 2 4", chips={"A": 2}, at="chips")
    race.plays("add 3", "add 5", "drive A1")
    assert race.spot("A1") == "1.M"
    assert race.dice == ""


@clause("DC-44", "DC-46", "DC-51")
def test_e15_cars_may_be_passed_but_not_joined():
    race = Position("SA SA SA SA", A="2.L2", B="2.L3 2.R3", dice="4", chips={"A": 1})
    assert "drive A1" not in race.choices
    race.plays("juke A1 B1")
    assert (race.spot("A1"), race.spot("B1")) == ("2.L3", "2.L2")

    race = Position("SA SA SA SA", A="2.L2", B="2.L3 2.R3", dice="4 4")
    race.plays("drive A1")
    assert race.choices == {"L", "R"}  # only the Combo is playable
    race.plays("R", "L")
    assert race.spot("A1") == "3.L1"


@clause("DC-46")
def test_e15_behind_two_rows_of_cars_only_three_dice_help():
    cars = {"A": "2.L2", "B": "2.L3 2.R3", "C": "3.L1 3.R1"}
    assert Position("SA SA SA SA", listed=cars, dice="4 4").choices == {"end"}
    race = Position("SA SA SA SA", listed=cars, dice="4 4 4")
    race.plays("drive A1", "L", "R", "L")
    assert race.spot("A1") == "3.L2"


@clause("DC-52")
def test_e16_no_juke_across_a_gate():
    race = Position("GL SA SA", A="1.L1", B="1.L2", dice="4", chips={"A": 1})
    assert "juke A1 B1" not in race.choices
    race = Position("GL SA SA", A="1.L2", B="1.R3", dice="4", chips={"A": 1})
    assert "juke A1 B1" in race.choices


@clause("DC-60", "DC-61", "DC-62")
def test_e17_round_debris_through_it_or_onto_it():
    debris = {"2.L1": 1, "2.R3": 1}
    race = Position(A="1.R3", B="0.L1", dice="1 2 3", cubes=debris)
    race.plays("drive A1", "1 2 3", "R", "R", "L")
    assert race.spot("A1") == "2.L3"
    assert race.damage("A") == 0

    race = Position(A="1.R3", B="0.L1", dice="1 2 3", cubes=debris, chips={"A": 1})
    race.plays("drive A1", "1 2 3", "L")
    assert race.choices == {"L", "R", "pay L", "pay R"}
    race.plays("pay L")
    assert (race.damage("A"), race.chips("A"), race.cubes(2)) == (0, 0, {"L1": 1, "R3": 1})

    race = Position(A="1.R3", B="0.L1", dice="1 2 3", cubes=debris, chips={"A": 1})
    race.plays("drive A1", "1 2 3", "L", "R")
    assert (race.damage("A"), race.chips("A"), race.cubes(2)) == (1, 1, {"R3": 1})

    race = Position(A="1.R3", B="0.L1", dice="3", cubes=debris, chips={"A": 1})
    race.plays("drive A1", "L")
    assert (race.damage("A"), race.chips("A")) == (1, 1)


@clause("DC-108")
def test_e18_a_lane_is_not_closed_on_a_car_that_could_not_leave():
    hands = {"A": f"{CLOSED} {SUPER}"}
    race = Position("GL SA SA", A="1.L1", B="2.L2", at="window", hands=hands)
    race.plays(CLOSED, "card 1")  # lane L is no choice
    assert race.barrels(1) == {"R1", "R2", "R3"}
    race = Position("GL SA SA", A="1.L1", B="2.L2", at="window", hands=hands)
    race.plays(CLOSED, "card 2", "L")
    assert race.barrels(2) == {"L1", "L3"}


@clause("DC-43", "DC-49", "DC-50")
def test_e19_a_chip_lets_a_stopped_car_go_on():
    race = Position(A="1.L1 1.R1", B="0.L1", dice="2 2 4 5", chips={"A": 1})
    race.plays("drive A1", "5", "L")
    assert race.is_stopped("A1")
    assert "drive A1" not in race.choices
    race.plays("continue A1", "drive A1", "2 2", "L", "L", "drive A2", "R")
    assert race.chips("A") == 0
    # A has nothing left to do: the chip-less turn ended with A2 stopped; both cars have moved
    assert (race.spot("A1"), race.spot("A2")) == ("2.L1", "1.R2")
    assert race.happened.count("DC-43") == 2  # a Single with each car


@clause("DC-53", "DC-54")
def test_e20_the_owner_takes_the_cubes_of_a_borrowed_car():
    race = Position(A="1.L1", B="1.L3", dice="3 5", chips={"A": 1}, cubes={"2.L1": 2})
    race.plays("borrow B1", "drive B1", "3", "L")
    assert (race.damage("A"), race.damage("B")) == (0, 2)
    assert race.is_stopped("B1")


@clause("DC-80")
def test_e21_the_shop_repairs_at_the_end_of_the_own_turn_only():
    race = Position("SA SA SA SA", A="3.R2", B="0.L1", dice="4", damage={"A": 2}, shop="3.R2")
    race.plays("end")
    assert (race.damage("A"), race.shop) == (0, "3.R2")

    race = Position("SA SA SA SA", A="3.R1", B="3.L1", dice="4", damage={"A": 2}, shop="3.R2", chips={"B": 1}, turn="B")
    race.plays("borrow A1", "drive A1", "R")
    assert (race.spot("A1"), race.damage("A"), race.turn) == ("3.R2", 2, "A")
    race.plays("SA", "keep", "pass on", "pass on", "1", "2", "3", "end")
    assert race.damage("A") == 0


@clause("DC-71")
def test_e22_barrels_return_when_the_last_car_leaves_their_card():
    race = Position("SA SA SA SA", A="2.L3", B="3.L3", dice="4", barrels="2.R1 2.R2 2.R3")
    assert race.state.rear == 2
    race.plays("drive A1", "L")
    assert (race.state.rear, race.state.pile_barrels) == (3, 6)


@clause("DC-24", "DC-25")
def test_e23_three_passes_in_a_row_close_the_window():
    hands = {"A": f"{NITRO} {SUPER}", "B": f"{CRITTER} {SHOP}", "C": f"{CRITTER} {SHOP}"}
    race = Position(A="1.L1", B="1.R1", C="1.L2", at="window", hands=hands)
    for seat, words in (("A", "pass"), ("B", CRITTER), ("C", "pass"), ("A", NITRO), ("B", "pass"), ("C", "pass")):
        assert race.to_act == seat
        race.plays(words)
        race.plays(*(["minor_debris"] if words in (CRITTER, NITRO) else []))
    assert race.to_act == "A"
    race.plays("pass")
    assert race.state.in_play == 5 - 1 + 2


@clause("DC-45", "DC-46", "DC-51")
def test_e24_cars_in_front_of_gates_bar_their_lanes_until_a_juke():
    race = Position("SA GL SA SA", A="1.R3", B="2.L1 2.R1", dice="1 1 1 1 1", chips={"A": 1})
    assert "drive A1" not in race.choices
    race.plays("juke A1 B2")
    assert (race.spot("A1"), race.spot("B2")) == ("2.R1", "1.R3")
    race.plays("drive A1", "1 1")
    assert race.spot("A1") == "2.R3"


@clause("DC-45")
def test_e25_a_second_gate_needs_a_second_play():
    race = Position("SCL SA SA", A="1.R1", B="0.L1", dice="1 1 1 1 2 2 2 2")
    race.plays("drive A1", "1 1 1 1")
    assert race.spot("A1") == "1.R2"
    race.plays("drive A1", "L", "R", "L")  # there is one choice of dice
    assert race.spot("A1") == "2.L3"


@clause("DC-109", "DC-110")
def test_e26_a_shop_is_moved_to_another_card():
    race = Position("SA SA SA SA", A="3.L1", B="3.R1", at="window", shop="3.L2", hands={"A": f"{SHOP} {SUPER}"})
    race.plays(SHOP)  # card 3 cannot be chosen, so card 4 is the only choice
    assert race.choices == {"L1", "L2", "L3", "R1", "R2", "R3"}
    race.plays("R2")
    assert race.shop == "4.R2"


@clause("DC-31", "DC-34", "DC-35")
def test_e27_marked_dice_are_rolled_again_and_explode():
    race = Position(A="1.L1", B="0.L1", dice="2 2 5", chips={"A": 2}, at="chips")
    race.plays("mark 2", "mark 5")
    assert race.chips("A") == 1
    assert race.state.to_roll == 2  # nothing else could be marked: the dice are rolled
    race.plays("6", "3", "1", "5")
    assert race.dice == "1 2 3 5"
    assert race.chips("A") == 1
    assert "done" in race.choices
